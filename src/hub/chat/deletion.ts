import { HUB_BOUNDS } from '../bounds.ts';
import { sameName } from '../fold.ts';
import type { Hub } from '../hub.ts';
import { identify } from '../participant.ts';
import { Refusal } from '../refusal.ts';
import type { Write } from '../route/route.ts';
import type { Tx } from '../store/contract.ts';
import { query } from '../store/query.ts';
import { type Chat, chatOf } from './chat.ts';

/** The oldest messages of a chat, so many at once, and only those before a time. */
const DELETE_OLDEST = query<{ chat: number; before: string; limit: number }>()((db, v) =>
  db
    .deleteFrom('messages')
    .where('id', 'in', eb =>
      eb
        .selectFrom('messages')
        .select('id')
        .where('chat_id', '=', v.chat)
        .where('created_at', '<', v.before)
        .orderBy('created_at')
        .orderBy('id')
        .limit(v.limit),
    ),
);

const FEWER = query<{ chat: number; count: number }>()((db, v) =>
  db
    .updateTable('chats')
    .set(eb => ({ message_count: eb('message_count', '-', v.count) }))
    .where('id', '=', v.chat),
);

const EMPTIED = query<{ chat: number }>()((db, v) =>
  db
    .updateTable('chats')
    .set(eb => ({ last_message_id: null, last_message_at: null, active_at: eb.ref('created_at') }))
    .where('id', '=', v.chat)
    .where('message_count', '=', 0),
);

const DELETE_MEMBERS = query<{ chat: number }>()((db, v) =>
  db.deleteFrom('chat_members').where('chat_id', '=', v.chat),
);

const DELETE_CHAT = query<{ chat: number }>()((db, v) => db.deleteFrom('chats').where('id', '=', v.chat));

/** Later than every time: all messages are before it. */
const END_OF_TIME = '9999-12-31T23:59:59.999999Z';

/** Deletes so many of a chat's oldest messages before a time, and keeps its counters true. Gives how many they were. */
export async function deleteOldest(tx: Tx, chat: number, before: string): Promise<number> {
  const count = await tx.run(DELETE_OLDEST, { chat, before, limit: HUB_BOUNDS.deleteChunk });
  if (count === 0) return 0;
  await tx.run(FEWER, { chat, count });
  await tx.run(EMPTIED, { chat });
  return count;
}

type Asked = {
  readonly chatId: number;
  readonly participant: number;
  readonly token: string | null;
  readonly confirmName: string;
};

/**
 * Deletes a chat with all that is in it, where its name was retyped. A large history goes in several commits before the
 * last one, so that the others' messages need not wait for it.
 */
export function deleteChat(hub: Hub, asked: Asked, write: Write): Promise<object> {
  let deleted = 0;
  const mostOfIt = async () => {
    const chat = await hub.store.write(tx => allowed(hub, tx, asked)).catch(() => null);
    for (let more = chat !== null && chat.message_count > HUB_BOUNDS.deleteChunk; more; ) {
      const count = await hub.store.write(tx => deleteOldest(tx, asked.chatId, END_OF_TIME));
      deleted += count;
      more = count === HUB_BOUNDS.deleteChunk;
    }
  };
  return write(
    async tx => {
      const chat = await allowed(hub, tx, asked);
      for (let count = 1; count > 0; deleted += count) count = await deleteOldest(tx, chat.id, END_OF_TIME);
      const members = await tx.run(DELETE_MEMBERS, { chat: chat.id });
      await tx.run(DELETE_CHAT, { chat: chat.id });
      tx.announce();
      return {
        chat_id: chat.id,
        name: chat.name,
        deleted: true,
        deleted_by: asked.participant,
        deleted_messages: deleted,
        deleted_members: members,
      };
    },
    { ahead: mostOfIt },
  );
}

async function allowed(hub: Hub, tx: Tx, asked: Asked): Promise<Chat> {
  const chat = await chatOf(tx, asked.chatId);
  await identify(hub, tx, asked.participant, asked.token);
  if (!sameName(asked.confirmName, chat.name))
    throw new Refusal(
      409,
      `The name in confirm_name does not match that of chat ${chat.id}. Retype the chat's own name to delete it.`,
    );
  return chat;
}
