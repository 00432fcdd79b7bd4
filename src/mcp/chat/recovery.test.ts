import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { TestHub } from '../../hub/hub.test-support.ts';
import { ALICE, BOB, idsOf, Machine, type Result } from '../mcp.test-support.ts';
import { EXPECTED_HUB } from '../version.ts';

const open: { stop: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

async function hubAt(port: number): Promise<TestHub> {
  const hub = await TestHub.start({ settings: { port } });
  open.push({ stop: () => hub.stop().catch(() => undefined) });
  return hub;
}

async function machineFor(url: string, folder?: string): Promise<Machine> {
  const machine = await Machine.open(url, folder);
  open.push({ stop: () => machine.close() });
  return machine;
}

type Scripted = { url: string; seen: { method: string; path: string; key: unknown }[] };

/** A hub that answers as it is told. */
async function scripted(
  answer: (path: string, count: number) => { status?: number; body?: object; drop?: boolean },
): Promise<Scripted> {
  const seen: Scripted['seen'] = [];
  const server = createServer((request, response) => {
    seen.push({
      method: request.method ?? '',
      path: request.url ?? '',
      key: request.headers['idempotency-key'],
    });
    const { status = 200, body = {}, drop = false } = answer(request.url ?? '', seen.length);
    request.resume();
    request.on('end', () => {
      if (drop) request.socket.destroy();
      else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  open.push({
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const REGISTERED = {
  participant_id: 7,
  participant_token: 'a-token-of-the-script',
  name: 'Ann',
  machine: 'm',
  client_type: 'code',
  agent_type: 'test',
  registered_at: '2026-11-30T10:00:00.000000Z',
  resumed: false,
};

const stamped = (body: object, server_version: string | null = EXPECTED_HUB, server_instance = 'one') =>
  server_version === null ? { body: { ...body } } : { body: { ...body, server_version, server_instance } };

const list = (machine: Machine, key = ALICE): Promise<Result> =>
  machine.call('aim_list_chats', { client_session_key: key });

describe('recovery', () => {
  it('registers again by itself when the hub was made anew, drops old markers, and leaves others alone', async () => {
    const before = await hubAt(0);
    const port = Number(new URL(before.url).port);
    const machine = await machineFor(before.url);
    await machine.register(ALICE, 'Ann');
    await machine.register(BOB, 'Bob');
    await machine.call('aim_create_chat', { client_session_key: ALICE, name: 'old' });
    const bob = machine.file().identities[BOB];
    await before.stop();
    const after = await hubAt(port);
    const stranger = await after.register({ name: 'first here' });
    const result = await machine.call('aim_get_messages', { client_session_key: ALICE });
    expect(result.identity_note).toContain('re-registered automatically');
    expect(result).toMatchObject({ count: 0 });
    expect(machine.file().identities[ALICE]).toMatchObject({ followed_chats: [], last_checked_at: null });
    expect(machine.file().identities[ALICE]?.participant_id).not.toBe(stranger.id);
    expect(machine.file().identities[BOB]).toEqual(bob);
    const missing = await machine.call('aim_get_memory', { client_session_key: BOB, memory_id: 77 });
    expect(missing).toMatchObject({ code: 'unknown_memory' });
    expect(missing.identity_note).toContain('another database');
  });

  it('changes no memory by an id of another database', async () => {
    const before = await hubAt(0);
    const machine = await machineFor(before.url);
    await machine.register(ALICE, 'Ann');
    await before.stop();
    const after = await hubAt(Number(new URL(before.url).port));
    const owner = await after.register();
    const body = { participant_id: owner.id, memory_type: 'FACT', content: 'theirs' };
    const { body: memory } = await after.call('POST', '/memories', { body, token: owner.token });
    const update = { client_session_key: ALICE, memory_id: memory.memory_id, content: 'mine' };
    expect((await machine.call('aim_update_memory', update)).error).toContain('nothing was changed');
    const path = `/memories/${memory.memory_id}?participant_id=${owner.id}`;
    expect((await after.call('GET', path, { token: owner.token })).body.content).toBe('theirs');
  });

  it.each([
    ['aim_send_message', { text: 'for the old chat alone' }],
    ['aim_follow_chat', {}],
  ])(
    '%s says that the chat is another one, instead of what it would take to be in that',
    async (tool, args) => {
      const before = await hubAt(0);
      const machine = await machineFor(before.url);
      await machine.register(ALICE, 'Ann');
      const { chat_id } = await machine.call('aim_create_chat', { client_session_key: ALICE, name: 'old' });
      await before.stop();
      const after = await hubAt(Number(new URL(before.url).port));
      expect(await after.found(await after.register(), 'another')).toBe(chat_id);
      const said = await machine.call(tool, { client_session_key: ALICE, chat_id, ...args });
      expect(said).toMatchObject({ code: 'server_instance_changed' });
      expect((await after.call('GET', `/chats/${chat_id}/participants`)).body.participants).toHaveLength(1);
    },
  );

  it('takes the token that another process of this machine got, and does not register against it', async () => {
    const hub = await hubAt(0);
    const one = await machineFor(hub.url);
    await one.register(ALICE, 'Ann');
    const stale = machineToken(one);
    const other = await Machine.open(hub.url, one.folder);
    await other.register(ALICE, 'Ann');
    expect(machineToken(one)).not.toBe(stale);
    expect(await list(one)).not.toHaveProperty('identity_note');
    await other.client.close();
  });

  it('forgets credentials when another database answers as if nothing had happened', async () => {
    let instance = 'one';
    const { url } = await scripted(path =>
      stamped(path === '/register' ? REGISTERED : { chats: [] }, EXPECTED_HUB, instance),
    );
    const machine = await machineFor(url);
    await machine.register(ALICE, 'Ann');
    instance = 'two';
    expect(await list(machine)).toMatchObject({ code: 'server_instance_changed' });
    expect(machine.file().identities[ALICE]).toMatchObject({ participant_id: null, token: null });
    expect(await list(machine)).toMatchObject({ code: 'not_registered' });
  });

  it('forgets them too when another database has no chat of the id that was asked for', async () => {
    const before = await hubAt(0);
    const machine = await machineFor(before.url);
    await machine.register(ALICE, 'Ann');
    const { chat_id } = await machine.call('aim_create_chat', { client_session_key: ALICE, name: 'old' });
    await before.stop();
    await hubAt(Number(new URL(before.url).port));
    const said = { client_session_key: ALICE, chat_id, text: 'to whom?' };
    expect(await machine.call('aim_send_message', said)).toMatchObject({ code: 'server_instance_changed' });
    expect(machine.file().identities[ALICE]).toMatchObject({ token: null, followed_chats: [] });
    expect(await machine.register(ALICE, 'Ann')).toMatchObject({ participant_id: 1, resumed: false });
  });

  it('does not register again for a refusal that is about somebody else', async () => {
    const hub = await hubAt(0);
    const machine = await machineFor(hub.url);
    await machine.register(ALICE, 'Ann');
    const token = machineToken(machine);
    const result = await machine.call('aim_get_messages', { client_session_key: ALICE, from_id: 999 });
    expect(result).toMatchObject({ code: 'unknown_participant' });
    expect(machineToken(machine)).toBe(token);
  });

  it('goes on where it was after the hub was down', async () => {
    const file = `${(await machineFor('http://127.0.0.1:9')).folder}/aim.db`;
    const hub = await TestHub.start({ file });
    const port = Number(new URL(hub.url).port);
    const machine = await machineFor(hub.url);
    await machine.register(ALICE, 'Ann');
    const { chat_id: chat } = await machine.call('aim_create_chat', {
      client_session_key: ALICE,
      name: 'lasting',
    });
    await hub.stop();
    const down = await list(machine);
    expect(down.error).toContain('tailnet');
    const again = await TestHub.start({ file, settings: { port } });
    open.push({ stop: () => again.stop() });
    await machine.call('aim_send_message', { client_session_key: ALICE, chat_id: chat, text: 'still here' });
    expect(idsOf(await machine.call('aim_get_messages', { client_session_key: ALICE }))).toHaveLength(1);
  });
});

describe('a write whose fate is unknown', () => {
  it.each([
    [
      'a hub that does not know it',
      503,
      {
        detail:
          'It is not known whether this was stored: look, or send it again with the same Idempotency-Key.',
      },
    ],
    ['a server before the hub', 502, undefined],
  ])('keeps its idempotency key also where %s has answered', async (_who, status, body) => {
    let failing = true;
    const { url, seen } = await scripted(path => {
      if (path === '/register') return stamped(REGISTERED);
      return failing
        ? { status, ...(body === undefined ? {} : { body: stamped(body).body }) }
        : { ...stamped({ id: 1, created_at: 'x' }), status: 201 };
    });
    const machine = await machineFor(url);
    await machine.register(ALICE, 'Ann');
    const send = () =>
      machine.call('aim_send_message', { client_session_key: ALICE, chat_id: 1, text: 'once' });
    const refused = await send();
    // An agent has no key to send
    expect(String(refused.error)).not.toContain('Idempotency-Key');
    failing = false;
    await send();
    const [first, again] = seen.filter(one => one.path === '/chats/1/messages').map(one => one.key);
    expect(again).toBe(first);
  });

  it('is sent with the same idempotency key when it is made again, and with another once it is settled', async () => {
    let drop = false;
    const { url, seen } = await scripted(path => {
      if (path === '/register') return stamped(REGISTERED);
      return drop ? { drop } : { ...stamped({ id: 1, created_at: 'x' }), status: 201 };
    });
    const machine = await machineFor(url);
    await machine.register(ALICE, 'Ann');
    const send = () =>
      machine.call('aim_send_message', { client_session_key: ALICE, chat_id: 1, text: 'once' });
    drop = true;
    expect(await send()).toMatchObject({ code: 'unreachable' });
    drop = false;
    await send();
    await send();
    const [lost, again, another] = seen.filter(one => one.path === '/chats/1/messages').map(one => one.key);
    expect(again).toBe(lost);
    expect(another).not.toBe(again);
  });
});

describe('versions', () => {
  it.each([
    ['0.7.0', 'Update the server'],
    ['99.0.0', 'Update this client'],
    [null, 'predates'],
  ])('a hub of version %s is warned about', async (version, words) => {
    const { url } = await scripted(path =>
      stamped(path === '/register' ? REGISTERED : { chats: [] }, version),
    );
    const machine = await machineFor(url);
    expect((await machine.register(ALICE, 'Ann')).version_warning).toContain(words);
  });

  it('the version that this client was written for is not, until it changes mid-session', async () => {
    let version = EXPECTED_HUB;
    const { url } = await scripted(path =>
      stamped(path === '/register' ? REGISTERED : { chats: [] }, version),
    );
    const machine = await machineFor(url);
    expect(await machine.register(ALICE, 'Ann')).not.toHaveProperty('version_warning');
    version = '0.14.0';
    expect((await list(machine)).version_warning).toMatch(/^changed mid-session/);
    version = EXPECTED_HUB;
    expect((await list(machine)).version_warning).toMatch(/^changed mid-session/);
    expect(await list(machine)).not.toHaveProperty('version_warning');
  });

  it('a hub without a route is called older, and one without resumption keeps no identity', async () => {
    const { url } = await scripted(path => {
      const { resumed: _, ...old } = REGISTERED;
      return path === '/register' ? stamped(old) : { status: 404, body: { detail: 'Not Found' } };
    });
    const machine = await machineFor(url);
    expect((await machine.register(ALICE, 'Ann')).error).toContain('predates');
    expect(await list(machine)).toMatchObject({ code: 'not_registered' });
    const { url: bare } = await scripted(path =>
      path === '/register' ? stamped(REGISTERED) : { status: 404, body: { detail: 'Not Found' } },
    );
    const other = await machineFor(bare);
    await other.register(ALICE, 'Ann');
    expect((await list(other)).error).toMatch(/GET \/chats.*older build/);
  });
});

function machineToken(machine: Machine): unknown {
  return machine.file().identities[ALICE]?.token;
}
