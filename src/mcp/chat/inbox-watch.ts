import { setTimeout as pause } from 'node:timers/promises';
import { MCP_BOUNDS } from '../bounds.ts';
import { Conversation, type HubAccess, type Registered } from './conversation.ts';
import { keyOfInbox } from './inbox.ts';
import { markerOf } from './marker.ts';
import { type Message, messagesIn } from './reading.ts';

/**
 * Tells when something new from others is in the inboxes that a client watches. Where the hub has a stream of events, that says
 * when to look; else we look every few seconds. The inbox is the truth: a hint that gets lost costs time and no message.
 */
export class InboxWatch {
  readonly #hub: HubAccess;
  readonly #watched = new Map<string, AbortController>();

  constructor(hub: HubAccess) {
    this.#hub = hub;
  }

  /** Watches these inboxes and no others. */
  watch(uris: ReadonlySet<string>, changed: (uri: string) => void): void {
    for (const [uri, controller] of this.#watched) {
      if (uris.has(uri)) continue;
      controller.abort();
      this.#watched.delete(uri);
    }
    for (const uri of uris) {
      if (this.#watched.has(uri) || this.#watched.size >= MCP_BOUNDS.watchedInboxes) continue;
      const controller = new AbortController();
      this.#watched.set(uri, controller);
      // It ends by being aborted
      void this.#follow(uri, () => changed(uri), controller.signal).catch(() => undefined);
    }
  }

  async #follow(uri: string, changed: () => void, signal: AbortSignal): Promise<void> {
    let newest: number | null = null;
    for (;;) {
      const conversation = await this.#conversationOf(uri);
      const look = async () => {
        if (conversation === null) return;
        const news = await newsOf(conversation, newest);
        newest = news.newest;
        if (news.some) changed();
      };
      // Whoever cannot be reached is asked again
      await this.#listen(conversation, look, signal).catch(() => undefined);
      await pause(MCP_BOUNDS.pollMs, null, { signal });
    }
  }

  async #conversationOf(uri: string): Promise<Conversation | null> {
    const key = await keyOfInbox(this.#hub, uri).catch(() => null);
    return key === null ? null : new Conversation(this.#hub, key);
  }

  /** Looks at once, and then whenever the hub's stream says something, until it ends or falls silent. */
  async #listen(
    conversation: Conversation | null,
    look: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    await look();
    const who = await conversation?.who();
    if (who === undefined) return;
    const silent = new AbortController();
    const timer = setTimeout(() => silent.abort(), MCP_BOUNDS.streamSilenceMs);
    try {
      const stream = await this.#open(who, AbortSignal.any([signal, silent.signal]));
      if (stream === null) return;
      // What came before the stream was open
      await look();
      for await (const text of stream.pipeThrough(new TextDecoderStream())) {
        timer.refresh();
        if (saysSomething(text)) await look();
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** The hub's stream of events; null where it has none. */
  async #open(who: Registered, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | null> {
    if (who.token === null) return null;
    const response = await this.#hub.client.events(who.participant_id, who.token, signal);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (response.ok && isStream) return response.body;
    await response.body?.cancel();
    return null;
  }
}

/** Whether others wrote something after the newest message that was known; at first, after all that was read. */
async function newsOf(
  conversation: Conversation,
  known: number | null,
): Promise<{ newest: number; some: boolean }> {
  const who = await conversation.who();
  const markers = who.followed_chats.map(chat => chat.last_read_message_id ?? 0);
  const after = known ?? Math.max(0, ...markers);
  const query = { after_id: after, limit: MCP_BOUNDS.page };
  const messages: readonly Message[] = messagesIn(await conversation.get('/messages', query));
  const isNew = ({ id, chat_id, sender }: Message) =>
    sender?.id !== who.participant_id && id > (markerOf(who, chat_id) ?? 0);
  return { newest: Math.max(after, ...messages.map(one => one.id)), some: messages.some(isNew) };
}

/** Whether a part of an event stream is more than a sign of life. */
function saysSomething(text: string): boolean {
  return text
    .split('\n')
    .some(line => line.trim() !== '' && !line.startsWith(':') && !line.startsWith('retry:'));
}
