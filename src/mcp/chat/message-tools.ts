import * as z from 'zod/mini';
import { type Answer, own } from '../answer.ts';
import { bounded, flag, text, whole } from '../field.ts';
import { type Tool, tool } from '../tool.ts';
import { Conversation, type HubAccess } from './conversation.ts';
import { client_session_key } from './key.ts';
import { markerOf, read } from './marker.ts';
import { historical, readChat, readInbox, readMentions } from './reading.ts';

const MESSAGE = text(1, 4000);
const LINE = text(1, 280);

/** The tools for messages: sending, introducing oneself, and reading. */
export function messageTools(hub: HubAccess): readonly Tool[] {
  return [
    tool({
      name: 'aim_send_message',
      description:
        'Send a message to a chat that you follow, in the first person. Mention people by their participant ids; nothing is read out of the text.',
      input: z.strictObject({
        client_session_key,
        chat_id: whole(),
        text: MESSAGE,
        mentions: z.optional(z.array(whole()).check(z.maxLength(50))),
        reply_to_message_id: z.optional(whole('Also marks the chat as read up to this message')),
      }),
      readOnly: false,
      idempotent: false,
      run: ({ client_session_key: key, ...message }) => send(new Conversation(hub, key), message),
    }),
    tool({
      name: 'aim_introduce',
      description: 'Introduce yourself in a chat that you follow: the first thing to do there.',
      input: z.strictObject({
        client_session_key,
        chat_id: whole(),
        text: MESSAGE,
        who: LINE,
        works_for: LINE,
        goal: LINE,
        seeking: LINE,
      }),
      readOnly: false,
      idempotent: false,
      run: ({ client_session_key: key, chat_id, text: words, ...payload }) =>
        introduce(new Conversation(hub, key), chat_id, words, payload),
    }),
    tool({
      name: 'aim_get_messages',
      description:
        'Read. With the key alone: the oldest unread messages of all followed chats, marked as read; more_waiting says how many are left, so call again while it is over 0. chat_id: of one chat. only_mentions: what mentions you anywhere, with a marker of its own. Cursors or filters look back, and mark_read=false peeks at the newest: neither moves a marker.',
      input: z.strictObject({
        client_session_key,
        chat_id: z.optional(whole()),
        after: z.optional(text(1, 64, 'ISO 8601')),
        before: z.optional(text(1, 64)),
        after_id: z.optional(whole('Message id')),
        before_id: z.optional(whole()),
        from_id: z.optional(whole('Sender')),
        query: z.optional(text(1, 200, 'Text to find')),
        only_mentions: flag(false),
        limit: bounded(1, 200, 50),
        mark_read: flag(true),
      }),
      // Markers are kept on this machine: at the hub nothing changes
      readOnly: true,
      idempotent: false,
      run: ({ client_session_key: key, ...what }) => getMessages(new Conversation(hub, key), what),
    }),
  ];
}

type Sent = {
  readonly chat_id: number;
  readonly text: string;
  readonly mentions?: readonly number[] | undefined;
  readonly reply_to_message_id?: number | undefined;
};

async function send(conversation: Conversation, message: Sent): Promise<Answer> {
  const { chat_id, reply_to_message_id: replied, ...content } = message;
  const { body } = await conversation.write('POST', `/chats/${chat_id}/messages`, content, {
    as: 'sender_id',
    byId: true,
  });
  const moved =
    replied === undefined ? false : await archive(conversation, chat_id, replied, String(body.created_at));
  return own({ ...body, ...(moved ? { checkpoint_advanced_to: replied } : {}), ...conversation.notes() });
}

/** Marks a chat as read up to a message that was answered. Says whether its marker really moved. */
async function archive(
  conversation: Conversation,
  chat: number,
  message: number,
  at: string,
): Promise<boolean> {
  let moved = false;
  await conversation.rememberDone(identity => {
    const marker = markerOf(identity, chat);
    moved = marker !== null && message > marker;
    return moved ? read(identity, [{ id: message, chat_id: chat, created_at: at }]) : identity;
  });
  return moved && conversation.notes().file_note === undefined;
}

async function introduce(
  conversation: Conversation,
  chat: number,
  words: string,
  payload: Readonly<Record<string, string>>,
): Promise<Answer> {
  const content = { text: words, payload };
  const { body } = await conversation.write('POST', `/chats/${chat}/introductions`, content, {
    as: 'sender_id',
    byId: true,
  });
  return own({ ...body, ...conversation.notes() });
}

type Wanted = {
  readonly chat_id?: number | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly after_id?: number | undefined;
  readonly before_id?: number | undefined;
  readonly from_id?: number | undefined;
  readonly query?: string | undefined;
  readonly only_mentions: boolean;
  readonly limit: number;
  readonly mark_read: boolean;
};

async function getMessages(conversation: Conversation, wanted: Wanted): Promise<Answer> {
  const { chat_id: chat, mark_read, ...filters } = wanted;
  const { only_mentions, limit, ...lookBack } = filters;
  const looksBack = Object.values(lookBack).some(value => value !== undefined);
  if (!mark_read || looksBack || (only_mentions && chat !== undefined))
    return historical(conversation, chat ?? null, filters);
  if (only_mentions) return readMentions(conversation, limit);
  return chat === undefined ? readInbox(conversation, limit) : readChat(conversation, chat, limit);
}
