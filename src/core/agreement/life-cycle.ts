import type { Agreement } from './agreement.ts';

/** Where an agreement stands on a day (specification section 8.6). */
export type LifeCycle = 'active' | 'paused' | 'revoked' | 'expired';

/**
 * Where an agreement stands on a day of the owner's calendar (`YYYY-MM-DD`). It is valid to the end of the day on which it
 * expires; what is revoked stays revoked. Specification section 8.6.
 */
export function lifeCycle(agreement: Agreement, day: string): LifeCycle {
  if (agreement.status === 'revoked') return 'revoked';
  if (day > agreement.expires) return 'expired';
  return agreement.status;
}

/** Milliseconds of a quarter of an hour: every time zone's days begin at a multiple of it. */
const QUARTER = 900_000;

type Calendar = { readonly format: Intl.DateTimeFormat; slot: number; day: string };
const calendars = new Map<string, Calendar>();

/**
 * The calendar day (`YYYY-MM-DD`) on which a moment (milliseconds since the epoch) falls in a time zone (section 8.6).
 */
export function dayIn(timeZone: string, moment: number): string {
  let calendar = calendars.get(timeZone);
  if (calendar === undefined) {
    const format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    calendar = { format, slot: Number.NaN, day: '' };
    calendars.set(timeZone, calendar);
  }
  // Formatting costs as much as parsing an envelope, and messages come in runs of one day
  const slot = Math.floor(moment / QUARTER);
  if (slot !== calendar.slot) {
    calendar.day = formatDay(calendar.format, moment);
    calendar.slot = slot;
  }
  return calendar.day;
}

function formatDay(format: Intl.DateTimeFormat, moment: number): string {
  const parts = format.formatToParts(moment);
  const part = (type: string) => parts.find(one => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}
