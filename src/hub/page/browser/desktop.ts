import type { Notice } from './notices.ts';
import { goTo } from './place.ts';

/** What a window of the desktop app offers the page. */
type Host = {
  notify(notice: { title: string; body: string; chat_id: number | null; message_id: number | null }): unknown;
  set_badge(count: number): unknown;
};

declare global {
  interface Window {
    pywebview?: { api?: Host };
    aimDesktopOpen?: (chat: unknown, message: unknown) => void;
  }
}

/** The desktop app around the page, where there is one: it shows notices and a badge, and asks for a message to be opened. */
export const desktop = {
  get present(): boolean {
    return window.pywebview?.api !== undefined;
  },

  notify({ title, body, chat, message }: Notice): void {
    window.pywebview?.api?.notify({ title, body, chat_id: chat, message_id: message });
  },

  badge(count: number): void {
    window.pywebview?.api?.set_badge(count);
  },

  /** The version that the app says in the address of the page; null elsewhere. */
  get version(): string | null {
    const given = new URLSearchParams(location.search).get('desktop') ?? '';
    return /^[\w.+-]{1,32}$/.test(given) ? given : null;
  },

  /** `ready` is called when the app has come: its part of the page may be later than the page. */
  listen(ready: () => void): void {
    window.addEventListener('pywebviewready', ready);
    window.aimDesktopOpen = (chat, message) => {
      if (!Number.isSafeInteger(chat)) return;
      const known = Number.isSafeInteger(message) ? Number(message) : null;
      goTo({ view: 'chat', chat: Number(chat), message: known });
    };
  },
};
