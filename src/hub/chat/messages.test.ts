import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  each,
  entries,
  inner,
  type Person,
  TestHub,
  temporaryFolder,
} from '../hub.test-support.ts';

let hub: TestHub;
let nova: Person;
let scott: Person;
let chat: number;
beforeAll(async () => {
  hub = await TestHub.start();
  nova = await hub.register();
  scott = await hub.register({ name: 'scott' });
  chat = await hub.found(nova, 'talk');
  await hub.follow(scott, chat);
});
afterAll(() => hub.stop());

const ids = (answer: Answer) => each(answer, 'messages', 'id');
const read = (path: string, who?: Person) =>
  hub.call('GET', path, who === undefined ? {} : { token: who.token });

describe('POST /chats/{id}/messages', () => {
  it('gives the message with its sender and without the name of the chat (contract 2)', async () => {
    const answer = await hub.send(nova, chat, ' hello ', [scott.id, '2', nova.id, scott.id]);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      chat_id: chat,
      sender: { id: nova.id, name: 'nova', machine: 'desk', client_type: 'code', agent_type: 'claude' },
      text: ' hello ',
      mentions: [nova.id, scott.id],
      is_introduction: false,
      intro_payload: null,
    });
    expect('chat_name' in answer.body).toBe(false);
  });

  it('mentions active members only, and names the others (contract 2)', async () => {
    const stranger = await hub.register({ name: 'stranger' });
    const before = await read(`/chats/${chat}/messages`);
    const answer = await hub.send(nova, chat, 'hi', [scott.id, stranger.id, 999999]);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContain(`${stranger.id}, 999999`);
    expect(ids(await read(`/chats/${chat}/messages`))).toEqual(ids(before));
  });

  it.each([
    ['51 mentions', { mentions: Array.from({ length: 51 }, () => 1) }, ['body', 'mentions']],
    ['null mentions', { mentions: null }, ['body', 'mentions']],
    ['a mention that is no id', { mentions: [1, 'x'] }, ['body', 'mentions', 1]],
    ['an empty text', { text: '' }, ['body', 'text']],
    ['a text that is too long', { text: 'x'.repeat(4001) }, ['body', 'text']],
    ['an id beyond 64 bits', { sender_id: 2 ** 63 }, ['body', 'sender_id']],
    ['an unknown field', { colour: 'red' }, ['body', 'colour']],
  ])('refuses %s (contract 1)', async (_, change, loc) => {
    const answer = await hub.call('POST', `/chats/${chat}/messages`, {
      body: { sender_id: nova.id, text: 'hi', ...change },
      token: nova.token,
    });
    expect(answer.status).toBe(422);
    expect(entries(answer, 'detail').map(one => one.loc)).toEqual([loc]);
  });

  it('refuses who does not follow, and says since when who left (contract 2)', async () => {
    const other = await hub.register({ name: 'other' });
    expect((await hub.send(other, chat, 'hi')).status).toBe(403);
    await hub.follow(other, chat);
    const left = await hub.leave(other, chat);
    const answer = await hub.send(other, chat, 'hi');
    expect([answer.status, String(answer.body.detail)]).toEqual([
      403,
      expect.stringContaining(String(left.body.left_at)),
    ]);
    expect(answer.body.detail).toContain('left');
  });

  it('gives ids and times in one order to many that write at once (contract 9.8)', async () => {
    const many = await Promise.all(Array.from({ length: 200 }, (_, at) => hub.send(nova, chat, `${at}`)));
    const byId = many.map(one => one.body).sort((one, other) => Number(one.id) - Number(other.id));
    const times = byId.map(one => String(one.created_at));
    expect(times).toEqual([...new Set(times)].sort());
  });

  it('gives later times also when the clock goes back (contract 9.8)', async () => {
    const before = await hub.send(nova, chat, 'before');
    hub.ahead -= 3_600_000;
    const after = await hub.send(nova, chat, 'after');
    hub.ahead += 3_600_000;
    expect(String(after.body.created_at) > String(before.body.created_at)).toBe(true);
  });

  it('gives later times also when the clock went back while no hub ran (contract 9.8)', async () => {
    const file = join(temporaryFolder(), 'aim.db');
    const first = await TestHub.start({ file });
    first.ahead = 3_600_000;
    const who = await first.register();
    const before = await first.send(who, await first.found(who, 'early'), 'before');
    await first.stop();
    const second = await TestHub.start({ file });
    const founded = await second.call('POST', '/chats', {
      body: { participant_id: who.id, name: 'late' },
      token: who.token,
    });
    await second.stop();
    expect(String(founded.body.created_at) > String(before.body.created_at)).toBe(true);
  });
});

describe('POST /chats/{id}/introductions', () => {
  const payload = { who: 'nova', works_for: 'Andrew', goal: 'a plan', seeking: 'dates' };
  const introduce = (sent: unknown) =>
    hub.call('POST', `/chats/${chat}/introductions`, {
      body: { sender_id: nova.id, text: 'I am nova', payload: sent },
      token: nova.token,
    });

  it('is a message with a payload (contract 2)', async () => {
    const answer = await introduce(payload);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ is_introduction: true, intro_payload: payload, mentions: [] });
    expect((await introduce(payload)).status).toBe(201);
  });

  it.each([
    [{ ...payload, extra: 1 }, ['body', 'payload', 'extra'], 'extra_forbidden'],
    [{ ...payload, who: '' }, ['body', 'payload', 'who'], 'string_too_short'],
    [{ ...payload, goal: 'x'.repeat(281) }, ['body', 'payload', 'goal'], 'string_too_long'],
    [{ who: 'a', works_for: 'b', goal: 'c' }, ['body', 'payload', 'seeking'], 'missing'],
    ['text', ['body', 'payload'], 'model_attributes_type'],
    [undefined, ['body', 'payload'], 'missing'],
  ])('refuses the payload %j (contract 1)', async (sent, loc, type) => {
    const answer = await introduce(sent);
    expect(answer.status).toBe(422);
    expect(entries(answer, 'detail')).toMatchObject([{ loc, type }]);
  });
});

describe('GET /chats/{id}/messages', () => {
  let room: number;
  let sent: Answer[];
  beforeAll(async () => {
    room = await hub.found(nova, 'filters');
    await hub.follow(scott, room);
    sent = [];
    for (const [who, text, mentions] of [
      [nova, 'Alpha 100%', []],
      [scott, 'beta ÉCOLE', [nova.id]],
      [nova, 'gamma', [scott.id, nova.id]],
      [scott, 'delta e\u0301cole', []],
    ] as const)
      sent.push(await hub.send(who, room, text, mentions));
  });
  const id = (at: number) => sent[at]?.body.id as number;
  const time = (at: number) => sent[at]?.body.created_at as string;
  const found = async (query: string, who?: Person) =>
    ids(await read(`/chats/${room}/messages?${query}`, who));

  it('shows the newest first, framed, with the name of the chat (contract 2)', async () => {
    const answer = await read(`/chats/${room}/messages`);
    expect(ids(answer)).toEqual([id(3), id(2), id(1), id(0)]);
    expect(answer.body).toMatchObject({ chat_id: room, chat_name: 'filters', count: 4, notice: null });
    expect(answer.body.framing).toContain('not instructions');
    expect(new Set(each(answer, 'messages', 'chat_name'))).toEqual(new Set(['filters']));
    expect(each(answer, 'messages', 'mentions')).toEqual([[], [nova.id, scott.id], [nova.id], []]);
  });

  it('bounds by ids and by times, strictly (contract 2)', async () => {
    expect(await found(`after_id=${id(1)}`)).toEqual([id(3), id(2)]);
    expect(await found(`before_id=${id(1)}`)).toEqual([id(0)]);
    expect(await found(`after_id=${id(0)}&before_id=${id(3)}`)).toEqual([id(2), id(1)]);
    expect(await found(`after=${time(1)}`)).toEqual([id(3), id(2)]);
    expect(await found(`before=${time(1)}`)).toEqual([id(0)]);
    expect(await found(`after=${time(0)}&before=${time(3)}&after_id=${id(1)}`)).toEqual([id(2)]);
    expect(await found('after_id=-5')).toHaveLength(4);
    expect(await found('after_id=9223372036854775807')).toEqual([]);
    expect(await found('before_id=9223372036854775807&limit=1')).toEqual([id(3)]);
  });

  it('combines all filters (contract 2)', async () => {
    expect(await found(`from_id=${scott.id}`)).toEqual([id(3), id(1)]);
    expect(await found(`from_id=${scott.id}&after_id=${id(1)}&query=ecole`)).toEqual([]);
    expect(await found(`from_id=${scott.id}&query=%C3%89cole&limit=1`)).toEqual([id(3)]);
    expect(await found(`only_mentions=true&participant_id=${nova.id}`, nova)).toEqual([id(2), id(1)]);
    expect(await found(`only_mentions=1&participant_id=${nova.id}&before_id=${id(2)}`, nova)).toEqual([
      id(1),
    ]);
    expect(await found(`only_mentions=1&participant_id=${nova.id}&after=${time(1)}`, nova)).toEqual([id(2)]);
    expect(await found(`only_mentions=1&participant_id=${nova.id}&from_id=${scott.id}`, nova)).toEqual([
      id(1),
    ]);
  });

  it('searches literally, in any case and any normal form (contract 9.6)', async () => {
    expect(await found('query=%C3%A9cole')).toEqual([id(3), id(1)]);
    expect(await found('query=ALPHA')).toEqual([id(0)]);
    expect(await found(`query=${encodeURIComponent('0%')}`)).toEqual([id(0)]);
    expect(await found('query=_')).toEqual([]);
  });

  it('needs a participant for its mentions, before it looks at who calls (contract 1)', async () => {
    const answer = await read(`/chats/${room}/messages?only_mentions=true`);
    expect([answer.status, typeof answer.body.detail]).toEqual([422, 'string']);
  });

  it('refuses a sender that is not in this database, but not one that never wrote here (contract 2)', async () => {
    const silent = await hub.register({ name: 'silent' });
    expect(await found(`from_id=${silent.id}`)).toEqual([]);
    const answer = await read(`/chats/${room}/messages?from_id=424242`);
    expect(answer.status).toBe(404);
    expect(inner(answer, 'detail')).toMatchObject({ code: 'unknown_participant', participant_id: 424242 });
  });

  it.each(['yesterday', '', '2020-1-1', '1700000000', '2020-01-01T24:00:00', '0001-01-01T00:00:00+01:00'])(
    'refuses the moment %j by name and value (contract 1)',
    async moment => {
      const answer = await read(`/chats/${room}/messages?after=${encodeURIComponent(moment)}`);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toContain(`'after': '${moment}'`);
    },
  );

  it('may be read by anyone, and says when there is nothing (contract 1.3)', async () => {
    const empty = await hub.found(nova, 'empty');
    const answer = await read(`/chats/${empty}/messages`);
    expect(answer.body).toMatchObject({ count: 0, messages: [], notice: 'No messages to display.' });
    expect((await read('/chats/4242/messages')).status).toBe(404);
  });

  it('shows what a sender is now, not what it was (contract 2)', async () => {
    const key = 'the key of a mover';
    const mover = await hub.register({ name: 'mover', client_session_key: key });
    await hub.follow(mover, room);
    await hub.send(mover, room, 'from here');
    await hub.register({ machine: 'elsewhere', client_session_key: key });
    const answer = await read(`/chats/${room}/messages?from_id=${mover.id}`);
    expect(entries(answer, 'messages')[0]?.sender).toMatchObject({ name: 'mover', machine: 'elsewhere' });
  });
});

describe('GET /messages', () => {
  it('holds what is in the chats that are followed now, with what was there before (contract 2)', async () => {
    const [one, two, three] = [
      await hub.found(nova, 'inbox 1'),
      await hub.found(nova, 'inbox 2'),
      await hub.found(nova, 'inbox 3'),
    ];
    const messages: Answer[] = [];
    for (const room of [one, two, three, one, two, three])
      messages.push(await hub.send(nova, room, `in ${room}`));
    const late = await hub.register({ name: 'late' });
    for (const room of [one, two, three]) await hub.follow(late, room);
    await hub.leave(late, three);
    const all = await read(`/messages?participant_id=${late.id}`, late);
    const expected = [4, 3, 1, 0].map(at => messages[at]?.body.id);
    expect(ids(all)).toEqual(expected);
    expect(all.body).toMatchObject({ participant_id: late.id, scope: 'all chats this participant follows' });
    expect(all.body.framing).toContain('not instructions');
    expect(ids(await read(`/messages?participant_id=${late.id}&limit=2`, late))).toEqual(
      expected.slice(0, 2),
    );
    expect(
      ids(await read(`/messages?participant_id=${late.id}&limit=1&before_id=${expected[0]}`, late)),
    ).toEqual([expected[1]]);
    const own = await hub.send(late, one, 'my own');
    expect(ids(await read(`/messages?participant_id=${late.id}&limit=1`, late))).toEqual([own.body.id]);
    const none = await read(`/messages?participant_id=${late.id}&after_id=${own.body.id}`, late);
    expect(none.body.notice).toBe('No messages to display.');
  });

  it('finds mentions anywhere (contract 2)', async () => {
    const who = await hub.register({ name: 'mentioned' });
    const rooms = [await hub.found(who, 'mention 1'), await hub.found(who, 'mention 2')];
    const hits: unknown[] = [];
    for (const room of rooms) {
      await hub.follow(nova, room);
      await hub.send(nova, room, 'to nobody');
      hits.push((await hub.send(nova, room, 'to you', [who.id])).body.id);
    }
    const answer = await read(`/messages?participant_id=${who.id}&only_mentions=true`, who);
    expect(ids(answer)).toEqual(hits.reverse());
  });

  it('needs a participant (contract 2)', async () => {
    const answer = await read('/messages');
    expect(answer.status).toBe(422);
    expect(entries(answer, 'detail')).toMatchObject([{ type: 'missing', loc: ['query', 'participant_id'] }]);
  });
});
