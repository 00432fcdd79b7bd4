import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayIn } from '../core/agreement/life-cycle.ts';
import { StateError } from '../store/sqlite.ts';
import type { ReportEntry, RunRecord, Store } from '../store/store.ts';
import { fileError } from '../transport/read-bytes.ts';
import { dayAfter, daysBetween } from './duty/duty.ts';
import { type Channel, DeliveryError, type Outcome } from './output/channel.ts';
import { heartbeatLine, type RollUp, rollUpOf } from './report/roll-up.ts';

/** Days back of which a roll-up is still made after an absence. */
const BACK = 7;
/** Runs that are looked at: a week of a live test's cadence in the active hours. */
const RUNS = 5000;
/** Milliseconds by which a calendar day may begin before it does in UTC. */
const EAST = 14 * 3_600_000;

/** The day's bookkeeping: which time zone it is in, and what the moment is. */
export type Day = { readonly timeZone: string; readonly now: number };

/**
 * Delivers the overview of each day that is over and had a run, once a channel; one that fails is tried again at the next run.
 * Specification section 10.2.
 */
export async function deliverDays(store: Store, channels: readonly Channel[], day: Day): Promise<Outcome[]> {
  const today = dayIn(day.timeZone, day.now);
  const outcomes: Outcome[] = [];
  for (const channel of channels) {
    if (channel.deliverDay === null) continue;
    const slot = `day:${channel.name}`;
    const done = store.value(slot);
    if (done === null) {
      store.setValue(slot, dayAfter(today, -1));
      continue;
    }
    try {
      for (const past of daysOver(done, today)) {
        const rollUp = dayRollUp(store, past, day.timeZone);
        if (rollUp !== null) await channel.deliverDay(rollUp, day.now);
        store.setValue(slot, past);
      }
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      outcomes.push({ channel: channel.name, delivered: 0, error: error.message });
    }
  }
  return outcomes;
}

/**
 * The sign of life, once a day with the first run: a line about the day before, added to `heartbeat.log` in the state folder. Null
 * where today's is there already. Specification section 10.5.
 */
export async function heartbeat(store: Store, state: string, { timeZone, now }: Day): Promise<string | null> {
  const today = dayIn(timeZone, now);
  if (store.value('heartbeat') === today) return null;
  const yesterday = dayAfter(today, -1);
  const past = dayRollUp(store, yesterday, timeZone);
  const isFirst = store.runs(2).length < 2;
  const line = `${today} alive; ${isFirst ? 'this is the first run' : (past?.heartbeat ?? heartbeatLine(yesterday, [], 0))}`;
  const path = join(state, 'heartbeat.log');
  const before = await readFile(path, 'utf8').catch(() => '');
  if (!before.split('\n').some(one => one.startsWith(`${today} `)))
    await appendFile(path, `${line}\n`, { mode: 0o600 }).catch((error: unknown) => {
      throw new StateError(`${path} cannot be written: ${fileError(error)}`, { cause: error });
    });
  store.setValue('heartbeat', today);
  return line;
}

/** The days after one that are over, the oldest first. */
function daysOver(done: string, today: string): readonly string[] {
  const count = Math.min(BACK, daysBetween(done, today) - 1);
  return Array.from({ length: Math.max(0, count) }, (_, at) => dayAfter(today, at - count));
}

/** The roll-up of a day; null where nothing ran on it. */
function dayRollUp(store: Store, day: string, timeZone: string): RollUp | null {
  const isOn = (moment: number) => dayIn(timeZone, moment) === day;
  const runs: RunRecord[] = store.runs(RUNS).filter(one => isOn(one.started));
  return runs.length === 0 ? null : rollUpOf(day, on(store, day, isOn), runs);
}

function* on(store: Store, day: string, isOn: (moment: number) => boolean): Generator<ReportEntry> {
  for (const entry of store.entriesSince(Date.parse(`${day}T00:00:00Z`) - EAST)) {
    if (isOn(entry.recorded)) yield entry;
  }
}
