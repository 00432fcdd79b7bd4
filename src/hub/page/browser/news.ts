import { numbers } from './kept.ts';
import type { Session } from './session.ts';
import type { Chat, Message } from './wire.ts';

/** Messages of one chat that are told one by one; a chat that had more is still marked as unread. */
const CATCH_UP = 100;

/** What is new in a list of chats against what was known: chats that were founded, and chats that moved on. */
export type News = {
  readonly founded: readonly Chat[];
  readonly moved: readonly { readonly chat: Chat; readonly after: number }[];
};

/** Compares a list of chats with the newest message that was known of each. */
export function newsIn(chats: readonly Chat[], known: ReadonlyMap<number, number>): News {
  return {
    founded: chats.filter(chat => !known.has(chat.id)),
    moved: chats.flatMap(chat => {
      const after = known.get(chat.id) ?? 0;
      return newestOf(chat) > after ? [{ chat, after }] : [];
    }),
  };
}

export function newestOf(chat: Chat): number {
  return chat.last_message?.id ?? 0;
}

/** What came into a chat after a message, the oldest first. It is asked for without a name, so that nobody is seen. */
export async function catchUp(session: Session, chat: number, after: number): Promise<Message[]> {
  const query = { after_id: after, limit: CATCH_UP };
  const { messages } = await session.api.get<{ messages: Message[] }>(`chats/${chat}/messages`, { query });
  return messages.reverse();
}

/**
 * Which message of each chat was seen last, and which was told last. They live in this browser: the hub never knows who read
 * what.
 */
export class Marks {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The newest message of each chat that the bell knows; null at the first visit. */
  get told(): Map<number, number> | null {
    const kept = this.#session.kept.read('told');
    return kept === null ? null : numbers(kept);
  }

  seen(chat: number): number {
    return numbers(this.#session.kept.read('lastseen')).get(chat) ?? 0;
  }

  /** Remembers that a chat was read up to a message; says whether that is news. */
  see(chat: number, message: number): boolean {
    if (message <= this.seen(chat)) return false;
    this.#write('lastseen', numbers(this.#session.kept.read('lastseen')).set(chat, message));
    return true;
  }

  /** Remembers what the bell has told. A chat that is not listed now may be tomorrow, and is not new then. */
  tell(chats: readonly Chat[]): void {
    const before = this.told;
    const now = new Map(before);
    for (const chat of chats) now.set(chat.id, Math.max(newestOf(chat), now.get(chat.id) ?? 0));
    if (!same(now, before)) this.#write('told', now);
  }

  /** Takes all that is there as seen: the first visit begins with a clean list. */
  begin(chats: readonly Chat[]): void {
    this.#write('lastseen', new Map(chats.map(chat => [chat.id, newestOf(chat)])));
    this.tell(chats);
  }

  /** Forgets everything: the ids are another database's. */
  forget(): void {
    this.#session.kept.write('lastseen', null);
    this.#session.kept.write('told', null);
  }

  #write(name: string, marks: ReadonlyMap<number, number>): void {
    this.#session.kept.write(name, Object.fromEntries(marks));
  }
}

function same(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number> | null): boolean {
  return (
    other !== null && one.size === other.size && [...one].every(([key, value]) => other.get(key) === value)
  );
}
