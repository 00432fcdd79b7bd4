import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { BOUNDS } from '../core/finding/bounds.ts';
import type { FolderTransport } from '../core/registry/monitoring.ts';
import { fileError, readStart } from './read-bytes.ts';
import { readMark } from './watermark.ts';
import { type PollRequest, type Wire, WireError, type WireEvent } from './wire.ts';

/** Names that are asked after together: one by one, waiting costs four times the work. */
const AT_ONCE = 256;

/** A name in the folder with what the file system says of it. */
type Entry = {
  readonly name: string;
  readonly kind: 'file' | 'link' | 'special';
  readonly size: number;
  /** When it was changed last, in ms since the epoch. */
  readonly modified: number;
  /** The numeric id of the user it belongs to. */
  readonly owner: number;
  /** Name, size and time of change: another one when the file is written again. */
  readonly id: string;
};

/** How far a folder is read: nothing but which files were still changing, and since when each is as it is. */
const markSchema = z.strictObject({
  /** When the newest file that was taken was changed, in ms since the epoch. */
  newest: z.number(),
  /** By an entry's id, when it was first seen so. */
  waiting: z.record(z.string(), z.number()),
});
type Mark = z.infer<typeof markSchema>;

/**
 * The files of one drop folder; `path` is absolute. A regular file is a message as soon as it has stayed as it is for long enough.
 * A link or a special file is left alone, with a note, and a folder in it is nothing. Specification section 2.1.
 */
export function folderWire(transport: FolderTransport, path: string): Wire {
  return { kind: 'folder', name: transport.path, poll: request => poll(transport, path, request) };
}

async function* poll(
  transport: FolderTransport,
  path: string,
  request: PollRequest,
): AsyncGenerator<WireEvent, void> {
  const { from, since, unseen, now } = request;
  const entries = await entriesOf(path);
  const before = from === null ? { newest: 0, waiting: {} } : readMark(markSchema, from);
  const isOld = ({ modified }: Entry) => since === 'now' || (since !== 'all' && modified < since);
  const old = from === null ? entries.filter(isOld) : [];
  const passed = new Set(old);
  if (old.length > 0) yield { event: 'passed', transportIds: old.map(one => one.id) };
  if (from === null && since === 'now')
    yield { event: 'note', note: { code: 'baseline', args: { count: old.length } } };
  const left = entries.filter(one => !passed.has(one));
  const ids = new Set(unseen(left.map(one => one.id)));
  const fresh = left.filter(one => ids.has(one.id));
  const changing = await stillChanging(fresh, path, one => isSettled(one, before, transport, now));
  const waiting = Object.fromEntries(changing.map(one => [one.id, before.waiting[one.id] ?? now]));
  const ready = fresh.filter(one => waiting[one.id] === undefined).sort(byTime);
  const files = ready.filter(one => one.kind === 'file');
  if (files.length > 0) yield { event: 'expected', count: files.length };
  let { newest } = before;
  for (const entry of ready) {
    const { name, kind, id, modified } = entry;
    if (kind !== 'file') {
      const code = kind === 'link' ? 'link-ignored' : 'special-ignored';
      yield { event: 'note', note: { code, args: { name } }, transportId: id };
      continue;
    }
    newest = Math.max(newest, modified);
    yield {
      event: 'arrival',
      arrival: {
        transportId: id,
        label: name,
        arrived: modified,
        again: true,
        content: { form: 'file', path: join(path, name), identity: identityOf(entry, transport) },
        watermark: JSON.stringify({ newest, waiting }),
      },
    };
  }
  for (const { name } of changing) yield { event: 'note', note: { code: 'still-changing', args: { name } } };
  yield { event: 'reached', watermark: JSON.stringify({ newest, waiting }) };
}

/** The files that are not ready: those that still change, and each message that names one of them, since it hands it over. */
async function stillChanging(
  entries: readonly Entry[],
  path: string,
  isDone: (entry: Entry) => boolean,
): Promise<Entry[]> {
  const files = entries.filter(one => one.kind === 'file');
  const changing = files.filter(one => !isDone(one));
  if (changing.length === 0) return [];
  for (const message of files.filter(one => isDone(one) && one.name.endsWith('.md'))) {
    const read = await readStart(join(path, message.name), 2 * BOUNDS.blockBytes);
    const start = 'bytes' in read ? new TextDecoder().decode(read.bytes) : '';
    if (changing.some(one => one !== message && start.includes(one.name))) changing.push(message);
  }
  return changing;
}

/** Whether a file has stayed as it is for long enough: by its own time, or since a poll that saw it so. */
function isSettled(entry: Entry, before: Mark, { settle }: FolderTransport, now: number): boolean {
  const seen = before.waiting[entry.id];
  return now - entry.modified >= settle || (seen !== undefined && now - seen >= settle);
}

async function entriesOf(path: string): Promise<Entry[]> {
  let names: string[];
  try {
    names = await readdir(path);
  } catch (error) {
    const reason = isMissing(error)
      ? 'There is no such folder. Make it, or correct the path in the private file'
      : fileError(error);
    throw new WireError(`The folder cannot be read: ${reason}`, { cause: error });
  }
  const entries: Entry[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE);
    entries.push(...(await Promise.all(some.map(name => entryOf(path, name)))).filter(one => one !== null));
  }
  return entries;
}

/** What the file system says of a name; null where it has gone since it was listed, or is a folder of its own. */
async function entryOf(path: string, name: string): Promise<Entry | null> {
  const stat = await lstat(join(path, name)).catch(() => null);
  if (stat === null || stat.isDirectory()) return null;
  const kind = stat.isFile() ? 'file' : stat.isSymbolicLink() ? 'link' : 'special';
  const id = `${name}\n${stat.size} ${stat.mtimeMs}`;
  // File systems keep parts of a millisecond; an arrival is whole ones
  return { name, kind, size: stat.size, modified: Math.floor(stat.mtimeMs), owner: stat.uid, id };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** The party that the folder, or the owner of the file, proves; null where nobody is proven. */
function identityOf({ owner }: Entry, { proves }: FolderTransport): string | null {
  if (proves === null) return null;
  return proves.by === 'folder' ? proves.party : (proves.parties.get(owner) ?? null);
}

function byTime(one: Entry, other: Entry): number {
  return one.modified - other.modified || (one.name < other.name ? -1 : 1);
}
