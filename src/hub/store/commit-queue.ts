import { HUB_BOUNDS } from '../bounds.ts';
import { Overloaded } from '../refusal.ts';
import type { Tx } from './contract.ts';

/** What became of one job of a commit. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Runs jobs in one commit and gives what became of each; it throws where nothing of them was stored. */
export type Commit = (jobs: readonly ((tx: Tx) => Promise<unknown>)[]) => Promise<readonly Outcome[]>;

type Job = {
  readonly run: (tx: Tx) => Promise<unknown>;
  readonly done: (value: unknown) => void;
  readonly failed: (error: unknown) => void;
};

/**
 * The one line that all writes of a process stand in. What came in while the last commit was on its way to the disk
 * shares the next one, so that one wait for the disk serves many.
 */
export class CommitQueue {
  readonly #commit: Commit;
  readonly #jobs: Job[] = [];
  #working: Promise<void> | null = null;
  #closed = false;

  constructor(commit: Commit) {
    this.#commit = commit;
  }

  add<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#closed || this.#jobs.length >= HUB_BOUNDS.waitingWrites)
      return Promise.reject(new Overloaded());
    return new Promise<T>((resolve, reject) => {
      this.#jobs.push({ run, done: value => resolve(value as T), failed: reject });
      this.#working ??= this.#work();
    });
  }

  /** Takes no more, and waits for what it has. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    while (true) {
      // All requests of one turn of the event loop are read before their commit begins
      await new Promise(resolve => setImmediate(resolve));
      const batch = this.#jobs.splice(0, HUB_BOUNDS.commitJobs);
      if (batch.length === 0) break;
      await this.#one(batch);
    }
    this.#working = null;
  }

  async #one(batch: readonly Job[]): Promise<void> {
    let outcomes: readonly Outcome[];
    try {
      outcomes = await this.#commit(batch.map(job => job.run));
    } catch (error) {
      for (const job of batch) job.failed(error);
      return;
    }
    for (const [at, job] of batch.entries()) {
      const outcome = outcomes[at] as Outcome;
      if ('error' in outcome) job.failed(outcome.error);
      else job.done(outcome.value);
    }
  }
}
