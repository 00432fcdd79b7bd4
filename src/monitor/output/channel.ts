import { createHash } from 'node:crypto';
import type { WireJson } from '../../core/report/monitor-json.ts';
import type { ReportEntry, Store } from '../../store/store.ts';
import type { RollUp } from '../report/roll-up.ts';

/** Some entries that go out together: what they are never changes, so that a second try is the same delivery. */
export type Batch = {
  /** Stable: made of the keys alone. */
  readonly id: string;
  /** When it was first made, in ms since the epoch. */
  readonly at: number;
  readonly keys: readonly string[];
  readonly entries: Iterable<ReportEntry>;
  /** The wires that the run which made it could not read. */
  readonly failed: readonly WireJson[];
};

/** One way by which reports leave, or lie ready. It throws a `DeliveryError` where one cannot be delivered now. */
export type Channel = {
  readonly name: string;
  /** Entries of one batch at most. */
  readonly size: number;
  readonly deliver: (batch: Batch) => Promise<void>;
  /** Called once the store knows that the last batch was delivered. */
  readonly settled?: () => void;
  /** Delivers a day's overview; null where this way shows none. Its name is stable, so that a second try is the same. */
  readonly deliverDay: ((rollUp: RollUp, at: number) => Promise<void>) | null;
  /** Says what the wires have to say beside their messages: that one could not be read, that one begins now. */
  readonly deliverWires: ((wires: readonly WireJson[], news: WireNews) => Promise<void>) | null;
};

/** News of the wires: `id` is made of what they say. */
export type WireNews = { readonly id: string; readonly at: number };

/** Why something could not be delivered, in words for a person; it stays in the queue. */
export class DeliveryError extends Error {}

/** A way out whose address is in a variable that is not set: its queue is kept, and each run says why it does not leave. */
export function unsetChannel(name: string, variable: string): Channel {
  const fail = () =>
    Promise.reject(new DeliveryError(`The variable ${variable} is not set, and nothing leaves by ${name}`));
  return { name, size: 1, deliver: fail, deliverDay: fail, deliverWires: fail };
}

/** What became of a channel's queue. */
export type Outcome = { readonly channel: string; readonly delivered: number; readonly error: string | null };

/**
 * Delivers what waits on a channel, batch by batch. A batch that was begun and never marked as delivered (a kill, a failure) is tried
 * again as it was: so it goes out at least once, always under one id. Section 10.2.
 */
export async function deliverPending(
  store: Store,
  channel: Channel,
  at: number,
  failed: readonly WireJson[] = [],
): Promise<Outcome> {
  let delivered = 0;
  try {
    for (;;) {
      const batch = openBatch(store, channel, at, failed);
      if (batch === null) return { channel: channel.name, delivered, error: null };
      await channel.deliver(batch);
      store.delivered(channel.name, batch.keys, at);
      store.setValue(slot(channel), '');
      channel.settled?.();
      delivered += batch.keys.length;
    }
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return { channel: channel.name, delivered, error: error.message };
  }
}

/** The batch that was begun, else a new one of what waits; null where nothing does. */
function openBatch(store: Store, channel: Channel, now: number, unread: readonly WireJson[]): Batch | null {
  const begun = readBatch(store.value(slot(channel)));
  const keys: string[] = [];
  const isWanted = begun === null ? () => true : (key: string) => begun.keys.has(key);
  for (const { key } of store.pending(channel.name)) {
    if (isWanted(key)) keys.push(key);
    if (keys.length >= (begun?.keys.size ?? channel.size)) break;
  }
  if (keys.length === 0) {
    if (begun === null) return null;
    store.setValue(slot(channel), '');
    return openBatch(store, channel, now, unread);
  }
  const at = begun?.at ?? now;
  const failed = begun?.failed ?? unread;
  if (begun === null) store.setValue(slot(channel), JSON.stringify({ at, keys, failed }));
  const wanted = new Set(keys);
  return {
    id: idOf(channel.name, [...(begun?.keys ?? keys)]),
    at,
    keys,
    entries: only(store, channel, wanted),
    failed,
  };
}

function* only(store: Store, channel: Channel, wanted: ReadonlySet<string>): Generator<ReportEntry> {
  let left = wanted.size;
  for (const entry of store.pending(channel.name)) {
    if (left === 0) return;
    if (!wanted.has(entry.key)) continue;
    left--;
    yield entry;
  }
}

function slot(channel: Channel): string {
  return `batch:${channel.name}`;
}

type Begun = Pick<Batch, 'at' | 'failed'> & { readonly keys: ReadonlySet<string> };

function readBatch(value: string | null): Begun | null {
  if (value === null || value === '') return null;
  const { at, keys, failed = [] } = JSON.parse(value) as Pick<Batch, 'at' | 'keys'> & Partial<Batch>;
  return { at, keys: new Set(keys), failed };
}

/** A stable id of what is delivered on a channel. */
export function idOf(name: string, keys: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([name, keys]))
    .digest('hex')
    .slice(0, 32);
}
