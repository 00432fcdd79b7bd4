import { byId, make } from '../../../site/browser/elements.ts';
import { randomKey, Unreachable } from './api.ts';
import { lengthOf } from './dialog.ts';
import { button, nameOf } from './draw.ts';
import type { Session } from './session.ts';
import type { Member, Message } from './wire.ts';

/** Characters of a message, the most that the hub takes. */
const MOST = 4000;

/** Characters from which on the writer is told how many there are. */
const NEAR = 3500;

type Draft = { text: string; readonly mentions: Set<number>; once: string };

/** Where a person writes. What was typed stays with its chat until it is sent. */
export class Composer {
  readonly #session: Session;
  readonly #onSent: (message: Message) => void;
  readonly #drafts = new Map<number, Draft>();
  readonly #text = byId('text', HTMLTextAreaElement);
  readonly #fault = byId('send-fault', HTMLElement);
  #chat = 0;
  #sending = false;

  constructor(session: Session, onSent: (message: Message) => void) {
    this.#session = session;
    this.#onSent = onSent;
    this.#text.addEventListener('input', () => this.#typed());
    this.#text.addEventListener('keydown', event => {
      const plain = event.key === 'Enter' && !event.shiftKey && !event.isComposing;
      // On a touch screen Enter makes a line, and the button sends
      if (!plain || matchMedia('(pointer: coarse)').matches) return;
      event.preventDefault();
      void this.#send();
    });
    byId('composer', HTMLFormElement).addEventListener('submit', event => {
      event.preventDefault();
      void this.#send();
    });
  }

  /** Turns to a chat, with what was typed there before. */
  open(chat: number): void {
    this.#chat = chat;
    this.#fault.textContent = '';
    this.#text.value = this.#draft.text;
    this.#count();
  }

  /** Drops everything that was typed. */
  forget(): void {
    this.#drafts.clear();
  }

  /** Offers everybody who can be mentioned; who is chosen stays chosen. */
  offer(members: readonly Member[]): void {
    const { settings, me } = this.#session;
    const { mentions } = this.#draft;
    const present = members.filter(one => one.active && one.id !== me?.id);
    for (const id of mentions) if (!present.some(one => one.id === id)) mentions.delete(id);
    const offered = present.filter(
      one => settings.showDormant || one.presence === 'active' || mentions.has(one.id),
    );
    const list = byId('mentions', HTMLElement);
    const state = JSON.stringify([
      this.#chat,
      offered.map(one => [one.id, one.name, one.presence]),
      [...mentions],
    ]);
    byId('mention-box', HTMLElement).hidden = offered.length === 0;
    if (list.dataset.state === state) return;
    list.dataset.state = state;
    list.replaceChildren(...offered.map(one => this.#toggle(one)));
  }

  get #draft(): Draft {
    const draft = this.#drafts.get(this.#chat) ?? {
      text: '',
      mentions: new Set<number>(),
      once: randomKey(),
    };
    this.#drafts.set(this.#chat, draft);
    return draft;
  }

  #toggle(member: Member): HTMLElement {
    const { mentions } = this.#draft;
    const toggle = button('@', 'toggle', () => {
      if (!mentions.delete(member.id)) mentions.add(member.id);
      this.#draft.once = randomKey();
      toggle.setAttribute('aria-pressed', String(mentions.has(member.id)));
    });
    toggle.append(nameOf(member.name), make('span', { class: 'identity' }, ` #${member.id}`));
    if (member.presence === 'dormant') toggle.append(make('span', { class: 'identity' }, ' dormant'));
    toggle.setAttribute('aria-pressed', String(mentions.has(member.id)));
    return toggle;
  }

  #typed(): void {
    const draft = this.#draft;
    draft.text = this.#text.value;
    // Another text is another message, whatever became of the first
    draft.once = randomKey();
    this.#fault.textContent = '';
    this.#count();
  }

  #count(): void {
    const length = lengthOf(this.#text.value);
    byId('count', HTMLElement).textContent = length < NEAR ? '' : `${length} of ${MOST} characters`;
  }

  async #send(): Promise<void> {
    const draft = this.#draft;
    const chat = this.#chat;
    const fault = faultOf(draft.text);
    this.#fault.textContent = fault ?? '';
    if (fault !== null || this.#sending) return;
    this.#sending = true;
    try {
      const { text, once } = draft;
      const mentions = [...draft.mentions];
      const message = await this.#session.act(who =>
        this.#session.api.send<Message>('POST', `chats/${chat}/messages`, {
          body: { sender_id: who.id, text, mentions },
          as: who,
          once,
        }),
      );
      this.#sent(chat, draft, text);
      this.#onSent(message);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      const advice =
        error instanceof Unreachable ? ' The text is still here; sending it again cannot double it.' : '';
      this.#fault.textContent = `Not sent: ${words}${advice}`;
    } finally {
      this.#sending = false;
    }
  }

  /** Empties what was sent, unless more was typed meanwhile. */
  #sent(chat: number, draft: Draft, text: string): void {
    if (draft.text === text) this.#drafts.delete(chat);
    if (this.#chat !== chat) return;
    this.#text.value = this.#draft.text;
    for (const toggle of byId('mentions', HTMLElement).children)
      if (this.#draft.mentions.size === 0) toggle.setAttribute('aria-pressed', 'false');
    byId('mentions', HTMLElement).dataset.state = '';
    this.#count();
  }
}

function faultOf(text: string): string | null {
  if (text.trim() === '') return 'There is nothing to send yet.';
  const length = lengthOf(text);
  return length > MOST ? `The message has ${length} characters, and ${MOST} is the most.` : null;
}
