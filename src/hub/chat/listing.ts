import { fold } from '../fold.ts';
import type { Hub } from '../hub.ts';
import { identify, participantOf } from '../participant.ts';
import type { Reader } from '../store/contract.ts';
import { has, query, queryOf } from '../store/query.ts';
import { FRAMING, NOTICE } from '../wording.ts';
import { chatOf } from './chat.ts';
import { messagesById, momentOf, type Source } from './page.ts';

type Form = { readonly text: boolean; readonly since: boolean };

/** The chats, those with the latest activity first. What is unread is a difference of two numbers, not a count. */
const CHATS = queryOf<Form, { text: string; since: string; limit: number; offset: number }>()(
  (db, v, form) => {
    let rows = db
      .selectFrom('chats as c')
      .selectAll()
      .select(eb =>
        (form.since
          ? eb
              .selectFrom('messages as m')
              .select('m.seq')
              .whereRef('m.chat_id', '=', 'c.id')
              .where('m.created_at', '<=', v.since)
              .orderBy('m.created_at', 'desc')
              .orderBy('m.id', 'desc')
              .limit(1)
          : eb.selectFrom('chats as x').select('x.last_seq as seq').whereRef('x.id', '=', 'c.id')
        ).as('read_seq'),
      );
    if (form.text) rows = rows.where(has('c.name_folded', 'c.name_folded', v.text));
    return rows.orderBy('c.active_at', 'desc').orderBy('c.id', 'desc').limit(v.limit).offset(v.offset);
  },
);

const FOLLOWED = query<{ participant: number }>()((db, v) =>
  db
    .selectFrom('chat_members as f')
    .innerJoin('chats as c', 'c.id', 'f.chat_id')
    .select(['c.id', 'c.name', 'c.last_message_at'])
    .where('f.participant_id', '=', v.participant)
    .where('f.left_at', 'is', null),
);

const MEMBERS = query<{ chat: number }>()((db, v) =>
  db
    .selectFrom('chat_members as f')
    .innerJoin('participants as p', 'p.id', 'f.participant_id')
    .select([
      ...(['p.id', 'p.name', 'p.machine', 'p.client_type', 'p.agent_type', 'p.registered_at'] as const),
      ...(['p.last_seen_at', 'f.followed_at', 'f.left_at'] as const),
    ])
    .where('f.chat_id', '=', v.chat)
    .orderBy('p.id'),
);

const CHATS_OF = query<{ participant: number }>()((db, v) =>
  db
    .selectFrom('chat_members as f')
    .innerJoin('chats as c', 'c.id', 'f.chat_id')
    .select(['c.id', 'c.name', 'c.description', 'f.followed_at', 'f.left_at'])
    .where('f.participant_id', '=', v.participant)
    .orderBy('c.id'),
);

/** The chats that a participant follows now. */
export function followedChats(reader: Reader, participant: number): Promise<Source[]> {
  return reader.all(FOLLOWED, { participant });
}

/** What a client asks of the list of chats. */
export type ChatsAsked = {
  readonly participant_id: number | null;
  readonly since: string | null;
  readonly include_last_message: boolean;
  readonly query: string | null;
  readonly limit: number;
  readonly offset: number;
};

/** All chats, those with the latest activity first. */
export async function listChats(hub: Hub, asked: ChatsAsked, token: string | null) {
  const reader = hub.store.read;
  const since = momentOf('since', asked.since);
  if (asked.participant_id !== null) await identify(hub, reader, asked.participant_id, token);
  const rows = await reader.all(CHATS({ text: asked.query !== null, since: since !== null }), {
    text: fold(asked.query ?? ''),
    since: since ?? '',
    limit: asked.limit,
    offset: Math.min(asked.offset, Number.MAX_SAFE_INTEGER),
  });
  const followed =
    asked.participant_id === null
      ? null
      : new Set((await followedChats(reader, asked.participant_id)).map(c => c.id));
  const last = asked.include_last_message ? await lastMessages(reader, rows) : null;
  const chats = rows.map(row => ({
    id: row.id,
    name: row.name,
    description: row.description,
    created_by: row.created_by,
    created_at: row.created_at,
    participant_count: row.participant_count,
    message_count: row.message_count,
    last_message_at: row.last_message_at,
    ...(since === null
      ? {}
      : { messages_since: row.read_seq === null ? row.message_count : row.last_seq - row.read_seq }),
    ...(followed === null ? {} : { following: followed.has(row.id) }),
    ...(last === null ? {} : { last_message: last.get(row.id) ?? null }),
  }));
  const none = asked.query === null ? NOTICE.chats : NOTICE.chatsMatching;
  return { chats, count: chats.length, framing: FRAMING, notice: chats.length === 0 ? none : null };
}

async function lastMessages(reader: Reader, rows: readonly { last_message_id: number | null }[]) {
  const ids = rows.flatMap(row => row.last_message_id ?? []);
  const messages = await messagesById(reader, ids);
  return new Map(messages.map(one => [one.chat_id, one]));
}

const DORMANT_HOURS = 24;

/** Everybody who follows a chat or left it, with when each was last seen. */
export async function listMembers(hub: Hub, chatId: number) {
  const reader = hub.store.read;
  const chat = await chatOf(reader, chatId);
  const limit = hub.stamps.ago(DORMANT_HOURS * 3_600_000);
  const participants = (await reader.all(MEMBERS, { chat: chat.id })).map(row => {
    const seen = hub.presence.lastSeen(row.id, row.last_seen_at);
    return {
      id: row.id,
      name: row.name,
      machine: row.machine,
      client_type: row.client_type,
      agent_type: row.agent_type,
      registered_at: row.registered_at,
      last_seen_at: seen,
      followed_at: row.followed_at,
      left_at: row.left_at,
      active: row.left_at === null,
      presence: seen !== null && seen >= limit ? 'active' : 'dormant',
    };
  });
  return {
    chat_id: chat.id,
    chat_name: chat.name,
    participants,
    count: participants.length,
    dormant_after_hours: DORMANT_HOURS,
    framing: FRAMING,
  };
}

/** All chats that a participant follows or left. */
export async function listChatsOf(reader: Reader, id: number) {
  const participant = await participantOf(reader, id);
  const rows = await reader.all(CHATS_OF, { participant: id });
  const chats = rows.map(row => ({ ...row, active: row.left_at === null }));
  return {
    participant_id: id,
    participant_name: participant.name,
    chats,
    count: chats.length,
    framing: FRAMING,
    notice: chats.length === 0 ? NOTICE.followed : null,
  };
}
