import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type Acknowledged, DoomedHub, randomOf } from '../durability.test-support.ts';
import { sendAnything } from '../hostile.test-support.ts';
import { each, entries, inner, OPERATOR_KEY, TestHub } from '../hub.test-support.ts';
import { refusesNul } from '../nul.test-support.ts';
import { type Cluster, noPostgres, startCluster } from './postgres.test-support.ts';
import { PostgresStore } from './postgres.ts';
import { storeContract } from './store.test-support.ts';

const missing = noPostgres();
const rounds = inject('killRounds');

describe.skipIf(missing !== null)(`PostgreSQL as a store${missing === null ? '' : ` (${missing})`}`, () => {
  let cluster: Cluster;
  let url: string;
  beforeAll(async () => {
    cluster = await startCluster();
    url = await cluster.database();
  });
  afterAll(() => cluster?.stop());

  const hubOn = (database: string) => TestHub.start({ store: () => PostgresStore.open(database) });

  storeContract(() => PostgresStore.open(url));

  it('carries every operation of the hub', async () => {
    const hub = await hubOn(await cluster.database());
    const key = 'the key of one';
    const one = await hub.register({ client_session_key: key });
    const two = await hub.register({ name: 'Zwei' });
    const chat = await hub.found(one, 'Écho');
    expect(
      (await hub.call('POST', '/chats', { body: { participant_id: two.id, name: 'écho' }, token: two.token }))
        .status,
    ).toBe(409);
    await hub.follow(two, chat);
    const first = await hub.send(one, chat, 'Hello ÉTÉ 100%', [two.id]);
    const second = await hub.send(two, chat, 'second', [one.id, two.id]);
    const read = async (query: string) =>
      each(await hub.call('GET', `/chats/${chat}/messages?${query}`, { token: two.token }), 'messages', 'id');
    const [a, b] = [first.body.id, second.body.id];
    expect(await read('')).toEqual([b, a]);
    expect(await read('query=%C3%A9t%C3%A9')).toEqual([a]);
    expect(await read('query=HELLO')).toEqual([a]);
    expect(await read(`after_id=${a}`)).toEqual([b]);
    expect(await read(`after=${first.body.created_at}`)).toEqual([b]);
    expect(await read(`only_mentions=1&participant_id=${two.id}&from_id=${one.id}`)).toEqual([a]);
    const inbox = await hub.call('GET', `/messages?participant_id=${two.id}`, { token: two.token });
    expect(each(inbox, 'messages', 'id')).toEqual([b, a]);
    const chats = await hub.call(
      'GET',
      `/chats?since=${first.body.created_at}&include_last_message=1&query=CHO`,
    );
    expect(entries(chats, 'chats')).toMatchObject([
      { message_count: 2, messages_since: 1, participant_count: 2, last_message: { id: b } },
    ]);
    const memory = await hub.call('POST', '/memories', {
      body: {
        participant_id: two.id,
        memory_type: 'FACT',
        content: 'ÄLT',
        tags: ['x', 'ü'],
        source_message_id: a,
        project_id: 5,
        metadata: { k: 1 },
      },
      token: two.token,
    });
    expect(memory.status).toBe(201);
    const found = await hub.call('GET', `/memories?participant_id=${two.id}&query=%C3%A4&tag=x&tag=%C3%9C`, {
      token: two.token,
    });
    expect(found.body).toMatchObject({
      total_results: 1,
      memories: [{ tags: ['x', 'ü'], metadata: { k: 1 } }],
    });
    const context = await hub.call('GET', `/memories/context?participant_id=${two.id}&project_id=5`, {
      token: two.token,
    });
    expect(context.body).toMatchObject({ total_memories: 1, summary: '**Key Facts:**\n- ÄLT' });
    const merged = await hub.call('POST', `/admin/participants/${one.id}/merge`, {
      body: { from_ids: [two.id], confirm_name: 'nova' },
      operator: OPERATOR_KEY,
    });
    expect(inner(merged, 'moved')).toEqual({
      messages: 1,
      chats_founded: 0,
      memberships: 1,
      mentions: 2,
      participants_removed: 1,
    });
    const resumed = await hub.register({ client_session_key: key });
    expect(resumed.id).toBe(one.id);
    const deletion = { participant_id: one.id, confirm_name: 'ÉCHO' };
    const gone = await hub.call('DELETE', `/chats/${chat}`, { body: deletion, token: resumed.token });
    expect(gone.body).toMatchObject({ deleted_messages: 2, deleted_members: 1 });
    await hub.stop();
  });

  it('refuses the character U+0000, as the other store does', async () => {
    const hub = await hubOn(await cluster.database());
    await refusesNul(hub);
    await hub.stop();
  });

  it('makes no fault of anything that is sent (contract 9)', { timeout: 120_000 }, async () => {
    const hub = await hubOn(await cluster.database());
    const nova = await hub.register();
    await hub.send(nova, await hub.found(nova, 'target'), 'hello');
    await sendAnything(hub, nova, 200);
    await hub.stop();
  });

  it('gives several hubs one order of ids and times, and wakes the followers of each', async () => {
    const database = await cluster.database();
    const [one, other] = [await hubOn(database), await hubOn(database)];
    const nova = await one.register();
    const chat = await one.found(nova, 'shared');
    expect((await other.call('GET', '/health')).body.instance_id).toBe(
      (await one.call('GET', '/health')).body.instance_id,
    );
    const leave = new AbortController();
    const events = await fetch(`${other.url}/events`, { signal: leave.signal });
    let told = '';
    const reading = (async () => {
      for await (const chunk of events.body ?? []) told += new TextDecoder().decode(chunk as Uint8Array);
    })().catch(() => undefined);
    const sent = await Promise.all(
      Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? one : other).send(nova, chat, `${at}`)),
    );
    const byId = sent.map(answer => answer.body).sort((a, b) => Number(a.id) - Number(b.id));
    const times = byId.map(body => String(body.created_at));
    expect(times).toEqual([...new Set(times)].sort());
    const list = await other.call('GET', '/chats');
    expect(each(list, 'chats', 'message_count')).toEqual([60]);
    await vi.waitFor(() => expect(told).toContain(`"message_id":${byId.at(-1)?.id}`), { timeout: 10_000 });
    leave.abort();
    await reading;
    await one.stop();
    await other.stop();
  });

  it('gives one answer to a key that is repeated at another hub', async () => {
    const database = await cluster.database();
    const hubs = [await hubOn(database), await hubOn(database)] as const;
    const nova = await hubs[0].register();
    const chat = await hubs[0].found(nova, 'once');
    const send = (at: number, text: string, key: string) =>
      (hubs[at % 2] as TestHub).call('POST', `/chats/${chat}/messages`, {
        body: { sender_id: nova.id, text },
        token: nova.token,
        headers: { 'idempotency-key': key },
      });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => send(at, 'hello', 'one-key')));
    expect(new Set(answers.map(one => one.status))).toEqual(new Set([201]));
    expect(new Set(answers.map(one => one.body.id)).size).toBe(1);
    expect((await send(1, 'something else', 'one-key')).status).toBe(409);
    const registration = {
      body: { name: 'n', machine: 'm', client_type: 'c', agent_type: 'a' },
      headers: { 'idempotency-key': 'a-registration' },
    };
    const [here, there] = [
      await hubs[0].call('POST', '/register', registration),
      await hubs[1].call('POST', '/register', registration),
    ];
    expect(there.body).toEqual(here.body);
    for (const hub of hubs) expect((await hub.call('GET', `/chats/${chat}/messages`)).body.count).toBe(1);
    await Promise.all(hubs.map(hub => hub.stop()));
  });

  it('listens again after it lost its listener, also where that fails at first', async () => {
    const database = await cluster.database();
    const name = new URL(database).pathname.slice(1);
    const [one, other] = [await hubOn(database), await hubOn(database)];
    const nova = await one.register();
    const chat = await one.found(nova, 'heard');
    const leave = new AbortController();
    const stream = await fetch(`${other.url}/events`, { signal: leave.signal });
    let told = '';
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) told += new TextDecoder().decode(chunk as Uint8Array);
    })().catch(() => undefined);
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    const listening = "FROM pg_stat_activity WHERE datname = $1 AND query LIKE 'LISTEN%'";
    const listeners = async () => (await admin.query(`SELECT pid ${listening}`, [name])).rowCount;
    expect(await listeners()).toBe(2);
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await admin.query(`SELECT pg_terminate_backend(pid) ${listening}`, [name]);
    // Longer than the first attempt to listen again, which is refused
    await new Promise(resolve => setTimeout(resolve, 1500));
    expect(await listeners()).toBe(0);
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await vi.waitFor(async () => expect(await listeners()).toBe(2), { timeout: 10_000 });
    const { body } = await one.send(nova, chat, 'news');
    await vi.waitFor(() => expect(told).toContain(`"message_id":${body.id}`), { timeout: 10_000 });
    leave.abort();
    await Promise.all([reading, admin.end(), one.stop(), other.stop()]);
  });

  it('says that it does not know whether a commit was stored whose answer was lost', async () => {
    const database = await cluster.database();
    const hub = await hubOn(database);
    const nova = await hub.register();
    const admin = new pg.Client({ connectionString: database });
    await admin.connect();
    await admin.query(`
      CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER lose AFTER INSERT ON chats DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION lose()`);
    const found = () =>
      hub.call('POST', '/chats', { body: { participant_id: nova.id, name: 'lost?' }, token: nova.token });
    const lost = await found();
    expect([lost.status, lost.body.detail]).toEqual([503, expect.stringContaining('not known whether')]);
    await admin.query('DROP TRIGGER lose ON chats');
    await admin.end();
    expect((await found()).status).toBe(201);
    await hub.stop();
  });

  it('says that it cannot reach its database, and goes on when it can again', async () => {
    const database = await cluster.database();
    const hub = await hubOn(database);
    const nova = await hub.register();
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    const name = new URL(database).pathname.slice(1);
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    const refused = await hub.call('GET', `/messages?participant_id=${nova.id}`, { token: nova.token });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await admin.end();
    await vi.waitFor(async () => expect(await hub.found(nova, `again ${Math.random()}`)).toBeGreaterThan(0), {
      timeout: 10_000,
    });
    await hub.stop();
  });

  it(
    `loses nothing and doubles nothing when a hub is killed ${rounds} times`,
    async ({ annotate }) => {
      const seed = Math.floor(Math.random() * 2 ** 32);
      await annotate(`seed ${seed}`);
      const random = randomOf(seed);
      const database = await cluster.database();
      const hub = new DoomedHub({ AIM_DATABASE_URL: database });
      for (let round = 1; round <= rounds; round += 1) {
        await hub.round(20 + random() * 300);
        expect(await faultsOf(database, hub.acknowledged), `seed ${seed}, round ${round}`).toEqual([]);
      }
    },
    rounds * 15_000,
  );
});

async function faultsOf(url: string, acknowledged: Acknowledged): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT id, text FROM messages ORDER BY id');
  const counted = await client.query('SELECT message_count AS n FROM chats');
  await client.end();
  const stored = new Map(rows.map(row => [Number(row.id), String(row.text)]));
  const lost = [...acknowledged].filter(([id, text]) => stored.get(id) !== text);
  const twice = rows.length - new Set(rows.map(row => row.text)).size;
  const count = Number(counted.rows[0]?.n ?? 0);
  return [
    ...lost.map(([id]) => `message ${id} was acknowledged and is lost`),
    ...(twice === 0 ? [] : [`${twice} messages are there twice`]),
    ...(count === rows.length ? [] : [`the chat counts ${count} messages and has ${rows.length}`]),
  ];
}
