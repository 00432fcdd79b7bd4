import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, each, entries, inner, OPERATOR_KEY, type Person, TestHub } from './hub.test-support.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await TestHub.start();
});
afterAll(() => hub.stop());

const edit = (path: string, body: unknown) =>
  hub.call('PATCH', `/admin/${path}`, { body, operator: OPERATOR_KEY });
const merge = (into: Person, from: readonly number[], name = 'nova') =>
  hub.call('POST', `/admin/participants/${into.id}/merge`, {
    body: { from_ids: from, confirm_name: name },
    operator: OPERATOR_KEY,
  });
const code = (answer: Answer) => [answer.status, inner(answer, 'detail').code];

describe('who may edit', () => {
  it('is nobody without a key in the hub, and only who has it otherwise (contract 3)', async () => {
    const closed = await TestHub.start({ settings: { operatorKey: null } });
    for (const [method, path, body] of [
      ['GET', '/admin/participants', undefined],
      ['PATCH', '/admin/participants/1', {}],
      ['PATCH', '/admin/chats/1', {}],
      ['POST', '/admin/participants/1/merge', { from_ids: [1], confirm_name: 'x' }],
    ] as const) {
      const sent = body === undefined ? {} : { body };
      expect(code(await closed.call(method, path, { ...sent, operator: OPERATOR_KEY }))).toEqual([
        404,
        'editing_disabled',
      ]);
      expect(code(await hub.call(method, path, sent))).toEqual([403, 'not_operator']);
      expect(code(await hub.call(method, path, { ...sent, operator: 'wrong' }))).toEqual([
        403,
        'not_operator',
      ]);
    }
    expect((await closed.call('GET', '/health')).body.editing_enabled).toBe(false);
    expect((await closed.call('PATCH', '/admin/chats/1', { body: { colour: 1 } })).status).toBe(422);
    await closed.stop();
  });

  it('is no participant, whatever its token (contract 1.1)', async () => {
    const who = await hub.register();
    expect(
      code(await hub.call('GET', '/admin/participants', { operator: who.token, token: who.token })),
    ).toEqual([403, 'not_operator']);
  });
});

describe('an edit of nothing', () => {
  it('takes null for a field that was not sent (contract 3)', async () => {
    const who = await hub.register({ client_session_key: 'a key that stays' });
    const nothing = { name: null, machine: null, client_type: null, agent_type: null };
    const answer = await edit(`participants/${who.id}`, {
      ...nothing,
      client_session_key: null,
      revoke_token: null,
    });
    expect([answer.status, answer.body.unchanged, answer.body.changed]).toEqual([200, true, {}]);
    const chat = await hub.found(who, 'left as it is');
    const same = await edit(`chats/${chat}`, { name: null, description: null });
    expect(same.body).toMatchObject({ unchanged: true, chat: { name: 'left as it is', description: null } });
  });
});

describe('GET /admin/participants', () => {
  it('tells whether there are credentials, and never which (contract 3)', async () => {
    const key = 'a key nobody may see';
    const who = await hub.register({ client_session_key: key });
    const answer = await hub.call('GET', '/admin/participants', { operator: OPERATOR_KEY });
    expect(entries(answer, 'participants').at(-1)).toMatchObject({
      id: who.id,
      has_token: true,
      has_session_key: true,
    });
    expect(answer.text).not.toContain(key);
    expect('framing' in answer.body).toBe(false);
  });
});

describe('PATCH /admin/participants/{id}', () => {
  it('says exactly what moved (contract 3)', async () => {
    const who = await hub.register({ client_session_key: 'the first key' });
    const answer = await edit(`participants/${who.id}`, {
      ...{
        name: 'nova',
        machine: 'shelf',
        client_session_key: 'the second key',
        revoke_token: true,
        agent_type: null,
      },
    });
    expect(answer.body).toMatchObject({
      participant_id: who.id,
      unchanged: false,
      participant: { machine: 'shelf' },
    });
    expect(answer.body.changed).toEqual({
      machine: { from: 'desk', to: 'shelf' },
      client_session_key: { from: '(hidden)', to: '(replaced)' },
      token: { from: '(issued)', to: '(revoked)' },
    });
    const again = await edit(`participants/${who.id}`, {
      client_session_key: 'the second key',
      revoke_token: true,
    });
    expect(again.body).toMatchObject({ changed: {}, unchanged: true });
    const old = await hub.register({ client_session_key: 'the first key' });
    const kept = await hub.register({ client_session_key: 'the second key' });
    expect([old.id === who.id, kept.id]).toEqual([false, who.id]);
  });

  it('does all of it or nothing (contract 3)', async () => {
    const holder = await hub.register({ client_session_key: 'a taken key' });
    const who = await hub.register();
    const answer = await edit(`participants/${who.id}`, {
      name: 'renamed',
      client_session_key: 'a taken key',
    });
    expect(code(answer)).toEqual([409, 'session_key_taken']);
    const list = await hub.call('GET', '/admin/participants', { operator: OPERATOR_KEY });
    expect(entries(list, 'participants').find(one => one.id === who.id)).toMatchObject({ name: 'nova' });
    expect(holder.id).toBeLessThan(who.id);
  });

  it.each(['id', 'registered_at', 'last_seen_at', 'token_hash'])(
    'cannot touch %s (contract 3)',
    async field => {
      expect((await edit('participants/1', { [field]: 1 })).status).toBe(422);
    },
  );

  it('leaves the token alone when only the key changes, and presence always (contract 3)', async () => {
    const who = await hub.register();
    const before = await hub.call('GET', '/admin/participants', { operator: OPERATOR_KEY });
    await edit(`participants/${who.id}`, { client_session_key: 'a brand new key' });
    const after = await hub.call('GET', '/admin/participants', { operator: OPERATOR_KEY });
    expect(each(after, 'participants', 'last_seen_at')).toEqual(each(before, 'participants', 'last_seen_at'));
    expect((await hub.call('GET', `/messages?participant_id=${who.id}`, { token: who.token })).status).toBe(
      200,
    );
    expect(code(await edit('participants/99999', {}))).toEqual([404, 'unknown_participant']);
  });
});

describe('PATCH /admin/chats/{id}', () => {
  it('corrects a name, also only its case, and refuses a taken one (contract 3)', async () => {
    const who = await hub.register();
    const chat = await hub.found(who, 'plans');
    await hub.found(who, 'other plans');
    const answer = await edit(`chats/${chat}`, { name: 'PLANS', description: '' });
    expect(answer.body).toMatchObject({
      changed: { name: { from: 'plans', to: 'PLANS' }, description: { from: null, to: '' } },
      chat: { id: chat, name: 'PLANS', description: '' },
    });
    expect((await edit(`chats/${chat}`, { name: null, description: null })).body.unchanged).toBe(true);
    const taken = await edit(`chats/${chat}`, { name: 'Other PLANS' });
    expect([taken.status, typeof taken.body.detail]).toEqual([409, 'string']);
    expect((await edit('chats/99999', {})).status).toBe(404);
  });
});

describe('POST /admin/participants/{id}/merge', () => {
  it('moves everything but memories to the survivor (contract 3)', async () => {
    const survivor = await hub.register({ client_session_key: 'the survivor key' });
    const [one, two] = [await hub.register({ client_session_key: 'a source key' }), await hub.register()];
    const shared = await hub.found(one, 'shared');
    const early = await hub.found(one, 'left by both');
    for (const who of [survivor, two]) await hub.follow(who, shared);
    await hub.follow(survivor, early);
    await hub.leave(one, early);
    const left = await hub.leave(survivor, early);
    await hub.leave(survivor, shared);
    const message = await hub.send(one, shared, 'to all', [one.id, two.id]);
    const memory = await hub.call('POST', '/memories', {
      body: { participant_id: one.id, memory_type: 'FACT', content: 'mine' },
      token: one.token,
    });
    const answer = await merge(survivor, [two.id, one.id, one.id, survivor.id], ' NOVA ');
    expect(answer.body).toMatchObject({
      participant_id: survivor.id,
      merged: [one.id, two.id],
      moved: { messages: 1, chats_founded: 2, memberships: 3, mentions: 2, participants_removed: 2 },
    });
    const messages = await hub.call('GET', `/chats/${shared}/messages`);
    expect(entries(messages, 'messages')[0]).toMatchObject({
      id: message.body.id,
      sender: { id: survivor.id },
      mentions: [survivor.id],
    });
    const members = entries(await hub.call('GET', `/chats/${shared}/participants`), 'participants');
    expect(members).toMatchObject([{ id: survivor.id, active: true }]);
    const gone = entries(await hub.call('GET', `/chats/${early}/participants`), 'participants');
    expect(gone).toMatchObject([{ id: survivor.id, left_at: left.body.left_at }]);
    const list = await hub.call('GET', '/chats?query=shared');
    expect(entries(list, 'chats')[0]).toMatchObject({ created_by: survivor.id, participant_count: 1 });
    const path = `/memories/${memory.body.memory_id}?participant_id=${survivor.id}`;
    expect((await hub.call('GET', path, { token: survivor.token })).body.creator_id).toBeNull();
    expect(code(await hub.send(one, shared, 'stale'))).toEqual([404, 'unknown_participant']);
    const anew = await hub.register({ client_session_key: 'a source key' });
    expect(anew.id).toBeGreaterThan(two.id);
  });

  it('checks survivor, name, sources and each source, in this order (contract 3)', async () => {
    const who = await hub.register();
    expect(code(await merge({ id: 99999, token: '' }, [1], 'x'))).toEqual([404, 'unknown_participant']);
    expect(code(await merge(who, [who.id], 'wrong'))).toEqual([409, 'confirm_name_mismatch']);
    expect(code(await merge(who, [who.id]))).toEqual([422, 'nothing_to_merge']);
    const unknown = await merge(who, [88888]);
    expect(inner(unknown, 'detail')).toMatchObject({ code: 'unknown_participant', participant_id: 88888 });
    expect((await merge(who, [])).status).toBe(422);
  });
});
