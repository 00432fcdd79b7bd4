import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StatementSync } from 'node:sqlite';
import { HUB_BOUNDS } from '../bounds.ts';
import { Overloaded } from '../refusal.ts';
import type { Reader, Store, Tx } from './contract.ts';
import { guarded, SqliteConnection } from './sqlite-connection.ts';
import { type Migration, migrate } from './sqlite-migrate.ts';
import { OwnerLock } from './sqlite-owner.ts';
import { ScanThread } from './sqlite-scan.ts';

type Job = {
  readonly run: (tx: Tx) => Promise<unknown>;
  readonly done: (value: unknown) => void;
  readonly failed: (error: unknown) => void;
};

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/**
 * The embedded store: one SQLite file that one process owns. All writes that came in while the last commit was on its
 * way to the disk share the next commit, so that `synchronous=FULL` costs one wait for many.
 */
export class SqliteStore implements Store {
  readonly instanceId: string;
  readonly read: Reader;
  readonly scan: Reader;
  /** What opening the file changed in it; null where it was a hub's own already. */
  readonly migration: Migration | null;
  readonly #owner: OwnerLock;
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #scans: ScanThread;
  readonly #steps: Readonly<
    Record<'begin' | 'commit' | 'rollback' | 'mark' | 'keep' | 'undo', StatementSync>
  >;
  readonly #listeners = new Set<() => void>();
  readonly #jobs: Job[] = [];
  #working: Promise<void> | null = null;
  #news = false;
  #closed = false;

  /** Opens a file, made where there is none; `now` dates a backup. */
  constructor(path: string, now: () => number) {
    mkdirSync(dirname(path), { recursive: true });
    this.#owner = new OwnerLock(path);
    try {
      this.#writer = new SqliteConnection(path, { readOnly: false });
      this.migration = migrate(this.#writer.db, path, now);
      this.#writer.db.exec(
        'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768',
      );
      this.#reader = new SqliteConnection(path, { readOnly: true });
      this.#reader.db.exec('PRAGMA cache_size = -32768');
    } catch (error) {
      this.#owner.release();
      throw error;
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
    if (this.#jobs.length >= HUB_BOUNDS.waitingWrites) return Promise.reject(new Overloaded());
    if (this.#closed) return Promise.reject(new Overloaded());
    return new Promise<T>((resolve, reject) => {
      this.#jobs.push({ run: job, done: value => resolve(value as T), failed: reject });
      this.#working ??= this.#work();
    });
  }

  onNews(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#working;
    await this.#scans.close();
    this.#reader.db.close();
    this.#writer.db.close();
    this.#owner.release();
  }

  /** Commits what waits, again and again; what comes in meanwhile is the next commit. */
  async #work(): Promise<void> {
    while (true) {
      // All requests of one turn of the event loop are read before their commit begins
      await new Promise(resolve => setImmediate(resolve));
      const batch = this.#jobs.splice(0, HUB_BOUNDS.commitJobs);
      if (batch.length === 0) break;
      await this.#commit(batch);
    }
    this.#working = null;
  }

  async #commit(batch: readonly Job[]): Promise<void> {
    const outcomes: Outcome[] = [];
    try {
      guarded(() => this.#steps.begin.run());
      for (const job of batch) outcomes.push(await this.#one(job));
      guarded(() => this.#steps.commit.run());
    } catch (error) {
      if (this.#writer.db.isTransaction) this.#steps.rollback.run();
      for (const job of batch) job.failed(error);
      return;
    }
    for (const [at, job] of batch.entries()) {
      const outcome = outcomes[at] as Outcome;
      if ('error' in outcome) job.failed(outcome.error);
      else job.done(outcome.value);
    }
    if (this.#news) for (const listener of this.#listeners) listener();
    this.#news = false;
  }

  /** Runs one job so that its failure takes back its own changes alone. */
  async #one(job: Job): Promise<Outcome> {
    this.#steps.mark.run();
    try {
      const value = await job.run(this.#tx);
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
    all: (query, values) => this.#writer.all(query, values),
    first: (query, values) => this.#writer.first(query, values),
    run: (query, values) => this.#writer.run(query, values),
    announce: () => {
      this.#news = true;
    },
  };
}
