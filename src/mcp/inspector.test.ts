import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestHub } from '../hub/hub.test-support.ts';
import { ALICE, ROOT, temporary } from './mcp.test-support.ts';

let hub: TestHub;
let folder: string;

beforeAll(async () => {
  hub = await TestHub.start();
  folder = temporary();
});
afterAll(async () => {
  await hub.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the inspector's command line on the program, as a person would, and gives what it prints. */
function inspect(args: readonly string[]): Promise<{ tools?: { name: string }[]; content?: { text: string }[]; isError?: boolean }> {
  const inspector = join(ROOT, 'node_modules/.bin/mcp-inspector');
  const command = [process.execPath, join(ROOT, 'bin/aim-mcp.js'), '--tools', 'chat,validator'];
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    AIM_SERVER_URL: hub.url,
    AIM_USER_CONFIG: join(folder, 'user_config.json'),
  };
  const words = ['--cli', ...envArgs(env), ...command, ...args];
  const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof JSON.parse>>();
  execFile(process.execPath, [inspector, ...words], { env, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) => {
    if (error === null) resolve(JSON.parse(out));
    else reject(new Error(`${error.message}\n${out}\n${err}`));
  });
  return promise;
}

/** The variables that the inspector hands on to the server. */
function envArgs(env: Readonly<Record<string, string>>): string[] {
  return ['AIM_SERVER_URL', 'AIM_USER_CONFIG'].flatMap(name => ['-e', `${name}=${env[name]}`]);
}

/** A call of every tool, in an order in which each finds what it needs. */
const CALLS: readonly [name: string, args: Record<string, string | number>, expected: string][] = [
  ['aim_register', { name: 'Ann', client_type: 'code', agent_type: 'test' }, '"resumed": false'],
  ['aim_whoami', {}, '"registered": true'],
  ['aim_create_chat', { name: 'inspected' }, '"chat_id": 1'],
  ['aim_list_chats', {}, '"inspected"'],
  ['aim_follow_chat', { chat_name: 'INSPECTED' }, '"already_following": true'],
  ['aim_introduce', { chat_id: 1, text: 'I am Ann', who: 'a', works_for: 'b', goal: 'c', seeking: 'd' }, 'I am Ann'],
  ['aim_send_message', { chat_id: 1, text: 'hello', mentions: '[1]' }, '"hello"'],
  ['aim_get_messages', {}, '"more_waiting": 0'],
  ['aim_list_participants', { chat_id: 1 }, '"is_me": true'],
  ['aim_store_memory', { memory_type: 'FACT', content: 'one', tags: '["a"]' }, '"is_mine": true'],
  ['aim_store_memory', { memory_type: 'FACT', content: 'two' }, '"memory_id": 2'],
  ['aim_search_memories', { query: 'one' }, '"total_results": 1'],
  ['aim_get_memory', { memory_id: 1 }, '"one"'],
  ['aim_update_memory', { memory_id: 1, confidence: 0.5 }, '0.5'],
  ['aim_supersede_memory', { memory_id: 1, superseding_memory_id: 2 }, 'SUPERSEDED'],
  ['aim_dispute_memory', { memory_id: 2, reason: 'no' }, 'DISPUTED'],
  ['aim_project_context', {}, '"key_facts"'],
  ['aim_leave_chat', { chat_id: 1 }, '"left": true'],
  ['aimf_judge', { message: 'hello' }, '"ordinary"'],
  ['aimf_compose', { type: 'NOTE', from: 'a@example.com', subject: 'x' }, 'format: AIMF/1'],
  ['aimf_read_spec', { section: '4.3' }, 'REQUEST'],
  ['aimf_read_registry', {}, '"agreements"'],
  ['aimf_list_vectors', { limit: 1 }, '"count": 1'],
  ['aimf_read_vector', { file: 'messages/text/crlf.md' }, 'format: AIMF'],
];

describe("the inspector's command line", { timeout: 300_000 }, () => {
  it('lists every tool, and calls every one', async () => {
    const { tools } = await inspect(['--method', 'tools/list']);
    expect(new Set(tools?.map(one => one.name))).toEqual(new Set(CALLS.map(([name]) => name)));
    for (const [name, args, expected] of CALLS) {
      const given = name.startsWith('aim_') ? { client_session_key: ALICE, ...args } : args;
      const words = Object.entries(given).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]);
      const { content, isError } = await inspect(['--method', 'tools/call', '--tool-name', name, ...words]);
      expect(isError ?? false, `${name}: ${content?.[0]?.text}`).toBe(false);
      expect(content?.[0]?.text).toContain(expected);
      expect(content?.[0]?.text).not.toContain('"error"');
    }
  });
});
