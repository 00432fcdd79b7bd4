import { byId, make } from '../../../site/browser/elements.ts';
import type { Contact } from './api.ts';
import { button } from './draw.ts';
import { wholeOf } from './time.ts';

/** What the page says about the hub: which version it is, whether it fits the page, and since when it does not answer. */
export class Banners {
  readonly #pageVersion: string;
  readonly #now: () => number;
  readonly #retry: () => void;
  /** Since when the hub does not answer, in milliseconds. */
  #away: number | null = null;

  constructor(pageVersion: string, now: () => number, retry: () => void) {
    this.#pageVersion = pageVersion;
    this.#now = now;
    this.#retry = retry;
    byId('page-version', HTMLElement).textContent = pageVersion;
  }

  /** Shows how the last call went; says whether the hub went away or came back with it. */
  show(contact: Contact): 'away' | 'back' | null {
    if (contact.reached) {
      this.#versions(contact.version);
      const wasAway = this.#away !== null;
      this.#away = null;
      byId('away', HTMLElement).hidden = true;
      return wasAway ? 'back' : null;
    }
    const since = this.#away ?? this.#now();
    const wentAway = this.#away === null;
    this.#away = since;
    byId('away', HTMLElement).hidden = false;
    if (wentAway) byId('away-since', HTMLElement).textContent = wholeOf(new Date(since).toISOString());
    // An alert is read aloud whenever it is written
    const error = byId('away-error', HTMLElement);
    if (error.textContent !== contact.error) error.textContent = contact.error;
    return wentAway ? 'away' : null;
  }

  #versions(version: string): void {
    const shown = byId('hub-version', HTMLElement);
    if (shown.textContent === version) return;
    shown.textContent = version;
    const skew = byId('skew', HTMLElement);
    skew.hidden = version === this.#pageVersion;
    if (skew.hidden) return;
    skew.replaceChildren(
      make(
        'p',
        {},
        make('strong', {}, 'This page and the hub differ. '),
        `The hub is ${version} and this page was made by ${this.#pageVersion}: what it shows may be wrong until it is loaded anew.`,
      ),
      button('Load the page anew', 'plain', () => location.reload()),
    );
  }

  /** Wires the button that tries again at once. */
  listen(): void {
    byId('retry', HTMLButtonElement).addEventListener('click', () => this.#retry());
  }
}
