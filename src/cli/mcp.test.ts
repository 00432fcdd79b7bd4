import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporary } from '../mcp/mcp.test-support.ts';
import { run } from './fake-io.test-support.ts';

let folder: string;
beforeEach(() => {
  folder = temporary();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('aimf mcp', () => {
  it.each([
    [{}, 'AIM_SERVER_URL'],
    [{ AIM_SERVER_URL: '   ' }, 'AIM_SERVER_URL'],
    [{ AIM_SERVER_URL: `\${user_config.server_url}` }, 'AIM_SERVER_URL'],
    [{ AIM_SERVER_URL: 'ftp://hub' }, 'no http address'],
    [{ AIM_SERVER_URL: 'http://me:word@hub' }, 'user name'],
  ])('does not start without the address of a hub: %j', async (variables, words) => {
    const env = { AIM_USER_CONFIG: join(folder, 'user_config.json'), ...variables };
    const { code, out, err } = await run(['mcp'], { env });
    expect(code).toBe(2);
    expect(err).toContain(words);
    expect(err).not.toContain('me:word');
    expect(out).toBe('');
  });

  it('does not start on a damaged file, and leaves it as it is', async () => {
    const path = join(folder, 'user_config.json');
    writeFileSync(path, '{"identities"');
    const env = { AIM_USER_CONFIG: path, AIM_SERVER_URL: 'http://127.0.0.1:9' };
    const { code, err } = await run(['mcp'], { env });
    expect(code).toBe(2);
    expect(err).toContain('left as it is');
    expect(readFileSync(path, 'utf8')).toBe('{"identities"');
  });

  it('knows its sets of tools', async () => {
    const { code, err } = await run(['mcp', '--tools', 'chat,everything']);
    expect(code).toBe(2);
    expect(err).toContain('"everything"');
    expect((await run(['mcp', '--help'])).out).toContain('AIM_SERVER_URL=http');
  });
});
