import { describe, expect, it } from 'vitest';
import {
  type Arrival,
  type PollRequest,
  type Watermark,
  type Wire,
  WireError,
  type WireEvent,
} from './wire.ts';

/** A place that a wire reads, as a test sees it. */
export type Place = {
  /** A wire that reads it; each call gives a new one, as each run does. */
  readonly wire: () => Wire;
  /** Delivers one message there, which arrived at a time (RFC 3339). */
  readonly put: (text: string, arrived: string) => Promise<void>;
  /** All that there is to see of the place, flags and times among it. */
  readonly look: () => Promise<unknown>;
  /** Makes the place unreadable for good. */
  readonly ruin: () => Promise<void>;
  /** The text of an arrival, as far as the wire hands it over. */
  readonly textOf: (arrival: Arrival) => Promise<string>;
};

/** What a poll begins from, where a test says nothing else. */
export function requestOf(change: Partial<PollRequest> = {}): PollRequest {
  const { isSeen = () => false } = change;
  return {
    from: null,
    since: 'all',
    now: Date.parse('2026-11-30T14:30:00Z'),
    isSeen,
    unseen: transportIds => transportIds.filter(id => !isSeen(id)),
    alive: () => {},
    signal: new AbortController().signal,
    ...change,
  };
}

/** All that a poll gives. */
export async function polled(wire: Wire, change: Partial<PollRequest> = {}) {
  const events: WireEvent[] = [];
  for await (const event of wire.poll(requestOf(change))) events.push(event);
  const arrivals = events.flatMap(one => (one.event === 'arrival' ? [one.arrival] : []));
  const passed = events.flatMap(one => (one.event === 'passed' ? one.transportIds : []));
  const last = events.at(-1);
  const reached: Watermark | null = last?.event === 'reached' ? last.watermark : null;
  const notes = events.flatMap(one => (one.event === 'note' ? [one.note.code] : []));
  return { events, arrivals, passed, reached, notes };
}

const MORNING = '2026-11-30T08:00:00Z';
const NOON = '2026-11-30T12:00:00Z';

/** What holds for every wire. `open` gives a fresh place, which is ended with the test. */
export function wireContract(name: string, open: () => Promise<Place>): void {
  const textsOf = (place: Place, arrivals: readonly Arrival[]) => Promise.all(arrivals.map(place.textOf));

  describe(`the wire of ${name}`, () => {
    it('begins at now, says so, and then gives what comes (10.2)', async () => {
      const place = await open();
      await place.put('one', MORNING);
      const first = await polled(place.wire(), { since: 'now' });
      expect(first.arrivals).toEqual([]);
      expect(first.notes).toEqual(['baseline']);
      const isSeen = (id: string) => first.passed.includes(id);
      await place.put('two', NOON);
      const second = await polled(place.wire(), { since: 'now', from: first.reached, isSeen });
      expect(await textsOf(place, second.arrivals)).toEqual(['two']);
      expect(second.arrivals[0]?.arrived).toBe(Date.parse(NOON));
      expect(second.notes).toEqual([]);
    });

    it('begins with everything, or with what arrived since a moment, where it is asked to (10.2)', async () => {
      const place = await open();
      await place.put('one', MORNING);
      await place.put('two', NOON);
      const all = await polled(place.wire());
      expect(await textsOf(place, all.arrivals)).toEqual(['one', 'two']);
      // Not every place knows beforehand how much is to come
      for (const one of all.events) if (one.event === 'expected') expect(one.count).toBe(2);
      const late = await polled(place.wire(), { since: Date.parse(NOON) });
      expect(await textsOf(place, late.arrivals)).toEqual(['two']);
    });

    it('goes on behind each arrival, and gives none twice that was recorded (10.2)', async () => {
      const place = await open();
      const texts = ['one', 'two', 'three', 'four'];
      for (const text of texts) await place.put(text, NOON);
      const { arrivals, reached } = await polled(place.wire());
      const ids = arrivals.map(one => one.transportId);
      expect(new Set(ids).size).toBe(4);
      for (const [at, { watermark }] of arrivals.entries()) {
        const isSeen = (id: string) => ids.slice(0, at + 1).includes(id);
        const rest = await polled(place.wire(), { from: watermark, isSeen });
        expect(rest.arrivals.map(one => one.transportId)).toEqual(ids.slice(at + 1));
        expect(rest.reached).toBe(reached);
      }
      const idle = await polled(place.wire(), { from: reached, isSeen: id => ids.includes(id) });
      expect(idle.events).toEqual([{ event: 'reached', watermark: reached }]);
    });

    it('changes nothing where it reads (10.2)', async () => {
      const place = await open();
      await place.put('one', MORNING);
      const before = await place.look();
      await polled(place.wire(), { since: 'now' });
      const { arrivals } = await polled(place.wire());
      await textsOf(place, arrivals);
      expect(await place.look()).toEqual(before);
    });

    it('closes when its reader stops, and can be polled again (10.1)', async () => {
      const place = await open();
      await place.put('one', MORNING);
      await place.put('two', NOON);
      const wire = place.wire();
      for await (const event of wire.poll(requestOf())) if (event.event === 'arrival') break;
      expect((await polled(wire)).arrivals).toHaveLength(2);
    });

    it('says in words that the place cannot be read (10.2)', async () => {
      const place = await open();
      await place.ruin();
      const failure = await polled(place.wire()).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(WireError);
      expect(String(failure)).toMatch(/[a-z]{2,} [a-z]{2,}/);
      expect(String(failure)).not.toContain('open sesame');
    });
  });
}
