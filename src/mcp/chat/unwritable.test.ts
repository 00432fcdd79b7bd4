import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestHub } from '../../hub/hub.test-support.ts';
import { ALICE, Machine } from '../mcp.test-support.ts';

let hub: TestHub;
let machine: Machine;
beforeEach(async () => {
  hub = await TestHub.start();
  machine = await Machine.open(hub.url);
  await machine.register(ALICE, 'Ann');
});
afterEach(async () => {
  await machine.close();
  await hub.stop();
});

const call = (tool: string, args: Record<string, unknown>) =>
  machine.call(tool, { client_session_key: ALICE, ...args });

describe('a file of identities that cannot be written', () => {
  it('makes no failure of what the hub has done', async () => {
    const { chat_id } = await call('aim_create_chat', { name: 'general' });
    const { id } = await call('aim_send_message', { chat_id, text: 'one' });
    // What lies where the lock is to lie lets nobody write, not even root
    rmSync(`${machine.config}.lock`, { force: true });
    mkdirSync(`${machine.config}.lock`);
    const sent = await call('aim_send_message', { chat_id, text: 'two', reply_to_message_id: id });
    expect(sent).toMatchObject({ text: 'two', file_note: expect.stringContaining('do not call again') });
    expect(sent).not.toHaveProperty('checkpoint_advanced_to');
    expect(sent).not.toHaveProperty('error');
    const followed = await call('aim_follow_chat', { chat_id });
    expect(followed).toMatchObject({
      following: true,
      file_note: expect.stringContaining('cannot be written'),
    });
  });

  it('is noticed before the hub gives a token that could not be kept and voids the one that is', async () => {
    const whole = readFileSync(machine.config, 'utf8');
    writeFileSync(machine.config, whole.slice(0, 40));
    expect(await machine.register(ALICE, 'Ann')).toMatchObject({ code: 'user_config' });
    writeFileSync(machine.config, whole);
    expect(await call('aim_list_chats', {})).not.toHaveProperty('identity_note');
  });
});
