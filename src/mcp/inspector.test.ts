import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestHub } from '../hub/hub.test-support.ts';
import { chatSet, openHub } from './chat/chat-set.ts';
import { servedOverHttp } from './http.test-support.ts';
import { ALICE, ROOT, temporary } from './mcp.test-support.ts';
import { Library } from './validator/library.ts';
import { validatorSet } from './validator/validator-set.ts';

/** Milliseconds that the inspector waits for a server to start. */
const PATIENCE = '120000';

let hub: TestHub;
let folder: string;
let env: Record<string, string>;
let served: Awaited<ReturnType<typeof servedOverHttp>>;

beforeAll(async () => {
  hub = await TestHub.start();
  folder = temporary();
  env = { AIM_SERVER_URL: hub.url, AIM_USER_CONFIG: join(folder, 'user_config.json') };
  const opened = await openHub(env, new AbortController().signal);
  if ('fault' in opened) throw new Error(opened.fault);
  served = await servedOverHttp([chatSet(opened.hub), validatorSet(new Library(null), () => 0)]);
});
afterAll(async () => {
  await served.close();
  await hub.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Inspected = { tools?: { name: string }[]; content?: { text: string }[]; isError?: boolean };

/** Runs the inspector's command line, as a person would, and gives what it prints. */
function inspect(server: readonly string[], args: readonly string[]): Promise<Inspected> {
  const inspector = join(ROOT, 'node_modules/.bin/mcp-inspector');
  const { promise, resolve, reject } = Promise.withResolvers<Inspected>();
  const options = { env: { PATH: dirname(process.execPath), HOME: folder }, maxBuffer: 64 * 1024 * 1024 };
  execFile(
    process.execPath,
    [inspector, '--cli', ...server, '--connect-timeout', PATIENCE, ...args],
    options,
    (error, out, err) => {
      if (error === null) resolve(JSON.parse(out));
      else reject(new Error(`${error.message}\n${out}\n${err}`));
    },
  );
  return promise;
}

/** The program, as the inspector starts it. */
const overStdio = () => [
  ...Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
  ...[process.execPath, join(ROOT, 'bin/aim-mcp.js'), '--tools', 'chat,validator'],
];

/** The same tools without a start for each call, which would take most of the time. */
const overHttp = () => [served.url, '--transport', 'http'];

/** A call of every tool, in an order in which each finds what it needs. */
const CALLS: readonly [name: string, args: Record<string, string | number>, expected: string][] = [
  ['aim_register', { name: 'Ann', client_type: 'code', agent_type: 'test' }, '"resumed": false'],
  ['aim_create_chat', { name: 'inspected' }, '"chat_id": 1'],
  ['aim_send_message', { chat_id: 1, text: 'hello', mentions: '[1]' }, '"hello"'],
  [
    'aim_introduce',
    { chat_id: 1, text: 'I am Ann', who: 'a', works_for: 'b', goal: 'c', seeking: 'd' },
    'I am Ann',
  ],
  ['aim_get_messages', {}, '"more_waiting": 0'],
  ['aim_list_participants', { chat_id: 1 }, '"is_me": true'],
  ['aim_follow_chat', { chat_name: 'INSPECTED' }, '"already_following": true'],
  ['aim_leave_chat', { chat_id: 1 }, '"left": true'],
  ['aim_store_memory', { memory_type: 'FACT', content: 'one', tags: '["a"]' }, '"is_mine": true'],
  ['aim_store_memory', { memory_type: 'FACT', content: 'two' }, '"memory_id": 2'],
  ['aim_supersede_memory', { memory_id: 1, superseding_memory_id: 2 }, 'SUPERSEDED'],
  ['aim_dispute_memory', { memory_id: 2, reason: 'no' }, 'DISPUTED'],
  ['aim_whoami', {}, '"registered": true'],
  ['aim_list_chats', {}, '"inspected"'],
  ['aim_search_memories', { query: 'two' }, '"total_results": 1'],
  ['aim_get_memory', { memory_id: 1 }, '"one"'],
  ['aim_update_memory', { memory_id: 1, confidence: 0.5 }, '0.5'],
  ['aim_project_context', {}, '"key_facts"'],
  ['aimf_judge', { message: 'hello' }, '"ordinary"'],
  ['aimf_compose', { type: 'NOTE', from: 'a@example.com', subject: 'x' }, 'format: AIMF/1'],
  ['aimf_read_spec', { section: 'trust ladder' }, '8.4'],
  ['aimf_read_registry', {}, '"agreements"'],
  ['aimf_list_vectors', { limit: 1 }, '"count": 1'],
  ['aimf_read_vector', { file: 'messages/text/crlf.md' }, 'format: AIMF'],
];

/** The calls that others build on, one after the other; the rest may come in any order. */
const FIRST = 12;

async function call(
  [name, args, expected]: (typeof CALLS)[number],
  server: readonly string[],
): Promise<void> {
  const given = name.startsWith('aim_') ? { client_session_key: ALICE, ...args } : args;
  const words = Object.entries(given).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]);
  const { content, isError } = await inspect(server, [
    '--method',
    'tools/call',
    '--tool-name',
    name,
    ...words,
  ]);
  const text = content?.[0]?.text ?? '';
  expect(isError ?? false, `${name}: ${text}`).toBe(false);
  expect(text).toContain(expected);
  expect(text).not.toContain('"error"');
}

describe("the inspector's command line", { timeout: 400_000 }, () => {
  it('lists every tool of the program, and calls every one', async () => {
    const [register, ...others] = CALLS;
    const { tools } = await inspect(overStdio(), ['--method', 'tools/list']);
    expect(new Set(tools?.map(one => one.name))).toEqual(new Set(CALLS.map(([name]) => name)));
    if (register !== undefined) await call(register, overStdio());
    for (const one of others.slice(0, FIRST - 1)) await call(one, overHttp());
    const rest = others.slice(FIRST - 1).values();
    const worker = async () => {
      for (const one of rest) await call(one, overHttp());
    };
    await Promise.all([worker(), worker()]);
  });
});
