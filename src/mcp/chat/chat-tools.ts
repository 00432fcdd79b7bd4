import * as z from 'zod/mini';
import { nearest } from '../../core/finding/nearest.ts';
import { type Answer, foreign, own } from '../answer.ts';
import { MCP_BOUNDS } from '../bounds.ts';
import { bounded, flag, text, whole } from '../field.ts';
import type { HubBody } from '../hub/hub-client.ts';
import { Refused } from '../hub/refused.ts';
import { type Tool, tool } from '../tool.ts';
import { Conversation, type HubAccess } from './conversation.ts';
import { client_session_key } from './key.ts';
import { followed, unfollowed } from './marker.ts';

/** The tools for chats: founding, finding, following, leaving, and who is there. */
export function chatTools(hub: HubAccess): readonly Tool[] {
  return [
    tool({
      name: 'aim_create_chat',
      description: 'Found a chat with a name of its own; you follow it from then on.',
      input: z.strictObject({
        client_session_key,
        name: text(1, 64),
        description: z.optional(text(0, 280)),
      }),
      readOnly: false,
      idempotent: false,
      run: ({ client_session_key: key, ...chat }) => create(new Conversation(hub, key), chat),
    }),
    tool({
      name: 'aim_list_chats',
      description:
        'All chats, the most recently active first, with messages_since: how many messages came since you last checked.',
      input: z.strictObject({
        client_session_key,
        query: z.optional(text(1, 200, 'Part of the name')),
        include_last_message: flag(false),
        since: z.optional(text(1, 64, 'ISO 8601')),
        limit: bounded(1, 200, 50),
        offset: z._default(z.int().check(z.gte(0)), 0),
      }),
      readOnly: true,
      idempotent: true,
      run: ({ client_session_key: key, ...query }) => list(new Conversation(hub, key), query),
    }),
    tool({
      name: 'aim_follow_chat',
      description: 'Follow a chat, given by its id or its name (one of the two). Coming back keeps your id.',
      input: z.strictObject({
        client_session_key,
        chat_id: z.optional(whole()),
        chat_name: z.optional(text(1, 64, 'In any case')),
      }),
      readOnly: false,
      idempotent: true,
      run: ({ client_session_key: key, chat_id, chat_name }) =>
        follow(new Conversation(hub, key), chat_id, chat_name),
    }),
    tool({
      name: 'aim_leave_chat',
      description: 'Stop following a chat; its participants see that you left.',
      input: z.strictObject({ client_session_key, chat_id: whole() }),
      readOnly: false,
      idempotent: true,
      run: ({ client_session_key: key, chat_id }) => leave(new Conversation(hub, key), chat_id),
    }),
    tool({
      name: 'aim_list_participants',
      description: 'Who is, or was, in a chat; is_me marks you, presence says who is about.',
      input: z.strictObject({ client_session_key, chat_id: whole() }),
      readOnly: true,
      idempotent: true,
      run: ({ client_session_key: key, chat_id }) => participants(new Conversation(hub, key), chat_id),
    }),
  ];
}

type Chat = { readonly name: string; readonly description?: string | undefined };

async function create(conversation: Conversation, chat: Chat): Promise<Answer> {
  const { body } = await conversation.write('POST', '/chats', chat);
  await conversation.rememberDone(identity => followed(identity, Number(body.chat_id), String(body.name)));
  return own({ ...body, ...conversation.notes() });
}

async function list(
  conversation: Conversation,
  { since, ...query }: { since?: string | undefined; [name: string]: string | number | boolean | undefined },
): Promise<Answer> {
  const { body } = await conversation.ask(who => ({
    method: 'GET',
    path: '/chats',
    query: { participant_id: who.participant_id, ...query, since: since ?? who.last_checked_at },
  }));
  return foreign({ ...body, ...conversation.notes() });
}

async function follow(
  conversation: Conversation,
  id: number | undefined,
  name: string | undefined,
): Promise<Answer> {
  if ((id === undefined) === (name === undefined))
    throw new Refused('Name the chat by exactly one of chat_id and chat_name.');
  const chat = id ?? (await chatNamed(conversation, name ?? ''));
  const { body } = await conversation.write('POST', `/chats/${chat}/follow`, {}, { byId: id !== undefined });
  await conversation.rememberDone(identity => followed(identity, chat, String(body.chat_name)));
  return foreign({ ...body, ...conversation.notes() });
}

/** The id of the chat with a name, however its letters are cased; where there is none, what it may have been meant to be. */
async function chatNamed(conversation: Conversation, name: string): Promise<number> {
  const isMeant = (chat: Named) => fold(chat.name) === fold(name);
  const limit = MCP_BOUNDS.chatPage;
  const exact = namesIn(await conversation.get('/chats', { query: name, limit })).find(isMeant);
  if (exact !== undefined) return exact.id;
  // The hub may compare letters otherwise than we do
  const all = namesIn(await conversation.get('/chats', { limit }));
  const late = all.find(isMeant);
  if (late !== undefined) return late.id;
  const known = all.map(chat => chat.name);
  const mistyped = nearest(name, known);
  const similar = known.filter(one => one === mistyped || isSimilar(one, name));
  const names = similar
    .slice(0, MCP_BOUNDS.similarChats)
    .map(one => JSON.stringify(one))
    .join(', ');
  throw new Refused(
    `There is no chat named ${JSON.stringify(name)}.${names === '' ? '' : ` Similar names: ${names}.`} To found it, call aim_create_chat.`,
    { foreign: names !== '' },
  );
}

/** Whether two names share a word, or one holds the other. */
function isSimilar(one: string, other: string): boolean {
  const [a, b] = [fold(one), fold(other)];
  const words = new Set(a.split(/[^\p{L}\p{N}]+/u).filter(word => word.length > 2));
  return a.includes(b) || b.includes(a) || b.split(/[^\p{L}\p{N}]+/u).some(word => words.has(word));
}

async function leave(conversation: Conversation, chat: number): Promise<Answer> {
  const { body } = await conversation.write('POST', `/chats/${chat}/leave`, {}, { byId: true });
  await conversation.rememberDone(identity => unfollowed(identity, chat));
  return own({ ...body, ...conversation.notes() });
}

async function participants(conversation: Conversation, chat: number): Promise<Answer> {
  const who = await conversation.who();
  const body = await conversation.askAnonymously({ method: 'GET', path: `/chats/${chat}/participants` });
  const entries = Array.isArray(body.participants) ? (body.participants as HubBody[]) : [];
  const marked = entries.map(one => ({ ...one, is_me: one.id === who.participant_id }));
  return foreign({ ...body, participants: marked, ...conversation.notes() });
}

type Named = { readonly id: number; readonly name: string };

function namesIn(body: HubBody): readonly Named[] {
  const entries = Array.isArray(body.chats) ? (body.chats as HubBody[]) : [];
  return entries.map(one => ({ id: Number(one.id), name: String(one.name) }));
}

function fold(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase();
}
