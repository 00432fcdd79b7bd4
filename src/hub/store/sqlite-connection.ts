import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Reader } from './contract.ts';
import { StorageFailure } from './failure.ts';
import { CompiledQueries, type Query } from './query.ts';

type Prepared = { readonly statement: StatementSync; readonly bind: (values: never) => unknown[] };

/** What SQLite says when the machine and not the query is at fault: busy, locked, read-only, I/O, corrupt, full, cannot open. */
const MACHINE_FAULTS: ReadonlySet<number> = new Set([5, 6, 8, 10, 11, 13, 14, 26]);

/** One connection to a database file, with its prepared statements. */
export class SqliteConnection implements Reader {
  readonly db: DatabaseSync;
  readonly #queries = new CompiledQueries('sqlite');
  readonly #prepared = new WeakMap<object, Prepared>();

  constructor(path: string, options: { readonly readOnly: boolean }) {
    this.db = new DatabaseSync(path, { ...options, timeout: 5000, enableForeignKeyConstraints: true });
  }

  async all<V, R>(query: Query<V, R>, values: V): Promise<R[]> {
    const { statement, parameters } = this.#bound(query, values);
    return guarded(() => statement.all(...parameters)) as R[];
  }

  async first<V, R>(query: Query<V, R>, values: V): Promise<R | undefined> {
    const { statement, parameters } = this.#bound(query, values);
    return guarded(() => statement.get(...parameters)) as R | undefined;
  }

  async run<V>(query: Query<V, unknown>, values: V): Promise<number> {
    const { statement, parameters } = this.#bound(query, values);
    return Number(guarded(() => statement.run(...parameters)).changes);
  }

  /** The SQL of a query and its parameters, for another thread to run. */
  text<V, R>(query: Query<V, R>, values: V): { sql: string; parameters: unknown[] } {
    const { sql, bind } = this.#queries.of(query);
    return { sql, parameters: bind(values) };
  }

  #bound<V, R>(query: Query<V, R>, values: V): { statement: StatementSync; parameters: SQLInputValue[] } {
    let prepared = this.#prepared.get(query);
    if (prepared === undefined) {
      const { sql, bind } = this.#queries.of(query);
      prepared = { statement: this.db.prepare(sql), bind: bind as Prepared['bind'] };
      this.#prepared.set(query, prepared);
    }
    return {
      statement: prepared.statement,
      parameters: prepared.bind(values as never) as SQLInputValue[],
    };
  }
}

/** Runs a piece of work on a database and tells the machine's faults from ours. */
export function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = (error as { errcode?: unknown }).errcode;
    if (typeof code !== 'number' || !MACHINE_FAULTS.has(code & 0xff)) throw error;
    throw new StorageFailure(`the database cannot be used now: ${(error as Error).message}`);
  }
}
