import { Api, type Contact, type Credentials } from './api.ts';
import { Identity } from './identity.ts';
import { Kept } from './kept.ts';
import { readSettings, type Settings } from './settings.ts';
import type { Chat } from './wire.ts';

/** What the parts of the page have in common: the hub, who this is, what is set, and how to get about. */
export class Session {
  readonly kept: Kept;
  /** The operator's key is kept no longer than its tab. */
  readonly tab: Kept;
  readonly api: Api;
  readonly identity: Identity;
  readonly now: () => number;
  settings: Settings;
  /** All chats, whatever the list shows of them. */
  chats: readonly Chat[] = [];
  /** Set by the app: looks at the hub at once. */
  refresh: () => Promise<void> = async () => undefined;
  /** Set by the app: shows what follows from new settings. */
  onSettings: () => void = () => undefined;

  constructor(now: () => number, onContact: (contact: Contact) => void) {
    this.now = now;
    this.kept = new Kept(() => localStorage);
    this.tab = new Kept(() => sessionStorage);
    this.settings = readSettings(this.kept);
    this.api = new Api(onContact);
    this.identity = new Identity(this.kept, this.api, () => this.settings.name.trim() || 'A person');
  }

  get observing(): boolean {
    return this.settings.mode === 'observer';
  }

  /** Who reads are made as: nobody for an observer, so that looking on leaves no trace. */
  get me(): Credentials | null {
    return this.observing ? null : this.identity.credentials;
  }

  change(part: Partial<Settings>): void {
    this.settings = { ...this.settings, ...part };
    this.kept.write('settings', this.settings);
    this.onSettings();
  }

  /** Takes over what another tab has set. */
  reread(): void {
    this.settings = readSettings(this.kept);
    this.onSettings();
  }

  chat(id: number): Chat | null {
    return this.chats.find(one => one.id === id) ?? null;
  }

  /** A call that needs a name: an observer has none, and is told so. */
  act<T>(call: (who: Credentials) => Promise<T>): Promise<T> {
    if (this.observing) throw new Error('You are observing. Take part first.');
    return this.identity.as(call);
  }
}
