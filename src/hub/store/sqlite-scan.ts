import { Worker } from 'node:worker_threads';
import { HUB_BOUNDS } from '../bounds.ts';
import { Overloaded } from '../refusal.ts';
import type { Reader } from './contract.ts';
import { StorageFailure } from './failure.ts';
import type { Query } from './query.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

type Waiting = { readonly done: (rows: unknown[]) => void; readonly failed: (error: Error) => void };

/** What the thread answers: the rows, or why there are none. */
export type ScanAnswer = {
  readonly id: number;
  readonly rows: unknown[];
  readonly error: string | null;
};

/** A thread with a connection of its own for reads that may take long; it starts with the first of them. */
export class ScanThread {
  readonly #path: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #last = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** The thread as a reader; `connection` gives it the text of the queries. */
  reader(connection: SqliteConnection): Reader {
    const all = <V, R>(query: Query<V, R>, values: V): Promise<R[]> => {
      const { sql, parameters } = connection.text(query, values);
      return this.#ask(sql, parameters) as Promise<R[]>;
    };
    return { all, first: async (query, values) => (await all(query, values))[0] };
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #ask(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    if (this.#waiting.size >= HUB_BOUNDS.waitingScans) return Promise.reject(new Overloaded());
    this.#worker ??= this.#start();
    this.#last += 1;
    const id = this.#last;
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed });
      this.#worker?.postMessage({ id, sql, parameters });
    });
  }

  #start(): Worker {
    const extension = import.meta.url.slice(-2);
    const worker = new Worker(new URL(`./sqlite-scan-thread.${extension}`, import.meta.url), {
      workerData: { path: this.#path },
      execArgv: [],
    });
    worker.on('message', ({ id, rows, error }: ScanAnswer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === null) waiting?.done(rows);
      else waiting?.failed(new StorageFailure(`the database cannot be searched now: ${error}`));
    });
    worker.on('error', error => this.#lost(error.message));
    worker.on('exit', () => this.#lost('the thread ended'));
    return worker;
  }

  /** A thread that died takes its searches with it; the next one starts a new thread. */
  #lost(reason: string): void {
    for (const { failed } of this.#waiting.values())
      failed(new StorageFailure(`a search was lost: ${reason}`));
    this.#waiting.clear();
    this.#worker = null;
  }
}
