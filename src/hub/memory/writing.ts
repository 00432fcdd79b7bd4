import { foldedApart } from '../fold.ts';
import type { Hub } from '../hub.ts';
import { coded, Refusal } from '../refusal.ts';
import type { Tx } from '../store/contract.ts';
import { query } from '../store/query.ts';
import { type MemoryStatus, type MemoryType, memoryOf, memoryRow, SUCCESSOR } from './memory.ts';

const MESSAGE_EXISTS = query<{ id: number }>()((db, v) =>
  db.selectFrom('messages').select('id').where('id', '=', v.id),
);

type New = {
  type: MemoryType;
  content: string;
  folded: string | null;
  confidence: number;
  source: number | null;
  project: number | null;
  creator: number;
  metadata: string;
  at: string;
};

const STORE = query<New>()((db, v) =>
  db
    .insertInto('memories')
    .values({
      memory_type: v.type,
      content: v.content,
      content_folded: v.folded,
      status: 'ACTIVE',
      confidence: v.confidence,
      source_message_id: v.source,
      project_id: v.project,
      creator_id: v.creator,
      metadata: v.metadata,
      created_at: v.at,
      updated_at: v.at,
    })
    .returning('id'),
);

type Changed = {
  id: number;
  content: string;
  folded: string | null;
  confidence: number;
  status: string;
  metadata: string;
  at: string;
};

const CHANGE = query<Changed>()((db, v) =>
  db
    .updateTable('memories')
    .set({
      content: v.content,
      content_folded: v.folded,
      confidence: v.confidence,
      status: v.status,
      metadata: v.metadata,
      updated_at: v.at,
    })
    .where('id', '=', v.id),
);

const SET_STATUS = query<{ id: number; status: MemoryStatus; at: string }>()((db, v) =>
  db.updateTable('memories').set({ status: v.status, updated_at: v.at }).where('id', '=', v.id),
);

const TAG = query<{ id: number; tag: string }>()((db, v) =>
  db.insertInto('memory_tags').values({ memory_id: v.id, tag: v.tag }),
);

const UNTAG = query<{ id: number }>()((db, v) => db.deleteFrom('memory_tags').where('memory_id', '=', v.id));

const SUCCEED = query<{ old: number; next: number; reason: string | null; at: string }>()((db, v) =>
  db
    .insertInto('memory_lineage')
    .values({ superseded_id: v.old, superseding_id: v.next, reason: v.reason, recorded_at: v.at }),
);

const DISPUTE = query<{ id: number; other: number | null; reason: string; at: string }>()((db, v) =>
  db
    .insertInto('memory_disputes')
    .values({ memory_id: v.id, conflicting_id: v.other, reason: v.reason, created_at: v.at }),
);

/** What is stored as a memory. */
export type MemoryDraft = {
  readonly memory_type: MemoryType;
  readonly content: string;
  readonly source_message_id: number | null;
  readonly project_id: number | null;
  readonly confidence: number;
  readonly tags: readonly string[];
  readonly metadata: object;
};

/** Stores a memory of its creator. */
export async function storeMemory(hub: Hub, tx: Tx, creator: number, draft: MemoryDraft) {
  const source = draft.source_message_id;
  if (source !== null && !(await messageExists(tx, source)))
    throw new Refusal(422, `source_message_id ${source} is not a message of this database.`);
  const row = await tx.first(STORE, {
    type: draft.memory_type,
    content: draft.content,
    folded: foldedApart(draft.content),
    confidence: draft.confidence,
    source,
    project: draft.project_id,
    creator,
    metadata: JSON.stringify(draft.metadata),
    at: hub.stamps.next(),
  });
  const id = Number(row?.id);
  for (const tag of draft.tags) await tx.run(TAG, { id, tag });
  return memoryOf(tx, id);
}

async function messageExists(tx: Tx, id: number): Promise<boolean> {
  return Number.isSafeInteger(id) && (await tx.first(MESSAGE_EXISTS, { id })) !== undefined;
}

/** What of a memory is to change; null leaves it. */
export type MemoryChange = {
  readonly content: string | null;
  readonly confidence: number | null;
  readonly status: MemoryStatus | null;
  readonly tags: readonly string[] | null;
  readonly metadata: object | null;
};

/** Refines a memory; anyone may. Where nothing is given, nothing moves. */
export async function updateMemory(hub: Hub, tx: Tx, id: number, change: MemoryChange) {
  const row = await memoryRow(tx, id);
  const { content, confidence, status, tags, metadata } = change;
  if ([content, confidence, status, tags, metadata].every(one => one === null)) return memoryOf(tx, id);
  await tx.run(CHANGE, {
    id,
    content: content ?? row.content,
    folded: content === null ? row.content_folded : foldedApart(content),
    confidence: confidence ?? row.confidence,
    status: status ?? row.status,
    metadata: metadata === null ? row.metadata : JSON.stringify(metadata),
    at: hub.stamps.next(),
  });
  if (tags !== null) {
    await tx.run(UNTAG, { id });
    for (const tag of tags) await tx.run(TAG, { id, tag });
  }
  return memoryOf(tx, id);
}

/**
 * Replaces a memory with a newer one and keeps it as history. A memory has one successor for good, whatever its status
 * becomes later, and no memory comes after itself.
 */
export async function supersedeMemory(hub: Hub, tx: Tx, old: number, next: number, reason: string | null) {
  if (old === next) throw conflict(`Memory ${old} cannot supersede itself.`);
  const [before, after] = [await memoryRow(tx, old), await memoryRow(tx, next)];
  if (before.status === 'SUPERSEDED') throw conflict(`Memory ${old} is superseded already.`);
  if (after.status === 'SUPERSEDED' || after.status === 'ARCHIVED')
    throw conflict(`Memory ${next} is ${after.status}, so it cannot take the place of another.`);
  const successor = await tx.first(SUCCESSOR, { id: old });
  if (successor !== undefined)
    throw conflict(
      `Memory ${old} has its successor already: memory ${successor.id}. A memory has one for good.`,
    );
  if (await comesAfter(tx, next, old))
    throw conflict(`Memory ${old} came after memory ${next}, so it cannot come before it too.`);
  const at = hub.stamps.next();
  await tx.run(SET_STATUS, { id: old, status: 'SUPERSEDED', at });
  await tx.run(SUCCEED, { old, next, reason, at });
  return { superseded: await memoryOf(tx, old), superseding: await memoryOf(tx, next) };
}

/** Whether a memory is among the successors of another; a ring that an older server let in ends the walk. */
async function comesAfter(tx: Tx, start: number, wanted: number): Promise<boolean> {
  const passed = new Set<number>();
  for (let id: number | undefined = start; id !== undefined && !passed.has(id); ) {
    if (id === wanted) return true;
    passed.add(id);
    id = (await tx.first(SUCCESSOR, { id }))?.id;
  }
  return false;
}

/** Marks a memory as contradicted; it stays in searches. */
export async function disputeMemory(hub: Hub, tx: Tx, id: number, other: number | null, reason: string) {
  if (other === id) throw conflict(`Memory ${id} cannot contradict itself.`);
  await memoryRow(tx, id);
  if (other !== null) await memoryRow(tx, other);
  const at = hub.stamps.next();
  await tx.run(SET_STATUS, { id, status: 'DISPUTED', at });
  await tx.run(DISPUTE, { id, other, reason, at });
  return memoryOf(tx, id);
}

function conflict(message: string): Refusal {
  return coded('memory_conflict', message);
}
