import { dayIn } from '../agreement/life-cycle.ts';
import { sha256Hex } from '../finding/hash.ts';
import type { Delivery } from '../message/delivery.ts';
import { comparableIdentity } from '../registry/receiver.ts';
import type { Verdict } from './verdict.ts';

/**
 * What a receiver remembers of accepted messages: the ids each sender has used up, with what they stood for, and how many
 * came in a day under each agreement. Specification sections 6.7 and 8.5.
 */
export class Inbox {
  private readonly used = new Map<string, string>();
  private readonly days = new Map<string, number>();

  /** The content hash under which this sender's id was accepted, or null where the id is new. */
  acceptedAs(from: string, id: string): string | null {
    return this.used.get(idKey(from, id)) ?? null;
  }

  /** How many messages were accepted under an agreement on a day of the owner's calendar. */
  acceptedOn(agreement: string, day: string): number {
    return this.days.get(`${agreement} ${day}`) ?? 0;
  }

  /** Remembers an accepted message; every other verdict leaves no trace, so that a corrected resend is judged anew. */
  remember(verdict: Verdict, delivery: Delivery, timeZone: string): void {
    const envelope = verdict.envelope;
    if (verdict.verdict !== 'accepted' || envelope === null) return;
    this.used.set(idKey(envelope.from, envelope.id), contentHash(delivery));
    if (envelope.agreement === undefined) return;
    const key = `${envelope.agreement} ${dayIn(timeZone, delivery.received)}`;
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

function idKey(from: string, id: string): string {
  return `${comparableIdentity(from)} ${id}`;
}
