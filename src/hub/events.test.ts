import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Person, TestHub } from './hub.test-support.ts';

let hub: TestHub;
let nova: Person;
let scott: Person;
beforeAll(async () => {
  hub = await TestHub.start();
  nova = await hub.register();
  scott = await hub.register();
});
afterAll(() => hub.stop());

type Told = { readonly chat_id: number; readonly message_id: number };

/** Reads the stream of events until it is left. */
class Stream {
  readonly told: Told[] = [];
  text = '';
  readonly #leave = new AbortController();

  async open(path: string, headers: Record<string, string> = {}): Promise<Response> {
    const answer = await fetch(hub.url + path, { headers, signal: this.#leave.signal });
    void this.#read(answer);
    return answer;
  }

  leave(): void {
    this.#leave.abort();
  }

  async #read(answer: Response): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of answer.body ?? []) {
        this.text += decoder.decode(chunk as Uint8Array, { stream: true });
        this.told.splice(0);
        for (const match of this.text.matchAll(/^data: (.*)$/gm)) this.told.push(JSON.parse(match[1] ?? ''));
      }
    } catch {
      // Left
    }
  }
}

const WAIT = { timeout: 10_000 };

describe('GET /events', () => {
  it('tells a follower of its chats alone, by pointer and never by content', async () => {
    const [mine, other] = [await hub.found(scott, 'mine'), await hub.found(nova, 'not mine')];
    await hub.follow(nova, mine);
    const stream = new Stream();
    const answer = await stream.open(`/events?participant_id=${scott.id}`, { 'x-aim-token': scott.token });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    await hub.send(nova, other, 'not for you');
    const message = await hub.send(nova, mine, 'secret content');
    await vi.waitFor(
      () => expect(stream.told).toEqual([{ chat_id: mine, message_id: message.body.id }]),
      WAIT,
    );
    expect(stream.text).not.toContain('secret');
    expect(stream.text).toContain(`id: ${message.body.id}\nevent: message\n`);
    await hub.leave(scott, mine);
    await hub.follow(scott, other);
    await hub.send(nova, mine, 'no longer');
    const now = await hub.send(nova, other, 'from now on');
    await vi.waitFor(
      () => expect(stream.told.at(-1)).toEqual({ chat_id: other, message_id: now.body.id }),
      WAIT,
    );
    expect(stream.told).toHaveLength(2);
    stream.leave();
  });

  it('tells an observer of all chats', async () => {
    const chat = await hub.found(nova, 'watched');
    const stream = new Stream();
    await stream.open('/events');
    const message = await hub.send(nova, chat, 'hello');
    await vi.waitFor(
      () => expect(stream.told).toContainEqual({ chat_id: chat, message_id: message.body.id }),
      WAIT,
    );
    stream.leave();
  });

  it('tells who comes back what it missed', async () => {
    const chat = await hub.found(nova, 'missed');
    const first = await hub.send(nova, chat, 'seen');
    await hub.send(nova, chat, 'missed');
    const last = await hub.send(nova, chat, 'missed too');
    const stream = new Stream();
    await stream.open(`/events?participant_id=${nova.id}`, {
      'x-aim-token': nova.token,
      'last-event-id': String(first.body.id),
    });
    await vi.waitFor(() => expect(stream.told).toEqual([{ chat_id: chat, message_id: last.body.id }]), WAIT);
    stream.leave();
  });

  it('checks who asks, and what', async () => {
    expect((await hub.call('GET', `/events?participant_id=${nova.id}`)).status).toBe(401);
    expect((await hub.call('GET', `/events?participant_id=${nova.id}&token=x`)).status).toBe(422);
    expect((await hub.call('GET', '/events?participant_id=99999')).status).toBe(404);
  });

  it('lets a reader that takes nothing cost nobody else anything', async () => {
    const chat = await hub.found(nova, 'slow');
    const { hostname, port } = new URL(hub.url);
    const slow = Array.from({ length: 20 }, () => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET /events HTTP/1.1\r\nhost: localhost\r\n\r\n`),
      );
      return socket.pause();
    });
    const quick = new Stream();
    await quick.open('/events');
    let last = 0;
    for (let round = 0; round < 100; round += 1)
      last = Number((await hub.send(nova, chat, `${round}`)).body.id);
    await vi.waitFor(() => expect(quick.told.at(-1)).toEqual({ chat_id: chat, message_id: last }), WAIT);
    for (const socket of slow) socket.destroy();
    quick.leave();
  });
});
