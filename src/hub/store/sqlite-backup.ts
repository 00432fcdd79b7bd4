import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StorageRefusal } from './failure.ts';
import { fileFault, onFile } from './sqlite-fault.ts';
import { ownFile } from './sqlite-owner.ts';
import { APPLICATION_ID, NUMBERED, SQLITE_VERSION } from './sqlite-schema.ts';

/** What is in a database, for a person to compare. */
export type Census = { readonly instance: string } & Readonly<Record<(typeof COUNTED)[number], number>>;

const COUNTED = ['participants', 'chats', 'messages', 'memories'] as const;

/**
 * Copies a database, also one that a hub is writing to: the copy is of one moment. It stands under its name only after
 * its integrity was checked and it is on the disk.
 */
export function backUpDatabase(database: string, file: string): Census {
  requireFile(database);
  if (existsSync(file)) throw new StorageRefusal(`${file} exists already; a backup is never overwritten.`);
  mkdirSync(dirname(file), { recursive: true });
  const part = `${file}.part`;
  copy(database, part);
  const census = check(part);
  settle(part, file);
  return census;
}

/** What a restore did: what is in the database now, and where the former one lies; null where there was none. */
export type Restored = { readonly census: Census; readonly former: string | null };

/**
 * Puts a checked backup in the place of a database. The former one is kept beside it, and ids that it had given are not
 * given again, so that no client takes another's id for its own.
 */
export function restoreDatabase(
  file: string,
  database: string,
  options: { readonly newInstance: boolean; readonly stamp: string },
): Restored {
  requireFile(file);
  mkdirSync(dirname(database), { recursive: true });
  const disown = ownFile(database);
  try {
    const part = `${database}.part`;
    copy(file, part);
    const former = existsSync(database) ? unusedName(`${database}.before-restore-${options.stamp}`) : null;
    const census = check(part, db => prepare(db, former === null ? null : database, options.newInstance));
    if (former !== null) setAside(database, former);
    settle(part, database);
    return { census, former };
  } finally {
    disown();
  }
}

/** Copies a database as it is at one moment; where that fails, nothing is left of the copy. */
function copy(database: string, part: string): void {
  rmSync(part, { force: true });
  const source = onFile(database, () => new DatabaseSync(database, { readOnly: true, timeout: 5000 }));
  try {
    onFile(database, () => source.prepare('PRAGMA schema_version').get());
    onFile(part, () => source.prepare('VACUUM INTO ?').run(part));
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  } finally {
    source.close();
  }
}

function prepare(db: DatabaseSync, former: string | null, newInstance: boolean): void {
  if (former !== null) raiseMarks(db, former);
  if (newInstance) db.prepare("UPDATE server_meta SET value = ? WHERE key = 'instance_id'").run(randomUUID());
}

/** Carries over how far the former database had given ids. One that cannot be read gave none that are known. */
function raiseMarks(db: DatabaseSync, former: string): void {
  for (const [name, mark] of marksOf(former)) {
    if (!NUMBERED.some(one => one === name)) continue;
    const raised = db.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?').run(mark, name);
    if (raised.changes === 0)
      db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, mark);
  }
}

function marksOf(path: string): [string, number][] {
  const db = onFile(path, () => new DatabaseSync(path, { timeout: 5000 }));
  try {
    const rows = db.prepare('SELECT name, seq FROM sqlite_sequence').all();
    return rows.map(row => [String(row.name), Number(row.seq)]);
  } catch {
    return [];
  } finally {
    db.close();
  }
}

/** A name that nothing has: two restores within a second keep both former databases. */
function unusedName(name: string): string {
  let unused = name;
  for (let copy = 2; existsSync(unused); copy += 1) unused = `${name}-${copy}`;
  return unused;
}

/** Moves a database with its journal away, whole, so that it could be opened there. */
function setAside(database: string, former: string): void {
  renameSync(database, former);
  for (const suffix of ['-wal', '-shm'])
    if (existsSync(database + suffix)) renameSync(database + suffix, former + suffix);
}

/** Checks a copy page by page, changes what it must, and says what is in it; a copy that is not sound is removed. */
function check(path: string, change: (db: DatabaseSync) => void = () => undefined): Census {
  const db = onFile(path, () => new DatabaseSync(path));
  const value = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];
  try {
    const sound = value('PRAGMA integrity_check') === 'ok';
    const whole = db.prepare('PRAGMA foreign_key_check').all().length === 0;
    const ours =
      value('PRAGMA application_id') === APPLICATION_ID && value('PRAGMA user_version') === SQLITE_VERSION;
    if (!sound || !whole)
      throw new StorageRefusal(`The copy failed its integrity check, so it was not kept.`);
    if (!ours)
      throw new StorageRefusal(
        `This is no database of a hub of this version. Start the hub on it once: it takes older ones over.`,
      );
    change(db);
    const counts = COUNTED.map(table => [table, Number(value(`SELECT count(*) FROM ${table}`))]);
    const instance = String(value("SELECT value FROM server_meta WHERE key = 'instance_id'"));
    return { instance, ...Object.fromEntries(counts) };
  } catch (error) {
    db.close();
    rmSync(path, { force: true });
    throw fileFault(path, error);
  } finally {
    if (db.isOpen) db.close();
  }
}

/** Brings a file to the disk and then to its name. */
function settle(part: string, file: string): void {
  const handle = openSync(part, 'r+');
  fsyncSync(handle);
  closeSync(handle);
  renameSync(part, file);
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function requireFile(path: string): void {
  if (!existsSync(path)) throw new StorageRefusal(`${path} does not exist.`);
}
