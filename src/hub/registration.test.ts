import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entries, inner, OPERATOR_KEY, TestHub } from './hub.test-support.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await TestHub.start();
});
afterAll(() => hub.stop());

const nova = { name: 'nova', machine: 'desk', client_type: 'code', agent_type: 'claude' };

describe('POST /register', () => {
  it('gives ids that count up, and a token of 43 characters (contract 2)', async () => {
    const one = await hub.call('POST', '/register', { body: nova });
    const two = await hub.call('POST', '/register', { body: nova });
    expect(one.status).toBe(201);
    expect(one.body).toMatchObject({ ...nova, resumed: false });
    expect(one.body.next_step).toContain('introduc');
    expect(one.body.participant_token).toMatch(/^[\w-]{43}$/);
    expect(one.body.registered_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(two.body.participant_id).toBe(Number(one.body.participant_id) + 1);
  });

  it('resumes by the continuity key: only machine and token are new (contract 2)', async () => {
    const key = ' a key with blanks ';
    const first = await hub.call('POST', '/register', { body: { ...nova, client_session_key: key } });
    const other = { name: 'other', machine: 'laptop', client_type: 'chat', agent_type: 'gemini' };
    const again = await hub.call('POST', '/register', { body: { ...other, client_session_key: key } });
    expect(again.status).toBe(201);
    expect(again.body).toMatchObject({
      ...nova,
      machine: 'laptop',
      participant_id: first.body.participant_id,
      registered_at: first.body.registered_at,
      resumed: true,
    });
    expect(again.body.next_step).toContain('resumed');
    expect(again.text).not.toContain(key);
    const old = await hub.call('GET', `/messages?participant_id=${first.body.participant_id}`, {
      token: String(first.body.participant_token),
    });
    expect([old.status, inner(old, 'detail').code]).toEqual([401, 'token_invalid']);
    const trimmed = await hub.call('POST', '/register', {
      body: { ...nova, client_session_key: key.trim() },
    });
    expect(trimmed.body.resumed).toBe(false);
  });

  it('gives one participant to many that register with one key at once (contract 2)', async () => {
    const body = { ...nova, client_session_key: 'one key for all' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => hub.call('POST', '/register', { body })),
    );
    expect(new Set(answers.map(one => one.body.participant_id)).size).toBe(1);
    expect(answers.filter(one => one.body.resumed === false)).toHaveLength(1);
  });

  it.each([
    ['name', ''],
    ['name', 'x'.repeat(65)],
    ['machine', 'x'.repeat(65)],
    ['client_type', 'x'.repeat(33)],
    ['agent_type', ''],
    ['client_session_key', 'short'],
    ['client_session_key', 'x'.repeat(201)],
    ['name', 5],
    ['name', null],
    ['name', '\ud800'],
  ])('refuses %s = %j (contract 1)', async (field, value) => {
    const answer = await hub.call('POST', '/register', { body: { ...nova, [field]: value } });
    expect(answer.status).toBe(422);
    expect(entries(answer, 'detail').map(one => one.loc)).toEqual([['body', field]]);
  });

  it('counts characters and not UTF-16 units, and trims nothing (contract 1)', async () => {
    const emoji = await hub.call('POST', '/register', { body: { ...nova, name: '🙂'.repeat(64) } });
    const blank = await hub.call('POST', '/register', { body: { ...nova, name: '  ' } });
    expect([emoji.status, blank.status, blank.body.name]).toEqual([201, 201, '  ']);
    const tooMany = await hub.call('POST', '/register', { body: { ...nova, name: '🙂'.repeat(65) } });
    expect(tooMany.status).toBe(422);
  });
});

describe('identified calls', () => {
  it('names what is wrong with the token (contract 1.1)', async () => {
    const who = await hub.register();
    const code = async (path: string, token?: string) => {
      const answer = await hub.call('GET', path, token === undefined ? {} : { token });
      return [answer.status, inner(answer, 'detail').code, inner(answer, 'detail').participant_id];
    };
    const inbox = `/messages?participant_id=${who.id}`;
    expect(await code('/messages?participant_id=99999')).toEqual([404, 'unknown_participant', 99999]);
    expect(await code(inbox)).toEqual([401, 'token_missing', who.id]);
    expect(await code(inbox, '')).toEqual([401, 'token_missing', who.id]);
    expect(await code(inbox, 'wrong')).toEqual([401, 'token_invalid', who.id]);
    await hub.call('PATCH', `/admin/participants/${who.id}`, {
      body: { revoke_token: true },
      operator: OPERATOR_KEY,
    });
    expect(await code(inbox, who.token)).toEqual([401, 'token_required', who.id]);
    expect(await code(inbox)).toEqual([401, 'token_required', who.id]);
  });

  it('never takes the token from the query (contract 1)', async () => {
    const who = await hub.register();
    const answer = await hub.call('GET', `/messages?participant_id=${who.id}&token=${who.token}`);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContain('token');
  });
});

describe('GET /health', () => {
  it('says version, instance, time and policy (contract 2)', async () => {
    const { body } = await hub.call('GET', '/health');
    expect(body).toMatchObject({ status: 'ok', editing_enabled: true, retention: { days: null } });
    expect(body.version).toBe(body.server_version);
    expect(body.instance_id).toBe(body.server_instance);
    expect((body.retention as { policy: string }).policy).toContain('kept forever');
  });
});
