import * as z from 'zod/mini';
import { HUB_BOUNDS } from '../bounds.ts';
import { chatOf } from '../chat/chat.ts';
import { followedChats } from '../chat/listing.ts';
import { type Draft, sendMessage } from '../chat/message.ts';
import { checkedFilters, readPage } from '../chat/page.ts';
import type { Hub } from '../hub.ts';
import { identify } from '../participant.ts';
import { Refusal } from '../refusal.ts';
import { answer, FRAMED, ID, MESSAGE, NOTICED, READ_MESSAGE } from '../schema/answer.ts';
import { optional, required, withDefault } from '../schema/kind.ts';
import { integer, truth } from '../schema/number.ts';
import { list, text } from '../schema/text.ts';
import { FRAMING, NOTICE } from '../wording.ts';
import { type Actor, NOTHING, pathId, type Route, reading, type Write, writing } from './route.ts';

const FILTERS = {
  after: optional(text(0, HUB_BOUNDS.bodyBytes)),
  before: optional(text(0, HUB_BOUNDS.bodyBytes)),
  after_id: optional(integer()),
  before_id: optional(integer()),
  from_id: optional(integer()),
  query: optional(text(1, 200)),
  limit: withDefault(integer({ min: 1, max: 200 }), 50),
  only_mentions: withDefault(truth(), false),
};

const PAGE = { ...FRAMED, count: z.int(), messages: z.array(READ_MESSAGE), ...NOTICED };

function bySender(body: { sender_id: number }): Actor {
  return { participant: body.sender_id };
}

/** Sends a message with the others that come now; one with an Idempotency-Key is written with what is kept for it. */
function send(hub: Hub, write: Write, draft: Draft): Promise<object> {
  return write(tx => sendMessage(hub, tx, draft), { plain: () => hub.sends.send(draft) });
}

function pageOf<T>(messages: readonly T[]) {
  return {
    framing: FRAMING,
    count: messages.length,
    messages,
    notice: messages.length === 0 ? NOTICE.messages : null,
  };
}

/** The operations on messages. */
export const MESSAGE_ROUTES: readonly Route[] = [
  writing({
    method: 'POST',
    path: '/chats/:chat_id/messages',
    status: 201,
    summary: 'Send a message to a chat that you follow.',
    params: pathId('chat_id'),
    body: z.strictObject({
      sender_id: required(integer()),
      text: required(text(1, 4000)),
      mentions: withDefault(list(integer(), { max: 50 }), []),
    }),
    answer: MESSAGE,
    actor: bySender,
    handle: (hub, { params, body, token }, write) =>
      send(hub, write, {
        ...{ chatId: params.chat_id, sender: body.sender_id, token },
        ...{ text: body.text, mentions: body.mentions, payload: null },
      }),
  }),
  writing({
    method: 'POST',
    path: '/chats/:chat_id/introductions',
    status: 201,
    summary: 'Introduce yourself in a chat that you follow.',
    params: pathId('chat_id'),
    body: z.strictObject({
      sender_id: required(integer()),
      text: required(text(1, 4000)),
      payload: z.strictObject({
        who: required(text(1, 280)),
        works_for: required(text(1, 280)),
        goal: required(text(1, 280)),
        seeking: required(text(1, 280)),
      }),
    }),
    answer: MESSAGE,
    actor: bySender,
    handle: (hub, { params, body, token }, write) =>
      send(hub, write, {
        ...{ chatId: params.chat_id, sender: body.sender_id, token },
        ...{ text: body.text, mentions: [], payload: body.payload },
      }),
  }),
  reading({
    path: '/chats/:chat_id/messages',
    summary: "One chat's messages, newest first.",
    params: pathId('chat_id'),
    query: z.strictObject({ participant_id: optional(integer()), ...FILTERS }),
    answer: answer({ chat_id: ID, chat_name: z.string(), ...PAGE }),
    handle: async (hub, { params, query, token }) => {
      const chat = await chatOf(hub.store.read, params.chat_id);
      const { participant_id: participant } = query;
      if (query.only_mentions && participant === null)
        throw new Refusal(422, 'only_mentions needs participant_id: whose mentions are meant?');
      if (participant !== null) await identify(hub, hub.store.read, participant, token);
      const filters = await checkedFilters(hub.store.read, query);
      const messages = await readPage(hub, [chat], filters, participant);
      return { chat_id: chat.id, chat_name: chat.name, ...pageOf(messages) };
    },
  }),
  reading({
    path: '/messages',
    summary: 'The inbox: messages of all chats that a participant follows, newest first.',
    params: NOTHING,
    query: z.strictObject({ participant_id: required(integer()), ...FILTERS }),
    answer: answer({ participant_id: ID, scope: z.string(), ...PAGE }),
    handle: async (hub, { query, token }) => {
      const { participant_id: participant } = query;
      await identify(hub, hub.store.read, participant, token);
      const filters = await checkedFilters(hub.store.read, query);
      const chats = await followedChats(hub.store.read, participant);
      const messages = await readPage(hub, chats, filters, participant);
      return {
        participant_id: participant,
        scope: 'all chats this participant follows',
        ...pageOf(messages),
      };
    },
  }),
];
