const MICROS = 1000;
const MAX_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const MIN_MS = new Date(0).setUTCFullYear(1, 0, 1);

/** Makes the hub's times: microseconds, UTC, fixed width, and never the same or an earlier one twice. */
export class Stamps {
  readonly #now: () => number;
  #last = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The next time, later than all before it even where the machine's clock went back. */
  next(): string {
    this.#last = Math.max(this.#last + 1, this.#now() * MICROS);
    return stampOfMicros(this.#last);
  }

  /** The next time that is also later than `stamp`, the newest one that is stored; null is none. */
  after(stamp: string | null): string {
    const micros = stamp === null ? 0 : microsOfStamp(stamp);
    this.#last = Math.max(this.#last + 1, this.#now() * MICROS, micros + 1);
    return stampOfMicros(this.#last);
  }

  /** A moment so many milliseconds ago. */
  ago(ms: number): string {
    return stampOfMicros(Math.max(0, (this.#now() - ms) * MICROS));
  }
}

function stampOfMicros(micros: number): string {
  const ms = Math.floor(micros / MICROS);
  return `${new Date(ms).toISOString().slice(0, 23)}${pad(micros - ms * MICROS, 3)}Z`;
}

function microsOfStamp(stamp: string): number {
  return Date.parse(`${stamp.slice(0, 23)}Z`) * MICROS + Number(stamp.slice(23, 26));
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

const DATE = String.raw`(?<year>\d{4})(?:-(?<month>\d\d)-(?<day>\d\d)|(?<month2>\d\d)(?<day2>\d\d)|-?W(?<week>\d\d)(?:-?(?<weekday>[1-7]))?)`;
const TIME = String.raw`(?<hour>\d\d)(?::(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?|(?<minute2>\d\d)(?:(?<second2>\d\d)(?:[.,](?<fraction2>\d+))?)?)?`;
const OFFSET = String.raw`(?<zone>[Zz]|(?<sign>[+-])(?<offsetHour>\d\d):?(?<offsetMinute>\d\d)?(?::?(?<offsetSecond>\d\d)(?:\.\d+)?)?)`;
const INSTANT = new RegExp(`^${DATE}(?:[Tt ]${TIME}${OFFSET}?)?$`);

/**
 * Reads a moment that a client names, in ISO 8601: extended or basic, with a zone or in UTC; null where it is none, or
 * lies outside the years 1 to 9999. Fractions are cut to microseconds.
 */
export function readInstant(text: string): string | null {
  const parts = INSTANT.exec(text.trim())?.groups;
  if (parts === undefined) return null;
  const days = dayOf(parts);
  const time = timeOf(parts);
  const offset = offsetOf(parts);
  if (days === null || time === null || offset === null) return null;
  const ms = days + time.ms - offset;
  if (ms < MIN_MS || ms > MAX_MS) return null;
  return `${new Date(ms).toISOString().slice(0, 19)}.${time.fraction}Z`;
}

type Parts = Record<string, string | undefined>;

/** Midnight of the named day in milliseconds; null where the calendar has no such day. */
function dayOf(parts: Parts): number | null {
  const year = Number(parts.year);
  if (year < 1) return null;
  if (parts.week !== undefined) return dayOfWeek(year, Number(parts.week), Number(parts.weekday ?? 1));
  const month = Number(parts.month ?? parts.month2);
  const day = Number(parts.day ?? parts.day2);
  const ms = new Date(0).setUTCFullYear(year, month - 1, day);
  const date = new Date(ms);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? ms : null;
}

/** ISO week dates: week 1 is the one with January 4th in it. */
function dayOfWeek(year: number, week: number, weekday: number): number | null {
  const fourth = new Date(new Date(0).setUTCFullYear(year, 0, 4));
  const monday = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * 86_400_000;
  const ms = monday + ((week - 1) * 7 + weekday - 1) * 86_400_000;
  const thursday = new Date(monday + ((week - 1) * 7 + 3) * 86_400_000);
  return week >= 1 && thursday.getUTCFullYear() === year ? ms : null;
}

/** The time of day in whole seconds as milliseconds, and its six digits of a second; null where no clock shows it. */
function timeOf(parts: Parts): { ms: number; fraction: string } | null {
  const hour = Number(parts.hour ?? 0);
  const minute = Number(parts.minute ?? parts.minute2 ?? 0);
  const second = Number(parts.second ?? parts.second2 ?? 0);
  if (hour > 23 || minute > 59 || second > 59) return null;
  const fraction = (parts.fraction ?? parts.fraction2 ?? '').slice(0, 6).padEnd(6, '0');
  return { ms: ((hour * 60 + minute) * 60 + second) * 1000, fraction };
}

function offsetOf(parts: Parts): number | null {
  if (parts.sign === undefined) return 0;
  const hour = Number(parts.offsetHour);
  const minute = Number(parts.offsetMinute ?? 0);
  const second = Number(parts.offsetSecond ?? 0);
  if (hour > 23 || minute > 59 || second > 59) return null;
  return (parts.sign === '-' ? -1 : 1) * ((hour * 60 + minute) * 60 + second) * 1000;
}
