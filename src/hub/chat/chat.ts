import type { Selectable } from 'kysely';
import { unknownChat } from '../refusal.ts';
import type { Reader } from '../store/contract.ts';
import { query } from '../store/query.ts';
import type { Tables } from '../store/tables.ts';

export type Chat = Selectable<Tables['chats']>;
export type Member = Selectable<Tables['chat_members']>;

const CHAT = query<{ id: number }>()((db, v) => db.selectFrom('chats').selectAll().where('id', '=', v.id));

export const CHAT_NAMED = query<{ folded: string }>()((db, v) =>
  db.selectFrom('chats').select(['id', 'name']).where('name_folded', '=', v.folded),
);

export const MEMBER = query<{ chat: number; participant: number }>()((db, v) =>
  db
    .selectFrom('chat_members')
    .selectAll()
    .where('chat_id', '=', v.chat)
    .where('participant_id', '=', v.participant),
);

export const COUNT_MEMBERS = query<{ chat: number }>()((db, v) =>
  db
    .updateTable('chats')
    .set({
      participant_count: db
        .selectFrom('chat_members')
        .select(eb => eb.fn.countAll<number>().as('n'))
        .where('chat_id', '=', v.chat)
        .where('left_at', 'is', null),
    })
    .where('id', '=', v.chat),
);

/** Finds a chat, or refuses the id. */
export async function chatOf(reader: Reader, id: number): Promise<Chat> {
  const chat = Number.isSafeInteger(id) ? await reader.first(CHAT, { id }) : undefined;
  if (chat === undefined) throw unknownChat(id);
  return chat;
}
