import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../hub.test-support.ts';
import { StorageRefusal } from './failure.ts';
import { SqliteStore } from './sqlite.ts';
import { storeContract } from './store.test-support.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'new', 'aim.db');

describe('SQLite as a store', () => {
  storeContract(async () => new SqliteStore(path, Date.now));

  it('belongs to one process', async () => {
    const store = new SqliteStore(path, Date.now);
    expect(() => new SqliteStore(path, Date.now)).toThrow(StorageRefusal);
    await store.close();
    await new SqliteStore(path, Date.now).close();
  });

  it('waits for the disk at every commit, and takes no part of another database', async () => {
    await new SqliteStore(path, Date.now).close();
    const db = new DatabaseSync(path);
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    db.exec('PRAGMA user_version = 99');
    db.close();
    expect(() => new SqliteStore(path, Date.now)).toThrow(/newer server/);
    const other = join(folder, 'other.db');
    const foreign = new DatabaseSync(other);
    foreign.exec('CREATE TABLE recipes (id INTEGER)');
    foreign.close();
    expect(() => new SqliteStore(other, Date.now)).toThrow(/something else/);
  });
});
