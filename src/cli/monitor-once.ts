import { DATE } from '../core/message/envelope.ts';
import { jsonText } from '../core/report/json.ts';
import type { MonitorResult, WireJson } from '../core/report/monitor-json.ts';
import { quotable } from '../core/report/sentence.ts';
import { beFrugal } from '../monitor/frugal.ts';
import { printed, type WatchResult, watchOnce } from '../monitor/monitor.ts';
import { plainReport } from '../monitor/report/plain.ts';
import { reportOf } from '../monitor/report/report.ts';
import type { Progress } from '../monitor/run.ts';
import { dayStart } from '../monitor/schedule.ts';
import type { Store, ToldDuty } from '../store/store.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { tellMissingSecret, timeOf } from './judge.ts';
import {
  type Configured,
  openStore,
  type RunWish,
  readConfigured,
  reportContext,
  stateFault,
  watchSetup,
} from './monitor-setup.ts';
import { paintFor } from './paint.ts';

export type OnceOptions = {
  readonly config: string;
  readonly since?: string;
  readonly at?: string;
  readonly dns?: string;
  readonly json?: boolean;
};

/** What the second of two at once says. */
export const LEAVES = 'A monitor is running on this state already; this one leaves\n';

/** Results that the terminal shows before the rest is only counted. */
const SHOWN = 500;
/** Messages between two lines of progress, and milliseconds. */
const PROGRESS_STEP = 1000;
const PROGRESS_TIME = 5000;

/** `aimf monitor once`: one run over all wires, and its report (specification section 10.2). */
export async function monitorOnce(options: OnceOptions, io: Io): Promise<ExitCode> {
  const configured = await readConfigured(options.config, io);
  const store = await openStore(configured);
  if (store === null || store === 'absent') {
    if (options.json) printJson([], [], [], io);
    (options.json ? io.err : io.out)(LEAVES);
    return 0;
  }
  try {
    const since = sinceOf(options.since, configured);
    const now = options.at === undefined ? io.now() : timeOf(options.at);
    const clock = options.at === undefined ? io.now : () => now;
    const result = await watch(configured, store, { now, clock, since, dns: options.dns }, io);
    const keys = options.json ? printEntriesJson(result, io) : printText(result, configured, io);
    printed(store, keys, now);
    return result.exit;
  } finally {
    store.close();
  }
}

/** One watch on an open state, with progress on standard error; what went wrong beside the messages is told there too. */
export async function watch(
  configured: Configured,
  store: Store,
  run: RunWish,
  io: Io,
): Promise<WatchResult> {
  beFrugal();
  const setup = await watchSetup(configured, store, run, io);
  const result = await watchOnce({ ...setup, progress: progressTo(io) }).catch((error: unknown) => {
    throw stateFault(error);
  });
  for (const fault of result.undelivered) io.err(`aimf: ${fault}; it is tried again at the next run\n`);
  for (const party of configured.receiver.parties)
    if (result.missingSecrets.includes(party.party)) tellMissingSecret(party, io);
  return result;
}

/** Prints what nothing has printed yet as text, and gives the keys of it. */
export function printText(result: WatchResult, configured: Configured, io: Io): readonly string[] {
  const { at, wires, entries, heartbeat } = result;
  const context = reportContext(configured);
  const report = reportOf(entries, { ...context, at, wires, surface: 'everywhere', limit: SHOWN });
  const paint = paintFor(io.color);
  if (heartbeat !== null) io.out(`${paint.dim(heartbeat)}\n`);
  for (const wire of wires)
    if (wire.ok) io.out(`${paint.dim(`${wire.kind} ${quotable(wire.name)}: ${wire.new} new`)}\n`);
  io.out(plainReport(report, paint));
  return report.keys;
}

/** Prints it as JSON, one result at a time: a first scan can have thousands. */
function printEntriesJson({ entries, wires }: WatchResult, io: Io): readonly string[] {
  const keys: string[] = [];
  const duties: ToldDuty[] = [];
  const results = function* () {
    for (const entry of entries) {
      keys.push(entry.key);
      if (entry.kind === 'duty') duties.push(entry.duty);
      else yield entry.result;
    }
  };
  printJson(results(), duties, wires, io);
  return keys;
}

/** The public form; `duties` may fill while `results` are walked. */
function printJson(
  results: Iterable<MonitorResult>,
  duties: readonly ToldDuty[],
  wires: readonly WireJson[],
  io: Io,
): void {
  io.out('{\n"aimf": 1,\n"results": [');
  let between = '\n';
  for (const result of results) {
    io.out(between + jsonText(result));
    between = ',\n';
  }
  io.out(`],\n"duties": ${jsonText(duties)},\n"wires": ${jsonText(wires)}\n}\n`);
}

function sinceOf(text: string | undefined, { receiver }: Configured): 'now' | 'all' | number {
  if (text === undefined) return 'now';
  if (text === 'all') return 'all';
  if (!DATE.test(text)) return timeOf(text, '--since');
  if (Number.isNaN(Date.parse(text))) throw new CommandError(`--since "${text}" is no date`);
  return dayStart(receiver.owner.timeZone, text);
}

/** Lines on standard error while a long scan goes on; a short one shows none. */
function progressTo(io: Io): (progress: Progress) => void {
  const shown = new Map<string, { done: number; at: number }>();
  return ({ wire, done, expected }) => {
    const before = shown.get(wire);
    const at = io.now();
    if (before === undefined) shown.set(wire, { done: 0, at });
    else if (done - before.done >= PROGRESS_STEP || (done > before.done && at - before.at >= PROGRESS_TIME)) {
      io.err(`aimf: ${quotable(wire)}: ${done}${expected === null ? '' : ` of about ${expected}`} read\n`);
      shown.set(wire, { done, at });
    }
  };
}
