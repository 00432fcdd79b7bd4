import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type Capacity, HUB_BOUNDS } from './bounds.ts';
import { TestHub, temporaryFolder } from './hub.test-support.ts';
import { Overloaded } from './refusal.ts';
import type { Store } from './store/contract.ts';
import { StorageFailure } from './store/failure.ts';
import { SqliteStore } from './store/sqlite.ts';

/** A store whose writes fail as a test says. */
async function faultyHub(capacity?: Capacity) {
  const folder = temporaryFolder();
  const file = join(folder, 'aim.db');
  const inner = new SqliteStore(file, Date.now);
  const fault: { error: Error | null; wait: Promise<void> | null } = { error: null, wait: null };
  const store: Store = {
    instanceId: inner.instanceId,
    read: inner.read,
    scan: {
      all: async () => Promise.reject(new Overloaded()),
      first: async () => Promise.reject(new Overloaded()),
    },
    write: async job => {
      await fault.wait;
      if (fault.error !== null) throw fault.error;
      return inner.write(job);
    },
    onNews: listener => inner.onNews(listener),
    close: async () => {
      await inner.close();
      rmSync(folder, { recursive: true });
    },
  };
  const options = { store: () => store, ...(capacity === undefined ? {} : { capacity }) };
  return { hub: await TestHub.start(options), fault };
}

describe('a hub that cannot do more', () => {
  it('says when to come back, and that nothing was stored', async () => {
    const { hub, fault } = await faultyHub();
    const nova = await hub.register();
    const chat = await hub.found(nova, 'busy');
    for (const error of [new Overloaded(), new StorageFailure('the disk is full')]) {
      fault.error = error;
      const answer = await hub.send(nova, chat, 'hello');
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      expect(answer.body.detail).toContain('Nothing was stored');
    }
    expect(hub.log).toEqual(['fault: the disk is full']);
    fault.error = null;
    expect((await hub.send(nova, chat, 'hello')).status).toBe(201);
    const search = await hub.call('GET', `/chats/${chat}/messages?query=x`);
    expect(search.status).toBe(503);
    expect((await hub.call('GET', `/chats/${chat}/messages`)).status).toBe(200);
    await hub.stop();
  });

  it('takes so many requests at once, tells the others to come back, and lives on', async () => {
    const gate = Promise.withResolvers<void>();
    const { hub, fault } = await faultyHub({ requestsInWork: 3, eventStreams: 10 });
    const nova = await hub.register();
    const chat = await hub.found(nova, 'crowded');
    fault.wait = gate.promise;
    const sends = Array.from({ length: 8 }, (_, at) => hub.send(nova, chat, `${at}`));
    const refusals = { count: 0 };
    for (const one of sends) void one.then(({ status }) => (refusals.count += status === 503 ? 1 : 0));
    await vi.waitFor(() => expect(refusals.count).toBe(5));
    gate.resolve();
    const answers = await Promise.all(sends);
    const statuses = answers.map(one => one.status).sort();
    expect(statuses).toEqual([201, 201, 201, 503, 503, 503, 503, 503]);
    for (const one of answers.filter(each => each.status === 503)) {
      expect(one.headers.get('retry-after')).toBe('1');
      expect(one.body.detail).toContain('more work than it can do now');
    }
    fault.wait = null;
    expect((await hub.send(nova, chat, 'after')).status).toBe(201);
    expect((await hub.call('GET', `/chats/${chat}/messages`)).body.count).toBe(4);
    await hub.stop();
  });

  it('has so many event streams, tells the next reader to come back, and takes it when one left', async () => {
    const { hub } = await faultyHub({ requestsInWork: 10, eventStreams: 2 });
    const readers = [new AbortController(), new AbortController()];
    for (const { signal } of readers) expect((await fetch(`${hub.url}/events`, { signal })).status).toBe(200);
    const third = await hub.call('GET', '/events');
    expect([third.status, third.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await hub.call('GET', '/health')).status).toBe(200);
    readers[0]?.abort();
    const late = new AbortController();
    await vi.waitFor(async () => {
      const { signal } = late;
      expect((await fetch(`${hub.url}/events`, { signal })).status).toBe(200);
    });
    readers[1]?.abort();
    late.abort();
    await hub.stop();
  });

  it('holds so many large bodies, tells the next sender to come back, and takes it when one left', async () => {
    const { hub } = await faultyHub();
    const { port } = new URL(hub.url);
    const head = 'POST /register HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
    const began = Buffer.alloc(HUB_BOUNDS.largeBodyBytes + 1, ' ');
    const senders = Array.from({ length: HUB_BOUNDS.largeBodies }, () => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
      socket.write(`${head}content-length: ${HUB_BOUNDS.bodyBytes}\r\n\r\n`);
      socket.write(began);
      return socket;
    });
    const declared = JSON.stringify({ name: 'n', machine: 'm', client_type: 'c', agent_type: 'a' });
    const large = () => hub.call('POST', '/register', { raw: `${began.toString()}${declared}` });
    await vi.waitFor(async () => {
      const { status, headers } = await large();
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    });
    expect((await hub.call('POST', '/register', { raw: declared })).status).toBe(201);
    for (const socket of senders) socket.destroy();
    await vi.waitFor(async () => expect((await large()).status).toBe(201));
    for (let at = 0; at < HUB_BOUNDS.largeBodies; at += 1) expect((await large()).status).toBe(201);
    await hub.stop();
  });

  it('says so where it cannot know whether a write was stored', async () => {
    const { hub, fault } = await faultyHub();
    const nova = await hub.register();
    fault.error = new StorageFailure('the connection was lost', true);
    const { status, body } = await hub.call('POST', '/chats', {
      body: { participant_id: nova.id, name: 'perhaps' },
      token: nova.token,
    });
    expect([status, body.detail]).toEqual([503, expect.stringContaining('not known whether')]);
    fault.error = null;
    await hub.stop();
  });

  it('logs the same fault once, and counts the rest', async () => {
    const { hub, fault } = await faultyHub();
    const nova = await hub.register();
    fault.error = new StorageFailure('the disk is full');
    for (let at = 0; at < 5; at += 1) await hub.found(nova, `${at}`);
    fault.error = new StorageFailure('the disk is gone');
    await hub.found(nova, 'last');
    expect(hub.log).toEqual([
      'fault: the disk is full',
      'fault: the disk is full (4 times more)',
      'fault: the disk is gone',
    ]);
    fault.error = null;
    await hub.stop();
  });

  it('answers a fault of its own in JSON, and tells the client no more than that', async () => {
    const { hub, fault } = await faultyHub();
    fault.error = new Error('a secret of the inside');
    const answer = await hub.call('POST', '/register', {
      body: { name: 'n', machine: 'm', client_type: 'c', agent_type: 'a' },
    });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('secret');
    expect(hub.log).toEqual(['fault: a secret of the inside']);
    fault.error = null;
    await hub.stop();
  });
});
