import type { Query } from './query.ts';

/** Reads rows. Every query is compiled once; its values are bound each time. */
export type Reader = {
  all<V, R>(query: Query<V, R>, values: V): Promise<R[]>;
  first<V, R>(query: Query<V, R>, values: V): Promise<R | undefined>;
};

/**
 * One write among those of a commit: it is stored whole or not at all. It may wait for nothing but this store. What it
 * asks for is done in the order of asking, so that what needs no answer of the one before need not wait for it.
 */
export type Tx = Reader & {
  /** Runs a change and gives the number of rows that it touched. */
  run<V>(query: Query<V, unknown>, values: V): Promise<number>;
  /** Says that there is something new for the followers of events once this is stored. */
  announce(): void;
};

/**
 * What must survive a restart. All writes are serialized, over all processes that share the store, and a write's
 * promise is kept only when it is on disk; a write that throws changes nothing and rejects with what it threw.
 */
export type Store = {
  /** The identity of this database; ids mean nothing in another one. */
  readonly instanceId: string;
  /** Quick reads, by index. */
  readonly read: Reader;
  /** Reads that may go through a whole history; they keep nobody else waiting. */
  readonly scan: Reader;
  write<T>(job: (tx: Tx) => Promise<T>): Promise<T>;
  /** Calls back when something may be new; a hint, which may be late or get lost. Gives the way to stop it. */
  onNews(listener: () => void): () => void;
  close(): Promise<void>;
};
