import { fold } from '../fold.ts';
import type { Hub } from '../hub.ts';
import { identify } from '../participant.ts';
import { Refusal } from '../refusal.ts';
import type { Tx } from '../store/contract.ts';
import { query } from '../store/query.ts';
import { NEXT_STEP } from '../wording.ts';
import { CHAT_NAMED, COUNT_MEMBERS, chatOf, MEMBER } from './chat.ts';

const FOUND = query<{ name: string; folded: string; description: string | null; by: number; at: string }>()(
  (db, v) =>
    db
      .insertInto('chats')
      .values({
        name: v.name,
        name_folded: v.folded,
        description: v.description,
        created_by: v.by,
        created_at: v.at,
        active_at: v.at,
        last_message_id: null,
        last_message_at: null,
        last_seq: 0,
        message_count: 0,
        participant_count: 1,
      })
      .returning('id'),
);

const JOIN = query<{ chat: number; participant: number; at: string }>()((db, v) =>
  db
    .insertInto('chat_members')
    .values({ chat_id: v.chat, participant_id: v.participant, followed_at: v.at, left_at: null }),
);

const MARK_LEFT = query<{ chat: number; participant: number; at: string | null }>()((db, v) =>
  db
    .updateTable('chat_members')
    .set({ left_at: v.at })
    .where('chat_id', '=', v.chat)
    .where('participant_id', '=', v.participant),
);

type Caller = { readonly participant: number; readonly token: string | null };

/** Founds a chat; who founds it follows it. */
export async function foundChat(
  hub: Hub,
  tx: Tx,
  { participant, token }: Caller,
  { name, description }: { name: string; description: string | null },
) {
  await identify(hub, tx, participant, token);
  const folded = fold(name);
  const taken = await tx.first(CHAT_NAMED, { folded });
  if (taken !== undefined)
    throw new Refusal(
      409,
      `Chat ${taken.id} has this name already. Follow it (POST /chats/${taken.id}/follow).`,
    );
  const at = hub.stamps.next();
  const row = await tx.first(FOUND, { name, folded, description, by: participant, at });
  const chat = Number(row?.id);
  await tx.run(JOIN, { chat, participant, at });
  tx.announce();
  return {
    chat_id: chat,
    name,
    description,
    created_by: participant,
    created_at: at,
    following: true,
    next_step: NEXT_STEP.founded,
  };
}

/** Follows a chat. Who comes back keeps the day of its first following. */
export async function followChat(hub: Hub, tx: Tx, { participant, token }: Caller, chatId: number) {
  const chat = await chatOf(tx, chatId);
  await identify(hub, tx, participant, token);
  const ids = { chat: chat.id, participant };
  const member = await tx.first(MEMBER, ids);
  const already = member !== undefined && member.left_at === null;
  const at = member?.followed_at ?? hub.stamps.next();
  if (member === undefined) await tx.run(JOIN, { ...ids, at });
  else if (!already) await tx.run(MARK_LEFT, { ...ids, at: null });
  if (!already) await tx.run(COUNT_MEMBERS, { chat: chat.id });
  tx.announce();
  return {
    chat_id: chat.id,
    chat_name: chat.name,
    participant_id: participant,
    following: true,
    already_following: already,
    rejoined: member !== undefined && !already,
    followed_at: at,
    ...(already ? {} : { next_step: NEXT_STEP.followed }),
  };
}

/** Leaves a chat. The mark of the first leaving stays, so that the list shows when. */
export async function leaveChat(hub: Hub, tx: Tx, { participant, token }: Caller, chatId: number) {
  const chat = await chatOf(tx, chatId);
  await identify(hub, tx, participant, token);
  const ids = { chat: chat.id, participant };
  const member = await tx.first(MEMBER, ids);
  if (member === undefined)
    throw new Refusal(
      404,
      `Participant ${participant} never followed chat ${chat.id}: there is nothing to leave.`,
    );
  const already = member.left_at !== null;
  const at = member.left_at ?? hub.stamps.next();
  if (!already) {
    await tx.run(MARK_LEFT, { ...ids, at });
    await tx.run(COUNT_MEMBERS, { chat: chat.id });
  }
  return {
    chat_id: chat.id,
    participant_id: participant,
    left: true,
    already_left: already,
    left_at: at,
  };
}
