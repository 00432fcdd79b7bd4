import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { each, entries, TestHub, temporaryFolder } from '../hub.test-support.ts';
import type { Store } from '../store/contract.ts';
import { SqliteStore } from '../store/sqlite.ts';

/** A hub whose sends wait for each other as long as a test says, and a word that its database cannot store. */
async function gatheringHub(): Promise<{
  hub: TestHub;
  gather: <T>(work: () => Promise<T>[]) => Promise<T[]>;
}> {
  const folder = temporaryFolder();
  const file = join(folder, 'aim.db');
  const inner = new SqliteStore(file, Date.now);
  let gate: Promise<void> | null = null;
  const store: Store = {
    ...{ instanceId: inner.instanceId, read: inner.read, scan: inner.scan },
    write: async job => {
      await gate;
      return inner.write(job);
    },
    onNews: listener => inner.onNews(listener),
    close: async () => {
      await inner.close();
      rmSync(folder, { recursive: true });
    },
  };
  const hub = await TestHub.start({ store: () => store });
  const db = new DatabaseSync(file);
  db.exec(`CREATE TRIGGER poisoned BEFORE INSERT ON messages WHEN NEW.text = 'poison'
    BEGIN SELECT RAISE(ABORT, 'poisoned'); END`);
  db.close();
  const gather = async <T>(work: () => Promise<T>[]) => {
    gate = new Promise(resolve => setTimeout(resolve, 200));
    const all = work();
    await gate;
    gate = null;
    return Promise.all(all);
  };
  return { hub, gather };
}

describe('messages that are stored together', () => {
  it('are answered each for itself, and numbered and dated in one order', async () => {
    const { hub, gather } = await gatheringHub();
    const [nova, other, stranger] = [await hub.register(), await hub.register(), await hub.register()];
    const chats = [await hub.found(nova, 'one'), await hub.found(nova, 'two')] as const;
    await hub.follow(other, chats[0]);
    const answers = await gather(() => [
      hub.send(nova, chats[0], 'a', [other.id, nova.id, other.id]),
      hub.send(stranger, chats[0], 'b'),
      hub.send(other, chats[0], 'c'),
      hub.send(nova, chats[1], 'd', [other.id]),
      hub.send({ id: nova.id, token: 'wrong' }, chats[1], 'e'),
      hub.send(nova, 99, 'f'),
      hub.send(nova, 2 ** 60, 'g'),
      hub.send({ id: 99, token: nova.token }, chats[1], 'h'),
      hub.send(nova, chats[1], 'i'),
      hub.send(other, chats[0], 'j', [nova.id]),
    ]);
    expect(answers.map(one => one.status)).toEqual([201, 403, 201, 422, 401, 404, 404, 404, 201, 201]);
    expect(answers[0]?.body).toMatchObject({ text: 'a', mentions: [nova.id, other.id] });
    const stored = answers
      .filter(one => one.status === 201)
      .map(one => one.body)
      .sort((one, next) => Number(one.id) - Number(next.id));
    const times = stored.map(body => String(body.created_at));
    expect(times).toEqual([...new Set(times)].sort());
    const list = await hub.call('GET', '/chats');
    const counts = [
      { id: chats[0], message_count: 3 },
      { id: chats[1], message_count: 1 },
    ].map(one => expect.objectContaining(one));
    expect(entries(list, 'chats')).toEqual(expect.arrayContaining(counts));
    const page = await hub.call('GET', `/chats/${chats[0]}/messages`);
    expect(new Set(each(page, 'messages', 'text'))).toEqual(new Set(['a', 'c', 'j']));
    const mentioned = await hub.call('GET', `/messages?participant_id=${nova.id}&only_mentions=true`, {
      token: nova.token,
    });
    expect(new Set(each(mentioned, 'messages', 'text'))).toEqual(new Set(['a', 'j']));
    await hub.stop();
  });

  it('do not share the fate of one that the database cannot store', async () => {
    const { hub, gather } = await gatheringHub();
    const nova = await hub.register();
    const chat = await hub.found(nova, 'one');
    const answers = await gather(() => ['a', 'poison', 'b'].map(text => hub.send(nova, chat, text)));
    expect(answers.map(one => one.status)).toEqual([201, 500, 201]);
    const page = await hub.call('GET', `/chats/${chat}/messages`);
    expect(new Set(each(page, 'messages', 'text'))).toEqual(new Set(['a', 'b']));
    await hub.stop();
  });
});
