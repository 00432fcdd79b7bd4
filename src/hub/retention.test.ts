import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { each, entries, type Person, TestHub, temporaryFolder } from './hub.test-support.ts';

const DAY = 24 * 3_600_000;
let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'aim.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A hub with one old and one new message, and a memory of the old one, stopped again. */
async function prepared(): Promise<{ nova: Person; chat: number; quiet: number; memory: unknown }> {
  const hub = await TestHub.start({ file });
  const nova = await hub.register();
  const [chat, quiet] = [await hub.found(nova, 'busy'), await hub.found(nova, 'quiet')];
  const old = await hub.send(nova, chat, 'old', [nova.id]);
  const alone = await hub.send(nova, quiet, 'old and alone');
  for (const one of [old, alone])
    await hub.setMessageTime(Number(one.body.id), new Date(Date.now() - 40 * DAY).toISOString());
  await hub.send(nova, chat, 'new', [nova.id]);
  const memory = await hub.call('POST', '/memories', {
    body: { participant_id: nova.id, memory_type: 'FACT', content: 'kept', source_message_id: old.body.id },
    token: nova.token,
  });
  await hub.stop();
  return { nova, chat, quiet, memory: memory.body.memory_id };
}

describe('retention', () => {
  it('deletes what is too old at start, says so, and keeps chats and memories (contract 2)', async () => {
    const { nova, chat, quiet, memory } = await prepared();
    const hub = await TestHub.start({ file, settings: { retentionDays: 30 } });
    expect(hub.log).toEqual(['retention: deleted 2 messages older than 30 days']);
    expect(each(await hub.call('GET', `/chats/${chat}/messages`), 'messages', 'text')).toEqual(['new']);
    const chats = entries(await hub.call('GET', '/chats?include_last_message=1&since=2000-01-01'), 'chats');
    expect(chats).toMatchObject([
      { id: chat, message_count: 1, messages_since: 1 },
      { id: quiet, message_count: 0, messages_since: 0, last_message_at: null, last_message: null },
    ]);
    const inbox = await hub.call('GET', `/messages?participant_id=${nova.id}&only_mentions=1`, {
      token: nova.token,
    });
    expect(inbox.body.count).toBe(1);
    const kept = await hub.call('GET', `/memories/${memory}?participant_id=${nova.id}`, {
      token: nova.token,
    });
    expect(kept.body).toMatchObject({ content: 'kept', source_message_id: null });
    const { body } = await hub.call('GET', '/health');
    expect(body.retention).toMatchObject({ days: 30, policy: expect.stringContaining('30 days') });
    const next = await hub.send(nova, quiet, 'goes on');
    expect((await hub.call('GET', '/chats?query=quiet&since=2000-01-01')).body.chats).toMatchObject([
      { message_count: 1, messages_since: 1 },
    ]);
    expect(next.status).toBe(201);
    await hub.stop();
  });

  it('keeps everything where nothing is said, and says nothing where nothing went (contract 2)', async () => {
    const { chat } = await prepared();
    const hub = await TestHub.start({ file });
    expect((await hub.call('GET', `/chats/${chat}/messages`)).body.count).toBe(2);
    await hub.stop();
    const later = await TestHub.start({ file, settings: { retentionDays: 365 } });
    expect(later.log).toEqual([]);
    await later.stop();
  });
});
