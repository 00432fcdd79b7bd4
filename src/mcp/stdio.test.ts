import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestHub } from '../hub/hub.test-support.ts';
import { ALICE, ROOT, started, temporary, textOf } from './mcp.test-support.ts';

/** Milliseconds for a test that starts the program: it takes one second, and much more on a machine that is busy. */
const SLOW = 120_000;

let hub: TestHub;
let folder: string;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  hub = await TestHub.start();
});
afterAll(async () => hub.stop());
beforeEach(() => {
  folder = temporary();
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

const env = () => ({ AIM_SERVER_URL: hub.url, AIM_USER_CONFIG: join(folder, 'user_config.json') });

/** The program with its streams in the hands of the test. */
function program(args: readonly string[], variables: Record<string, string>): ChildProcess & Said {
  const child = spawn(process.execPath, [join(ROOT, 'bin/aimf.js'), 'mcp', ...args], {
    env: variables,
    stdio: 'pipe',
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', chunk => {
    said.out += chunk;
  });
  child.stderr.on('data', chunk => {
    said.err += chunk;
  });
  const ended = new Promise<number | null>(resolve => child.on('close', code => resolve(code)));
  return Object.assign(child, { said, ended });
}
type Said = { said: { out: string; err: string }; ended: Promise<number | null> };

/** A person who writes into a chat that the conversation follows. */
async function peerIn(chat: number) {
  const peer = await hub.register({ name: 'peer' });
  await hub.follow(peer, chat);
  return peer;
}

const person = { client_session_key: ALICE, name: 'Ann', client_type: 'code', agent_type: 'test' };

describe('a client of this generation (2026-07-28)', { timeout: SLOW }, () => {
  it('registers, founds, and hears of a new message in the inbox that it listens to', async () => {
    const { client } = await started([], env());
    open.push(client);
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    const { inbox_resource: uri } = JSON.parse(await textOf(client, 'aim_register', person));
    const founded = await textOf(client, 'aim_create_chat', { client_session_key: ALICE, name: 'heard now' });
    const { promise: heard, resolve } = Promise.withResolvers<unknown>();
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri));
    await client.listen({ resourceSubscriptions: [uri] });
    const { chat_id: chat } = JSON.parse(founded);
    const peer = await peerIn(chat);
    await hub.send(peer, chat, 'wake up');
    expect(await heard).toBe(uri);
    const { contents } = await client.readResource({ uri });
    expect((contents[0] as { text: string }).text).toContain('wake up');
    await expect(client.readResource({ uri: 'aim://inbox/of-nobody-here' })).rejects.toThrow();
    expect((await client.listResources()).resources).toEqual([]);
  });
});

describe('a client of the generation before (SDK 1)', { timeout: SLOW }, () => {
  it('lists, registers, and hears of a new message in the inbox that it subscribed to', async () => {
    const client = new OldClient({ name: 'old', version: '1.0.0' });
    await client.connect(
      new OldTransport({
        command: process.execPath,
        args: [join(ROOT, 'bin/aim-mcp.js')],
        env: env(),
        stderr: 'ignore',
      }),
    );
    open.push(client);
    expect((await client.listTools()).tools).toHaveLength(17);
    const call = async (name: string, args: Record<string, unknown>) => {
      const { content } = await client.callTool({ name, arguments: args });
      return JSON.parse((content as { text: string }[])[0]?.text ?? '');
    };
    const { inbox_resource: uri } = await call('aim_register', { ...person, machine: null });
    const { chat_id: chat } = await call('aim_create_chat', {
      client_session_key: ALICE,
      name: 'heard before',
    });
    const { promise: heard, resolve } = Promise.withResolvers<unknown>();
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri));
    await client.subscribeResource({ uri });
    await hub.send(await peerIn(chat), chat, 'wake up');
    expect(await heard).toBe(uri);
    await client.unsubscribeResource({ uri });
  });
});

describe('the program', { timeout: SLOW }, () => {
  const hello = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  });
  const calling = (id: number, name: string, args: object) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  });

  it('writes nothing but the protocol to standard output, and leaves when standard input ends', async () => {
    const child = program(['--tools', 'chat,validator'], { ...env(), FORCE_COLOR: '1' });
    const answers = () => child.said.out.split('\n').filter(line => line !== '');
    const say = (message: object | string) =>
      child.stdin?.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
    say(hello(1));
    say('this is no JSON');
    say({ jsonrpc: '2.0', method: 'notifications/initialized' });
    say(calling(2, 'aim_register', { ...person }));
    say(calling(3, 'aim_no_such_tool', {}));
    say(calling(4, 'aimf_judge', { message: 'hello' }));
    say(calling(5, 'aim_get_messages', { client_session_key: 'short' }));
    while (answers().length < 5) await new Promise(resolve => child.stdout?.once('data', resolve));
    child.stdin?.end();
    expect(await child.ended).toBe(0);
    const ids = answers().map(line => JSON.parse(line).id);
    expect(ids.toSorted()).toEqual([1, 2, 3, 4, 5]);
  });

  it('leaves while the hub keeps an answer back and an inbox is watched', async () => {
    const { createServer } = await import('node:http');
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise(resolve => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    const identities = { [ALICE]: { participant_id: 1, token: 't' } };
    writeFileSync(join(folder, 'user_config.json'), JSON.stringify({ identities }));
    const child = program([], { ...env(), AIM_SERVER_URL: `http://127.0.0.1:${port}` });
    child.stdin?.write(`${JSON.stringify(hello(1))}\n`);
    await new Promise(resolve => child.stdout?.once('data', resolve));
    const { inboxUri } = await import('./chat/key.ts');
    const subscribe = {
      jsonrpc: '2.0',
      id: 2,
      method: 'resources/subscribe',
      params: { uri: inboxUri(ALICE) },
    };
    child.stdin?.write(`${JSON.stringify(subscribe)}\n`);
    child.stdin?.write(`${JSON.stringify(calling(3, 'aim_list_chats', { client_session_key: ALICE }))}\n`);
    await new Promise(resolve => silent.once('request', resolve));
    child.stdin?.end();
    expect(await child.ended).toBe(0);
    silent.closeAllConnections();
    silent.close();
  });

  it('takes the address out of the file, and its set of tools from the command line', async () => {
    writeFileSync(join(folder, 'user_config.json'), JSON.stringify({ server_url: `${hub.url}//` }));
    const variables = { AIM_USER_CONFIG: join(folder, 'user_config.json') };
    const { client } = await started(['--tools', 'validator,chat'], variables);
    open.push(client);
    expect(JSON.parse(await textOf(client, 'aim_whoami', {})).server).toBe(hub.url);
    expect((await client.listTools()).tools).toHaveLength(23);
    expect(existsSync(join(folder, 'user_config.json.lock'))).toBe(false);
  });
});
