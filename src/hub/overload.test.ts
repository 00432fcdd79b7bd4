import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TestHub, temporaryFolder } from './hub.test-support.ts';
import { Overloaded } from './refusal.ts';
import type { Store } from './store/contract.ts';
import { StorageFailure } from './store/failure.ts';
import { SqliteStore } from './store/sqlite.ts';

/** A store whose writes fail as a test says. */
async function faultyHub() {
  const file = join(temporaryFolder(), 'aim.db');
  const inner = new SqliteStore(file, Date.now);
  const fault: { error: Error | null } = { error: null };
  const store: Store = {
    instanceId: inner.instanceId,
    read: inner.read,
    scan: {
      all: async () => Promise.reject(new Overloaded()),
      first: async () => Promise.reject(new Overloaded()),
    },
    write: job => (fault.error === null ? inner.write(job) : Promise.reject(fault.error)),
    onNews: listener => inner.onNews(listener),
    close: () => inner.close(),
  };
  return { hub: await TestHub.start({ store: () => store }), fault };
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
