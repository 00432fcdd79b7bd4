import type { FollowedChat, Identity } from '../config/user-config.ts';

/** A message as far as a marker is concerned. */
export type Seen = { readonly id: number; readonly chat_id: number; readonly created_at: string };

/** The identity with a chat among those that it follows; a marker that it has there stays. */
export function followed(identity: Identity, chat: number, name: string): Identity {
  const old = identity.followed_chats.find(one => one.chat_id === chat);
  const entry = { ...(old ?? unread(chat)), name };
  return { ...identity, followed_chats: [...others(identity, chat), entry] };
}

/** The identity without a chat. */
export function unfollowed(identity: Identity, chat: number): Identity {
  return { ...identity, followed_chats: others(identity, chat) };
}

/** The identity with exactly these chats, each with the marker that it had; the hub knows best what is followed. */
export function following(identity: Identity, chats: readonly { id: number; name: string }[]): Identity {
  const known = new Map(identity.followed_chats.map(one => [one.chat_id, one]));
  const entries = chats.map(({ id, name }) => ({ ...(known.get(id) ?? unread(id)), name }));
  return { ...identity, followed_chats: entries };
}

/** The marker of a followed chat, 0 where nothing was read yet; null where the chat is not followed. */
export function markerOf(identity: Identity, chat: number): number | null {
  const found = identity.followed_chats.find(one => one.chat_id === chat);
  return found === undefined ? null : (found.last_read_message_id ?? 0);
}

/** The identity with the markers of followed chats moved to the newest of some messages, and never back. */
export function read(identity: Identity, messages: readonly Seen[]): Identity {
  const entries = identity.followed_chats.map(chat => {
    const newest = newestOf(messages.filter(one => one.chat_id === chat.chat_id));
    if (newest === null || newest.id <= (chat.last_read_message_id ?? 0)) return chat;
    return { ...chat, last_read_message_id: newest.id, last_read_at: newest.created_at };
  });
  return { ...identity, followed_chats: entries };
}

/** Which markers differ between two states of an identity, as `{chat_id: message_id}`. */
export function advanced(before: Identity, after: Identity): Record<string, number> {
  const moved = after.followed_chats.flatMap(({ chat_id, last_read_message_id }) => {
    const old = before.followed_chats.find(one => one.chat_id === chat_id)?.last_read_message_id ?? null;
    return last_read_message_id === null || last_read_message_id === old
      ? []
      : [[chat_id, last_read_message_id]];
  });
  return Object.fromEntries(moved);
}

/** The newest of some messages by id. */
export function newestOf<M extends { readonly id: number }>(messages: readonly M[]): M | null {
  return messages.reduce<M | null>(
    (newest, one) => (newest === null || one.id > newest.id ? one : newest),
    null,
  );
}

/** The later of two instants of the hub's clock, whose texts sort as they follow. */
export function later(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other > one) ? other : one;
}

function unread(chat: number): FollowedChat {
  return { chat_id: chat, name: '', last_read_message_id: null, last_read_at: null };
}

function others(identity: Identity, chat: number): FollowedChat[] {
  return identity.followed_chats.filter(one => one.chat_id !== chat);
}
