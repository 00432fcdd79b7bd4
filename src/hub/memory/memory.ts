import type { Selectable } from 'kysely';
import { unknownMemory } from '../refusal.ts';
import type { Reader } from '../store/contract.ts';
import { query } from '../store/query.ts';
import type { Tables } from '../store/tables.ts';

export const MEMORY_TYPES = ['FACT', 'DECISION', 'CONTEXT', 'KNOWLEDGE'] as const;
export const MEMORY_STATUSES = ['ACTIVE', 'SUPERSEDED', 'ARCHIVED', 'DISPUTED'] as const;

export type MemoryType = (typeof MEMORY_TYPES)[number];
export type MemoryStatus = (typeof MEMORY_STATUSES)[number];

type Row = Selectable<Tables['memories']>;

const MEMORY = query<{ id: number }>()((db, v) =>
  db.selectFrom('memories').selectAll().where('id', '=', v.id),
);

const TAGS = query<{ id: number }>()((db, v) =>
  db.selectFrom('memory_tags').select('tag').where('memory_id', '=', v.id).orderBy('tag'),
);

/** The latest recorded successor. */
export const SUCCESSOR = query<{ id: number }>()((db, v) =>
  db
    .selectFrom('memory_lineage')
    .select('superseding_id as id')
    .where('superseded_id', '=', v.id)
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
);

/** The first recorded predecessor. */
const PREDECESSOR = query<{ id: number }>()((db, v) =>
  db
    .selectFrom('memory_lineage')
    .select('superseded_id as id')
    .where('superseding_id', '=', v.id)
    .orderBy('recorded_at')
    .orderBy('id')
    .limit(1),
);

/** Finds the row of a memory, or refuses the id. */
export async function memoryRow(reader: Reader, id: number): Promise<Row> {
  const row = Number.isSafeInteger(id) ? await reader.first(MEMORY, { id }) : undefined;
  if (row === undefined) throw unknownMemory(id);
  return row;
}

/** A memory as it is told, with its tags and its lineage. */
export async function memoryOf(reader: Reader, id: number) {
  return told(reader, await memoryRow(reader, id));
}

/** A stored memory as it is told. */
export async function told(reader: Reader, row: Row) {
  const { id } = row;
  const tags = (await reader.all(TAGS, { id })).map(one => one.tag);
  return {
    memory_id: id,
    memory_type: row.memory_type,
    content: row.content,
    status: row.status,
    confidence: row.confidence,
    tags,
    source_message_id: row.source_message_id,
    project_id: row.project_id,
    creator_id: row.creator_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    superseded_by: (await reader.first(SUCCESSOR, { id }))?.id ?? null,
    supersedes: (await reader.first(PREDECESSOR, { id }))?.id ?? null,
    metadata: JSON.parse(row.metadata),
  };
}
