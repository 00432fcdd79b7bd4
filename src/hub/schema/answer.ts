import * as z from 'zod/mini';

const id = z.int();
const when = z.iso.datetime();
const maybe = <T extends z.ZodMiniType>(type: T) => z.nullable(type);

/** An answer of a JSON object, for the OpenAPI document and for the tests that hold the hub to it. */
export const answer = z.strictObject;

export const SENDER = z.strictObject({
  id,
  name: z.string(),
  machine: z.string(),
  client_type: z.string(),
  agent_type: z.string(),
});

export const INTRODUCTION = z.strictObject({
  who: z.string(),
  works_for: z.string(),
  goal: z.string(),
  seeking: z.string(),
});

/** A message as a write and a list of chats give it. */
export const MESSAGE = z.strictObject({
  id,
  chat_id: id,
  sender: SENDER,
  text: z.string(),
  mentions: z.array(id),
  is_introduction: z.boolean(),
  intro_payload: maybe(INTRODUCTION),
  created_at: when,
});

/** A message as a read gives it. */
export const READ_MESSAGE = z.extend(MESSAGE, { chat_name: z.string() });

export const FRAMED = { framing: z.string() };
export const NOTICED = { notice: maybe(z.string()) };
export const SERVER = { server_version: z.string(), server_instance: z.uuid() };

export const CHAT_ENTRY = z.strictObject({
  id,
  name: z.string(),
  description: maybe(z.string()),
  created_by: id,
  created_at: when,
  participant_count: z.int(),
  message_count: z.int(),
  last_message_at: maybe(when),
  messages_since: z.optional(z.int()),
  following: z.optional(z.boolean()),
  last_message: z.optional(maybe(MESSAGE)),
});

export const PARTICIPANT = z.extend(SENDER, { registered_at: when, last_seen_at: maybe(when) });

export const MEMBER = z.extend(PARTICIPANT, {
  followed_at: when,
  left_at: maybe(when),
  active: z.boolean(),
  presence: z.enum(['active', 'dormant']),
});

export const MEMORY = z.strictObject({
  memory_id: id,
  memory_type: z.string(),
  content: z.string(),
  status: z.string(),
  confidence: z.number(),
  tags: z.array(z.string()),
  source_message_id: maybe(id),
  project_id: maybe(id),
  creator_id: maybe(id),
  created_at: when,
  updated_at: when,
  superseded_by: maybe(id),
  supersedes: maybe(id),
  metadata: z.record(z.string(), z.unknown()),
});

export const DIFF = z.record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() }));
export { id as ID, maybe, when as WHEN };
