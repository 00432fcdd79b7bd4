import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lineLog } from './log.ts';
import { secretWeakness } from './secret.ts';
import { readSettings } from './settings.ts';

const key = (type: 'pkcs1' | 'pkcs8') =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type, format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
const PEM = key('pkcs1');
const SECRET = '6d1f0a4be27c95380b4a7e91d2c6f5a8';
const GOOD = { APP_ID: '12', PRIVATE_KEY: PEM, WEBHOOK_SECRET: SECRET };
const folder = mkdtempSync(join(tmpdir(), 'aimf-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function faultsOf(env: Readonly<Record<string, string | undefined>>): Promise<readonly string[]> {
  const read = await readSettings(env);
  return 'faults' in read ? read.faults : [];
}

describe('the settings of a hosted App', () => {
  it('are those of GitHub, on this machine only, where nothing else is said', async () => {
    expect(await readSettings(GOOD)).toEqual({
      ...{ appId: 12, privateKey: PEM, secret: SECRET, host: '127.0.0.1', port: 3000, data: 'aimf-data' },
      ...{ apiUrl: 'https://api.github.com', serverUrl: 'https://github.com' },
    });
  });

  it('may name another GitHub, port and folder', async () => {
    const env = { GITHUB_API_URL: 'https://ghe.example.com/api/v3/', PORT: '0', HOST: '::', AIMF_DATA: '/d' };
    expect(await readSettings({ ...GOOD, ...env })).toMatchObject({
      ...{ apiUrl: 'https://ghe.example.com/api/v3', serverUrl: 'https://ghe.example.com' },
      ...{ port: 0, host: '::', data: '/d' },
    });
  });

  it.each([
    ['PEM of the other form', key('pkcs8')],
    ['line ends written out', PEM.replaceAll('\n', '\\n')],
    ['one line', PEM.replaceAll('\n', ' ')],
    ['base64', Buffer.from(PEM).toString('base64')],
  ])('take the key as %s', async (_, PRIVATE_KEY) => {
    expect(await faultsOf({ ...GOOD, PRIVATE_KEY })).toEqual([]);
  });

  it('take the key from its file', async () => {
    const path = join(folder, 'app.pem');
    writeFileSync(path, PEM);
    const env = { ...GOOD, PRIVATE_KEY: undefined };
    expect(await faultsOf({ ...env, PRIVATE_KEY_PATH: path })).toEqual([]);
    expect(await faultsOf({ ...env, PRIVATE_KEY_PATH: `${path}x` })).toEqual([
      'The file that PRIVATE_KEY_PATH names cannot be read',
    ]);
    expect(await faultsOf(env)).toEqual([expect.stringContaining('PRIVATE_KEY_PATH')]);
  });

  it('say all that is wrong at once, and show neither key nor secret', async () => {
    const wrong = { APP_ID: 'x', PRIVATE_KEY: 'hunter2', WEBHOOK_SECRET: 'swordfish', PORT: '70000' };
    const faults = await faultsOf({ ...wrong, GITHUB_API_URL: 'ftp://x' });
    expect(faults.map(one => one.split(' ').slice(0, 3).join(' '))).toEqual([
      ...[
        'APP_ID must be',
        'PRIVATE_KEY holds no',
        'The webhook secret',
        'PORT must be',
        'GITHUB_API_URL must be',
      ],
    ]);
    expect(faults.join()).not.toMatch(/hunter2|swordfish/);
  });
});

describe('a webhook secret (hazards D)', () => {
  it.each([
    ['', 'There is no'],
    ['development', 'public default'],
    ['6d1f0a4be27c95380b4a7e91d2c6f5a', '31 characters'],
    ['abababababababababababababababababab', 'fewer than 8 different'],
    ['sesame-open-sesame-open-sesame-open-', 'repeated'],
  ])('%j is too weak', (secret, why) => {
    expect(secretWeakness(secret)).toContain(why);
  });

  it('is strong as openssl makes it', () => {
    expect(secretWeakness(SECRET)).toBe(null);
  });
});

it('the log hides secrets and tokens, and tells of an error its message only', () => {
  const lines: string[] = [];
  const log = lineLog(line => lines.push(line), [SECRET]);
  const error = Object.assign(new Error(`with ${SECRET}`), { request: { body: 'what a stranger wrote' } });
  log.error({ err: error, token: 'ghs_0123456789abcdef' }, 'it failed');
  expect(lines.map(line => JSON.parse(line))).toEqual([
    {
      ...{ level: 'error', time: expect.any(String), msg: 'it failed' },
      ...{ err: { message: 'with [secret]' }, token: '[secret]' },
    },
  ]);
});
