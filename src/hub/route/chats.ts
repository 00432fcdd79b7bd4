import * as z from 'zod/mini';
import { HUB_BOUNDS } from '../bounds.ts';
import { deleteChat } from '../chat/deletion.ts';
import { followChat, foundChat, leaveChat } from '../chat/founding.ts';
import { listChats, listChatsOf, listMembers } from '../chat/listing.ts';
import { answer, CHAT_ENTRY, FRAMED, ID, MEMBER, maybe, NOTICED, WHEN } from '../schema/answer.ts';
import { optional, required, withDefault } from '../schema/kind.ts';
import { integer, truth } from '../schema/number.ts';
import { text } from '../schema/text.ts';
import { byParticipant, NOTHING, pathId, type Route, reading, writing } from './route.ts';

const CALLER = z.strictObject({ participant_id: required(integer()) });

/** The operations on chats and on who follows them. */
export const CHAT_ROUTES: readonly Route[] = [
  writing({
    method: 'POST',
    path: '/chats',
    status: 201,
    summary: 'Found a chat; the founder follows it.',
    params: NOTHING,
    body: z.strictObject({
      participant_id: required(integer()),
      name: required(text(1, 64)),
      description: optional(text(0, 280)),
    }),
    answer: answer({
      ...{ chat_id: ID, name: z.string(), description: maybe(z.string()), created_by: ID, created_at: WHEN },
      ...{ following: z.literal(true), next_step: z.string() },
    }),
    actor: byParticipant,
    handle: (hub, { body, token }, write) =>
      write(tx => foundChat(hub, tx, { participant: body.participant_id, token }, body)),
  }),
  reading({
    path: '/chats',
    summary: 'All chats, those with the latest activity first.',
    params: NOTHING,
    query: z.strictObject({
      participant_id: optional(integer()),
      since: optional(text(0, HUB_BOUNDS.bodyBytes)),
      include_last_message: withDefault(truth(), false),
      query: optional(text(1, 200)),
      limit: withDefault(integer({ min: 1, max: 200 }), 50),
      offset: withDefault(integer({ min: 0 }), 0),
    }),
    answer: answer({ chats: z.array(CHAT_ENTRY), count: z.int(), ...FRAMED, ...NOTICED }),
    handle: (hub, { query, token }) => listChats(hub, query, token),
  }),
  writing({
    method: 'POST',
    path: '/chats/:chat_id/follow',
    status: 200,
    summary: 'Follow a chat; doing it twice is no fault.',
    params: pathId('chat_id'),
    body: CALLER,
    answer: answer({
      ...{ chat_id: ID, chat_name: z.string(), participant_id: ID, following: z.literal(true) },
      ...{ already_following: z.boolean(), rejoined: z.boolean(), followed_at: WHEN },
      next_step: z.optional(z.string()),
    }),
    actor: byParticipant,
    handle: (hub, { params, body, token }, write) =>
      write(tx => followChat(hub, tx, { participant: body.participant_id, token }, params.chat_id)),
  }),
  writing({
    method: 'POST',
    path: '/chats/:chat_id/leave',
    status: 200,
    summary: 'Leave a chat; the list of its participants shows since when.',
    params: pathId('chat_id'),
    body: CALLER,
    answer: answer({
      ...{ chat_id: ID, participant_id: ID, left: z.literal(true), already_left: z.boolean(), left_at: WHEN },
    }),
    actor: byParticipant,
    handle: (hub, { params, body, token }, write) =>
      write(tx => leaveChat(hub, tx, { participant: body.participant_id, token }, params.chat_id)),
  }),
  writing({
    method: 'DELETE',
    path: '/chats/:chat_id',
    status: 200,
    summary: 'Delete a chat with all its messages; its name must be retyped.',
    params: pathId('chat_id'),
    body: z.strictObject({ participant_id: required(integer()), confirm_name: required(text(1, 64)) }),
    answer: answer({
      ...{ chat_id: ID, name: z.string(), deleted: z.literal(true), deleted_by: ID },
      ...{ deleted_messages: z.int(), deleted_members: z.int() },
    }),
    actor: byParticipant,
    handle: (hub, { params, body, token }, write) =>
      deleteChat(
        hub,
        { chatId: params.chat_id, participant: body.participant_id, token, confirmName: body.confirm_name },
        write,
      ),
  }),
  reading({
    path: '/chats/:chat_id/participants',
    summary: 'Who follows a chat or left it, with presence.',
    params: pathId('chat_id'),
    query: NOTHING,
    answer: answer({
      ...{ chat_id: ID, chat_name: z.string(), participants: z.array(MEMBER), count: z.int() },
      ...{ dormant_after_hours: z.int(), ...FRAMED },
    }),
    handle: (hub, { params }) => listMembers(hub, params.chat_id),
  }),
  reading({
    path: '/participants/:participant_id/chats',
    summary: 'All chats that a participant follows or left.',
    params: pathId('participant_id'),
    query: NOTHING,
    answer: answer({
      participant_id: ID,
      participant_name: z.string(),
      chats: z.array(
        z.strictObject({
          ...{ id: ID, name: z.string(), description: maybe(z.string()), followed_at: WHEN },
          ...{ left_at: maybe(WHEN), active: z.boolean() },
        }),
      ),
      count: z.int(),
      ...FRAMED,
      ...NOTICED,
    }),
    handle: (hub, { params }) => listChatsOf(hub.store.read, params.participant_id),
  }),
];
