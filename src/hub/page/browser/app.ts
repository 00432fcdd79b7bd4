import { announce } from '../../../site/browser/copy.ts';
import { byId } from '../../../site/browser/elements.ts';
import type { Contact } from './api.ts';
import { attempt } from './attempt.ts';
import { Banners } from './banners.ts';
import { bellDialog, showCount } from './bell.ts';
import { loadChats, showChats } from './chat-list.ts';
import { follow, foundChat } from './chat-menu.ts';
import { ChatView } from './chat-view.ts';
import { desktop } from './desktop.ts';
import { Live } from './live.ts';
import { MemoryView } from './memories.ts';
import { Marks, newestOf } from './news.ts';
import { Notices } from './notices.ts';
import { type Place, placeOf } from './place.ts';
import { Session } from './session.ts';
import { settingsDialog, takePart } from './settings-view.ts';
import { tellNews } from './tell.ts';
import type { Chat } from './wire.ts';

/** The whole page: what is shown, and what happens when the hub has news. */
export class App {
  readonly #session: Session;
  readonly #marks: Marks;
  readonly #notices: Notices;
  readonly #banners: Banners;
  readonly #chatView: ChatView;
  readonly #memoryView: MemoryView;
  readonly #live: Live;
  #instance: string | null = null;
  /** The chats that the list shows: all, or those with the words of the filter in their name. */
  #listed: readonly Chat[] = [];

  constructor(now: () => number, pageVersion: string) {
    this.#session = new Session(now, contact => this.#onContact(contact));
    this.#marks = new Marks(this.#session);
    this.#notices = new Notices(this.#session, () => this.#count());
    this.#banners = new Banners(pageVersion, now, () => void this.#live.look());
    this.#chatView = new ChatView(this.#session, this.#marks);
    this.#memoryView = new MemoryView(this.#session);
    this.#live = new Live({
      look: () => this.#look(),
      pollSeconds: () => this.#session.settings.pollSeconds,
      // The window of the desktop app goes on watching while it is hidden: that is what it is for
      background: () => this.#session.settings.background || desktop.present,
      onStream: open => {
        byId('watching', HTMLElement).textContent = open ? 'live' : 'polling';
      },
    });
  }

  start(): void {
    const session = this.#session;
    const kept = session.kept.read('instance');
    this.#instance = typeof kept === 'string' ? kept : null;
    session.refresh = () => this.#live.look();
    session.onSettings = () => {
      this.#chatView.reload();
      this.#showPlace();
      this.#live.adjust();
    };
    this.#banners.listen();
    this.#listen();
    desktop.listen(() => {
      this.#count();
      this.#live.adjust();
    });
    if (desktop.version !== null)
      byId('desktop-version', HTMLElement).textContent = ` · desktop ${desktop.version}`;
    this.#count();
    this.#showPlace();
    this.#live.start();
  }

  #listen(): void {
    const session = this.#session;
    const press = (id: string, work: () => unknown) =>
      byId(id, HTMLElement).addEventListener('click', () => void attempt(work));
    press('bell', () => bellDialog(session, this.#notices));
    press('open-settings', () => settingsDialog(session));
    press('take-part', () => takePart(session));
    press('memory-take-part', () => takePart(session));
    press('found', () =>
      session.observing ? takePart(session, () => foundChat(session)) : foundChat(session),
    );
    press('follow', () => follow(session, this.#chatView.chat ?? 0));
    byId('filter', HTMLInputElement).addEventListener('input', () => void this.#live.look());
    window.addEventListener('hashchange', ({ oldURL }) => {
      this.#showPlace();
      arrive(placeOf(URL.parse(oldURL)?.hash ?? ''));
    });
    window.addEventListener('storage', event => {
      if (event.key === 'aim_ui_settings') session.reread();
      else this.#count();
      this.#drawList();
    });
    byId('skip', HTMLElement).addEventListener('click', event => {
      event.preventDefault();
      byId('view', HTMLElement).focus();
    });
  }

  /** Looks at the hub once: the list of chats, what is new in it, and the open chat. */
  async #look(): Promise<void> {
    const session = this.#session;
    try {
      const query = filterWords();
      const chats = await loadChats(session, '');
      session.chats = chats;
      // What the hub finds by name may lie beyond the chats that are listed
      this.#listed = query === '' ? chats : await loadChats(session, query);
      await this.#tell(chats);
      await this.#showOpen();
    } catch (error) {
      this.#fault(error);
    }
    this.#drawList();
  }

  async #tell(chats: readonly Chat[]): Promise<void> {
    if (this.#marks.told === null) return this.#marks.begin(chats);
    await tellNews(this.#session, this.#marks, this.#notices, document.hidden ? null : this.#chatView.chat);
    this.#marks.tell(chats);
  }

  async #showOpen(): Promise<void> {
    const place = placeOf(location.hash);
    if (place.view !== 'chat') return;
    const chat = this.#find(place.chat);
    byId('gone', HTMLElement).hidden = chat !== null;
    byId('chat-body', HTMLElement).hidden = chat === null;
    if (chat === null) return this.#chatView.close();
    // Who comes back to an open chat sees what came meanwhile
    if (!document.hidden) this.#notices.read(chat.id);
    if (this.#chatView.chat === chat.id) return this.#chatView.update(chat);
    await this.#chatView.open(chat, place.message);
  }

  #find(id: number): Chat | null {
    return this.#session.chat(id) ?? this.#listed.find(one => one.id === id) ?? null;
  }

  #showPlace(): void {
    const place = placeOf(location.hash);
    document.body.dataset.view = place.view;
    for (const view of ['chats', 'chat', 'memories'])
      byId(`view-${view}`, HTMLElement).hidden = view !== place.view;
    for (const [id, here] of [
      ['nav-chats', place.view !== 'memories'],
      ['nav-memories', place.view === 'memories'],
    ] as const)
      if (here) byId(id, HTMLElement).setAttribute('aria-current', 'page');
      else byId(id, HTMLElement).removeAttribute('aria-current');
    if (place.view === 'memories') this.#memoryView.open();
    if (place.view === 'chat') this.#showChat(place.chat, place.message);
    else this.#chatView.close();
    this.#drawList();
  }

  #showChat(id: number, message: number | null): void {
    this.#notices.read(id);
    const chat = this.#find(id);
    if (chat === null) {
      void this.#live.look();
      return;
    }
    byId('gone', HTMLElement).hidden = true;
    byId('chat-body', HTMLElement).hidden = false;
    void this.#chatView.open(chat, message).then(
      () => this.#drawList(),
      error => this.#fault(error),
    );
  }

  #drawList(): void {
    const chats = this.#listed;
    const open = this.#chatView.chat;
    const me = this.#session.me?.id ?? null;
    const isUnread = (chat: Chat) =>
      newestOf(chat) > this.#marks.seen(chat.id) && chat.last_message?.sender.id !== me;
    showChats(this.#session, chats, open, isUnread);
    const none =
      filterWords() !== '' ? 'No chat has this in its name.' : 'No chats yet. Found the first one.';
    byId('no-chats', HTMLElement).textContent = chats.length === 0 && this.#instance !== null ? none : '';
  }

  #count(): void {
    showCount(this.#notices.unread);
  }

  #onContact(contact: Contact): void {
    const change = this.#banners.show(contact);
    if (contact.reached) this.#meet(contact.instance);
    if (change === null) return;
    const at = new Date(this.#session.now()).toISOString();
    const title = change === 'away' ? 'The hub went away' : 'The hub is back';
    const body = contact.reached ? '' : contact.error;
    this.#notices.add([{ kind: 'server', title, body, chat: null, message: null, at, unread: true }]);
  }

  /** Ids of another database belong to somebody else, so all that was remembered of them goes. */
  #meet(instance: string): void {
    if (instance === this.#instance) return;
    const other = this.#instance !== null;
    this.#instance = instance;
    this.#session.kept.write('instance', instance);
    if (!other) return;
    this.#marks.forget();
    this.#session.identity.forget();
    this.#notices.clear();
    this.#chatView.forget();
    this.#memoryView.forget();
    announce('This hub has a new database. What this browser knew of the old one was dropped.');
    void this.#live.look();
  }

  /** That the hub is away stands in the banner; what else goes wrong is told in the corner. */
  #fault(error: unknown): void {
    if (byId('away', HTMLElement).hidden) announce(error instanceof Error ? error.message : String(error));
  }
}

/** Goes on where one has come to: the next tab leads into the chat, and not through the rest of the list. */
function arrive(from: Place): void {
  const { view } = document.body.dataset;
  if (view !== 'chats') {
    byId('view', HTMLElement).focus({ preventScroll: true });
    return;
  }
  const left =
    from.view === 'chat' ? document.querySelector<HTMLElement>(`#chats [data-key="${from.chat}"] a`) : null;
  (left ?? document.querySelector<HTMLElement>('#chats a') ?? byId('found', HTMLElement)).focus();
}

/** What the list of chats is to be narrowed to. */
function filterWords(): string {
  return byId('filter', HTMLInputElement).value.trim();
}
