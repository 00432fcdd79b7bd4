import { type Answer, foreign } from '../answer.ts';
import { MCP_BOUNDS } from '../bounds.ts';
import type { HubBody } from '../hub/hub-client.ts';
import type { Conversation, Registered } from './conversation.ts';
import { advanced, following, later, markerOf, newestOf, read, type Seen } from './marker.ts';
import { countUnread, oldestUnread, type ReadPage, type Unread } from './unread.ts';

/** What an empty read says, so that empty is never mistaken for lost. */
const NOTHING = 'No messages to display.';

/** A message as the hub gives it. */
export type Message = Seen & { readonly sender?: { readonly id?: number } } & HubBody;

/** What a read found, and what it does to the markers when it counts as read. */
type Found = {
  readonly who: Registered;
  readonly body: HubBody;
  readonly messages: readonly Message[];
  readonly more: number;
};

/** The newest messages by filters, as the hub gives them; no marker moves. */
export async function historical(
  conversation: Conversation,
  chat: number | null,
  filters: Readonly<Record<string, string | number | boolean | undefined>>,
): Promise<Answer> {
  const { body, who } = await conversation.ask(asker => ({
    method: 'GET',
    path: chat === null ? '/messages' : `/chats/${chat}/messages`,
    query: { participant_id: asker.participant_id, ...filters },
  }));
  return foreign({ ...body, messages: messagesIn(body).map(marked(who)), ...conversation.notes() });
}

/** The oldest unread messages of one chat; its marker moves over what is given. A chat that is not followed has no marker. */
export async function readChat(conversation: Conversation, chat: number, limit: number): Promise<Answer> {
  if (markerOf(await conversation.who(), chat) === null) return historical(conversation, chat, { limit });
  const found = await settled(conversation, who => unreadOfChat(conversation, who, chat, limit));
  const moved = await markRead(conversation, found, before => read(before, found.messages));
  return answer(conversation, found, moved);
}

/** The oldest unread messages of all followed chats; the marker of each moves over what is given of it. */
export async function readInbox(conversation: Conversation, limit: number): Promise<Answer> {
  const found = await settled(conversation, who => unreadOfAll(conversation, who, limit));
  const moved = await markRead(conversation, found, before => {
    const newest = newestOf(found.messages)?.created_at ?? null;
    const after = read(following(before, found.chats), found.messages);
    return { ...after, last_checked_at: later(before.last_checked_at, newest) };
  });
  return answer(conversation, found, moved);
}

/** What an inbox holds, without moving anything: the oldest unread messages. */
export async function peekInbox(conversation: Conversation, limit: number): Promise<Answer> {
  const found = await settled(conversation, who => unreadOfAll(conversation, who, limit));
  return answer(conversation, found, {});
}

/** The oldest mentions that were not read yet, anywhere; only the marker of mentions moves. */
export async function readMentions(conversation: Conversation, limit: number): Promise<Answer> {
  const found = await settled(conversation, who => unreadMentions(conversation, who, limit));
  const newest = newestOf(found.messages);
  if (newest === null) return answer(conversation, found, {});
  await conversation.remember(identity => ({
    ...identity,
    last_mentions_checked_at: later(identity.last_mentions_checked_at, newest.created_at),
    last_mentions_message_id: Math.max(identity.last_mentions_message_id ?? 0, newest.id),
  }));
  return answer(conversation, found, { mentions_checkpoint_advanced_to: newest.created_at });
}

async function unreadOfChat(
  conversation: Conversation,
  who: Registered,
  chat: number,
  limit: number,
): Promise<Found> {
  const pages = pagesOf(conversation, `/chats/${chat}/messages`, {});
  const { oldest, more } = await oldestUnread(pages.read, markerOf(who, chat) ?? 0, limit);
  const body = pages.first();
  const waiting =
    more ?? (await moreIn(conversation, { id: chat, name: String(body.chat_name) }, oldest, pages.read));
  return { who, body, messages: oldest, more: waiting };
}

type Inbox = Found & { readonly chats: readonly Listed[] };

async function unreadOfAll(conversation: Conversation, who: Registered, limit: number): Promise<Inbox> {
  const { chats, said } = await followedChats(conversation);
  const found: Message[] = [];
  let more = 0;
  for (const chat of chats) {
    const marker = markerOf(who, chat.id) ?? 0;
    if (chat.newest <= marker) continue;
    const pages = pagesOf(conversation, `/chats/${chat.id}/messages`, {});
    const unread: Unread<Message> = await oldestUnread(pages.read, marker, limit);
    found.push(...unread.oldest);
    more += unread.more ?? (await moreIn(conversation, chat, unread.oldest, pages.read));
  }
  const oldest = found.sort((one, other) => one.id - other.id).slice(0, limit);
  const body = { participant_id: who.participant_id, scope: 'all chats this participant follows', ...said };
  return { who, body, messages: oldest, more: more + found.length - oldest.length, chats };
}

async function unreadMentions(conversation: Conversation, who: Registered, limit: number): Promise<Found> {
  const marker = who.last_mentions_message_id;
  // A file of another client knows the time alone
  const after = marker === null ? who.last_mentions_checked_at : null;
  const pages = pagesOf(conversation, '/messages', { only_mentions: true, after });
  const { oldest, more } = await oldestUnread(pages.read, marker ?? 0, limit);
  const last = oldest.at(-1)?.id ?? 0;
  return { who, body: pages.first(), messages: oldest, more: more ?? (await countUnread(pages.read, last)) };
}

/** Reads pages of messages, and keeps what the first answer said beside them. */
function pagesOf(
  conversation: Conversation,
  path: string,
  filters: Readonly<Record<string, string | boolean | null>>,
): { read: ReadPage<Message>; first: () => HubBody } {
  let first: HubBody | null = null;
  return {
    first: () => first ?? {},
    read: async (after, before) => {
      const cursors = { after_id: after === 0 ? null : after, before_id: before, limit: MCP_BOUNDS.page };
      const body = await conversation.get(path, { ...filters, ...cursors });
      first ??= body;
      return messagesIn(body);
    },
  };
}

type Listed = { readonly id: number; readonly name: string; readonly newest: number };

/** The chats that the hub says are followed, each with the id of its newest message, and what it says of itself. */
async function followedChats(conversation: Conversation): Promise<{ chats: Listed[]; said: HubBody }> {
  const chats: Listed[] = [];
  const limit = MCP_BOUNDS.chatPage;
  for (let offset = 0; ; offset += limit) {
    const body = await conversation.get('/chats', { include_last_message: true, limit, offset });
    const entries = Array.isArray(body.chats) ? (body.chats as HubBody[]) : [];
    for (const { id, name, following: isFollowed, last_message } of entries) {
      const newest = (last_message as { id?: number } | null | undefined)?.id ?? 0;
      if (isFollowed === true && !chats.some(one => one.id === id))
        chats.push({ id: Number(id), name: String(name), newest });
    }
    const { framing, server_version, server_instance } = body;
    if (entries.length < limit) return { chats, said: { framing, server_version, server_instance } };
  }
}

/** How many messages of a chat come after some that were read in order: the hub counts what came since the last of them. */
async function moreIn(
  conversation: Conversation,
  chat: { readonly id: number; readonly name: string },
  messages: readonly Message[],
  pages: ReadPage<Message>,
): Promise<number> {
  const last = messages.at(-1);
  if (last === undefined) return 0;
  const query = { since: last.created_at, query: chat.name, limit: MCP_BOUNDS.chatPage };
  const { chats } = await conversation.get('/chats', query);
  const counted = Array.isArray(chats) ? (chats as HubBody[]).find(one => one.id === chat.id) : undefined;
  return typeof counted?.messages_since === 'number' ? counted.messages_since : countUnread(pages, last.id);
}

/** Looks again where the identity became another one meanwhile, since its markers are others too. */
async function settled<F extends Found>(
  conversation: Conversation,
  look: (who: Registered) => Promise<F>,
): Promise<F> {
  const who = await conversation.who();
  const found = await look(who);
  const now = await conversation.who();
  const same = now.participant_id === who.participant_id && now.server_instance === who.server_instance;
  return same || who.server_instance === null ? found : look(now);
}

/** Moves the markers and says which moved. */
async function markRead(
  conversation: Conversation,
  found: Found,
  change: Parameters<Conversation['remember']>[0],
): Promise<Record<string, unknown>> {
  if (found.messages.length === 0) return { checkpoints_advanced: {} };
  let moved = {};
  await conversation.remember(before => {
    if (before.participant_id !== found.who.participant_id) return before;
    const after = change(before);
    moved = advanced(before, after);
    return after;
  });
  return { checkpoints_advanced: moved };
}

/** The answer to a read that counts: newest first as the hub gives them, and how many more wait. */
function answer(conversation: Conversation, found: Found, moved: Record<string, unknown>): Answer {
  const { body, who, messages, more } = found;
  return foreign({
    ...body,
    count: messages.length,
    messages: messages.toReversed().map(marked(who)),
    notice: messages.length === 0 ? NOTHING : null,
    more_waiting: more,
    ...moved,
    ...conversation.notes(),
  });
}

function marked(who: Registered): (message: Message) => object {
  return message => ({ ...message, is_me: message.sender?.id === who.participant_id });
}

export function messagesIn(body: HubBody): readonly Message[] {
  return Array.isArray(body.messages) ? (body.messages as Message[]) : [];
}
