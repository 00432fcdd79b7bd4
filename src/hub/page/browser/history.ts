import type { Session } from './session.ts';
import type { Message, Sender } from './wire.ts';

/** Messages that a chat opens with, and that one more page of it has. */
const PAGE = 50;

/** Messages asked for at once where many may be needed. */
const MANY = 200;

/** Pages that are read to reach a message that was asked for. */
const REACH = 10;

/** The messages of the open chat that were read, the oldest first and without gaps. */
export class History {
  readonly #session: Session;
  readonly chat: number;
  messages: readonly Message[] = [];
  /** Whether there are older ones. */
  hasOlder = false;
  /** The newest message up to which all were read; what the reader wrote may stand behind a gap until that is read. */
  #upTo = 0;

  constructor(session: Session, chat: number) {
    this.#session = session;
    this.chat = chat;
  }

  /** Begins anew with the newest messages. */
  async begin(): Promise<void> {
    const page = await this.#page({ limit: PAGE });
    this.#replace(page, PAGE);
  }

  /** Adds what came since. */
  async follow(): Promise<void> {
    if (this.#upTo === 0) return this.begin();
    const page = await this.#page({ after_id: this.#upTo, limit: MANY });
    // So many came that some may be left out: what is shown must have no gap
    if (page.length === MANY) return this.#replace(page, MANY);
    this.add(page);
    this.#upTo = page.at(-1)?.id ?? this.#upTo;
  }

  /** Whether the chat's newest message shows that something came since. */
  isBehind(newest: number): boolean {
    return newest > this.#upTo;
  }

  async older(limit: number = PAGE): Promise<void> {
    const first = this.messages[0];
    if (first === undefined) return;
    const page = await this.#page({ before_id: first.id, limit });
    this.hasOlder = page.length === limit;
    this.add(page);
  }

  /** Reads back until a message is there; says whether it is. */
  async reach(id: number): Promise<boolean> {
    const first = () => this.messages[0]?.id ?? 0;
    for (let pages = 0; pages < REACH && this.hasOlder && first() > id; pages += 1) await this.older(MANY);
    return this.messages.some(one => one.id === id);
  }

  /** Adds messages in their place; one that is there already is replaced. */
  add(messages: readonly Message[]): void {
    const byId = new Map([...this.messages, ...messages].map(one => [one.id, one]));
    this.messages = [...byId.values()].sort((one, other) => one.id - other.id);
  }

  /** Calls the senders as they are called now. Says whether all are known: who is not was merged into another. */
  recast(senders: readonly Sender[]): boolean {
    const known = new Map(senders.map(one => [one.id, one]));
    this.messages = this.messages.map(message => {
      const { id, name, machine, client_type, agent_type } = known.get(message.sender.id) ?? message.sender;
      return { ...message, sender: { id, name, machine, client_type, agent_type } };
    });
    return this.messages.every(one => known.has(one.sender.id));
  }

  /** Reads everything that was read once more. */
  async reread(): Promise<void> {
    const first = this.messages[0]?.id ?? 0;
    this.#replace(await this.#page({ limit: MANY }), MANY);
    await this.reach(first);
  }

  #replace(page: readonly Message[], limit: number): void {
    this.messages = page;
    this.hasOlder = page.length === limit;
    this.#upTo = page.at(-1)?.id ?? 0;
  }

  async #page(query: Readonly<Record<string, number>>): Promise<Message[]> {
    const answer = await this.#session.api.get<{ messages: Message[] }>(`chats/${this.chat}/messages`, {
      query,
    });
    return answer.messages.reverse();
  }
}
