import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { unpackExtension } from '@anthropic-ai/mcpb';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleMcp } from '../../scripts/bundle-mcp.ts';
import { ICON_PNG } from '../hub/page/icon-png.ts';
import { WIRE_VERSION } from '../hub/version.ts';
import { ROOT, temporary, textOf } from './mcp.test-support.ts';
import { EXPECTED_HUB, VERSION } from './version.ts';

let folder: string;
let unpacked: string;
let manifest: {
  version: string;
  icon: string;
  tools: { name: string; description: string }[];
  server: { mcp_config: { args: string[]; env: Record<string, string> } };
  user_config: Record<string, { required: boolean }>;
  compatibility: { runtimes: { node: string } };
};
const { version, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

beforeAll(async () => {
  folder = temporary();
  unpacked = join(folder, 'unpacked');
  const mcpbPath = await bundleMcp(folder);
  await unpackExtension({ mcpbPath, outputDir: unpacked, silent: true });
  manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the extension bundle', { timeout: 120_000 }, () => {
  it('has the version of the package, and the server says the same', () => {
    expect(manifest.version).toBe(version);
    expect(VERSION).toBe(version);
    expect(EXPECTED_HUB).toBe(WIRE_VERSION);
    expect(engines.node.startsWith('>=22.19')).toBe(true);
    expect(manifest.compatibility.runtimes.node).toBe('>=22.19.0');
  });

  it('holds what it was packed from, and depends on nothing', () => {
    const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).sort();
    expect(files).toEqual(
      [
        'LICENSE',
        'LICENSES.txt',
        'icon.png',
        'manifest.json',
        'server',
        join('server', 'aim-mcp.mjs'),
        join('server', 'index.mjs'),
      ].sort(),
    );
    for (const name of ['manifest.json', 'server/index.mjs'])
      expect(readFileSync(join(unpacked, name), 'utf8')).toBe(readFileSync(join(ROOT, 'mcpb', name), 'utf8'));
    expect(readFileSync(join(unpacked, manifest.icon)).toString('base64')).toBe(ICON_PNG);
    expect(manifest.user_config).toMatchObject({
      server_url: { required: true },
      state_file: { required: false },
    });
    expect(manifest.server.mcp_config.env).toEqual({
      AIM_SERVER_URL: `\${user_config.server_url}`,
      AIM_USER_CONFIG: `\${user_config.state_file}`,
    });
  });

  it('names exactly the tools that the server in it registers', async () => {
    const args = manifest.server.mcp_config.args.map(word => word.replace(`\${__dirname}`, unpacked));
    const env = { AIM_SERVER_URL: 'http://127.0.0.1:9', AIM_USER_CONFIG: join(folder, 'user_config.json') };
    const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' });
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(manifest.tools.map(one => one.name)).toEqual(tools.map(one => one.name));
    expect(manifest.tools.every(one => one.description.length > 10)).toBe(true);
    expect(client.getServerVersion()).toMatchObject({ name: 'aim_mcp', version });
    expect(JSON.parse(await textOf(client, 'aim_whoami', {}))).toMatchObject({ count: 0 });
    await client.close();
  });
});
