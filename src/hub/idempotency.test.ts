import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HUB_BOUNDS } from './bounds.ts';
import { each, OPERATOR_KEY, type Person, TestHub, temporaryFolder } from './hub.test-support.ts';

let hub: TestHub;
let nova: Person;
let chat: number;
const folder = temporaryFolder();
beforeAll(async () => {
  hub = await TestHub.start({ file: join(folder, 'aim.db') });
  nova = await hub.register();
  chat = await hub.found(nova, 'once');
});
afterAll(async () => {
  await hub.stop();
  rmSync(folder, { recursive: true });
});

const send = (key: string, text: string, who = nova, token = who.token) =>
  hub.call('POST', `/chats/${chat}/messages`, {
    body: { sender_id: who.id, text },
    token,
    headers: { 'idempotency-key': key },
  });
const count = async () => each(await hub.call('GET', '/chats?query=once'), 'chats', 'message_count')[0];

describe('Idempotency-Key', () => {
  it('gives the first answer to a repeat, and stores nothing again', async () => {
    const first = await send('key-1', 'hello');
    const before = await count();
    const again = await send('key-1', 'hello');
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await count()).toBe(before);
  });

  it('refuses another request with the same key', async () => {
    await send('key-2', 'hello');
    const other = await send('key-2', 'something else');
    expect([other.status, typeof other.body.detail]).toEqual([409, 'string']);
    const elsewhere = await hub.call('POST', `/chats/${chat}/follow`, {
      body: { participant_id: nova.id },
      token: nova.token,
      headers: { 'idempotency-key': 'key-2' },
    });
    expect(elsewhere.status).toBe(409);
  });

  it('stores one of many that come at once', async () => {
    const before = Number(await count());
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('key-3', 'hello')));
    expect(new Set(answers.map(one => one.body.id)).size).toBe(1);
    expect(await count()).toBe(before + 1);
  });

  it('refuses the deletion of a large chat before anything of it is gone', async () => {
    const large = await hub.found(nova, 'large');
    await hub.fill(large, nova.id, HUB_BOUNDS.deleteChunk + 1);
    await send('key-6', 'hello');
    const remove = (key: string) =>
      hub.call('DELETE', `/chats/${large}`, {
        body: { participant_id: nova.id, confirm_name: 'large' },
        token: nova.token,
        headers: { 'idempotency-key': key },
      });
    expect((await remove('key-6')).status).toBe(409);
    const left = each(await hub.call('GET', '/chats?query=large'), 'chats', 'message_count');
    expect(left).toEqual([HUB_BOUNDS.deleteChunk + 1]);
    const first = await remove('key-7');
    expect(first.body.deleted_messages).toBe(HUB_BOUNDS.deleteChunk + 1);
    expect((await remove('key-7')).body).toEqual(first.body);
  });

  it('belongs to who used it, and opens nothing to others', async () => {
    const scott = await hub.register();
    await hub.follow(scott, chat);
    const first = await send('key-4', 'hello');
    expect((await send('key-4', 'hello', nova, 'wrong')).status).toBe(401);
    expect((await send('key-4', 'hello', scott)).body.id).not.toBe(first.body.id);
  });

  it('is not used up by a refusal', async () => {
    const late = await hub.register();
    expect((await send('key-5', 'hello', late)).status).toBe(403);
    await hub.follow(late, chat);
    expect((await send('key-5', 'hello', late)).status).toBe(201);
  });

  it('makes every write safe to repeat: registration, deletion, correction, memory', async () => {
    const twice = async (method: string, path: string, body: object, headers: Record<string, string>) => {
      const sent = { body, headers: { 'idempotency-key': `${method}${path}`, ...headers } };
      const [one, two] = [await hub.call(method, path, sent), await hub.call(method, path, sent)];
      expect(one.status).toBeLessThan(300);
      expect([two.status, two.body]).toEqual([one.status, one.body]);
    };
    const token = { 'x-aim-token': nova.token };
    await twice('POST', '/register', { name: 'n', machine: 'm', client_type: 'c', agent_type: 'a' }, {});
    await twice('POST', '/memories', { participant_id: nova.id, memory_type: 'FACT', content: 'x' }, token);
    await twice(
      'PATCH',
      `/admin/participants/${nova.id}`,
      { machine: 'x' },
      { 'x-aim-operator': OPERATOR_KEY },
    );
    const doomed = await hub.found(nova, 'doomed');
    await twice('DELETE', `/chats/${doomed}`, { participant_id: nova.id, confirm_name: 'doomed' }, token);
  });

  it('lasts over a restart, and puts no token and no deleted text on the disk', async () => {
    const sent = {
      body: { name: 'n', machine: 'm', client_type: 'c', agent_type: 'a' },
      headers: { 'idempotency-key': 'a-registration' },
    };
    const first = await hub.call('POST', '/register', sent);
    await send('a-secret', 'words that are only here');
    await hub.stop();
    const disk = readdirSync(folder).map(name => readFileSync(join(folder, name), 'latin1'));
    expect(disk.join('')).not.toContain(String(first.body.participant_token));
    expect(disk.join('').split('words that are only here')).toHaveLength(2);
    hub = await TestHub.start({ file: join(folder, 'aim.db') });
    expect((await hub.call('POST', '/register', sent)).body).toEqual(first.body);
  });

  it.each(['', ' ', 'a b', 'x'.repeat(256)])('refuses the key %j', async key => {
    expect((await send(key, 'hello')).status).toBe(422);
  });
});
