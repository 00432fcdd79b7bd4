import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { takeFileLock } from './file-lock.ts';
import { APPLICATION, SCHEMA, VERSION } from './schema.ts';
import { StateError, sqliteStore } from './sqlite.ts';
import type { Opened, OpenState, ResetState, Store } from './store.ts';

const FILE = 'monitor.db';
const LOCK = 'monitor.lock';
/** SQLite's own files beside a database: a damaged one is kept with them. */
const BESIDE = ['', '-wal', '-shm', '-journal'];
/** Milliseconds that a reader waits for a writer. */
const PATIENCE = 2000;

/** The database of a state folder. */
export function databasePath(folder: string): string {
  return join(folder, FILE);
}

/**
 * Opens the state in a folder, which is made where there is none. What cannot be trusted (a damaged file, one that is gone
 * though reports were written) is said and never begun anew. Specification section 10.2.
 */
export const openState: OpenState = (folder, { reportsExist, readOnly = false }) => {
  const path = databasePath(folder);
  const isEmpty = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
  if (isEmpty && reportsExist)
    return { state: 'damaged', why: `${path} is gone or empty, though reports were written before` };
  if (readOnly) return isEmpty ? { state: 'absent' } : openDatabase(path, () => {}, true);
  const free = lock(folder);
  if (free === null) return { state: 'busy' };
  if (isEmpty) inWords(folder, () => create(path), free);
  const opened = openDatabase(path, free, false);
  if (opened.state !== 'open') free();
  return opened;
};

/** Sets a state aside and begins a new one. The kept files of earlier messages stay where they are. */
export const resetState: ResetState = (folder, at) => {
  const free = lock(folder);
  if (free === null) return { state: 'busy' };
  try {
    const stamp = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const path = databasePath(folder);
    const kept: string[] = [];
    inWords(folder, () => {
      for (const suffix of BESIDE) {
        if (!existsSync(path + suffix)) continue;
        const aside = unusedPath(join(folder, `monitor.set-aside-${stamp}.db`), suffix);
        renameSync(path + suffix, aside);
        kept.push(aside);
      }
      create(path);
    });
    return { state: 'reset', kept };
  } finally {
    free();
  }
};

function unusedPath(path: string, suffix: string): string {
  let free = path + suffix;
  for (let count = 2; existsSync(free); count++) free = `${path}-${count}${suffix}`;
  return free;
}

/** Holds the folder for one run, and gives what frees it; null where another run holds it. */
function lock(folder: string): (() => void) | null {
  const path = join(folder, LOCK);
  return inWords(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    touch(path);
    return takeFileLock(path);
  });
}

function create(path: string): void {
  touch(path);
  const db = new DatabaseSync(path);
  try {
    db.exec('PRAGMA journal_mode = WAL');
    db.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT`);
  } finally {
    db.close();
  }
}

/** An empty file that nobody else may read. One that is there stays closed: closing it would end this process's lock on it. */
function touch(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}

function openDatabase(path: string, free: () => void, readOnly: boolean): Opened {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(path, { readOnly, timeout: PATIENCE });
    const why = faultOf(db);
    if (why !== null) {
      db.close();
      return { state: 'damaged', why: `${path} ${why}` };
    }
    if (!readOnly) db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    return { state: 'open', store: checked(sqliteStore(db, path, free)) };
  } catch (error) {
    if (db?.isOpen) db.close();
    if (isOfSystem(error)) {
      free();
      throw unusable(dirname(path), error);
    }
    return { state: 'damaged', why: `${path} cannot be read as the monitor's state: ${messageOf(error)}` };
  }
}

/** What is wrong with a database, in words, or null. */
function faultOf(db: DatabaseSync): string | null {
  const number = (pragma: string) => Number(Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  if (number('application_id') !== APPLICATION) return 'is not the state of a monitor';
  const version = number('user_version');
  if (version > VERSION) return `was written by a newer aimf (state version ${version}, known is ${VERSION})`;
  const [said] = Object.values(db.prepare('PRAGMA integrity_check(1)').get() ?? {});
  return said === 'ok' ? null : `is damaged: ${String(said)}`;
}

/** Touches the tables once, so that one that is missing is found before anything is done. */
function checked(store: Store): Store {
  store.runs(1);
  store.acks();
  store.watermark('');
  store.isSeen('', '');
  store.value('');
  for (const _ of store.pending('')) break;
  for (const _ of store.held()) break;
  return store;
}

/** SQLite's codes for what the system does not let it do: nothing is known of the file then, least of all that it is damaged. */
const OF_SYSTEM: ReadonlySet<unknown> = new Set([
  ...[3 /* permission */, 5 /* busy */, 7 /* no memory */, 8 /* read-only */, 10 /* input, output */],
  ...[13 /* full */, 14 /* cannot open */],
]);

function isOfSystem(error: unknown): boolean {
  const fault = error instanceof StateError ? error.cause : error;
  // The low byte is the code, the rest says more of it
  return fault instanceof Error && 'errcode' in fault && OF_SYSTEM.has(Number(fault.errcode) & 0xff);
}

function unusable(folder: string, error: unknown): StateError {
  const what = `The state folder ${folder} cannot be used: ${messageOf(error)}`;
  return new StateError(`${what}. The monitor must be able to write in it`, { cause: error });
}

/** The result of work in the state folder; where the system does not allow it, an error in words, and the lock is freed. */
function inWords<Result>(folder: string, work: () => Result, free: () => void = () => {}): Result {
  try {
    return work();
  } catch (error) {
    free();
    throw unusable(folder, error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
