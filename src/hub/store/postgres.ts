import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { CommitQueue, type Outcome } from './commit-queue.ts';
import type { Reader, Store, Tx } from './contract.ts';
import { StorageFailure, StorageRefusal } from './failure.ts';
import { News } from './news.ts';
import { POSTGRES_SCHEMA, POSTGRES_VERSION, WRITER_LOCK } from './postgres-schema.ts';
import { CompiledQueries, type Query } from './query.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

const CHANNEL = 'aim_hub';
const READERS = 8;
const SCANNERS = 2;
/** Milliseconds for which a search may go through a history. */
const SCAN_MS = 30_000;
/** Milliseconds until a lost listener is replaced: hints only wake, so a gap costs a little lateness. */
const LISTEN_AGAIN_MS = 1000;

// Ids and counts stay below what JavaScript holds exactly
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * A PostgreSQL database that several hubs may share. Each commit holds one lock over all of them, so that ids and times
 * tell one order; LISTEN and NOTIFY only say that a look is worth it.
 */
export class PostgresStore implements Store {
  readonly instanceId: string;
  readonly read: Reader;
  readonly scan: Reader;
  readonly #readers: pg.Pool;
  readonly #scanners: pg.Pool;
  readonly #writers: pg.Pool;
  readonly #url: string;
  readonly #queries = new CompiledQueries('postgres');
  readonly #queue = new CommitQueue(jobs => this.#commit(jobs));
  readonly #news = new News();
  #listener: pg.Client | null = null;
  #closed = false;

  private constructor(url: string, instanceId: string, writers: pg.Pool) {
    this.#url = url;
    this.instanceId = instanceId;
    this.#writers = writers;
    this.#readers = poolOf(url, READERS);
    this.#scanners = poolOf(url, SCANNERS, { statement_timeout: SCAN_MS });
    this.read = this.#readerOf(this.#readers);
    this.scan = this.#readerOf(this.#scanners);
  }

  /** Connects to a database, and makes its tables where it has none. */
  static async open(url: string): Promise<PostgresStore> {
    const writers = poolOf(url, 1, { pipeline: true });
    try {
      const store = new PostgresStore(url, await prepare(writers), writers);
      await store.#listen();
      return store;
    } catch (error) {
      await writers.end();
      const failure = failureOf(error);
      if (!(failure instanceof StorageFailure)) throw failure;
      throw new StorageFailure(`${failure.message}; is PostgreSQL up, and is AIM_DATABASE_URL right?`);
    }
  }

  write<T>(job: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#queue.add(job);
  }

  onNews(listener: () => void): () => void {
    return this.#news.listen(listener);
  }

  async close(): Promise<void> {
    await this.#queue.close();
    this.#closed = true;
    await this.#listener?.end().catch(() => undefined);
    await Promise.all([this.#readers.end(), this.#scanners.end(), this.#writers.end()]);
  }

  async #commit(jobs: readonly ((tx: Tx) => Promise<unknown>)[]): Promise<readonly Outcome[]> {
    const client = await this.#writers.connect().catch(error => {
      throw failureOf(error);
    });
    let lost: Error | undefined;
    try {
      let mark = held(client.query(`BEGIN; SELECT pg_advisory_xact_lock(${WRITER_LOCK}); SAVEPOINT one`));
      const news = { announced: false };
      const outcomes: Outcome[] = [];
      for (const job of jobs) {
        const before = outcomes.at(-1);
        if (before !== undefined && 'value' in before)
          mark = held(client.query('RELEASE SAVEPOINT one; SAVEPOINT one'));
        outcomes.push(await this.#one(client, job, mark, news));
      }
      await mark;
      // Once for all of them, since a notification costs every writer; the release fails where COMMIT would roll back
      const notify = news.announced ? `NOTIFY ${CHANNEL}; ` : '';
      await client.query(`RELEASE SAVEPOINT one; ${notify}COMMIT`).catch(error => {
        throw failureOf(error, { mayBeStored: true });
      });
      return outcomes;
    } catch (error) {
      // A connection whose transaction failed as a whole is not used again
      lost = error instanceof Error ? error : new Error(String(error));
      throw failureOf(error);
    } finally {
      client.release(lost);
    }
  }

  /** Runs one job so that its failure takes back its own changes alone: what came after `mark`, its savepoint. */
  async #one(
    client: Connection,
    job: (tx: Tx) => Promise<unknown>,
    mark: Promise<unknown>,
    news: { announced: boolean },
  ): Promise<Outcome> {
    const reader = this.#readerOf(client);
    const tx: Tx = {
      ...reader,
      run: async (query, values) => (await this.#ask(client, query, values)).rowCount ?? 0,
      announce: () => {
        news.announced = true;
      },
    };
    try {
      return { value: await job(tx) };
    } catch (error) {
      // Where there is no savepoint, that is the fault, and the job's only came of it
      await mark;
      if (error instanceof StorageFailure) throw error;
      await client.query('ROLLBACK TO SAVEPOINT one');
      return { error };
    }
  }

  #readerOf(connection: Connection): Reader {
    const all = async <V, R>(query: Query<V, R>, values: V) =>
      (await this.#ask(connection, query, values)).rows as R[];
    return { all, first: async (query, values) => (await all(query, values))[0] };
  }

  async #ask<V, R>(connection: Connection, query: Query<V, R>, values: V): Promise<pg.QueryResult> {
    const { sql, bind } = this.#queries.of(query);
    try {
      return await connection.query({ name: nameOf(sql), text: sql, values: bind(values) });
    } catch (error) {
      throw failureOf(error);
    }
  }

  /** Listens for hints; where the connection is lost, again after a while. */
  async #listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url });
    client.on('notification', () => this.#news.tell());
    client.on('error', () => undefined);
    client.on('end', () => {
      if (!this.#closed) setTimeout(() => void this.#listenAgain(), LISTEN_AGAIN_MS).unref();
    });
    this.#listener = client;
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    this.#news.tell();
  }

  async #listenAgain(): Promise<void> {
    if (!this.#closed) await this.#listen().catch(() => undefined);
  }
}

function poolOf(url: string, max: number, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: 5000, ...more });
  // A connection that is lost while it rests is replaced when it is needed
  pool.on('error', () => undefined);
  pool.on('connect', client => client.on('error', () => undefined));
  return pool;
}

/** A promise that is waited for later: until then its failure is nobody's. */
function held<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Makes the tables where there are none, one process at a time, and gives the database's identity. */
async function prepare(pool: pg.Pool): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [WRITER_LOCK]);
    const { rows } = await client.query("SELECT to_regclass('server_meta') AS found");
    if (rows[0]?.found === null) await create(client);
    const meta = await client.query('SELECT key, value FROM server_meta');
    const values = new Map(meta.rows.map(row => [row.key, row.value]));
    if (values.get('schema_version') !== `${POSTGRES_VERSION}`)
      throw new StorageRefusal(
        `The database has schema ${values.get('schema_version')}, and this hub knows ${POSTGRES_VERSION}: it was written by a newer hub. Nothing was changed.`,
      );
    await client.query('COMMIT');
    return String(values.get('instance_id'));
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

async function create(client: Connection): Promise<void> {
  await client.query(POSTGRES_SCHEMA);
  const put = 'INSERT INTO server_meta (key, value) VALUES ($1, $2), ($3, $4)';
  await client.query(put, ['schema_version', `${POSTGRES_VERSION}`, 'instance_id', randomUUID()]);
}

/** Prepared statements go by a name of at most 63 characters. */
const names = new Map<string, string>();
function nameOf(sql: string): string {
  const name = names.get(sql) ?? `q${names.size}`;
  names.set(sql, name);
  return name;
}

/** Connection, authorization, catalogue, rollback, resources, state, intervention, system. */
const MACHINE_FAULTS: ReadonlySet<string> = new Set(['08', '28', '3D', '40', '53', '55', '57', '58']);

/** Tells a database that cannot be used now (these classes of SQLSTATE, or none at all) from a fault of ours. */
function failureOf(error: unknown, { mayBeStored = false } = {}): unknown {
  if (error instanceof StorageFailure || error instanceof StorageRefusal) return error;
  const code = (error as { code?: unknown }).code;
  const state = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : null;
  if (state !== null && !MACHINE_FAULTS.has(state)) return error;
  return new StorageFailure(`the database cannot be used now: ${(error as Error).message}`, mayBeStored);
}
