import { announce } from '../../../site/browser/copy.ts';
import { byId } from '../../../site/browser/elements.ts';
import { attempt } from './attempt.ts';
import { chatMenu } from './chat-menu.ts';
import { Composer } from './composer.ts';
import { nameOf, plainName, show, theirs } from './draw.ts';
import { History } from './history.ts';
import { logOf } from './message-view.ts';
import type { Marks } from './news.ts';
import { operatorKey } from './operator-key.ts';
import type { Session } from './session.ts';
import type { Chat, Member, Message } from './wire.ts';

/** Pixels from the end of the log within which a reader counts as being at its end. */
const NEAR_END = 80;

/** The open chat: its head, its log and where one writes. */
export class ChatView {
  readonly #session: Session;
  readonly #marks: Marks;
  readonly #composer: Composer;
  readonly #log = byId('log', HTMLElement);
  #history: History | null = null;
  #members: readonly Member[] = [];
  #readUpTo = 0;
  #loading = false;
  #atEnd = true;

  constructor(session: Session, marks: Marks) {
    this.#session = session;
    this.#marks = marks;
    this.#composer = new Composer(session, message => this.#sent(message));
    byId('older', HTMLButtonElement).addEventListener('click', () => void attempt(() => this.#older()));
    byId('to-newest', HTMLButtonElement).addEventListener('click', () => this.#toEnd());
    this.#log.addEventListener('scroll', () => this.#onScroll(), { passive: true });
    // Where one writes grows, and a phone's keyboard comes up: who was at the end stays there
    new ResizeObserver(() => (this.#atEnd ? this.#toEnd() : this.#onScroll())).observe(this.#log);
  }

  /** The chat that is open. */
  get chat(): number | null {
    return this.#history?.chat ?? null;
  }

  /** Opens a chat at its newest message, or at the one that was asked for. */
  async open(chat: Chat, message: number | null): Promise<void> {
    const fresh = this.#history?.chat !== chat.id;
    if (fresh) {
      this.#history = new History(this.#session, chat.id);
      this.#members = [];
      this.#readUpTo = this.#marks.seen(chat.id);
      this.#log.querySelector('ol')?.replaceChildren();
      this.#composer.open(chat.id);
    }
    this.#head(chat);
    if (fresh) await this.#load(chat);
    if (this.chat !== chat.id) return;
    if (message !== null) await this.#goTo(message);
    else if (fresh) this.#toEnd();
  }

  close(): void {
    this.#history = null;
  }

  /** Closes, and drops what was typed: its chats and mentions were those of another database. */
  forget(): void {
    this.close();
    this.#composer.forget();
  }

  /** Reads the open chat anew, as after a correction by the operator. */
  reload(): void {
    this.close();
  }

  /** Shows what is new in the open chat. */
  async update(chat: Chat): Promise<void> {
    const history = this.#history;
    if (history?.chat !== chat.id || this.#loading) return;
    this.#head(chat);
    const before = new Set(history.messages.map(one => one.id));
    if (history.isBehind(chat.last_message?.id ?? 0)) await history.follow();
    await this.#loadMembers(chat.id);
    if (this.#history !== history) return;
    if (!history.recast(this.#members)) await history.reread();
    const added = history.messages.filter(
      one => !before.has(one.id) && one.sender.id !== this.#session.me?.id,
    );
    const last = added.at(-1);
    if (last !== undefined)
      byId('live', HTMLElement).textContent = `${plainName(last.sender.name)}: ${last.text}`;
    this.#draw();
  }

  async #load(chat: Chat): Promise<void> {
    const history = this.#history;
    this.#loading = true;
    try {
      await Promise.all([history?.begin(), this.#loadMembers(chat.id)]);
    } finally {
      this.#loading = false;
    }
    history?.recast(this.#members);
    if (this.#history === history) this.#draw();
  }

  async #loadMembers(chat: number): Promise<void> {
    const { participants } = await this.#session.api.get<{ participants: Member[] }>(
      `chats/${chat}/participants`,
    );
    if (this.chat !== chat) return;
    this.#members = participants;
    this.#composer.offer(participants);
  }

  #head(chat: Chat): void {
    const title = byId('chat-name', HTMLElement);
    const about = byId('chat-about', HTMLElement);
    const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
    const numbers = `${count(chat.participant_count, 'participant')} · ${count(chat.message_count, 'message')}`;
    const state = JSON.stringify([
      chat.id,
      chat.name,
      chat.description,
      numbers,
      chat.following,
      this.#session.observing,
      operatorKey(this.#session) !== null,
    ]);
    if (title.dataset.state === state) return;
    title.dataset.state = state;
    title.replaceChildren(nameOf(chat.name));
    about.replaceChildren(numbers, ...(chat.description ? [' · ', theirs(chat.description)] : []));
    chatMenu(this.#session, chat, () => this.#members);
    const { observing } = this.#session;
    byId('observing', HTMLElement).hidden = !observing;
    byId('not-following', HTMLElement).hidden = observing || chat.following === true;
    byId('composer', HTMLElement).hidden = observing || chat.following !== true;
  }

  #draw(): void {
    const history = this.#history;
    if (history === null) return;
    const atEnd = this.#isAtEnd();
    const people = [...history.messages.map(one => one.sender), ...this.#members];
    const names = new Map(people.map(one => [one.id, one.name]));
    const showing = {
      me: this.#session.me?.id ?? null,
      readUpTo: this.#readUpTo,
      now: this.#session.now(),
      nameOfId: (id: number) => names.get(id) ?? null,
    };
    byId('older', HTMLElement).hidden = !history.hasOlder;
    byId('empty', HTMLElement).hidden = history.messages.length > 0;
    show(byId('messages', HTMLElement), logOf(history.messages, showing));
    if (atEnd) this.#toEnd();
    else this.#onScroll();
    if (!document.hidden) this.#marks.see(history.chat, history.messages.at(-1)?.id ?? 0);
  }

  async #older(): Promise<void> {
    const { scrollHeight, scrollTop } = this.#log;
    await this.#history?.older();
    this.#draw();
    // What is read must not move when something is put above it
    this.#log.scrollTop = scrollTop + this.#log.scrollHeight - scrollHeight;
    this.#log.focus({ preventScroll: true });
  }

  async #goTo(id: number): Promise<void> {
    const found = (await this.#history?.reach(id)) === true;
    this.#draw();
    const message = document.getElementById(`message-${id}`);
    if (!found || message === null)
      return announce(`Message ${id} is not here: it was deleted, or lies too far back. Search finds it.`);
    message.scrollIntoView({ block: 'center' });
    message.focus({ preventScroll: true });
    message.classList.add('pointed');
    window.setTimeout(() => message.classList.remove('pointed'), 3000);
  }

  #sent(message: Message): void {
    if (this.chat !== message.chat_id) return;
    this.#history?.add([message]);
    this.#draw();
    this.#toEnd();
    void this.#session.refresh();
  }

  #isAtEnd(): boolean {
    const { scrollHeight, scrollTop, clientHeight } = this.#log;
    return scrollHeight - scrollTop - clientHeight < NEAR_END;
  }

  #toEnd(): void {
    this.#log.scrollTop = this.#log.scrollHeight;
    this.#onScroll();
  }

  #onScroll(): void {
    this.#atEnd = this.#isAtEnd();
    byId('to-newest', HTMLElement).hidden = this.#atEnd;
  }
}
