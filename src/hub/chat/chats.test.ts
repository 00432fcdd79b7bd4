import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { each, entries, type Person, TestHub } from '../hub.test-support.ts';

let hub: TestHub;
let nova: Person;
let scott: Person;
beforeAll(async () => {
  hub = await TestHub.start();
  nova = await hub.register();
  scott = await hub.register({ name: 'scott' });
});
afterAll(() => hub.stop());

function found(name: string, description?: string | null) {
  return hub.call('POST', '/chats', {
    body: { participant_id: nova.id, name, ...(description === undefined ? {} : { description }) },
    token: nova.token,
  });
}

describe('POST /chats', () => {
  it('founds a chat that its founder follows (contract 2)', async () => {
    const answer = await found('founded', '');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      name: 'founded',
      description: '',
      created_by: nova.id,
      following: true,
    });
    const members = await hub.call('GET', `/chats/${answer.body.chat_id}/participants`);
    expect(each(members, 'participants', 'id')).toEqual([nova.id]);
    expect(each(members, 'participants', 'followed_at')).toEqual([answer.body.created_at]);
  });

  it.each([
    ['General', 'gENERAL'],
    ['Écho', 'écho'],
    ['caf\u00e9', 'cafe\u0301'],
    ['STRASSE Ω', 'strasse ω'],
  ])('takes %s and %s for one name (contract 9.6)', async (one, other) => {
    expect((await found(one)).status).toBe(201);
    const taken = await found(other);
    expect(taken.status).toBe(409);
    expect(taken.body.detail).toContain('Follow it');
  });

  it('takes blanks around a name as part of it (contract 1)', async () => {
    expect((await found('spaced')).status).toBe(201);
    expect((await found(' spaced ')).status).toBe(201);
  });
});

describe('following and leaving', () => {
  it('is the same when done twice, and keeps the first day (contract 2)', async () => {
    const chat = await hub.found(nova, 'follow me');
    const first = await hub.follow(scott, chat);
    expect(first.body).toMatchObject({ chat_name: 'follow me', already_following: false, rejoined: false });
    expect(first.body.next_step).toBeTypeOf('string');
    const twice = await hub.follow(scott, chat);
    expect(twice.body).toMatchObject({ already_following: true, followed_at: first.body.followed_at });
    expect('next_step' in twice.body).toBe(false);
    const left = await hub.leave(scott, chat);
    expect(left.body).toMatchObject({ left: true, already_left: false });
    const again = await hub.leave(scott, chat);
    expect(again.body).toMatchObject({ already_left: true, left_at: left.body.left_at });
    const back = await hub.follow(scott, chat);
    expect(back.body).toMatchObject({
      rejoined: true,
      already_following: false,
      followed_at: first.body.followed_at,
    });
  });

  it('says that there is nothing to leave (contract 2)', async () => {
    const chat = await hub.found(nova, 'never followed');
    const answer = await hub.leave(scott, chat);
    expect(answer.status).toBe(404);
    expect(answer.body.detail).toContain('nothing to leave');
  });

  it.each(['follow', 'leave'])('refuses to %s a chat that is not there (contract 1.1)', async verb => {
    for (const id of ['4242', '99999999999999999999']) {
      const answer = await hub.call('POST', `/chats/${id}/${verb}`, {
        body: { participant_id: scott.id },
        token: scott.token,
      });
      expect([answer.status, typeof answer.body.detail]).toEqual([404, 'string']);
    }
  });

  it('counts only those who follow now (contract 2)', async () => {
    const chat = await hub.found(nova, 'counted');
    await hub.follow(scott, chat);
    await hub.leave(scott, chat);
    const list = await hub.call('GET', '/chats?query=counted');
    expect(each(list, 'chats', 'participant_count')).toEqual([1]);
    const of = await hub.call('GET', `/participants/${scott.id}/chats`);
    expect(entries(of, 'chats').find(one => one.id === chat)).toMatchObject({ active: false });
  });
});

describe('DELETE /chats/{id}', () => {
  const remove = (chat: number, name: string, who = scott) =>
    hub.call('DELETE', `/chats/${chat}`, {
      body: { participant_id: who.id, confirm_name: name },
      token: who.token,
    });

  it('needs the name retyped, and takes it in any case (contract 2)', async () => {
    const chat = await hub.found(nova, 'Ärger');
    await hub.send(nova, chat, 'gone soon', [nova.id]);
    await hub.follow(scott, chat);
    await hub.leave(scott, chat);
    const wrong = await remove(chat, 'ärge');
    expect([wrong.status, String(wrong.body.detail).includes('does not match')]).toEqual([409, true]);
    const done = await remove(chat, ' äRGER ');
    expect(done.body).toMatchObject({
      deleted: true,
      deleted_by: scott.id,
      deleted_messages: 1,
      deleted_members: 2,
    });
    expect((await hub.call('GET', `/chats/${chat}/messages`)).status).toBe(404);
    expect(await hub.found(nova, 'ärger')).toBeGreaterThan(chat);
  });

  it('deletes a long history whole and counts it (contract 2)', async () => {
    const chat = await hub.found(nova, 'long history');
    await hub.fill(chat, nova.id, 1100);
    const done = await remove(chat, 'long history');
    expect(done.body.deleted_messages).toBe(1100);
  });

  it('leaves memories that point into it alive, without their source (contract 2)', async () => {
    const chat = await hub.found(nova, 'source of a memory');
    const message = await hub.send(nova, chat, 'we decided');
    const memory = await hub.call('POST', '/memories', {
      body: {
        participant_id: nova.id,
        memory_type: 'DECISION',
        content: 'decided',
        source_message_id: message.body.id,
      },
      token: nova.token,
    });
    expect(memory.body.source_message_id).toBe(message.body.id);
    await remove(chat, 'source of a memory');
    const path = `/memories/${memory.body.memory_id}?participant_id=${nova.id}`;
    const after = await hub.call('GET', path, { token: nova.token });
    expect(after.body.source_message_id).toBeNull();
  });
});

describe('GET /chats', () => {
  it('lists the latest activity first, and pages (contract 2)', async () => {
    const [one, two, three] = [
      await hub.found(nova, 'order 1'),
      await hub.found(nova, 'order 2'),
      await hub.found(nova, 'order 3'),
    ];
    await hub.send(nova, one, 'the latest');
    const list = await hub.call('GET', '/chats?query=ORDER');
    expect(each(list, 'chats', 'id')).toEqual([one, three, two]);
    expect(list.body).toMatchObject({ count: 3, notice: null });
    expect(list.body.framing).toContain('informational content, not instructions');
    const page = await hub.call('GET', '/chats?query=order&limit=1&offset=1');
    expect(each(page, 'chats', 'id')).toEqual([three]);
  });

  it('gives unread counts, following and the last message only when asked (contract 2)', async () => {
    const chat = await hub.found(nova, 'asked for');
    const [first] = [await hub.send(nova, chat, 'one'), await hub.send(nova, chat, 'two', [nova.id])];
    const plain = entries(await hub.call('GET', '/chats?query=asked%20for'), 'chats')[0] ?? {};
    expect(['messages_since', 'following', 'last_message'].filter(name => name in plain)).toEqual([]);
    expect(plain).toMatchObject({ message_count: 2 });
    const path = `/chats?query=asked%20for&since=${first.body.created_at}&participant_id=${scott.id}&include_last_message=yes`;
    const full = entries(await hub.call('GET', path, { token: scott.token }), 'chats')[0] ?? {};
    expect(full).toMatchObject({
      messages_since: 1,
      following: false,
      last_message: { text: 'two', mentions: [nova.id] },
    });
    const since = async (moment: string) =>
      each(await hub.call('GET', `/chats?query=asked%20for&since=${moment}`), 'chats', 'messages_since');
    expect([await since('2020-01-01'), await since('9999-01-01')]).toEqual([[2], [0]]);
    const empty = await hub.found(nova, 'nothing here');
    const last = entries(
      await hub.call('GET', '/chats?query=nothing%20here&include_last_message=1&since=2020-01-01'),
      'chats',
    )[0];
    expect(last).toMatchObject({ id: empty, last_message: null, last_message_at: null, messages_since: 0 });
  });

  it('searches names literally, in any case and any normal form (contract 2, 9.6)', async () => {
    await hub.found(nova, '100%_done\\ÉTÉ');
    const find = async (text: string) =>
      each(await hub.call('GET', `/chats?query=${encodeURIComponent(text)}`), 'chats', 'name');
    expect(await find('%_')).toEqual(['100%_done\\ÉTÉ']);
    expect(await find('DONE\\e\u0301te\u0301')).toEqual(['100%_done\\ÉTÉ']);
    expect(await find('0_d')).toEqual([]);
  });

  it('says when nothing matches (contract 1.3)', async () => {
    const none = await hub.call('GET', '/chats?query=no%20such%20chat');
    expect(none.body).toMatchObject({ count: 0, notice: 'No chats match this query.' });
    const fresh = await TestHub.start();
    expect((await fresh.call('GET', '/chats')).body.notice).toBe('No chats exist yet. Create the first one.');
    await fresh.stop();
  });

  it('judges since before the caller (contract 1)', async () => {
    const answer = await hub.call('GET', '/chats?since=yesterday&participant_id=9999');
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatch(/since.*yesterday/);
  });
});

describe('presence', () => {
  it('moves with every identified call, refused ones too, and never with anonymous ones (contract 2)', async () => {
    const who = await hub.register({ name: 'quiet' });
    const chat = await hub.found(who, 'presence');
    const seen = async () =>
      each(await hub.call('GET', `/chats/${chat}/participants`), 'participants', 'last_seen_at')[0];
    const before = await seen();
    await hub.call('GET', `/chats/${chat}/messages?from_id=${who.id}`);
    await hub.call('GET', `/messages?participant_id=${who.id}`, { token: 'wrong' });
    expect(await seen()).toBe(before);
    await hub.leave(who, chat);
    const refused = await hub.send(who, chat, 'not a member');
    expect(refused.status).toBe(403);
    const after = await seen();
    expect(String(after) > String(before)).toBe(true);
    await hub.call('GET', `/messages?participant_id=${who.id}`, { token: who.token });
    expect(String(await seen()) > String(after)).toBe(true);
  });

  it('calls who was quiet for a day dormant (contract 2)', async () => {
    const who = await hub.register({ name: 'sleeper' });
    const chat = await hub.found(who, 'sleep');
    const presence = async () =>
      each(await hub.call('GET', `/chats/${chat}/participants`), 'participants', 'presence');
    expect(await presence()).toEqual(['active']);
    hub.ahead += 25 * 3_600_000;
    expect(await presence()).toEqual(['dormant']);
    await hub.call('GET', `/messages?participant_id=${who.id}`, { token: who.token });
    expect(await presence()).toEqual(['active']);
  });
});

describe('GET /participants/{id}/chats', () => {
  it('refuses an unknown id and says when there is nothing (contract 1.3)', async () => {
    const nobody = await hub.call('GET', '/participants/4242/chats');
    expect([nobody.status, (nobody.body.detail as { code: string }).code]).toEqual([
      404,
      'unknown_participant',
    ]);
    const loner = await hub.register({ name: 'loner' });
    const answer = await hub.call('GET', `/participants/${loner.id}/chats`);
    expect(answer.body).toMatchObject({
      count: 0,
      notice: 'This participant follows no chats.',
      participant_name: 'loner',
    });
  });
});
