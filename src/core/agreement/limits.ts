/** What an agreement lets one message, and one day, carry; an absent figure limits nothing (section 8.5). */
export type Limits = {
  readonly files?: number;
  /** Decoded bytes of all files of one message. */
  readonly bytes?: number;
  /** Accepted messages in one calendar day of the owner's time zone. */
  readonly messagesPerDay?: number;
};

/** A limits text read: the figures, and the clauses that could not be read, as written. */
export type LimitsReading = { readonly limits: Limits; readonly unreadable: readonly string[] };

const CLAUSE =
  /^(?:(?:max(?:imum)?\.?|up to|at most|no more than)\s+)?(\d{1,12}(?:\.\d{1,3})?)\s*([a-z]+)(?:\s*(?:\/|\bper\b|\ba\b|\bin a\b)\s*([a-z]+)|\s+(daily))?$/;

/** What parts clauses: a comma within a number does not, and a slash only before a number. */
const BETWEEN = /;|(?<!\d),|,(?!\d)|\/\s*(?=\d|(?:max(?:imum)?|up to|at most|no more than)\b)|\band\b/i;

const BYTES: Readonly<Record<string, number>> = {
  b: 1,
  byte: 1,
  bytes: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
};

/**
 * Reads `"10 files / 25 MB per message; 5 messages/day"` and its like into figures. Clauses are parted by semicolons,
 * commas, slashes before a number and "and"; MB is 1,000,000 bytes. A clause that cannot be read is reported and limits
 * nothing. Where a figure stands twice the smaller holds. Specification section 8.5.
 */
export function readLimits(text: string): LimitsReading {
  let limits: Limits = {};
  const unreadable: string[] = [];
  for (const clause of text.split(BETWEEN)) {
    const written = clause.trim();
    if (written === '') continue;
    const read = readClause(written.toLowerCase());
    if (read === null) unreadable.push(written);
    else limits = strictest(limits, read);
  }
  return { limits, unreadable };
}

/** The smaller of each figure of two limits (specification section 8.5). */
export function strictest(one: Limits, other: Limits): Limits {
  const files = least(one.files, other.files);
  const bytes = least(one.bytes, other.bytes);
  const messagesPerDay = least(one.messagesPerDay, other.messagesPerDay);
  return {
    ...(files === undefined ? {} : { files }),
    ...(bytes === undefined ? {} : { bytes }),
    ...(messagesPerDay === undefined ? {} : { messagesPerDay }),
  };
}

function readClause(clause: string): Limits | null {
  const match = CLAUSE.exec(clause);
  if (match === null) return null;
  const [, digits = '', unit = '', word, daily] = match;
  const amount = Number(digits);
  const period = daily === undefined ? word : 'day';
  const perMessage = period === undefined || period === 'message' || period === 'mail';
  if (unit === 'file' || unit === 'files') {
    return perMessage && Number.isInteger(amount) ? { files: amount } : null;
  }
  if (unit === 'message' || unit === 'messages') {
    return period === 'day' && Number.isInteger(amount) ? { messagesPerDay: amount } : null;
  }
  const factor = Object.hasOwn(BYTES, unit) ? BYTES[unit] : undefined;
  return factor !== undefined && perMessage ? { bytes: Math.round(amount * factor) } : null;
}

function least(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined) return other;
  return other === undefined ? one : Math.min(one, other);
}
