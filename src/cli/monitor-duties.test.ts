import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Desk, startHttp } from './monitor.test-support.ts';

// Judging starts a process, on machines that have other work too
vi.setConfig({ testTimeout: 120_000 });

/** The codes of the duties that a run at a moment tells anew. */
const at = async (desk: Desk, moment: string) => {
  const { duties } = await desk.once('--at', moment);
  return duties.map(one => one.code).filter(code => code !== 'runs-missed');
};
const PROTOCOL =
  'version: v1.10\nposted: 2026-11-30\nnormative: v1.10\neffective: 2026-12-07\nprevious: v1.9\n';

describe('the end of an agreement', () => {
  it('is told a week before and a day before, once each (10.5)', async () => {
    const desk = new Desk();
    desk.agreement({ expires: '2027-01-31' });
    expect(await at(desk, '2027-01-23T17:00:00Z')).toEqual([]);
    const week = await desk.once('--at', '2027-01-24T17:00:00Z');
    expect(week.code).toBe(1);
    expect(week.duties.filter(one => one.code === 'expiry')).toMatchObject([
      { code: 'expiry', due: '2027-01-31', message: expect.stringContaining('in 7 day(s)') },
    ]);
    expect(await at(desk, '2027-01-25T17:00:00Z')).toEqual([]);
    expect(await at(desk, '2027-01-30T17:00:00Z')).toEqual(['expiry']);
    expect(await at(desk, '2027-01-31T17:00:00Z')).toEqual([]);
    expect(await at(desk, '2027-02-01T17:00:00Z')).toEqual([]);
    const told = desk.lines().filter(one => one.code === 'expiry');
    expect(told.map(one => one.key)).toEqual([
      'duty:expiry:AGR-2026-001:2027-01-31:7',
      'duty:expiry:AGR-2026-001:2027-01-31:1',
    ]);
  });

  it('is told late, once, after the monitor was down (10.5)', async () => {
    const desk = new Desk();
    desk.agreement({ expires: '2027-01-31' });
    expect(await at(desk, '2027-01-10T17:00:00Z')).toEqual([]);
    expect(await at(desk, '2027-02-05T17:00:00Z')).toEqual(['expiry']);
    expect(await at(desk, '2027-02-06T17:00:00Z')).toEqual([]);
  });
});

describe('missed runs', () => {
  it('are told by the next one, and by status until then (10.5)', async () => {
    const desk = new Desk();
    await desk.once('--at', '2026-11-30T14:00:00Z');
    expect((await desk.once('--at', '2026-11-30T14:15:00Z')).duties).toEqual([]);
    expect((await desk.monitor(['status', '--at', '2026-11-30T15:00:00Z'])).code).toBe(1);
    expect(await desk.once('--at', '2026-11-30T15:00:00Z')).toMatchObject({
      code: 1,
      duties: [
        {
          code: 'runs-missed',
          message:
            '2 runs were missed between 2026-11-30T14:15:00Z and 2026-11-30T15:00:00Z: nobody watched the inbox then',
        },
      ],
    });
    expect((await desk.monitor(['status', '--at', '2026-11-30T15:00:00Z'])).code).toBe(0);
    expect((await desk.once('--at', '2026-11-30T15:15:00Z')).duties).toEqual([]);
  });

  it('a night is none (10.5)', async () => {
    const desk = new Desk();
    await desk.once('--at', '2026-12-01T03:00:00Z');
    expect((await desk.monitor(['status', '--at', '2026-12-01T11:59:00Z'])).code).toBe(0);
    expect((await desk.once('--at', '2026-12-01T12:00:00Z')).duties).toEqual([]);
  });
});

describe('acknowledgements', () => {
  it('are awaited once, and overdue once (9.5)', async () => {
    const desk = new Desk();
    desk.write('registry/protocol.yml', PROTOCOL);
    expect(await at(desk, '2026-12-01T17:00:00Z')).toEqual(['ack-awaited']);
    expect(await at(desk, '2026-12-14T17:00:00Z')).toEqual([]);
    expect(await at(desk, '2026-12-15T17:00:00Z')).toEqual(['ack-overdue']);
    expect(await at(desk, '2026-12-16T17:00:00Z')).toEqual([]);
    const { out } = await desk.monitor(['status', '--json', '--at', '2026-12-16T17:00:00Z']);
    expect(JSON.parse(out).open).toMatchObject([
      { kind: 'duty', key: 'duty:ack-overdue:AGR-2026-001:v1.10' },
    ]);
  });

  it('one that a wire has seen ends it, and so does a record of the registry (9.5)', async () => {
    const desk = new Desk();
    desk.write('registry/protocol.yml', PROTOCOL);
    const fields =
      'topic: AIMF protocol update\nstate: ok\ndetail: Acknowledged v1.10 (effective 2026-12-07)';
    desk.drop('a1', 'STATUS', fields);
    const { duties } = await desk.once('--since', 'all', '--at', '2026-12-01T17:00:00Z');
    expect(duties).toEqual([]);
    expect(await at(desk, '2026-12-15T17:00:00Z')).toEqual([]);
    const other = new Desk();
    other.write('registry/protocol.yml', PROTOCOL);
    other.write(
      'registry/acks/v1.10/AGR-2026-001.yml',
      'agreement: AGR-2026-001\nversion: v1.10\neffective: 2026-12-07\nparty: scott\nacknowledged: 2026-12-02\n',
    );
    expect(await at(other, '2026-12-15T17:00:00Z')).toEqual([]);
  });

  it.each(['schedule: {ack_days: 1}', 'ack_days: 1'])('%s is the number of days (9.5)', async line => {
    const desk = new Desk([line]);
    desk.write('registry/protocol.yml', PROTOCOL);
    expect(await at(desk, '2026-12-09T17:00:00Z')).toEqual(['ack-overdue']);
  });
});

it('the canonical version is held against the record where an agreement asks for it (9.4)', async () => {
  let version = 'v1.10';
  const server = await startHttp(({ path }) =>
    path === '/aimf/version.json' && version !== '' ? { body: JSON.stringify({ version }) } : { status: 500 },
  );
  onTestFinished(() => server.close().then(() => {}));
  const desk = new Desk();
  desk.write('registry/protocol.yml', PROTOCOL.replace('previous: v1.9', 'previous: null'));
  desk.write(
    'registry/acks/v1.10/AGR-2026-001.yml',
    'agreement: AGR-2026-001\nversion: v1.10\neffective: 2026-12-07\nparty: scott\nacknowledged: 2026-12-02\n',
  );
  expect(await at(desk, '2026-12-03T17:00:00Z')).toEqual([]);
  expect(server.got).toEqual([]);
  desk.agreement({ features: '[version-verify]', updates_location: `${server.url}/aimf` });
  expect(await at(desk, '2026-12-03T17:15:00Z')).toEqual([]);
  version = 'v1.11';
  expect(await at(desk, '2026-12-03T17:30:00Z')).toEqual(['version-moved']);
  expect(await at(desk, '2026-12-03T17:45:00Z')).toEqual([]);
  version = '';
  const { duties, wires } = await desk.once('--at', '2026-12-03T18:00:00Z');
  expect(duties).toMatchObject([
    { code: 'canonical-unreadable', message: expect.stringContaining('answers with status 500') },
  ]);
  // A duty, and no error of a wire
  expect(wires).toMatchObject([{ ok: true }]);
  expect(await at(desk, '2026-12-03T18:15:00Z')).toEqual([]);
});

it('a day that is over is told whole, once, with a sign of life (10.2 and 10.5)', async () => {
  const desk = new Desk();
  desk.drop('n1', 'NOTE', 'subject: Hello');
  desk.drop('x1', 'NOTE', 'nothing: x');
  for (const moment of ['2026-11-30T17:00:00Z', '2026-11-30T17:15:00Z'])
    await desk.once('--since', 'all', '--at', moment);
  expect(desk.reports().filter(name => name.startsWith('day-'))).toEqual([]);
  // In New York it is still the same day
  await desk.once('--at', '2026-12-01T03:00:00Z');
  for (const moment of ['2026-12-01T12:00:00Z', '2026-12-01T12:15:00Z']) await desk.once('--at', moment);
  expect(desk.reports().filter(name => name.startsWith('day-'))).toEqual(['day-2026-11-30.md']);
  const day = desk.read('reports/day-2026-11-30.md');
  expect(day).toContain('2026-11-30 alive: 3 runs, 2 messages reported.');
  expect(day).toContain(
    '- **needs you** attempt at schema: `NOTE x1` from `scott`\n- accepted: `NOTE n1` from',
  );
  expect(day).toContain('## To remember');
  expect(desk.read('state/heartbeat.log')).toBe(
    '2026-11-30 alive; this is the first run\n2026-12-01 alive; 2026-11-30 alive: 3 runs, 2 messages reported\n',
  );
});

it('the dead-man switch hears of every run (10.5)', async () => {
  const server = await startHttp(() => ({}));
  onTestFinished(() => server.close().then(() => {}));
  const desk = new Desk(['report: {jsonl: reports.jsonl, ping_env: AIMF_PING_URL}']);
  desk.env = { AIMF_PING_URL: `${server.url}/uuid` };
  expect((await desk.once()).code).toBe(0);
  rmSync(join(desk.folder, 'drop'), { recursive: true });
  expect((await desk.once()).code).toBe(2);
  expect(server.got.map(one => one.path)).toEqual(['/uuid/start', '/uuid', '/uuid/start', '/uuid/fail']);
  desk.env = {};
  expect((await desk.once()).err).toContain('AIMF_PING_URL is not set');
});

it('a wire that cannot be read is told on every way out, once a day as long as it lasts (10.5)', async () => {
  const server = await startHttp(() => ({}));
  onTestFinished(() => server.close().then(() => {}));
  const desk = new Desk(['report: {folder: reports, webhook_env: AIMF_WEBHOOK_URL}']);
  desk.env = { AIMF_WEBHOOK_URL: server.url };
  rmSync(join(desk.folder, 'drop'), { recursive: true });
  for (const moment of ['2026-11-30T17:00:00Z', '2026-11-30T17:15:00Z', '2026-12-01T12:00:00Z'])
    expect((await desk.once('--at', moment)).code).toBe(2);
  const told = server.got.map(one => JSON.parse(one.body)).filter(one => one.wires !== undefined);
  expect(told.map(one => [one.at, one.wires[0].ok])).toEqual([
    ['2026-11-30T17:00:00.000Z', false],
    ['2026-12-01T12:00:00.000Z', false],
  ]);
  expect(new Set(told.map(one => one.key)).size).toBe(2);
  const files = desk
    .reports()
    .filter(name => desk.read(`reports/${name}`).includes('could not be read:** `'));
  expect(files).toHaveLength(2);
});

it('what a wire had to say while nothing could leave is told later, as it was (10.5)', async () => {
  let status = 500;
  const server = await startHttp(() => ({ status }));
  onTestFinished(() => server.close().then(() => {}));
  const desk = new Desk(['report: {webhook_env: AIMF_WEBHOOK_URL}']);
  desk.env = { AIMF_WEBHOOK_URL: server.url };
  const drop = join(desk.folder, 'drop');
  renameSync(drop, `${drop}-away`);
  await desk.once('--at', '2026-11-30T17:00:00Z');
  renameSync(`${drop}-away`, drop);
  const second = await desk.once('--at', '2026-11-30T17:15:00Z');
  expect(second).toMatchObject({ code: 1, err: expect.stringContaining('answers with status 500') });
  server.got.length = 0;
  status = 200;
  for (const moment of ['2026-11-30T17:30:00Z', '2026-11-30T17:45:00Z'])
    expect((await desk.once('--at', moment)).code).toBe(0);
  expect(server.got.map(one => JSON.parse(one.body))).toMatchObject([
    { at: '2026-11-30T17:00:00.000Z', wires: [{ ok: false }] },
    { at: '2026-11-30T17:15:00.000Z', wires: [{ ok: true, notes: [{ code: 'baseline' }] }] },
  ]);
  expect(new Set(server.got.map(one => one.key)).size).toBe(2);
});
