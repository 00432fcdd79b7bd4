import { foldedApart } from '../fold.ts';
import type { Hub } from '../hub.ts';
import { identify, senderOf } from '../participant.ts';
import { Refusal } from '../refusal.ts';
import type { Tx } from '../store/contract.ts';
import { query } from '../store/query.ts';
import { type Chat, chatOf, MEMBER, requireMember } from './chat.ts';

const NEWEST = query()(db => db.selectFrom('messages').select('created_at').orderBy('id', 'desc').limit(1));

type Row = {
  chat: number;
  seq: number;
  sender: number;
  text: string;
  folded: string | null;
  introduction: number;
  payload: string | null;
  at: string;
};

const INSERT = query<Row>()((db, v) =>
  db
    .insertInto('messages')
    .values({
      chat_id: v.chat,
      seq: v.seq,
      sender_id: v.sender,
      text: v.text,
      text_folded: v.folded,
      is_introduction: v.introduction,
      intro_payload: v.payload,
      created_at: v.at,
    })
    .returning('id'),
);

const COUNT = query<{ chat: number; id: number; seq: number; at: string }>()((db, v) =>
  db
    .updateTable('chats')
    .set(eb => ({
      last_message_id: v.id,
      last_message_at: v.at,
      active_at: v.at,
      last_seq: v.seq,
      message_count: eb('message_count', '+', 1),
    }))
    .where('id', '=', v.chat),
);

const MENTION = query<{ message: number; participant: number; chat: number }>()((db, v) =>
  db.insertInto('mentions').values({ message_id: v.message, participant_id: v.participant, chat_id: v.chat }),
);

/** What a participant writes: a message, or an introduction with its payload. */
export type Draft = {
  readonly chatId: number;
  readonly sender: number;
  readonly token: string | null;
  readonly text: string;
  readonly mentions: readonly number[];
  readonly payload: object | null;
};

/** Stores a message. Its id and its time are given in the one serialized write, so both tell the same order. */
export async function sendMessage(hub: Hub, tx: Tx, draft: Draft) {
  const chat = await chatOf(tx, draft.chatId);
  const sender = await identify(hub, tx, draft.sender, draft.token);
  await requireMember(tx, chat, sender.id);
  const mentions = await mentionsOf(tx, chat, draft.mentions);
  const at = hub.stamps.after(await newest(tx, chat));
  const seq = chat.last_seq + 1;
  const row = await tx.first(INSERT, {
    chat: chat.id,
    seq,
    sender: sender.id,
    text: draft.text,
    folded: foldedApart(draft.text),
    introduction: draft.payload === null ? 0 : 1,
    payload: draft.payload === null ? null : JSON.stringify(draft.payload),
    at,
  });
  const id = Number(row?.id);
  await tx.run(COUNT, { chat: chat.id, id, seq, at });
  for (const participant of mentions) await tx.run(MENTION, { message: id, participant, chat: chat.id });
  tx.announce();
  return {
    id,
    chat_id: chat.id,
    sender: senderOf(sender),
    text: draft.text,
    mentions,
    is_introduction: draft.payload !== null,
    intro_payload: draft.payload,
    created_at: at,
  };
}

/** The time that the next message must be later than; null where there is no message. */
async function newest(tx: Tx, chat: Chat): Promise<string | null> {
  const last = (await tx.first(NEWEST, {}))?.created_at ?? null;
  const here = chat.last_message_at;
  return last === null || (here !== null && here > last) ? here : last;
}

/** Who is mentioned, once each and by id; all must follow the chat now. */
async function mentionsOf(tx: Tx, chat: Chat, asked: readonly number[]): Promise<number[]> {
  const mentions = [...new Set(asked)].sort((one, other) => one - other);
  const strangers: number[] = [];
  for (const participant of mentions) {
    const known = Number.isSafeInteger(participant);
    const member = known ? await tx.first(MEMBER, { chat: chat.id, participant }) : undefined;
    if (member === undefined || member.left_at !== null) strangers.push(participant);
  }
  if (strangers.length > 0)
    throw new Refusal(
      422,
      `Only active members of chat ${chat.id} can be mentioned, and these are none: ${strangers.join(', ')}. GET /chats/${chat.id}/participants lists the members.`,
    );
  return mentions;
}
