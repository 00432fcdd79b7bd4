import * as z from 'zod/mini';
import { metadata, tag, tags } from '../memory/field.ts';
import { MEMORY_STATUSES, MEMORY_TYPES, memoryOf } from '../memory/memory.ts';
import { projectContext, searchMemories } from '../memory/reading.ts';
import { disputeMemory, storeMemory, supersedeMemory, updateMemory } from '../memory/writing.ts';
import { identify } from '../participant.ts';
import { answer, FRAMED, MEMORY, maybe, NOTICED, WHEN } from '../schema/answer.ts';
import { optional, required, withDefault } from '../schema/kind.ts';
import { decimal, exactInteger, integer } from '../schema/number.ts';
import { choice, list, text } from '../schema/text.ts';
import { repeatable } from '../schema/validate.ts';
import { FRAMING } from '../wording.ts';
import { byParticipant, NOTHING, pathId, type Route, reading, writing } from './route.ts';

const SHARE = { min: 0, max: 1 };
const MEMORIES = z.array(MEMORY);

/** The operations on memories. */
export const MEMORY_ROUTES: readonly Route[] = [
  writing({
    method: 'POST',
    path: '/memories',
    status: 201,
    summary: 'Store a memory; the caller is its creator.',
    params: NOTHING,
    body: z.strictObject({
      participant_id: required(integer()),
      memory_type: required(choice(MEMORY_TYPES)),
      content: required(text(1, 4000)),
      source_message_id: optional(integer()),
      project_id: optional(exactInteger()),
      confidence: withDefault(decimal(SHARE), 0.95),
      tags: withDefault(tags(), []),
      metadata: withDefault(metadata(), {}),
    }),
    answer: MEMORY,
    actor: byParticipant,
    handle: (hub, { body, token }, write) =>
      write(async tx => {
        const creator = await identify(hub, tx, body.participant_id, token);
        return storeMemory(hub, tx, creator.id, body);
      }),
  }),
  reading({
    path: '/memories',
    summary: 'Search memories, newest first; without a status those that still hold.',
    params: NOTHING,
    query: z.strictObject({
      participant_id: required(integer()),
      query: optional(text(1, 500)),
      memory_type: repeatable(optional(list(choice(MEMORY_TYPES), { max: 100 }))),
      tag: repeatable(optional(list(tag(), { max: 100 }))),
      project_id: optional(exactInteger()),
      status: optional(choice(MEMORY_STATUSES)),
      min_confidence: withDefault(decimal(SHARE), 0),
      limit: withDefault(integer({ min: 1, max: 100 }), 20),
      offset: withDefault(integer({ min: 0 }), 0),
    }),
    answer: answer({
      ...{ query: maybe(z.string()), total_results: z.int(), count: z.int(), memories: MEMORIES },
      ...FRAMED,
      ...NOTICED,
    }),
    handle: async (hub, { query, token }) => {
      await identify(hub, hub.store.read, query.participant_id, token);
      return searchMemories(hub, query);
    },
  }),
  reading({
    path: '/memories/context',
    summary: 'The newest memories of each type, of one project or of none.',
    params: NOTHING,
    query: z.strictObject({ participant_id: required(integer()), project_id: optional(exactInteger()) }),
    answer: answer({
      ...{ project_id: maybe(z.int()), summary: z.string(), key_decisions: MEMORIES, key_facts: MEMORIES },
      ...{
        active_context: MEMORIES,
        derived_knowledge: MEMORIES,
        total_memories: z.int(),
        last_updated: WHEN,
      },
      ...FRAMED,
      ...NOTICED,
    }),
    handle: async (hub, { query, token }) => {
      await identify(hub, hub.store.read, query.participant_id, token);
      return projectContext(hub, query.project_id);
    },
  }),
  reading({
    path: '/memories/:memory_id',
    summary: 'One memory with its lineage.',
    params: pathId('memory_id'),
    query: z.strictObject({ participant_id: required(integer()) }),
    answer: z.extend(MEMORY, FRAMED),
    handle: async (hub, { params, query, token }) => {
      await identify(hub, hub.store.read, query.participant_id, token);
      return { ...(await memoryOf(hub.store.read, params.memory_id)), framing: FRAMING };
    },
  }),
  writing({
    method: 'PATCH',
    path: '/memories/:memory_id',
    status: 200,
    summary: 'Refine a memory; what is not given stays.',
    params: pathId('memory_id'),
    body: z.strictObject({
      participant_id: required(integer()),
      content: optional(text(1, 4000)),
      confidence: optional(decimal(SHARE)),
      status: optional(choice(MEMORY_STATUSES)),
      tags: optional(tags()),
      metadata: optional(metadata()),
    }),
    answer: MEMORY,
    actor: byParticipant,
    handle: (hub, { params, body, token }, write) =>
      write(async tx => {
        await identify(hub, tx, body.participant_id, token);
        return updateMemory(hub, tx, params.memory_id, body);
      }),
  }),
  writing({
    method: 'POST',
    path: '/memories/:memory_id/supersede',
    status: 200,
    summary: 'Replace a memory with a newer one and keep it as history.',
    params: pathId('memory_id'),
    body: z.strictObject({
      participant_id: required(integer()),
      superseding_memory_id: required(integer()),
      reason: optional(text(0, 1000)),
    }),
    answer: answer({ superseded: MEMORY, superseding: MEMORY }),
    actor: byParticipant,
    handle: (hub, { params, body, token }, write) =>
      write(async tx => {
        await identify(hub, tx, body.participant_id, token);
        return supersedeMemory(hub, tx, params.memory_id, body.superseding_memory_id, body.reason);
      }),
  }),
  writing({
    method: 'POST',
    path: '/memories/:memory_id/dispute',
    status: 200,
    summary: 'Mark a memory as contradicted.',
    params: pathId('memory_id'),
    body: z.strictObject({
      participant_id: required(integer()),
      reason: required(text(1, 1000)),
      conflicting_memory_id: optional(integer()),
    }),
    answer: MEMORY,
    actor: byParticipant,
    handle: (hub, { params, body, token }, write) =>
      write(async tx => {
        await identify(hub, tx, body.participant_id, token);
        return disputeMemory(hub, tx, params.memory_id, body.conflicting_memory_id, body.reason);
      }),
  }),
];
