import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countUnread, oldestUnread, type ReadPage } from './unread.ts';

/** A hub's read over given ids: the newest 200, newest first, both bounds strict. */
function reader(ids: readonly number[]): { read: ReadPage<{ id: number }>; requests: () => number } {
  let requests = 0;
  const sorted = [...ids].sort((a, b) => b - a);
  return {
    requests: () => requests,
    read: async (after, before) => {
      requests += 1;
      const inside = sorted.filter(id => id > after && (before === null || id < before));
      return inside.slice(0, 200).map(id => ({ id }));
    },
  };
}

const strictlyOver = (ids: readonly number[], marker: number) =>
  ids.filter(id => id > marker).sort((a, b) => a - b);

describe('oldestUnread', () => {
  it('gives the oldest over the marker, whatever the ids, the marker and the limit', async () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 3000 }), { maxLength: 900 });
    await fc.assert(
      fc.asyncProperty(
        ids,
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 1, max: 200 }),
        async (all, marker, limit) => {
          const { oldest, more } = await oldestUnread(reader(all).read, marker, limit);
          const unread = strictlyOver(all, marker);
          expect(oldest.map(one => one.id)).toEqual(unread.slice(0, limit));
          if (more !== null) expect(more).toBe(Math.max(0, unread.length - limit));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('reads a backlog of 60,000 to its end without skipping or repeating one', async () => {
    const all = Array.from({ length: 60_000 }, (_, at) => at * 3 + 1);
    const { read, requests } = reader(all);
    const first = await oldestUnread(read, 0, 50);
    expect(first.oldest.map(one => one.id)).toEqual(all.slice(0, 50));
    expect(requests()).toBeLessThan(25);
    expect(await countUnread(read, 179_000)).toBe(all.filter(id => id > 179_000).length);
  });

  it('takes one request where one page holds everything', async () => {
    const { read, requests } = reader([5, 9, 12]);
    expect(await oldestUnread(read, 5, 1)).toEqual({ oldest: [{ id: 9 }], more: 1 });
    expect(requests()).toBe(1);
  });
});
