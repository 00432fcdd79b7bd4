import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Feed } from './feed.ts';
import { type Person, TestHub } from './hub.test-support.ts';

let hub: TestHub;
let nova: Person;
beforeAll(async () => {
  hub = await TestHub.start();
  nova = await hub.register();
});
afterAll(() => hub.stop());

/** A reader whose connection takes bytes only when the test lets it. */
class Reader extends Writable {
  text = '';
  #held: (() => void) | null = null;
  #open: boolean;

  constructor(open: boolean) {
    super({ highWaterMark: 64 });
    this.#open = open;
  }

  writeHead(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    if (this.#open) done();
    else this.#held = done;
  }

  let(): void {
    this.#open = true;
    this.#held?.();
  }

  get told(): unknown[] {
    return [...this.text.matchAll(/^data: (.*)$/gm)].map(match => JSON.parse(match[1] ?? ''));
  }

  get response(): ServerResponse {
    return this as unknown as ServerResponse;
  }
}

const CAPACITY = { requestsInWork: 1, eventStreams: 10 };

describe('the feed', () => {
  it('keeps for a reader that takes nothing the newest of each chat, and delays no other', async () => {
    const feed = new Feed(hub.store, Date.now, CAPACITY);
    const [slow, quick] = [new Reader(false), new Reader(true)];
    await feed.follow(null, null, slow.response);
    await feed.follow(null, null, quick.response);
    const [one, other] = [await hub.found(nova, 'one'), await hub.found(nova, 'other')];
    let newest = { one: 0, other: 0 };
    for (let round = 0; round < 20; round += 1) {
      newest = {
        one: Number((await hub.send(nova, one, 'x')).body.id),
        other: Number((await hub.send(nova, other, 'x')).body.id),
      };
      const last = { chat_id: other, message_id: newest.other };
      await vi.waitFor(() => expect(quick.told.at(-1)).toEqual(last), { timeout: 10_000, interval: 5 });
    }
    expect(quick.told.length).toBeGreaterThanOrEqual(20);
    // What waits is bounded by the chats, not by the messages
    expect(slow.writableLength).toBeLessThan(500);
    slow.let();
    await vi.waitFor(() =>
      expect(slow.told).toEqual(
        expect.arrayContaining([
          { chat_id: one, message_id: newest.one },
          { chat_id: other, message_id: newest.other },
        ]),
      ),
    );
    expect(slow.told.length).toBeLessThan(6);
    feed.close();
  });

  it('tells in the order of ids, so that who is cut off in between can go on from the last one', async () => {
    const news = [
      { id: 11, chat_id: 1 },
      { id: 12, chat_id: 2 },
      { id: 13, chat_id: 1 },
    ];
    // While it is looked up what a reader missed, there is something new
    const missed = [
      { id: 9, chat_id: 3 },
      { id: 8, chat_id: 4 },
    ];
    let look = () => {};
    const answers = [missed, news];
    const store: ConstructorParameters<typeof Feed>[0] = {
      read: {
        all: async () => {
          const rows = answers.shift() ?? [];
          if (rows === missed) {
            look();
            await new Promise(resolve => setTimeout(resolve, 5));
          }
          return rows as never[];
        },
        first: async () => ({ id: 10 }) as never,
      },
      onNews: listener => {
        look = listener;
        return () => undefined;
      },
    };
    const feed = new Feed(store, () => 0, CAPACITY);
    const reader = new Reader(true);
    await feed.follow(null, 7, reader.response);
    expect(reader.told).toEqual([
      { chat_id: 4, message_id: 8 },
      { chat_id: 3, message_id: 9 },
      { chat_id: 2, message_id: 12 },
      { chat_id: 1, message_id: 13 },
    ]);
    feed.close();
  });

  it('does not go on for a reader who left while it was started', async () => {
    const gone = new Reader(true);
    const listeners = new Set<() => void>();
    const store: ConstructorParameters<typeof Feed>[0] = {
      read: {
        all: async () => [],
        first: async () => {
          gone.destroy();
          return undefined;
        },
      },
      onNews: listener => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    await new Feed(store, () => 0, CAPACITY).follow(null, null, gone.response);
    expect(listeners.size).toBe(0);
    expect(gone.text).toBe('');
  });

  it('keeps no reader that left while it was looked up', async () => {
    const feed = new Feed(hub.store, Date.now, { requestsInWork: 1, eventStreams: 1 });
    const gone = new Reader(true);
    gone.destroy();
    await feed.follow(null, null, gone.response);
    const here = new Reader(true);
    await feed.follow(null, null, here.response);
    expect(here.text).toContain('retry:');
    feed.close();
  });
});
