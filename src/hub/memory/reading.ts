import type { Kysely } from 'kysely';
import { HUB_BOUNDS } from '../bounds.ts';
import { fold } from '../fold.ts';
import type { Hub } from '../hub.ts';
import type { Reader } from '../store/contract.ts';
import { has, type Listed, listed, queryOf, slotsOf } from '../store/query.ts';
import type { Tables } from '../store/tables.ts';
import { FRAMING, NOTICE } from '../wording.ts';
import { type MemoryStatus, type MemoryType, told } from './memory.ts';

/** What is asked of the memories, as far as it shapes the query. */
type Form = {
  readonly types: number;
  readonly tags: number;
  readonly text: boolean;
  readonly scope: 'all' | 'none' | 'one';
  readonly status: boolean;
};

const CURRENT = ['ACTIVE', 'DISPUTED'];

function matching(db: Kysely<Tables>, v: Listed, form: Form) {
  let rows = db.selectFrom('memories').where('confidence', '>=', v.confidence as number);
  if (form.types > 0) rows = rows.where('memory_type', 'in', slotsOf<string>(v, 'type', form.types));
  for (const tag of slotsOf<string>(v, 'tag', form.tags))
    rows = rows.where('id', 'in', eb =>
      eb.selectFrom('memory_tags').select('memory_id').where('tag', '=', tag),
    );
  if (form.text) rows = rows.where(has('content', 'content_folded', v.text as string));
  if (form.scope === 'none') rows = rows.where('project_id', 'is', null);
  if (form.scope === 'one') rows = rows.where('project_id', '=', v.project as number);
  return form.status ? rows.where('status', '=', v.status as string) : rows.where('status', 'in', CURRENT);
}

const COUNT = queryOf<Form, Listed>()((db, v, form) =>
  matching(db, v, form).select(eb => eb.fn.countAll<number>().as('n')),
);

const PAGE = queryOf<Form, Listed>()((db, v, form) =>
  matching(db, v, form)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(v.limit as number)
    .offset(v.offset as number),
);

/** What a client asks of the memories; null and empty lists do not narrow. */
export type MemorySearch = {
  readonly query: string | null;
  readonly memory_type: readonly MemoryType[] | null;
  readonly tag: readonly string[] | null;
  readonly project_id: number | null;
  readonly status: MemoryStatus | null;
  readonly min_confidence: number;
  readonly limit: number;
  readonly offset: number;
};

/** The memories that match, newest first; without a status those that still hold, of all projects. */
export async function searchMemories(hub: Hub, asked: MemorySearch) {
  const reader = asked.query === null ? hub.store.read : hub.store.scan;
  const types = [...new Set(asked.memory_type ?? [])];
  const tags = [...new Set(asked.tag ?? [])];
  const form: Form = {
    types: types.length,
    tags: tags.length,
    text: asked.query !== null,
    scope: asked.project_id === null ? 'all' : 'one',
    status: asked.status !== null,
  };
  const values: Listed = {
    ...listed('type', types),
    ...listed('tag', tags),
    text: fold(asked.query ?? ''),
    project: asked.project_id ?? 0,
    status: asked.status ?? '',
    confidence: asked.min_confidence,
    limit: asked.limit,
    offset: Math.min(asked.offset, Number.MAX_SAFE_INTEGER),
  };
  // No memory has more tags, and each number of them is a query of its own that is kept
  const possible = tags.length <= HUB_BOUNDS.memoryTags;
  const total = possible ? ((await reader.first(COUNT(form), values))?.n ?? 0) : 0;
  const rows = total > 0 ? await reader.all(PAGE(form), values) : [];
  const memories = await Promise.all(rows.map(row => told(hub.store.read, row)));
  return {
    query: asked.query,
    total_results: total,
    count: memories.length,
    memories,
    framing: FRAMING,
    notice: memories.length === 0 ? NOTICE.memories : null,
  };
}

const PER_TYPE = 5;
const PER_SUMMARY = 3;
const SNIPPET = 100;

type Told = Awaited<ReturnType<typeof told>>;

/** The newest memories of each type that still hold, of one project or of none: what replaces reading a whole chat. */
export async function projectContext(hub: Hub, project: number | null) {
  const reader = hub.store.read;
  const scope = project === null ? 'none' : 'one';
  const form: Form = { types: 0, tags: 0, text: false, scope, status: false };
  const values = { project: project ?? 0, confidence: 0, limit: PER_TYPE, offset: 0 };
  const newest = (type: MemoryType) => newestOf(reader, form, values, type);
  const decisions = await newest('DECISION');
  const facts = await newest('FACT');
  const context = await newest('CONTEXT');
  const knowledge = await newest('KNOWLEDGE');
  const total = (await reader.first(COUNT(form), values))?.n ?? 0;
  const blocks = [
    block('Key Decisions', decisions),
    block('Key Facts', facts),
    block('Active Context', context),
    block('Derived Knowledge', knowledge),
  ].filter(one => one !== '');
  return {
    project_id: project,
    summary: blocks.join('\n\n') || 'No memories found for this project.',
    key_decisions: decisions,
    key_facts: facts,
    active_context: context,
    derived_knowledge: knowledge,
    total_memories: total,
    last_updated: hub.stamps.next(),
    framing: FRAMING,
    notice: total === 0 ? NOTICE.memories : null,
  };
}

async function newestOf(reader: Reader, form: Form, values: Listed, type: MemoryType): Promise<Told[]> {
  const rows = await reader.all(PAGE({ ...form, types: 1 }), { ...values, ...listed('type', [type]) });
  return Promise.all(rows.map(row => told(reader, row)));
}

function block(title: string, memories: readonly Told[]): string {
  if (memories.length === 0) return '';
  const lines = memories.slice(0, PER_SUMMARY).map(({ content }) => `- ${snippet(content)}`);
  return [`**${title}:**`, ...lines].join('\n');
}

function snippet(content: string): string {
  const characters = [...content];
  return characters.length > SNIPPET ? `${characters.slice(0, SNIPPET).join('')}...` : content;
}
