import type { Receiver } from '../core/registry/receiver.ts';
import type { Registry } from '../core/registry/registry.ts';
import type { MonitorResult, WireJson } from '../core/report/monitor-json.ts';
import type { Store } from '../store/store.ts';
import type { Wire } from '../transport/wire.ts';

/** Everything that one run depends on: facts and effects, all of them arguments. */
export type RunSetup = {
  readonly receiver: Receiver;
  readonly registry: Registry;
  readonly secrets: ReadonlyMap<string, string>;
  readonly store: Store;
  /** The state folder, absolute: kept files go to `files/` in it. */
  readonly state: string;
  readonly wires: readonly Wire[];
  /** The run's clock, in ms since the epoch: `--at`, or now. */
  readonly now: number;
  /** What a wire's first poll begins with (`--since`). */
  readonly since: 'now' | 'all' | number;
  /** A DNS zone that answers instead of the network, in the form of `zoneResolver`; undefined asks the network. */
  readonly zone?: unknown;
  /** Called now and then while a scan goes on. */
  readonly progress?: (progress: Progress) => void;
};

/** How far the scan of one wire is; `expected` is null where the wire does not know. */
export type Progress = { readonly wire: string; readonly done: number; readonly expected: number | null };

/** The channel of what a run itself prints (the terminal, `--json`); the other channels are named by who reports. */
export const RUN_CHANNEL = 'run';

/** What one run found. Whoever reports adds the duties, and says what was delivered (`store.delivered`). */
export type RunReport = {
  /** The number of the run in the store; `endRun` has not been called yet. */
  readonly run: number;
  /**
   * Results that no run has printed yet, oldest first, one by one from the store: those of this run, and those of a run that
   * was killed before it could print. It can be walked again.
   */
  readonly results: Iterable<MonitorResult>;
  readonly wires: readonly WireJson[];
  /** Parties whose messages wait because their secret is not at hand: the run then exits 2. */
  readonly missingSecrets: readonly string[];
};

/**
 * One run: what is held is judged again, every wire is polled in turn, and each message is judged in a worker and recorded in one
 * transaction before the next one is asked for. A wire that fails stops no other. It never throws because of what came in.
 * Specification sections 10.1 and 10.2.
 */
export type RunMonitor = (setup: RunSetup) => Promise<RunReport>;
