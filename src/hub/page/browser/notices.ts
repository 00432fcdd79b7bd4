import { desktop } from './desktop.ts';
import { fields } from './kept.ts';
import { goTo } from './place.ts';
import type { Session } from './session.ts';
import { chime } from './sound.ts';

/** Entries that the bell keeps. */
const MOST = 200;

/** Milliseconds within which several tabs notice the same. */
const ECHO = 3000;

const KINDS = ['message', 'mention', 'introduction', 'chat', 'server'] as const;

/** Something that happened while the reader was not looking. */
export type Notice = {
  readonly kind: (typeof KINDS)[number];
  readonly title: string;
  readonly body: string;
  readonly chat: number | null;
  readonly message: number | null;
  readonly at: string;
  readonly unread: boolean;
};

/** What the bell has told, the newest first, and the ways in which it is told. */
export class Notices {
  readonly #session: Session;
  readonly #onChange: () => void;

  constructor(session: Session, onChange: () => void) {
    this.#session = session;
    this.#onChange = onChange;
  }

  get all(): readonly Notice[] {
    const kept = this.#session.kept.read('notifs');
    return Array.isArray(kept) ? kept.flatMap(noticeOf) : [];
  }

  get unread(): number {
    return this.all.filter(one => one.unread).length;
  }

  /** Tells something, unless it is below the chosen level or another tab has told it. */
  add(notices: readonly Notice[]): void {
    const { level, sound, browserNotices } = this.#session.settings;
    const before = this.all;
    const told = new Set(before.map(markOf));
    const wanted = notices.filter(one => level === 'all' || !['message', 'server'].includes(one.kind));
    const added = wanted.filter(one =>
      one.kind === 'server' ? !before.some(other => isEcho(one, other)) : !told.has(markOf(one)),
    );
    if (added.length === 0) return;
    this.#write([...added.toReversed(), ...before].slice(0, MOST));
    if (sound) chime();
    for (const one of added.slice(-3)) this.#show(one, browserNotices);
  }

  /** Marks as read: everything, or what is told of one chat. */
  read(chat: number | null = null): void {
    const all = this.all;
    const about = (one: Notice) => one.unread && (chat === null || one.chat === chat);
    if (all.some(about)) this.#write(all.map(one => (about(one) ? { ...one, unread: false } : one)));
  }

  clear(): void {
    this.#write([]);
  }

  #write(notices: readonly Notice[]): void {
    this.#session.kept.write('notifs', notices);
    this.#onChange();
  }

  #show(notice: Notice, wanted: boolean): void {
    if (desktop.present) desktop.notify(notice);
    if (!wanted || noticesAllowed() !== 'granted') return;
    try {
      const shown = new Notification(notice.title, {
        body: notice.body,
        tag: markOf(notice),
        icon: 'ui/icon.png',
      });
      shown.onclick = () => {
        window.focus();
        openNotice(notice);
        shown.close();
      };
    } catch {
      // Some phones show them from a service worker only; the bell tells it all the same
    }
  }
}

/** Goes to what a notice is about. */
export function openNotice({ chat, message }: Notice): void {
  if (chat !== null) goTo({ view: 'chat', chat, message });
}

/** Whether the browser may show notifications; `missing` where it has none for this address. */
export function noticesAllowed(): NotificationPermission | 'missing' {
  return 'Notification' in window && window.isSecureContext ? Notification.permission : 'missing';
}

/** Whether another tab has told the same of the hub just now. */
function isEcho(one: Notice, other: Notice): boolean {
  const apart = Math.abs(Date.parse(one.at) - Date.parse(other.at));
  return other.kind === 'server' && other.title === one.title && apart < ECHO;
}

function markOf(notice: Notice): string {
  return `${notice.chat}/${notice.message}/${notice.kind}`;
}

function noticeOf(value: unknown): Notice[] {
  const { kind, title, body, chat, message, at, unread } = fields(value);
  const known = KINDS.find(one => one === kind);
  if (known === undefined || typeof at !== 'string') return [];
  const id = (one: unknown) => (typeof one === 'number' ? one : null);
  const words = { title: String(title ?? ''), body: String(body ?? '') };
  return [{ kind: known, ...words, chat: id(chat), message: id(message), at, unread: unread === true }];
}
