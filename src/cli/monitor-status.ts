import { resolve } from 'node:path';
import { jsonText } from '../core/report/json.ts';
import { quotable } from '../core/report/sentence.ts';
import { TOLD_MISSES } from '../monitor/duty/duties.ts';
import { openDuties } from '../monitor/monitor.ts';
import { momentIn } from '../monitor/report/words.ts';
import { missedRuns, nextRun } from '../monitor/schedule.ts';
import type { RunRecord, Store } from '../store/store.ts';
import { readAckFiles } from '../transport/registry-folder.ts';
import type { ExitCode, Io } from './io.ts';
import { timeOf } from './judge.ts';
import { type Configured, openStore, readConfigured } from './monitor-setup.ts';
import { paintFor } from './paint.ts';

export type StatusOptions = { readonly config: string; readonly at?: string; readonly json?: boolean };

/** Something that is not settled: a duty, a held message, a report that could not leave, a wire that could not be read, a run. */
type Open = {
  readonly kind: 'duty' | 'held' | 'undelivered' | 'wire' | 'run';
  readonly key: string;
  readonly message: string;
};

type Status = {
  readonly last_run: string | null;
  readonly next_run: string | null;
  readonly missed: number;
  readonly heartbeat: string | null;
  readonly open: readonly Open[];
};

/** `aimf monitor status`: whether it runs, for a person and for a supervisor: 0 healthy, 1 missed runs, 2 never ran (section 10.5). */
export async function monitorStatus(options: StatusOptions, io: Io): Promise<ExitCode> {
  const configured = await readConfigured(options.config, io);
  const store = await openStore(configured, true);
  const now = options.at === undefined ? io.now() : timeOf(options.at);
  if (store === null || store === 'absent')
    return tell(
      { last_run: null, next_run: null, missed: 0, heartbeat: null, open: [] },
      configured,
      options,
      io,
    );
  try {
    return tell(await statusOf(configured, store, now), configured, options, io);
  } finally {
    store.close();
  }
}

async function statusOf(configured: Configured, store: Store, now: number): Promise<Status> {
  const { monitoring, receiver } = configured;
  const cadence = { ...monitoring.schedule, timeZone: receiver.owner.timeZone };
  const runs = store.runs(100);
  const last = runs[0]?.started ?? null;
  const alive = runs.find(one => one.end !== null)?.end?.at ?? null;
  // A run that was cut off watched nothing: where each of them is, the last that ended says since when
  const since = alive ?? runs.at(-1)?.started ?? null;
  return {
    last_run: last === null ? null : iso(last),
    next_run: last === null ? null : iso(nextRun(cadence, last)),
    missed: since === null ? 0 : missedRuns(cadence, since, now, false),
    heartbeat: alive === null ? null : iso(alive),
    open: await openOf(configured, store, now),
  };
}

async function openOf(configured: Configured, store: Store, now: number): Promise<readonly Open[]> {
  const { receiver, registry, monitoring, folder } = configured;
  const ackFiles = await readAckFiles(resolve(folder, receiver.registry ?? 'registry'));
  const facts = { receiver, registry, schedule: monitoring.schedule, ackFiles, store, now };
  const duties = openDuties(facts).filter(one => one.code !== 'runs-missed');
  const held = [...store.held()].map(({ key, label, reason }): Open => {
    const why = { agreement: 'the agreement', proof: 'the proof of', secret: 'the secret of' }[reason.for];
    return { kind: 'held', key, message: `${quotable(label)} waits for ${why} ${quotable(reason.name)}` };
  });
  return [
    ...runOf(store.runs(1)[0], now, monitoring.schedule.every),
    ...duties.map(({ key, message }): Open => ({ kind: 'duty', key, message })),
    ...held,
    ...undelivered(configured, store),
  ];
}

const UNREAD: Open = { kind: 'wire', key: 'wire', message: 'The last run could not read every wire' };
const UNENDED: Open = {
  kind: 'run',
  key: 'run:unended',
  message: 'The last run has not ended: it is at work now, or it was cut off',
};
const AHEAD: Open = {
  kind: 'run',
  key: 'run:ahead',
  message:
    'The last run is later than this clock says it is now: the clock was changed, and whether runs were missed cannot be told',
};

/** What is to be said of the last run; a clock that is set right by a little is none that was changed. */
function runOf(last: RunRecord | undefined, now: number, every: number): readonly Open[] {
  if (last === undefined) return [];
  return [
    ...(last.started > now + every ? [AHEAD] : []),
    ...(last.end === null ? [UNENDED] : []),
    ...(last.end?.ok === false ? [UNREAD] : []),
  ];
}

/** The channels of the private file on which something still waits. */
function undelivered({ monitoring }: Configured, store: Store): readonly Open[] {
  const { folder, jsonl, mailTo, webhookVariable } = monitoring.report;
  const names = [
    ...(jsonl === null ? [] : ['jsonl']),
    ...(folder === null ? [] : ['folder']),
    ...(mailTo === null ? [] : ['mail']),
    ...(webhookVariable === null ? [] : ['webhook']),
  ];
  return names.flatMap((name): readonly Open[] => {
    const count = [...store.pending(name)].length;
    const message = `${count} ${count === 1 ? 'report waits' : 'reports wait'} to leave by ${name}`;
    return count === 0 ? [] : [{ kind: 'undelivered', key: `undelivered:${name}`, message }];
  });
}

function tell(status: Status, { receiver }: Configured, options: StatusOptions, io: Io): ExitCode {
  const { last_run: last, next_run: next, missed, open } = status;
  if (options.json) io.out(`${jsonText({ aimf: 1, ...status })}\n`);
  else if (last === null || next === null)
    io.out('The monitor never ran: start it with "aimf monitor run"\n');
  else {
    const paint = paintFor(io.color);
    const moment = (text: string) => momentIn(receiver.owner.timeZone, Date.parse(text));
    io.out(`last run  ${moment(last)}\nnext run  ${moment(next)}\n`);
    if (missed > 0) io.out(`${paint.bad(`missed    ${missed} ${missed === 1 ? 'run' : 'runs'}`)}\n`);
    for (const one of open) io.out(`${paint.wait('open')}      ${one.message}\n`);
    if (open.length === 0 && missed === 0) io.out('Nothing is open\n');
  }
  if (last === null) return 2;
  return missed >= TOLD_MISSES || open.includes(AHEAD) ? 1 : 0;
}

function iso(moment: number): string {
  return new Date(moment).toISOString().replace(/\.000Z$/, 'Z');
}
