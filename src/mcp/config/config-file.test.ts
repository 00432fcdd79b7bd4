import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigFault, ConfigFile } from './config-file.ts';
import { formatUserConfig, NO_IDENTITY, parseUserConfig, type UserConfig } from './user-config.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aimf-config-'));
  path = join(folder, 'deep', 'user_config.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const withIdentity = (key: string, id: number) => (config: UserConfig) => ({
  ...config,
  identities: new Map(config.identities).set(key, { ...NO_IDENTITY, participant_id: id }),
});

/** A process of its own that adds identities one after the other, and says each that is on disk. */
function writer(name: string, count: number) {
  const module = fileURLToPath(new URL('./config-file.ts', import.meta.url));
  const types = fileURLToPath(new URL('./user-config.ts', import.meta.url));
  const code = `
    import { ConfigFile } from ${JSON.stringify(module)};
    import { NO_IDENTITY } from ${JSON.stringify(types)};
    const file = new ConfigFile(${JSON.stringify(path)});
    for (let at = 0; at < ${count}; at++) {
      await file.update(config => ({ ...config, identities: new Map(config.identities).set('${name}-' + at, { ...NO_IDENTITY, participant_id: at }) }));
      process.stdout.write('${name}-' + at + '\\n');
    }`;
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

describe('the file of identities', () => {
  it('is made when it is needed, readable by its owner alone', async () => {
    const file = new ConfigFile(path);
    expect((await file.read()).identities.size).toBe(0);
    expect(existsSync(path)).toBe(false);
    await file.update(withIdentity('key-number-one', 1));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    chmodSync(path, 0o644);
    await file.update(withIdentity('key-number-two', 2));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'deep')).sort()).toEqual(['user_config.json', 'user_config.json.lock']);
  });

  it('loses no identity to processes that write at once', { timeout: 120_000 }, async () => {
    const writers = ['a', 'b', 'c'].map(name => writer(name, 10));
    const codes = await Promise.all(
      writers.map(one => new Promise(resolve => one.on('exit', code => resolve(code)))),
    );
    expect(codes).toEqual([0, 0, 0]);
    expect((await new ConfigFile(path).read()).identities.size).toBe(30);
  });

  it('loses nothing that was written to a process that is killed, and stays writable', {
    timeout: 120_000,
  }, async () => {
    const said: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const one = writer(`round-${round}`, 10_000);
      let lines = 0;
      one.stdout.on('data', (chunk: Buffer) => {
        const words = chunk
          .toString()
          .split('\n')
          .filter(word => word !== '');
        said.push(...words);
        lines += words.length;
        if (lines > 7 + round * 3) one.kill('SIGKILL');
      });
      await new Promise(resolve => one.on('exit', resolve));
    }
    const file = new ConfigFile(path);
    const { identities } = await file.read();
    expect(said.filter(key => !identities.has(key))).toEqual([]);
    expect(said.length).toBeGreaterThan(20);
    await file.update(withIdentity('afterwards', 1));
  });

  it.each([
    '{"identities": {',
    '[]',
    '{"identities": {"a-key-of-mine": {"participant_id": "seven"}}}',
    '\u0000\u0000',
  ])('is left alone where it is not in order: %s', async text => {
    const file = new ConfigFile(join(folder, 'user_config.json'));
    writeFileSync(file.path, text);
    await expect(file.read()).rejects.toThrow(ConfigFault);
    await expect(file.update(config => config)).rejects.toThrow('left as it is');
    expect(readFileSync(file.path, 'utf8')).toBe(text);
  });

  it('says nothing of what stands in a file that is not in order', async () => {
    const file = new ConfigFile(join(folder, 'user_config.json'));
    writeFileSync(file.path, '{"identities": {"a-key-of-mine": {"token": 5, "x": "a-secret"}}}');
    const fault = await file.read().catch(error => error.message);
    expect(fault).not.toContain('a-secret');
    expect(fault).not.toContain('a-key-of-mine');
  });

  it('keeps what others put into it, and a link to it', async () => {
    const real = join(folder, 'real.json');
    const link = join(folder, 'user_config.json');
    writeFileSync(
      real,
      '{"server_url":"http://a:1","mine":{"x":1},"identities":{"__proto__ key":{"participant_id":3,"colour":"red"}}}',
    );
    symlinkSync(real, link);
    await new ConfigFile(link).update(withIdentity('another-key', 4));
    expect(JSON.parse(readFileSync(real, 'utf8'))).toMatchObject({
      server_url: 'http://a:1',
      mine: { x: 1 },
      identities: {
        '__proto__ key': { participant_id: 3, colour: 'red' },
        'another-key': { participant_id: 4 },
      },
    });
  });

  it('takes over a file of the first form and keeps a copy of it', async () => {
    const file = new ConfigFile(join(folder, 'user_config.json'));
    const old = {
      server: { base_url: 'http://old:8422' },
      declared: {
        name: 'Ann',
        machine: 'm',
        client_type: 'c',
        agent_type: 'a',
        client_session_key: 'the-first-key',
      },
      assigned: { participant_id: 5, registered_at: '2026-01-01T00:00:00.000000Z' },
      followed_chats: [{ chat_id: 2, name: 'x', last_read_message_id: 9, last_read_at: null }],
    };
    writeFileSync(file.path, JSON.stringify(old));
    const read = await file.read();
    expect(read.serverUrl).toBe('http://old:8422');
    expect(read.identities.get('the-first-key')).toMatchObject({
      participant_id: 5,
      declared: { name: 'Ann' },
    });
    expect(existsSync(`${file.path}.legacy-backup`)).toBe(false);
    await file.update(withIdentity('the-second-key', 6));
    expect(JSON.parse(readFileSync(`${file.path}.legacy-backup`, 'utf8'))).toEqual(old);
    const now = await file.read();
    expect([...now.identities.keys()].sort()).toEqual(['the-first-key', 'the-second-key']);
    expect(now).toMatchObject({ legacy: false, serverUrl: 'http://old:8422' });
    expect(readFileSync(file.path, 'utf8')).not.toContain('assigned');
  });
});

describe('the form of the file', () => {
  it('is the same whatever the order, ends with a line end, and keeps any key', () => {
    const keys = ['zz-last-key', '__proto__', 'aa-first-key'];
    const config = keys.reduce((all, key, at) => withIdentity(key, at)(all), {
      serverUrl: null,
      identities: new Map(),
      rest: {},
      legacy: false,
    } as UserConfig);
    const text = formatUserConfig(config);
    const again = parseUserConfig(text);
    expect('config' in again && [...again.config.identities.keys()]).toEqual([
      '__proto__',
      'aa-first-key',
      'zz-last-key',
    ]);
    expect('config' in again && formatUserConfig(again.config)).toBe(text);
    expect(text.endsWith('}\n')).toBe(true);
  });
});
