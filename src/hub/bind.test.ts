import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bindFault, HostRule } from './bind.ts';
import { TestHub } from './hub.test-support.ts';
import { readSettings } from './settings.ts';

describe('the bind rule', () => {
  it.each(['100.64.0.1', '100.127.255.254', 'fd7a:115c:a1e0::1', 'FD7A:115C:A1E0:ab12::9'])(
    'takes %s',
    host => {
      expect(bindFault(host, false)).toBeNull();
    },
  );

  it.each([
    ...['', '0.0.0.0', '::', '100.63.255.255', '100.128.0.1', '192.168.1.5', '8.8.8.8', 'fd7a:115c:a1e1::1'],
    ...['localhost', 'hub.example.ts.net', '100.64.0.1:80', ' 100.64.0.1/10', '1684275201', '0x64.64.0.1'],
    ...[
      '::ffff:192.168.1.5',
      '::ffff:100.64.0.1',
      '0:0:0:0:0:ffff:6440:1',
      '::ffff:127.0.0.1',
      'fd7a:115c:a1e0::1%eth0',
      '127.0.0.1',
      '::1',
    ],
  ])('refuses %j, and says what to do', host => {
    expect(bindFault(host, false)).toContain('tailscale ip -4');
  });

  it('takes loopback only where that was asked for', () => {
    for (const host of ['127.0.0.1', '127.0.0.9', '::1']) expect(bindFault(host, true)).toBeNull();
    expect(bindFault('192.168.1.5', true)).not.toBeNull();
    expect(bindFault('0.0.0.0', true)).not.toBeNull();
    const env = { AIM_HOST: '127.0.0.1' };
    for (const flag of ['true', '01', ' 1', 'yes', ''])
      expect(readSettings({ ...env, AIM_ALLOW_LOOPBACK: flag })).toHaveProperty('faults');
    expect(readSettings({ ...env, AIM_ALLOW_LOOPBACK: '1' })).toHaveProperty('settings');
  });
});

describe('the environment', () => {
  const read = (env: Record<string, string>) => readSettings({ AIM_HOST: '100.64.0.1', ...env });

  it('has the defaults of the public system (contract 6)', () => {
    expect(read({})).toEqual({
      settings: {
        ...{ host: '100.64.0.1', port: 8422, databasePath: './data/aim.db', databaseUrl: null },
        ...{ retentionDays: null, operatorKey: null, allowedHosts: [] },
      },
    });
  });

  it('is read whole (contract 6)', () => {
    const env = {
      ...{
        AIM_PORT: '1',
        AIM_DB_PATH: '/x/y.db',
        AIM_DATABASE_URL: 'postgres://u@h/d',
        AIM_RETENTION_DAYS: '30',
      },
      ...{ AIM_OPERATOR_KEY: '  twelve chars ', AIM_ALLOWED_HOSTS: 'one.example, two.example:8422,' },
    };
    expect(read(env)).toMatchObject({
      settings: {
        ...{ port: 1, databasePath: '/x/y.db', databaseUrl: 'postgres://u@h/d', retentionDays: 30 },
        ...{ operatorKey: 'twelve chars', allowedHosts: ['one.example', 'two.example:8422'] },
      },
    });
    expect(read({ AIM_RETENTION_DAYS: '0', AIM_OPERATOR_KEY: '   ' })).toMatchObject({
      settings: { retentionDays: null, operatorKey: null },
    });
  });

  it.each([
    { AIM_PORT: '0' },
    { AIM_PORT: '65536' },
    { AIM_PORT: '80x' },
    { AIM_RETENTION_DAYS: '-1' },
    { AIM_RETENTION_DAYS: '1.5' },
    { AIM_RETENTION_DAYS: '1000000' },
    { AIM_ALLOWED_HOSTS: 'good.example, http://bad.example/' },
    { AIM_ALLOWED_HOSTS: 'two words' },
    { AIM_DATABASE_URL: 'postgres://u:p#w@[h/d' },
    { AIM_OPERATOR_KEY: 'eleven chrs' },
    { AIM_DATABASE_URL: 'mysql://secret@h/d' },
  ])('refuses %j by name', env => {
    const result = read(env);
    expect('faults' in result && result.faults.join()).toContain(Object.keys(env)[0]);
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it('tells all that is wrong at once', () => {
    const result = readSettings({ AIM_PORT: 'x', AIM_RETENTION_DAYS: 'y' });
    expect('faults' in result && result.faults).toHaveLength(3);
  });
});

describe('Host and Origin', () => {
  const rule = new HostRule('100.64.0.7', ['hub.example:8422']);

  it.each([
    '100.64.0.7',
    '100.64.0.7:8422',
    'LOCALHOST:1',
    '127.0.0.1',
    '[::1]:8422',
    'hub.tail.ts.net',
    'hub.example',
  ])('admits %s', host => {
    expect(rule.admits(host)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'evil.example',
    '100.64.0.8',
    'ts.net',
    'x.ts.net.evil.example',
    'evil.example#.ts.net',
    'localhost.evil.example',
  ])('refuses %s', host => {
    expect(rule.admits(host)).toBe(false);
  });

  it('admits pages of its own, and requests that come from no page', () => {
    expect(rule.admitsOrigin(undefined)).toBe(true);
    expect(rule.admitsOrigin('http://100.64.0.7:8422')).toBe(true);
    expect(rule.admitsOrigin('https://hub.tail.ts.net')).toBe(true);
    for (const origin of ['null', 'http://evil.example', 'file://', 'ftp://localhost', 'x'])
      expect(rule.admitsOrigin(origin)).toBe(false);
  });
});

describe('a hub that answers', () => {
  let hub: TestHub;
  beforeAll(async () => {
    hub = await TestHub.start({ settings: { allowedHosts: ['hub.example'] } });
  });
  afterAll(() => hub.stop());

  /** Sends a request with a Host of its own, which fetch does not allow. */
  function rawGet(path: string, headers: readonly string[]): Promise<string> {
    const { hostname, port } = new URL(hub.url);
    return new Promise(resolve => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `GET ${path} HTTP/1.1\r\n${headers.map(one => `${one}\r\n`).join('')}connection: close\r\n\r\n`,
        ),
      );
      let text = '';
      socket.on('data', chunk => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
  }

  it.each([
    ['host: hub.example', 200],
    ['host: hub.tail.ts.net:8422', 200],
    ['host: evil.example', 403],
    ['host: localhost\r\norigin: http://evil.example', 403],
    ['host: localhost\r\norigin: http://localhost:8422', 200],
  ])('answers %j with %i, in JSON', async (headers, status) => {
    for (const path of ['/health', '/ui', '/events?x=1', '/nope']) {
      const answer = await rawGet(path, headers.split('\r\n'));
      expect(answer.startsWith('HTTP/1.1 403')).toBe(status === 403);
      if (status === 403) expect(answer).toContain('"server_instance"');
    }
  });
});
