import { fold } from '../fold.ts';
import type { Hub } from '../hub.ts';
import { participantOf } from '../participant.ts';
import { Refusal } from '../refusal.ts';
import { readInstant } from '../stamp.ts';
import type { Reader } from '../store/contract.ts';
import { columnOf, has, type Listed, listed, offIndex, queryOf, slotsOf } from '../store/query.ts';

/** The filters that both reads of messages share. */
export type Filters = {
  readonly after: string | null;
  readonly before: string | null;
  readonly after_id: number | null;
  readonly before_id: number | null;
  readonly from_id: number | null;
  readonly query: string | null;
  readonly limit: number;
  readonly only_mentions: boolean;
};

/** Which filters are set: each combination is one query, walked along the index that serves it. */
export type Form = {
  readonly after: boolean;
  readonly before: boolean;
  readonly afterId: boolean;
  readonly beforeId: boolean;
  readonly from: boolean;
  readonly text: boolean;
  readonly mentions: boolean;
  /** Whether a full page of other chats is there already: then only what is newer counts. */
  readonly floor: boolean;
};

type Values = {
  chat: number;
  after: string;
  before: string;
  afterId: number;
  beforeId: number;
  from: number;
  text: string;
  mentioned: number;
  floorId: number;
  floorTime: string;
  limit: number;
};

const MESSAGE_COLUMNS = [
  ...(['m.id', 'm.chat_id', 'm.text', 'm.is_introduction', 'm.intro_payload', 'm.created_at'] as const),
  ...(['p.id as sender_id', 'p.name', 'p.machine', 'p.client_type', 'p.agent_type'] as const),
] as const;

/**
 * Which messages of one chat are on a page, newest first. Where only ids bound the page, the walk is along the ids; else
 * along the times. Either way it ends at the bound, at the floor or at the limit, however long the history is.
 */
export const KEYS = queryOf<Form, Values>()((db, v, form) => {
  const id = form.mentions
    ? columnOf<number>('n.message_id')
    : form.from
      ? offIndex('m.id')
      : columnOf<number>('m.id');
  let rows = db
    .selectFrom('messages as m')
    .select(['m.id', 'm.created_at'])
    .where('m.chat_id', '=', v.chat)
    .limit(v.limit);
  if (form.mentions)
    rows = rows
      .innerJoin('mentions as n', 'n.message_id', 'm.id')
      .where('n.participant_id', '=', v.mentioned)
      .where('n.chat_id', '=', v.chat);
  if (form.after) rows = rows.where('m.created_at', '>', v.after);
  if (form.before) rows = rows.where('m.created_at', '<', v.before);
  if (form.afterId) rows = rows.where(id, '>', v.afterId);
  if (form.beforeId) rows = rows.where(id, '<', v.beforeId);
  if (form.from) rows = rows.where('m.sender_id', '=', v.from);
  if (form.text) rows = rows.where(has('m.text', 'm.text_folded', v.text));
  if (alongIds(form)) return (form.floor ? rows.where(id, '>', v.floorId) : rows).orderBy(id, 'desc');
  if (form.floor) rows = rows.where('m.created_at', '>=', v.floorTime);
  return rows.orderBy('m.created_at', 'desc').orderBy('m.id', 'desc');
});

/** One sender's messages lie along their times: along the ids, all that others wrote would be passed. */
function alongIds({ afterId, beforeId, mentions, after, before, from }: Form): boolean {
  return (mentions || ((afterId || beforeId) && !from)) && !after && !before;
}

const MESSAGES = queryOf<{ count: number }, Listed>()((db, v, { count }) =>
  db
    .selectFrom('messages as m')
    .innerJoin('participants as p', 'p.id', 'm.sender_id')
    .select(MESSAGE_COLUMNS)
    .where('m.id', 'in', slotsOf<number>(v, 'id', count)),
);

const MENTIONED = queryOf<{ count: number }, Listed>()((db, v, { count }) =>
  db
    .selectFrom('mentions')
    .select(['message_id', 'participant_id'])
    .where('message_id', 'in', slotsOf<number>(v, 'id', count))
    .orderBy('message_id')
    .orderBy('participant_id'),
);

/** Several ids, the last one repeated up to a power of two, so that there are few forms of a query. */
function filledUp(ids: readonly number[]): { count: number; values: Listed } {
  const count = 2 ** Math.ceil(Math.log2(ids.length));
  const filled = Array.from({ length: count }, (_, at) => ids[Math.min(at, ids.length - 1)] ?? 0);
  return { count, values: listed('id', filled) };
}

type Row = {
  id: number;
  chat_id: number;
  text: string;
  is_introduction: number;
  intro_payload: string | null;
  created_at: string;
  sender_id: number;
  name: string;
  machine: string;
  client_type: string;
  agent_type: string;
};

/** What tells the place of a message on a page. */
type Key = { readonly id: number; readonly created_at: string };

/** A chat as a page names it, and the time of its newest message. */
export type Source = { readonly id: number; readonly name: string; readonly last_message_at: string | null };

/**
 * The newest messages of some chats that pass the filters, newest first. Chats whose newest message is older than a full
 * page are not even looked at, so the cost depends on the page and not on what was ever written.
 */
export async function readPage(
  hub: Hub,
  sources: readonly Source[],
  filters: Filters,
  participant: number | null,
) {
  const reader = filters.query === null ? hub.store.read : hub.store.scan;
  const form = formOf(filters);
  const values = valuesOf(filters, participant);
  const inOrder = alongIds(form) ? byId : newestFirst;
  const byActivity = sources
    .filter(source => source.last_message_at !== null)
    .sort((one, other) => compare(other.last_message_at, one.last_message_at));
  let page: Key[] = [];
  for (const { id: chat, last_message_at } of byActivity) {
    const oldest = page.length < filters.limit ? undefined : page.at(-1);
    if (oldest !== undefined && compare(last_message_at, oldest.created_at) < 0) break;
    const floor = { floorId: oldest?.id ?? 0, floorTime: oldest?.created_at ?? '' };
    const asked = KEYS({ ...form, floor: oldest !== undefined });
    const keys = await reader.all(asked, { ...values, ...floor, chat });
    if (keys.length > 0) page = [...page, ...keys].sort(inOrder).slice(0, filters.limit);
  }
  const names = new Map(sources.map(({ id, name }) => [id, name]));
  const messages = await messagesById(
    hub.store.read,
    page.map(key => key.id),
  );
  return messages.map(one => ({ ...one, chat_name: names.get(one.chat_id) ?? '' }));
}

function formOf(filters: Filters): Form {
  return {
    after: filters.after !== null,
    before: filters.before !== null,
    afterId: filters.after_id !== null,
    beforeId: filters.before_id !== null,
    from: filters.from_id !== null,
    text: filters.query !== null,
    mentions: filters.only_mentions,
    floor: false,
  };
}

function valuesOf(
  filters: Filters,
  participant: number | null,
): Omit<Values, 'chat' | 'floorId' | 'floorTime'> {
  return {
    after: filters.after ?? '',
    before: filters.before ?? '',
    afterId: clamped(filters.after_id ?? 0),
    beforeId: clamped(filters.before_id ?? 0),
    from: filters.from_id ?? 0,
    text: fold(filters.query ?? ''),
    mentioned: participant ?? 0,
    limit: filters.limit,
  };
}

function clamped(id: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, id));
}

function byId(one: Key, other: Key): number {
  return other.id - one.id;
}

function newestFirst(one: Key, other: Key): number {
  return compare(other.created_at, one.created_at) || other.id - one.id;
}

function compare(one: string | null, other: string | null): number {
  if (one === other) return 0;
  return (one ?? '') < (other ?? '') ? -1 : 1;
}

/** Messages by their ids, newest first. */
export async function messagesById(reader: Reader, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const { count, values } = filledUp(ids);
  const rows = await reader.all(MESSAGES({ count }), values);
  return messagesOf(reader, rows.sort(newestFirst));
}

async function messagesOf(reader: Reader, rows: readonly Row[]) {
  const mentions = await mentionsIn(
    reader,
    rows.map(row => row.id),
  );
  return rows.map(row => ({
    id: row.id,
    chat_id: row.chat_id,
    sender: {
      id: row.sender_id,
      name: row.name,
      machine: row.machine,
      client_type: row.client_type,
      agent_type: row.agent_type,
    },
    text: row.text,
    mentions: mentions.get(row.id) ?? [],
    is_introduction: row.is_introduction === 1,
    intro_payload: row.intro_payload === null ? null : JSON.parse(row.intro_payload),
    created_at: row.created_at,
  }));
}

/** Who is mentioned in each of some messages. */
async function mentionsIn(reader: Reader, ids: readonly number[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  if (ids.length === 0) return found;
  const { count, values } = filledUp(ids);
  for (const row of await reader.all(MENTIONED({ count }), values))
    found.set(row.message_id, [...(found.get(row.message_id) ?? []), row.participant_id]);
  return found;
}

/** Reads the two moments of the filters, and refuses a sender that is not in this database. */
export async function checkedFilters(reader: Reader, filters: Filters): Promise<Filters> {
  const after = momentOf('after', filters.after);
  const before = momentOf('before', filters.before);
  if (filters.from_id !== null) await participantOf(reader, filters.from_id);
  return { ...filters, after, before };
}

/** A moment that a client names, or the refusal that names the parameter and the value. */
export function momentOf(name: string, value: string | null): string | null {
  if (value === null) return null;
  const moment = readInstant(value);
  if (moment !== null) return moment;
  throw new Refusal(
    422,
    `Invalid timestamp in '${name}': '${value.slice(0, 100).toWellFormed()}'. It must be ISO 8601, such as 2026-11-30T09:00:00Z; a "+" in a URL is written %2B.`,
  );
}
