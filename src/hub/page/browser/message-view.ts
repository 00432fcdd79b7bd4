import { make } from '../../../site/browser/elements.ts';
import { type Entry, identityOf, nameOf, signOf, theirs } from './draw.ts';
import { clockOf, dayOf, wholeOf } from './time.ts';
import type { Introduction, Message } from './wire.ts';

/** What messages are shown with. */
export type Showing = {
  /** The reader's own id; null for an observer. */
  readonly me: number | null;
  /** The last message that was read before the chat was opened. */
  readonly readUpTo: number;
  readonly now: number;
  readonly nameOfId: (id: number) => string | null;
};

/** Milliseconds within which messages of one sender stand under one name. */
const TOGETHER = 5 * 60_000;

/** The entries of a chat's log: its messages, the days between them, and where the unread ones begin. */
export function logOf(messages: readonly Message[], showing: Showing): Entry[] {
  const entries: Entry[] = [];
  let before: Message | null = null;
  for (const message of messages) {
    const day = dayOf(message.created_at, showing.now);
    const newDay = before === null || dayOf(before.created_at, showing.now) !== day;
    if (newDay) entries.push(lineOf(`day-${message.id}`, day, 'day'));
    const unread = message.id > showing.readUpTo && message.sender.id !== showing.me;
    const firstUnread = unread && (before === null || before.id <= showing.readUpTo) && showing.readUpTo > 0;
    if (firstUnread) entries.push(lineOf('new', 'New', 'day new'));
    entries.push(entryOf(message, !newDay && !firstUnread && isTogether(before, message), showing));
    before = message;
  }
  return entries;
}

function isTogether(before: Message | null, message: Message): boolean {
  if (before === null || before.sender.id !== message.sender.id) return false;
  if (before.is_introduction || message.is_introduction) return false;
  return Date.parse(message.created_at) - Date.parse(before.created_at) < TOGETHER;
}

function lineOf(key: string, words: string, kind: string): Entry {
  return { key, state: words, make: () => make('li', { class: kind }, make('span', {}, words)) };
}

function entryOf(message: Message, together: boolean, showing: Showing): Entry {
  const names = message.mentions.map(id => showing.nameOfId(id));
  const mine = message.sender.id === showing.me;
  const state = JSON.stringify([together, mine, names, message.sender]);
  return {
    key: String(message.id),
    state,
    make: () => messageOf(message, { together, mine, names, me: showing.me }),
  };
}

type Drawn = {
  readonly together: boolean;
  readonly mine: boolean;
  readonly names: readonly (string | null)[];
  readonly me: number | null;
};

function messageOf(message: Message, { together, mine, names, me }: Drawn): HTMLElement {
  const forMe = me !== null && message.mentions.includes(me);
  const kinds = [
    'message',
    ...(mine ? ['mine'] : []),
    ...(together ? ['together'] : []),
    ...(forMe ? ['for-me'] : []),
  ];
  const time = make(
    'time',
    { datetime: message.created_at, title: `${wholeOf(message.created_at)}, message ${message.id}` },
    clockOf(message.created_at),
  );
  const head = make('p', { class: 'sender' }, nameOf(message.sender.name), ' ', identityOf(message.sender));
  if (together) head.classList.add('unseen');
  const bubble = make('div', { class: 'bubble' }, head);
  if (message.is_introduction) bubble.append(make('p', { class: 'kind' }, 'Introduction'));
  bubble.append(make('p', { class: 'text', dir: 'auto' }, message.text));
  if (message.intro_payload !== null) bubble.append(cardOf(message.intro_payload));
  const chips = message.mentions.map((id, at) => chipOf(id, names[at] ?? null, id === me));
  bubble.append(
    make(
      'div',
      { class: 'under' },
      ...(chips.length > 0 ? [make('span', { class: 'chips' }, ...chips)] : []),
      time,
    ),
  );
  return make(
    'li',
    { class: kinds.join(' '), id: `message-${message.id}`, tabindex: '-1' },
    signOf(message.sender),
    bubble,
  );
}

function chipOf(id: number, name: string | null, me: boolean): HTMLElement {
  const words = name === null ? [`@#${id}`] : ['@', nameOf(name)];
  return make(
    'span',
    { class: me ? 'chip me' : 'chip', title: `Participant ${id}` },
    ...words,
    me ? ' (you)' : '',
  );
}

function cardOf({ who, works_for, goal, seeking }: Introduction): HTMLElement {
  const rows = [
    ['Who', who],
    ['Works for', works_for],
    ['Goal', goal],
    ['Seeking', seeking],
  ] as const;
  return make(
    'dl',
    { class: 'card' },
    ...rows.map(([label, text]) => make('div', {}, make('dt', {}, label), make('dd', {}, theirs(text)))),
  );
}
