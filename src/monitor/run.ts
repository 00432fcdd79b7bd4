import type { Receiver } from '../core/registry/receiver.ts';
import type { Registry } from '../core/registry/registry.ts';
import type { MonitorResult, WireJson } from '../core/report/monitor-json.ts';
import { wireNoteJson } from '../core/report/wire-wording.ts';
import { databasePath } from '../store/state-file.ts';
import type { Store } from '../store/store.ts';
import { type Arrival, type Wire, WireError } from '../transport/wire.ts';
import { patientEvents } from './events.ts';
import { judgeHeld } from './held.ts';
import { type Judge, judgeInChild, LIMITS } from './judge-child.ts';
import { KeepError } from './keep-file.ts';
import { recordArrival } from './record.ts';
import type { JudgeFacts } from './serve-judge.ts';

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
  /** Aborted when the process is to end: the message at hand is finished, and the rest is left to the next run. */
  readonly stopping?: AbortSignal;
  /** Milliseconds for which a wire may be silent; a test asks for fewer. */
  readonly silence?: number;
  /** Who judges: a process of its own, unless a test says otherwise. */
  readonly judge?: (facts: JudgeFacts) => Judge;
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

/** Of the deadline of a message, the part that may go into waiting for name servers. */
const DNS_SHARE = 0.6;

/**
 * One run: what is held is judged again, every wire is polled in turn, and each message is judged in a process of its own and recorded in one
 * transaction before the next one is asked for. A wire that fails stops no other. It throws only where the state itself fails
 * (`StateError`). Specification sections 10.1 and 10.2.
 */
export async function runMonitor(setup: RunSetup): Promise<RunReport> {
  const { store, wires, now } = setup;
  store.openChannels([RUN_CHANNEL]);
  const run = store.beginRun(now);
  const judge = judgeOf(setup);
  try {
    await judgeHeld(setup, judge);
    const reports: WireJson[] = [];
    for (const wire of wires) reports.push(await pollWire(wire, setup, judge));
    return { run, results: resultsOf(store), wires: reports, missingSecrets: missingSecrets(setup) };
  } finally {
    judge.close();
  }
}

function judgeOf(setup: RunSetup): Judge {
  const { receiver, registry, secrets, zone, state, judge = judgeInChild } = setup;
  const dnsMillis = LIMITS.millis * DNS_SHARE;
  return judge({ receiver, registry, secrets, zone, dnsMillis, database: databasePath(state) });
}

/** Polls one wire to its end, or to where it fails: what was recorded until then stands, and so does its watermark. */
async function pollWire(wire: Wire, setup: RunSetup, judge: Judge): Promise<WireJson> {
  const { store, now, since } = setup;
  const notes: WireJson['notes'] = [];
  let fresh = 0;
  const files = new Set<string>();
  const handedOver = new Set<string>();
  let done = 0;
  let expected: number | null = null;
  const report = (error: string | null): WireJson => ({
    kind: wire.kind,
    name: wire.name,
    ok: error === null,
    error,
    watermark: store.watermark(wire.name),
    new: fresh + [...files].filter(name => !handedOver.has(name)).length,
    notes,
  });
  const isSeen = (transportId: string) => store.isSeen(wire.name, transportId);
  const unseen = (transportIds: readonly string[]) => store.unseen(wire.name, transportIds);
  const request = { from: store.watermark(wire.name), since, now, isSeen, unseen };
  const take = async (arrival: Arrival) => {
    const { isNew, file, handsOver } = await recordArrival(arrival, wire, setup, judge);
    if (file !== null) files.add(file);
    else if (isNew) fresh++;
    for (const name of handsOver) handedOver.add(name);
    setup.progress?.({ wire: wire.name, done: ++done, expected });
  };
  try {
    for await (const step of patientEvents(wire, request, setup.silence)) {
      if (setup.stopping?.aborted) break;
      switch (step.event) {
        case 'arrival':
          if (!isSeen(step.arrival.transportId)) await take(step.arrival);
          break;
        case 'expected':
          expected = step.count;
          break;
        case 'note':
          if (step.transportId !== undefined) store.pass(wire.name, [step.transportId]);
          notes.push(wireNoteJson(step.note));
          break;
        case 'passed':
          store.pass(wire.name, step.transportIds);
          break;
        case 'reached':
          if (step.watermark !== store.watermark(wire.name)) store.setWatermark(wire.name, step.watermark);
          break;
      }
    }
    return report(null);
  } catch (error) {
    // What cannot be kept stops this wire alone, so that the owner hears of it as of any wire that is not read
    if (!(error instanceof WireError || error instanceof KeepError)) throw error;
    return report(error.message);
  }
}

function resultsOf(store: Store): Iterable<MonitorResult> {
  return {
    *[Symbol.iterator]() {
      for (const entry of store.pending(RUN_CHANNEL)) if (entry.kind === 'result') yield entry.result;
    },
  };
}

function missingSecrets({ store, secrets }: RunSetup): string[] {
  const waiting = new Set<string>();
  for (const { reason } of store.held()) if (reason.for === 'secret') waiting.add(reason.name);
  return [...waiting].filter(party => !secrets.has(party));
}
