import { Cron } from 'croner';
import { dayIn } from '../core/agreement/life-cycle.ts';
import type { Schedule } from '../core/registry/monitoring.ts';

/** How often runs are expected (milliseconds), between which minutes of the day, and in whose time zone. */
export type Cadence = Pick<Schedule, 'every' | 'hours'> & { readonly timeZone: string };

/** Minutes of a day. */
const DAY = 1440;

/** Share of the cadence by which a run may come early or late and still be the one that was expected. */
const SLACK = 0.1;

/**
 * The moment of the next run after one at `last` (milliseconds since the epoch): a cadence later, and at the latest when the
 * active hours next begin. Specification section 10.1.
 */
export function nextRun(cadence: Cadence, last: number): number {
  const next = last + cadence.every;
  const day = dayOf(cadence);
  if (day === null) return next;
  const opening = follows(day.open, last);
  return isActive(day, last) && isActive(day, next) ? Math.min(next, opening) : opening;
}

/**
 * How many expected runs did not happen: from the last run to `now`, where `isRun` says that a run happens now, which is one of
 * them. Counted in active time, so that a night, and a night in which the clocks change, is no absence. Section 10.5.
 */
export function missedRuns(cadence: Cadence, last: number, now: number, isRun: boolean): number {
  const slack = cadence.every * SLACK;
  const passed = activeTime(cadence, last, now) + (isRun ? slack : -slack);
  return Math.max(0, Math.floor(passed / cadence.every) - (isRun ? 1 : 0));
}

/** A timer that calls `run` once at a moment (milliseconds since the epoch); it gives the way to stop it. */
export function at(moment: number, run: () => void): () => void {
  const timer = new Cron(new Date(moment), run);
  return () => timer.stop();
}

/** The moment (milliseconds since the epoch) at which a day (`YYYY-MM-DD`) begins in a time zone. */
export function dayStart(timeZone: string, day: string): number {
  const midnight = daily(0, timeZone);
  let moment = Date.parse(`${day}T00:00:00Z`) - 2 * DAY * 60_000;
  while (dayIn(timeZone, moment) < day) moment = follows(midnight, moment);
  return moment;
}

type Day = { readonly open: Cron; readonly close: Cron };
const days = new Map<string, Day>();

/** The two times of a day as calendars; null where the whole day is active. */
function dayOf({ hours, timeZone }: Cadence): Day | null {
  if (hours.from === hours.to % DAY) return null;
  const key = `${hours.from} ${hours.to} ${timeZone}`;
  const known = days.get(key) ?? { open: daily(hours.from, timeZone), close: daily(hours.to, timeZone) };
  days.set(key, known);
  return known;
}

function daily(minute: number, timeZone: string): Cron {
  const hour = Math.floor(minute / 60) % 24;
  return new Cron(`0 ${minute % 60} ${hour} * * *`, { timezone: timeZone, paused: true });
}

/** The last moment of the active hours is active. */
function isActive(day: Day, moment: number): boolean {
  return follows(day.close, moment - 1) < follows(day.open, moment);
}

function follows(calendar: Cron, moment: number): number {
  return calendar.nextRun(new Date(moment))?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** Milliseconds of active hours between two moments. */
function activeTime(cadence: Cadence, from: number, to: number): number {
  const day = dayOf(cadence);
  if (day === null) return Math.max(0, to - from);
  let sum = 0;
  let cursor = from;
  while (cursor < to) {
    const close = follows(day.close, cursor);
    const open = follows(day.open, cursor);
    const end = Math.min(to, close, open);
    if (close < open) sum += end - cursor;
    cursor = end;
  }
  return sum;
}
