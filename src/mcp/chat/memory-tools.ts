import * as z from 'zod/mini';
import { type Answer, foreign, own } from '../answer.ts';
import { bounded, share, text, whole } from '../field.ts';
import type { HubBody } from '../hub/hub-client.ts';
import { type Tool, tool } from '../tool.ts';
import { Conversation, type HubAccess, type Registered } from './conversation.ts';
import { client_session_key } from './key.ts';

const TYPE = z.enum(['FACT', 'DECISION', 'CONTEXT', 'KNOWLEDGE']);
const STATUS = z.enum(['ACTIVE', 'SUPERSEDED', 'ARCHIVED', 'DISPUTED']);
const CONTENT = text(1, 4000);
const tags = (description?: string) =>
  z.array(z.string()).check(z.maxLength(20), z.meta(description === undefined ? {} : { description }));
const metadata = z.record(z.string(), z.unknown());

/** The tools for the memory that all participants share. */
export function memoryTools(hub: HubAccess): readonly Tool[] {
  return [
    tool({
      name: 'aim_store_memory',
      description: 'Keep a fact, decision, context or piece of knowledge for everybody; you are its creator.',
      input: z.strictObject({
        client_session_key,
        memory_type: TYPE,
        content: CONTENT,
        tags: z.optional(tags()),
        confidence: z.optional(share('Default 0.95')),
        project_id: z.optional(whole()),
        source_message_id: z.optional(whole('Message that it comes from')),
        metadata: z.optional(metadata),
      }),
      readOnly: false,
      idempotent: false,
      run: ({ client_session_key: key, ...memory }) => store(new Conversation(hub, key), memory),
    }),
    tool({
      name: 'aim_search_memories',
      description: 'Find memories, the newest first; without status the current ones (ACTIVE and DISPUTED).',
      input: z.strictObject({
        client_session_key,
        query: z.optional(text(1, 500, 'Text in the content')),
        memory_types: z.optional(z.array(TYPE)),
        tags: z.optional(tags('All must match')),
        project_id: z.optional(whole()),
        status: z.optional(STATUS),
        min_confidence: z.optional(share()),
        limit: bounded(1, 100, 20),
        offset: z._default(z.int().check(z.gte(0)), 0),
      }),
      readOnly: true,
      idempotent: true,
      run: ({ client_session_key: key, memory_types, tags: tag, ...query }) =>
        search(new Conversation(hub, key), { ...query, memory_type: memory_types, tag }),
    }),
    tool({
      name: 'aim_get_memory',
      description: 'One memory, with what it replaced and what replaced it.',
      input: z.strictObject({ client_session_key, memory_id: whole() }),
      readOnly: true,
      idempotent: true,
      run: ({ client_session_key: key, memory_id }) => getOne(new Conversation(hub, key), memory_id),
    }),
    tool({
      name: 'aim_update_memory',
      description: 'Refine a memory; what you leave out stays. status=ARCHIVED retires it.',
      input: z.strictObject({
        client_session_key,
        memory_id: whole(),
        content: z.optional(CONTENT),
        confidence: z.optional(share()),
        status: z.optional(STATUS),
        tags: z.optional(tags('Replace all')),
        metadata: z.optional(metadata),
      }),
      readOnly: false,
      idempotent: true,
      run: ({ client_session_key: key, memory_id, ...change }) =>
        changed(new Conversation(hub, key), 'PATCH', `/memories/${memory_id}`, change),
    }),
    tool({
      name: 'aim_supersede_memory',
      description: 'Replace a memory (memory_id) by a newer one that exists; the old one stays as history.',
      input: z.strictObject({
        client_session_key,
        memory_id: whole('The old one'),
        superseding_memory_id: whole('The newer one'),
        reason: z.optional(text(0, 1000)),
      }),
      readOnly: false,
      idempotent: false,
      run: ({ client_session_key: key, memory_id, ...change }) =>
        changed(new Conversation(hub, key), 'POST', `/memories/${memory_id}/supersede`, change),
    }),
    tool({
      name: 'aim_dispute_memory',
      description: 'Flag a memory as contradicted; it stays in searches, marked DISPUTED.',
      input: z.strictObject({
        client_session_key,
        memory_id: whole(),
        reason: text(1, 1000),
        conflicting_memory_id: z.optional(whole()),
      }),
      readOnly: false,
      idempotent: false,
      run: ({ client_session_key: key, memory_id, ...change }) =>
        changed(new Conversation(hub, key), 'POST', `/memories/${memory_id}/dispute`, change),
    }),
    tool({
      name: 'aim_project_context',
      description:
        'Start here instead of replaying a chat: the latest decisions, facts, context and knowledge of a project, or of none where project_id is left out.',
      input: z.strictObject({ client_session_key, project_id: z.optional(whole()) }),
      readOnly: true,
      idempotent: true,
      run: ({ client_session_key: key, project_id }) => context(new Conversation(hub, key), project_id),
    }),
  ];
}

async function store(
  conversation: Conversation,
  memory: { readonly source_message_id?: number | undefined; readonly [field: string]: unknown },
): Promise<Answer> {
  const byId = memory.source_message_id !== undefined;
  const { body, who } = await conversation.write('POST', '/memories', memory, { byId });
  return own({ ...owned(who, body), ...conversation.notes() });
}

async function search(
  conversation: Conversation,
  query: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): Promise<Answer> {
  const { body, who } = await conversation.ask(asker => ({
    method: 'GET',
    path: '/memories',
    query: { participant_id: asker.participant_id, ...query },
  }));
  return foreign({ ...body, memories: ownedList(who, body.memories), ...conversation.notes() });
}

async function getOne(conversation: Conversation, memory: number): Promise<Answer> {
  const { body, who } = await conversation.ask(asker => ({
    method: 'GET',
    path: `/memories/${memory}`,
    query: { participant_id: asker.participant_id },
  }));
  return foreign({ ...owned(who, body), ...conversation.notes() });
}

/** A change of a memory: the answer shows one memory, or the two that a succession joins. */
async function changed(
  conversation: Conversation,
  method: 'PATCH' | 'POST',
  path: string,
  change: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const { body, who } = await conversation.write(method, path, change, { byId: true });
  const { superseded, superseding } = body;
  const shown =
    superseded === undefined
      ? owned(who, body)
      : {
          ...body,
          superseded: owned(who, superseded as HubBody),
          superseding: owned(who, superseding as HubBody),
        };
  return foreign({ ...shown, ...conversation.notes() });
}

async function context(conversation: Conversation, project: number | undefined): Promise<Answer> {
  const { body, who } = await conversation.ask(asker => ({
    method: 'GET',
    path: '/memories/context',
    query: { participant_id: asker.participant_id, project_id: project },
  }));
  const lists = Object.entries(body).map(([name, value]) => [name, ownedList(who, value)]);
  return foreign({ ...Object.fromEntries(lists), ...conversation.notes() });
}

function owned(who: Registered, memory: HubBody): HubBody {
  return { ...memory, is_mine: memory.creator_id === who.participant_id };
}

/** A list of memories with the creator marked; anything else as it is. */
function ownedList(who: Registered, value: unknown): unknown {
  return Array.isArray(value) ? value.map(memory => owned(who, memory as HubBody)) : value;
}
