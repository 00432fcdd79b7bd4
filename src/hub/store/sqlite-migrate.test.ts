import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { each, entries, TestHub, temporaryFolder } from '../hub.test-support.ts';
import { makePublicFile, PUBLIC_INSTANCE, PUBLIC_TOKEN } from './public-file.test-support.ts';
import { SqliteStore } from './sqlite.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'aim.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const backups = () => readdirSync(folder).filter(name => name.endsWith('.bak'));

describe('what the public system stores and JSON or JavaScript cannot hold', () => {
  it('is taken over so that it can be read', async () => {
    makePublicFile(path, 5);
    const db = new DatabaseSync(path);
    db.exec(`UPDATE memories SET metadata = '{"a": NaN, "b": [-Infinity, "NaN \\" Infinity"]}', project_id = ${2n ** 62n}
      WHERE id = 3`);
    db.close();
    const hub = await TestHub.start({ file: path });
    const asked = { token: PUBLIC_TOKEN };
    const memory = await hub.call('GET', '/memories/3?participant_id=3', asked);
    expect(memory.body).toMatchObject({
      metadata: { a: null, b: [null, 'NaN " Infinity'] },
      project_id: Number.MAX_SAFE_INTEGER,
    });
    expect((await hub.call('GET', '/memories?participant_id=3&query=new', asked)).body.count).toBe(1);
    await hub.stop();
  });
});

describe.each([0, 1, 2, 3, 4, 5])('a file of the public system, schema %i', version => {
  it('goes on with every id, and lies beside as it was', async () => {
    makePublicFile(path, version);
    const hub = await TestHub.start({ file: path });
    if (version >= 1) expect((await hub.call('GET', '/health')).body.instance_id).toBe(PUBLIC_INSTANCE);
    const messages = await hub.call('GET', '/chats/2/messages');
    expect(each(messages, 'messages', 'id')).toEqual([8, 5, 6]);
    expect(each(messages, 'messages', 'mentions')).toEqual([[1, 3], [3], []]);
    expect(entries(messages, 'messages')[0]).toMatchObject({
      is_introduction: true,
      intro_payload: { who: 'a' },
    });
    const found = await hub.call('GET', '/chats/2/messages?query=%C3%A9t%C3%A9');
    expect(each(found, 'messages', 'id')).toEqual([6]);
    const chats = entries(await hub.call('GET', '/chats?since=2026-01-02T00:00:00Z'), 'chats');
    expect(chats).toMatchObject([
      {
        id: 2,
        name: 'Écho',
        message_count: 3,
        participant_count: 1,
        messages_since: 2,
        last_message_at: '2026-01-04T00:00:00.000000Z',
      },
      {
        id: 4,
        name: 'écho',
        message_count: 0,
        participant_count: 1,
        messages_since: 0,
        last_message_at: null,
      },
    ]);
    const who = await hub.register();
    const chat = await hub.found(who, 'next');
    const message = await hub.send(who, chat, 'next');
    expect([who.id, chat, message.body.id]).toEqual([10, 8, 13]);
    await hub.stop();
    expect(backups()).toHaveLength(1);
    const old = new DatabaseSync(join(folder, backups()[0] ?? ''), { readOnly: true });
    expect(old.prepare('PRAGMA user_version').get()).toEqual({ user_version: version });
    expect(old.prepare('SELECT count(*) AS n FROM messages').get()).toEqual({ n: 3 });
    old.close();
    const now = new DatabaseSync(path, { readOnly: true });
    expect(now.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(now.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    expect(
      now.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'public%' OR name LIKE 'idx%'").all(),
    ).toEqual([]);
    now.close();
    const again = await TestHub.start({ file: path });
    expect((await again.call('GET', `/chats/${chat}/messages`)).body.count).toBe(1);
    await again.stop();
    expect(backups()).toHaveLength(1);
  });

  it('keeps identities: tokens hold, and who has none must register again', async () => {
    makePublicFile(path, version);
    const hub = await TestHub.start({ file: path });
    const inbox = async (id: number) =>
      (await hub.call('GET', `/messages?participant_id=${id}`, { token: PUBLIC_TOKEN })).body;
    expect(await inbox(1)).toMatchObject({ detail: { code: 'token_required' } });
    expect(await inbox(3)).toMatchObject(
      version >= 2 ? { count: 0 } : { detail: { code: 'token_required' } },
    );
    const resumed = await hub.register({ client_session_key: 'the key of three' });
    expect(resumed.id).toBe(version >= 1 ? 3 : 10);
    await hub.stop();
  });
});

describe.each([4, 5])('memories of schema %i', version => {
  it('go on with tags and lineage', async () => {
    makePublicFile(path, version);
    const hub = await TestHub.start({ file: path });
    const who = await hub.register();
    const get = async (id: number) =>
      (await hub.call('GET', `/memories/${id}?participant_id=${who.id}`, { token: who.token })).body;
    expect(await get(2)).toMatchObject({
      ...{
        status: 'SUPERSEDED',
        tags: ['a', 'b'],
        superseded_by: 3,
        source_message_id: 5,
        creator_id: 1,
        metadata: {},
      },
    });
    expect(await get(3)).toMatchObject({ supersedes: 2, project_id: 7, metadata: { k: 1 } });
    const found = await hub.call(
      'GET',
      `/memories?participant_id=${who.id}&query=%C3%A4lt&status=SUPERSEDED`,
      {
        token: who.token,
      },
    );
    expect(each(found, 'memories', 'memory_id')).toEqual([2]);
    const next = await hub.call('POST', '/memories', {
      body: { participant_id: who.id, memory_type: 'FACT', content: 'x' },
      token: who.token,
    });
    expect(next.body.memory_id).toBe(7);
    await hub.stop();
  });
});

describe('a file that cannot be taken over', () => {
  it('is left as it was', () => {
    makePublicFile(path, 5);
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 6');
    db.close();
    expect(() => new SqliteStore(path, Date.now)).toThrow(/newer server.*Nothing was changed/);
    expect(backups()).toEqual([]);
  });
});
