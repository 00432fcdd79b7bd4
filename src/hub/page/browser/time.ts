const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });
const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const WHOLE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

const HOURS = 3_600_000;

/** The time of day of a stamp. */
export function clockOf(stamp: string): string {
  return CLOCK.format(new Date(stamp));
}

/** Date and time of a stamp, to the second. */
export function wholeOf(stamp: string): string {
  return WHOLE.format(new Date(stamp));
}

/** The day of a stamp in words: today, yesterday, or its date. */
export function dayOf(stamp: string, now: number): string {
  const date = new Date(stamp);
  const days = Math.round((midnight(new Date(now)) - midnight(date)) / (24 * HOURS));
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return date.getFullYear() === new Date(now).getFullYear() ? DAY.format(date) : DATE.format(date);
}

/** A stamp as short as a list has room for: the time today, else the day. */
export function shortOf(stamp: string, now: number): string {
  const day = dayOf(stamp, now);
  return day === 'Today' ? clockOf(stamp) : day;
}

/** How long ago a stamp was, roughly. */
export function agoOf(stamp: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(stamp)) / 60_000));
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ago`;
  return `${Math.floor(hours / 24)} days ago`;
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
