import { expect } from 'vitest';
import { entries, type TestHub } from './hub.test-support.ts';

/** Sends U+0000 in every place where a text may stand: each is refused by name, on every store alike. */
export async function refusesNul(hub: TestHub): Promise<void> {
  const nova = await hub.register({ name: 'whole' });
  const chat = await hub.found(nova, 'whole');
  const me = { name: 'n', machine: 'm', client_type: 'c', agent_type: 'a' };
  const own = { participant_id: nova.id };
  const payload = { who: 'w', works_for: 'x', goal: 'g', seeking: 's' };
  const memory = { ...own, memory_type: 'FACT', content: 'c' };
  const bodies: [string, object, (string | number)[]][] = [
    ['/register', { ...me, name: 'a\0b' }, ['name']],
    ['/register', { ...me, client_session_key: 'a key \0 here' }, ['client_session_key']],
    ['/chats', { ...own, name: '\0' }, ['name']],
    [`/chats/${chat}/messages`, { sender_id: nova.id, text: 'a\0' }, ['text']],
    [
      `/chats/${chat}/introductions`,
      { sender_id: nova.id, text: 't', payload: { ...payload, goal: '\0' } },
      ['payload', 'goal'],
    ],
    ['/memories', { ...memory, content: '\0c' }, ['content']],
    ['/memories', { ...memory, tags: ['fine', 'a\0'] }, ['tags', 1]],
  ];
  for (const [path, body, place] of bodies) {
    const answer = await hub.call('POST', path, { body, token: nova.token });
    expect([path, answer.status]).toEqual([path, 422]);
    expect(entries(answer, 'detail')).toMatchObject([{ type: 'value_error', loc: ['body', ...place] }]);
  }
  for (const path of [`/chats/${chat}/messages?query=%00`, '/chats?query=a%00'])
    expect((await hub.call('GET', path)).status).toBe(422);
  // Metadata is kept as JSON, which writes it out
  const metadata = { 'k\0': 'v\0' };
  const kept = await hub.call('POST', '/memories', { body: { ...memory, metadata }, token: nova.token });
  expect([kept.status, kept.body.metadata]).toEqual([201, metadata]);
}
