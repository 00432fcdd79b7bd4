import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { fold, foldedApart } from '../fold.ts';
import { hashOf } from '../secret.ts';
import { StorageRefusal } from './failure.ts';
import { importPublicFile, PUBLIC_VERSION } from './sqlite-public.ts';
import { APPLICATION_ID, SQLITE_SCHEMA, SQLITE_VERSION } from './sqlite-schema.ts';

/** What was done to a file of an older form: which form it had, and where its backup is. */
export type Migration = { readonly from: string; readonly backup: string };

/**
 * Brings a database file to the form of this hub, keeping every id: a new file is made, a file of the public system is
 * taken over, an older one of ours goes through its steps. A backup lies beside the file before the first step.
 */
export function migrate(db: DatabaseSync, path: string, now: () => number): Migration | null {
  const version = pragma(db, 'user_version');
  const own = pragma(db, 'application_id') === APPLICATION_ID;
  if (own && version === SQLITE_VERSION) return null;
  if (own) throw new StorageRefusal(newer(path, `${version}`, `${SQLITE_VERSION}`));
  if (isEmpty(db)) {
    inOneStep(db, () => db.exec(SQLITE_SCHEMA));
    return null;
  }
  if (!hasTable(db, 'participants') || !hasTable(db, 'messages'))
    throw new StorageRefusal(`${path} is a database of something else: it has no participants and messages.`);
  if (version > PUBLIC_VERSION) throw new StorageRefusal(newer(path, `${version}`, `${PUBLIC_VERSION}`));
  const backup = backUp(db, path, version, now);
  defineFunctions(db);
  inOneStep(db, () => importPublicFile(db));
  return { from: `schema ${version} of the public system`, backup };
}

/** Whether a database has the present form of a hub's own. */
export function isOwnFile(db: DatabaseSync): boolean {
  return pragma(db, 'application_id') === APPLICATION_ID && pragma(db, 'user_version') === SQLITE_VERSION;
}

function newer(path: string, found: string, known: string): string {
  return `${path} has schema ${found}, and this hub knows ${known} and older: it was written by a newer server. Nothing was changed.`;
}

/** Does everything or nothing. Foreign keys rest meanwhile, since tables are replaced. */
function inOneStep(db: DatabaseSync, work: () => void): void {
  db.exec('PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE');
  try {
    work();
    db.prepare("INSERT OR IGNORE INTO server_meta (key, value) VALUES ('instance_id', ?)").run(randomUUID());
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SQLITE_VERSION}; COMMIT`);
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
  db.exec('PRAGMA foreign_keys = ON');
}

function backUp(db: DatabaseSync, path: string, version: number, now: () => number): string {
  const day = new Date(now()).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  let backup = `${path}.schema-${version}-${day}.bak`;
  for (let copy = 2; existsSync(backup); copy += 1) backup = `${path}.schema-${version}-${day}-${copy}.bak`;
  db.prepare('VACUUM INTO ?').run(backup);
  return backup;
}

/** The functions that the steps use: what is compared and searched is folded by our rule, not by SQLite's. */
function defineFunctions(db: DatabaseSync): void {
  const options = { deterministic: true };
  db.function('folded', options, text => fold(String(text)));
  db.function('folded_apart', options, text => foldedApart(String(text)));
  db.function('metadata_of', options, text => metadataOf(text === null ? '{}' : String(text)));
  db.function('hash_of', options, text => (text === null ? null : hashOf(String(text))));
}

/** Metadata as JSON: the public system also stores `NaN` and `Infinity`, which are none and become null. */
function metadataOf(text: string): string {
  try {
    const json = text.replace(PYTHON_NUMBER, (_, quoted: string | undefined) => quoted ?? 'null');
    JSON.parse(json);
    return json;
  } catch {
    return '{}';
  }
}

const PYTHON_NUMBER = /("(?:[^"\\]|\\.)*")|-?Infinity|NaN/g;

function isEmpty(db: DatabaseSync): boolean {
  return db.prepare('SELECT count(*) AS n FROM sqlite_master').get()?.n === 0;
}

function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

function pragma(db: DatabaseSync, name: string): number {
  return Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
}
