import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StatementSync } from 'node:sqlite';
import { CommitQueue, type Outcome } from './commit-queue.ts';
import type { Reader, Store, Tx } from './contract.ts';
import { StorageFailure } from './failure.ts';
import { News } from './news.ts';
import { guarded, SqliteConnection } from './sqlite-connection.ts';
import { fileFault } from './sqlite-fault.ts';
import { type Migration, migrate } from './sqlite-migrate.ts';
import { ownFile } from './sqlite-owner.ts';
import { ScanThread } from './sqlite-scan.ts';

/** The embedded store: one SQLite file that one process owns, written with `synchronous=FULL`. */
export class SqliteStore implements Store {
  readonly instanceId: string;
  readonly read: Reader;
  readonly scan: Reader;
  /** What opening the file changed in it; null where it was a hub's own already. */
  readonly migration: Migration | null;
  readonly #disown: () => void;
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #scans: ScanThread;
  readonly #steps: Readonly<
    Record<'begin' | 'commit' | 'rollback' | 'mark' | 'keep' | 'undo', StatementSync>
  >;
  readonly #queue = new CommitQueue(jobs => this.#commit(jobs));
  readonly #news = new News();
  #announced = false;

  /** Opens a file, made where there is none; `now` dates a backup. */
  constructor(path: string, now: () => number) {
    mkdirSync(dirname(path), { recursive: true });
    this.#disown = ownFile(path);
    try {
      this.#writer = new SqliteConnection(path, { readOnly: false });
      this.migration = migrate(this.#writer.db, path, now);
      this.#writer.db.exec(
        'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384',
      );
      this.#reader = new SqliteConnection(path, { readOnly: true });
      this.#reader.db.exec('PRAGMA cache_size = -16384');
    } catch (error) {
      this.#disown();
      throw fileFault(path, error);
    }
    const row = this.#reader.db.prepare("SELECT value FROM server_meta WHERE key = 'instance_id'").get();
    this.instanceId = String(row?.value);
    this.read = this.#reader;
    this.#scans = new ScanThread(path);
    this.scan = this.#scans.reader(this.#reader);
    const step = (sql: string) => this.#writer.db.prepare(sql);
    this.#steps = {
      begin: step('BEGIN IMMEDIATE'),
      commit: step('COMMIT'),
      rollback: step('ROLLBACK'),
      mark: step('SAVEPOINT one'),
      keep: step('RELEASE one'),
      undo: step('ROLLBACK TO one'),
    };
  }

  write<T>(job: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#queue.add(job);
  }

  onNews(listener: () => void): () => void {
    return this.#news.listen(listener);
  }

  async close(): Promise<void> {
    await this.#queue.close();
    await this.#scans.close();
    this.#reader.db.close();
    this.#writer.db.close();
    this.#disown();
  }

  async #commit(jobs: readonly ((tx: Tx) => Promise<unknown>)[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    this.#announced = false;
    try {
      guarded(() => this.#steps.begin.run());
      for (const job of jobs) outcomes.push(await this.#one(job));
      guarded(() => this.#steps.commit.run());
    } catch (error) {
      if (this.#writer.db.isTransaction) this.#steps.rollback.run();
      throw error;
    }
    if (this.#announced) this.#news.tell();
    return outcomes;
  }

  /** Runs one job so that its failure takes back its own changes alone. */
  async #one(job: (tx: Tx) => Promise<unknown>): Promise<Outcome> {
    this.#steps.mark.run();
    try {
      const value = await job(this.#tx);
      this.#steps.keep.run();
      return { value };
    } catch (error) {
      // A full disk may have ended the whole transaction already
      if (!this.#writer.db.isTransaction) throw error;
      this.#steps.undo.run();
      this.#steps.keep.run();
      return { error };
    }
  }

  readonly #tx: Tx = {
    all: async (query, values) => this.#open().all(query, values),
    first: async (query, values) => this.#open().first(query, values),
    run: async (query, values) => this.#open().run(query, values),
    announce: () => {
      this.#announced = true;
    },
  };

  /** The writer; a full disk may have ended the transaction, and what is asked for after that is stored no more. */
  #open(): SqliteConnection {
    if (this.#writer.db.isTransaction) return this.#writer;
    throw new StorageFailure('the database cannot be used now: the transaction has ended');
  }
}
