import { dayIn } from '../agreement/life-cycle.ts';
import { sha256Hex } from '../finding/hash.ts';
import type { Delivery } from '../message/delivery.ts';
import { comparableIdentity } from '../registry/receiver.ts';
import type { Verdict } from './verdict.ts';

/** What was accepted before, as the gates ask for it; how it is kept is the edge's (specification sections 6.7 and 8.5). */
export type Memory = {
  /** The content hash under which this sender's id was accepted, or null where the id is new. */
  readonly acceptedAs: (from: string, id: string) => string | null;
  /** How many messages were accepted under an agreement on a day of the owner's calendar. */
  readonly acceptedOn: (agreement: string, day: string) => number;
};

/** What an accepted message uses up: its sender's id, and one message of a day under its agreement. */
export type Accepted = {
  /** In the form in which identities are compared. */
  readonly from: string;
  readonly id: string;
  /** The content hash. */
  readonly content: string;
  readonly agreement: string | null;
  /** `YYYY-MM-DD` in the owner's time zone. */
  readonly day: string;
};

/** What a verdict uses up, or null: every other one leaves no trace, so that a corrected resend is judged anew. */
export function acceptedBy(verdict: Verdict, delivery: Delivery, timeZone: string): Accepted | null {
  const envelope = verdict.envelope;
  if (verdict.verdict !== 'accepted' || envelope === null) return null;
  return {
    from: comparableIdentity(envelope.from),
    id: envelope.id,
    content: contentHash(delivery),
    agreement: envelope.agreement ?? null,
    day: dayIn(timeZone, delivery.received),
  };
}

/**
 * What a receiver remembers of accepted messages while it runs: the ids each sender has used up, with what they stood for, and
 * how many came in a day under each agreement. Specification sections 6.7 and 8.5.
 */
export class Inbox implements Memory {
  private readonly used = new Map<string, string>();
  private readonly days = new Map<string, number>();

  acceptedAs(from: string, id: string): string | null {
    return this.used.get(`${comparableIdentity(from)} ${id}`) ?? null;
  }

  acceptedOn(agreement: string, day: string): number {
    return this.days.get(`${agreement} ${day}`) ?? 0;
  }

  /** Remembers what a verdict uses up. */
  remember(verdict: Verdict, delivery: Delivery, timeZone: string): void {
    const accepted = acceptedBy(verdict, delivery, timeZone);
    if (accepted === null) return;
    this.used.set(`${accepted.from} ${accepted.id}`, accepted.content);
    if (accepted.agreement === null) return;
    const key = `${accepted.agreement} ${accepted.day}`;
    this.days.set(key, (this.days.get(key) ?? 0) + 1);
  }
}

/**
 * SHA-256, in hex, of what a message says: its text with line ends and BOM aside, and its files with their names
 * (section 6.7).
 */
export function contentHash(delivery: Delivery): string {
  const text = (delivery.text ?? '')
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .trimEnd();
  const files = delivery.files.map(file => `\0${file.names[0] ?? ''}\0${sha256Hex(file.bytes)}`);
  return sha256Hex(new TextEncoder().encode([text, ...files].join('')));
}
