import { chmodSync, existsSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { monitorResultSchema } from '../core/report/monitor-json.ts';
import { Desk, NOON } from './monitor.test-support.ts';

// Judging starts a process, on machines that have other work too
vi.setConfig({ testTimeout: 120_000 });

describe('aimf monitor once', () => {
  it('reports each new message once, in every form (10.2)', async () => {
    const desk = new Desk();
    desk.drop('n1', 'NOTE', 'subject: Hello', { body: 'Some *words*' });
    desk.drop('f1', 'FILE_DROP', 'filename: list.txt\npurpose: The list');
    desk.dropFile('list.txt', 'one\ntwo\n');
    const first = await desk.once('--since', 'all');
    expect(first.results.map(one => [one.file, one.verdict, one.transport])).toEqual([
      ['f1.md', 'accepted', 'folder'],
      ['n1.md', 'accepted', 'folder'],
    ]);
    expect(first).toMatchObject({ code: 0, duties: [], wires: [{ kind: 'folder', ok: true, new: 2 }] });
    for (const one of first.results) expect(monitorResultSchema.parse(one)).toEqual(one);
    const stored = first.results[0]?.stored as readonly string[];
    expect(stored).toEqual([expect.stringMatching(/\/state\/files\/[0-9a-f]{64}$/)]);
    expect(first.results[0]?.files).toMatchObject([
      { name: 'list.txt', type: 'text/plain', bytes: 8, lines: ['one', 'two'] },
    ]);
    expect(desk.lines().map(one => [one.key, one.reported])).toEqual(
      first.results.map(one => [one.key, '2026-11-30T17:00:00.000Z']),
    );
    expect(desk.reports()).toHaveLength(1);
    const second = await desk.once();
    expect(second).toMatchObject({ code: 0, results: [], wires: [{ new: 0 }] });
    expect([desk.lines().length, desk.reports().length]).toEqual([2, 1]);
  });

  it('counts the messages that a wire had not delivered before: a file without an envelope is one, whatever its name (10.2)', async () => {
    const desk = new Desk();
    const count = async () => {
      const { wires, results } = await desk.once('--since', 'all');
      return [wires[0]?.new, results.length];
    };
    desk.dropFile('hello.md', 'Are you there?\n');
    desk.dropFile('picture.png', '\u0089PNG');
    desk.drop('n1', 'NOTE', 'subject: x');
    expect(await count()).toEqual([3, 1]);
    // What a message hands over is part of it, whatever its name
    desk.drop('f1', 'FILE_DROP', 'filename: [notes.md, list.txt]\npurpose: The list');
    desk.dropFile('notes.md', 'one\n');
    desk.dropFile('list.txt', 'one\n');
    expect(await count()).toEqual([1, 1]);
    expect(await count()).toEqual([0, 0]);
    // The same bytes, touched, are the same message
    desk.drop('n1', 'NOTE', 'subject: x');
    utimesSync(join(desk.folder, 'drop/n1.md'), 1_790_000_000, 1_790_000_000);
    utimesSync(join(desk.folder, 'drop/picture.png'), 1_790_000_000, 1_790_000_000);
    expect(await count()).toEqual([0, 0]);
  });

  it('ends with 1 where something new needs a person, and with 0 where it was told before (10.5)', async () => {
    const desk = new Desk();
    desk.drop('q1', 'QUESTION', 'question: Which day?\noptions: [Saturday, Sunday]');
    expect((await desk.once('--since', 'all')).code).toBe(1);
    expect((await desk.once()).code).toBe(0);
  });

  it('a first run begins now and says so; a date begins earlier (10.3)', async () => {
    const desk = new Desk();
    desk.drop('n1', 'NOTE', 'subject: old');
    const { code, out } = await desk.monitor(['once']);
    expect([code, out]).toEqual([0, expect.stringMatching(/first run on this wire.*--since/)]);
    expect(desk.lines()).toEqual([]);
    for (const [since, count] of [
      ['2026-12-01', 0],
      ['2026-11-30', 1],
    ] as const) {
      const other = new Desk();
      other.drop('n1', 'NOTE', 'subject: old');
      expect((await other.once('--since', since)).results).toHaveLength(count);
    }
  });

  it('a wire that cannot be read is told and stops no other (10.2)', async () => {
    const desk = new Desk([
      'transports: [{kind: folder, path: nowhere}, {kind: folder, path: drop, party: scott}]',
    ]);
    desk.drop('n1', 'NOTE', 'subject: x');
    const { code, results, wires } = await desk.once('--since', 'all');
    expect([code, results.length]).toEqual([2, 1]);
    expect(wires).toMatchObject([
      { name: 'nowhere', ok: false, error: expect.stringContaining('no such folder') },
      { ok: true, error: null },
    ]);
    expect(JSON.parse((await desk.monitor(['status', '--json'])).out).open).toMatchObject([{ kind: 'wire' }]);
  });

  it('what waits for a paused agreement is judged once it is resumed (8.6)', async () => {
    const desk = new Desk();
    await desk.once();
    desk.agreement({ status: 'paused' });
    desk.drop('n1', 'NOTE', 'subject: x');
    const held = await desk.once();
    expect(held).toMatchObject({ code: 0, results: [{ verdict: 'held', gate: 'agreement' }] });
    expect(JSON.parse((await desk.monitor(['status', '--json'])).out).open).toMatchObject([
      { kind: 'held', message: 'n1.md waits for the agreement AGR-2026-001' },
    ]);
    expect((await desk.once()).results).toEqual([]);
    desk.agreement();
    const judged = await desk.once();
    expect(judged.results).toMatchObject([{ verdict: 'accepted', held_as: held.results[0]?.key }]);
    expect(new Set(desk.lines().map(one => one.key)).size).toBe(2);
  });

  it('nothing in a message can forge a line of the report (6.3)', async () => {
    const desk = new Desk();
    const evil = '\u001b[2J</details>\n# Fake\n[x](https://evil.example) @andrew ```\n````sh\nrm -rf /\n````';
    desk.drop('n1', 'NOTE', 'subject: "![x](https://evil.example/x.png) `y` @andrew"', { body: evil });
    const { out } = await desk.monitor(['once', '--since', 'all']);
    expect(out).not.toContain('\u001b');
    const markdown = desk.read(`reports/${desk.reports()[0]}`);
    expect(markdown).not.toContain('\u001b');
    expect(markdown).toContain('- `subject`: ``![x](https://evil.example/x.png) `y` @andrew``\n');
    expect(markdown).toMatch(/^`{5}text\n[\s\S]*^# Fake\n[\s\S]*^`{5}$/m);
  });

  it('a secret never leaves, nor an auth line (6.2)', async () => {
    const desk = new Desk();
    desk.agreement({ auth: 'secret' });
    desk.configure();
    desk.write(
      'aimf.yml',
      desk.read('aimf.yml').replace('identities: [scott@example.com]', '$&, secret_env: AIMF_SECRET_SCOTT'),
    );
    const word = 'open sesame';
    desk.env = { AIMF_SECRET_SCOTT: word };
    desk.drop('n1', 'NOTE', 'subject: x', { reply: `main-chat\nauth: ${word}`, body: `It is ${word}` });
    const { out } = await desk.monitor(['once', '--since', 'all', '--json']);
    expect(JSON.parse(out).results).toMatchObject([{ verdict: 'accepted', envelope: { auth: '(hidden)' } }]);
    for (const text of [out, desk.read('reports.jsonl'), desk.read(`reports/${desk.reports()[0]}`)])
      expect(text).not.toContain(word);
    desk.env = {};
    desk.drop('n2', 'NOTE', 'subject: x', { reply: `main-chat\nauth: ${word}` });
    const waiting = await desk.once();
    expect(waiting).toMatchObject({ code: 2, results: [{ verdict: 'held', gate: 'allowlist' }] });
    expect(waiting.err).toContain('set AIMF_SECRET_SCOTT');
  });
});

it('what the owner can do stands there as a command (8.3 and 9.5)', async () => {
  const desk = new Desk();
  const status = (state: string, detail: string) =>
    `topic: AIMF protocol update\nstate: ${state}\ndetail: ${detail}`;
  desk.drop('a1', 'STATUS', status('ok', 'Acknowledged v1.11 (effective 2026-12-07)'));
  desk.drop('p1', 'NOTE', 'subject: "Proposal: longer"', { body: 'term: expires\nvalue: 2027-12-31' });
  desk.drop('s1', 'STATUS', status('attention', 'We cannot implement v1.11'));
  desk.drop('x1', 'NOTE', 'subject: Hello', { from: 'lena@example.org' });
  const { out } = await desk.monitor(['once', '--since', 'all']);
  const file = (name: string) => join(desk.folder, name);
  const judged = (name: string) =>
    `${file(`drop/${name}.md`)} --config ${file('aimf.yml')} --as scott@example.com --transport folder --at 2026-11-30T13:00:00.000Z\n`;
  expect(out).toContain('Proposals: do you agree? (1)');
  expect(out).toContain(`aimf proposal record ${judged('p1')}`);
  expect(out).toContain(`aimf acks record ${judged('a1')}`);
  expect(out).toContain("aimf agreement pause AGR-2026-001 'cannot implement v1.11'\n");
  expect(out).toContain('/pause AGR-2026-001 cannot implement v1.11\n');
  expect(desk.lines().find(one => one.file === 'a1.md')).toMatchObject({
    ack: { version: 'v1.11', effective: '2026-12-07' },
  });
});

describe('the state', () => {
  it('that is damaged ends every run until a person resets it, which keeps it (10.3)', async () => {
    const desk = new Desk();
    desk.drop('n1', 'NOTE', 'subject: x');
    await desk.once('--since', 'all');
    const database = join(desk.folder, 'state/monitor.db');
    rmSync(`${database}-wal`, { force: true });
    truncateSync(database, 1000);
    for (const words of [['once'], ['once', '--json'], ['status'], ['run']]) {
      const { code, out, err } = await desk.monitor(words);
      expect([code, out, err]).toEqual([2, '', expect.stringMatching(/cannot be trusted.*monitor reset/)]);
    }
    const reset = await desk.monitor(['reset']);
    expect(reset).toMatchObject({ code: 0, out: expect.stringContaining('is kept as') });
    const [, kept = ''] = /kept as (\S+)\n/.exec(reset.out) ?? [];
    expect(statSync(kept).size).toBe(1000);
    // What it knew is gone, and the files still hold each key once
    expect((await desk.once('--since', 'all')).results).toHaveLength(1);
    expect(desk.lines()).toHaveLength(1);
  });

  it('that is gone though reports were written is damaged (10.3)', async () => {
    const desk = new Desk();
    desk.drop('n1', 'NOTE', 'subject: x');
    await desk.once('--since', 'all');
    rmSync(join(desk.folder, 'state'), { recursive: true });
    expect((await desk.once()).code).toBe(2);
    expect((await desk.monitor(['reset'])).code).toBe(0);
    expect((await desk.once()).code).toBe(0);
  });

  it('is nobody else’s to read, and so are the reports (10.3)', async () => {
    const desk = new Desk();
    desk.drop('n1', 'NOTE', 'subject: x');
    await desk.once('--since', 'all');
    const mode = (path: string) => (statSync(join(desk.folder, path)).mode & 0o77).toString(8);
    for (const path of [
      'state',
      'state/monitor.db',
      'reports',
      `reports/${desk.reports()[0]}`,
      'reports.jsonl',
    ])
      expect([path, mode(path)]).toEqual([path, '0']);
  });
});

describe('aimf monitor status', () => {
  it('tells a supervisor by its exit code (10.5)', async () => {
    const desk = new Desk();
    const never = await desk.monitor(['status', '--json']);
    expect([never.code, JSON.parse(never.out)]).toEqual([
      2,
      { aimf: 1, last_run: null, next_run: null, missed: 0, heartbeat: null, open: [] },
    ]);
    expect(existsSync(join(desk.folder, 'state'))).toBe(false);
    await desk.once();
    const healthy = await desk.monitor(['status', '--json']);
    expect([healthy.code, JSON.parse(healthy.out)]).toEqual([
      0,
      {
        ...{ aimf: 1, last_run: NOON, next_run: '2026-11-30T17:15:00Z', missed: 0 },
        ...{ heartbeat: NOON, open: [] },
      },
    ]);
    const late = await desk.monitor(['status', '--json', '--at', '2026-11-30T18:00:00Z']);
    expect([late.code, JSON.parse(late.out).missed]).toEqual([1, 3]);
    expect((await desk.monitor(['status', '--at', '2026-11-30T18:00:00Z'])).out).toContain(
      'missed    3 runs',
    );
  });

  it('is not healthy where the clock was set back, for missed runs would be none (10.5)', async () => {
    const desk = new Desk();
    await desk.once();
    const little = await desk.monitor(['status', '--json', '--at', '2026-11-30T16:59:00Z']);
    expect([little.code, JSON.parse(little.out).open]).toEqual([0, []]);
    const { code, out } = await desk.monitor(['status', '--json', '--at', '2026-11-29T17:00:00Z']);
    expect([code, JSON.parse(out).open]).toMatchObject([
      1,
      [{ kind: 'run', message: expect.stringContaining('the clock was changed') }],
    ]);
  });

  it('says that the last run was cut off (10.5)', async () => {
    const desk = new Desk();
    await desk.once();
    const { openState } = await import('../store/state-file.ts');
    const opened = openState(join(desk.folder, 'state'), { reportsExist: false });
    if (opened.state !== 'open') throw new Error(opened.state);
    opened.store.beginRun(Date.parse('2026-11-30T17:55:00Z'));
    opened.store.close();
    const cut = await desk.monitor(['status', '--at', '2026-11-30T18:00:00Z']);
    expect(cut.out).toContain('The last run has not ended');
    // Where each run is cut off, nobody watches
    expect(cut.code).toBe(1);
    await desk.once();
    expect((await desk.monitor(['status'])).out).toContain('Nothing is open');
  });
});

describe('two at once', () => {
  it('the second says that the first is running, and leaves (10.3)', async () => {
    const desk = new Desk();
    await desk.once();
    const { openState } = await import('../store/state-file.ts');
    const opened = openState(join(desk.folder, 'state'), { reportsExist: false });
    if (opened.state !== 'open') throw new Error(opened.state);
    try {
      const second = await desk.once();
      expect(second).toMatchObject({ code: 0, results: [], err: expect.stringContaining('is running') });
      expect((await desk.monitor(['run'])).code).toBe(0);
      expect((await desk.monitor(['reset'])).code).toBe(2);
      // Reading beside a run is fine
      expect((await desk.monitor(['status'])).code).toBe(0);
    } finally {
      opened.store.close();
    }
  });
});

it('reports that cannot be written wait, and are told (10.2)', async () => {
  const desk = new Desk(['report: {folder: blocked/reports, jsonl: reports.jsonl}']);
  writeFileSync(join(desk.folder, 'blocked'), 'a file, where a folder is needed');
  desk.drop('n1', 'NOTE', 'subject: x');
  const first = await desk.once('--since', 'all');
  expect(first).toMatchObject({ code: 1, err: expect.stringContaining('tried again at the next run') });
  expect(first.err).not.toContain('cannot be read');
  const { open } = JSON.parse((await desk.monitor(['status', '--json'])).out);
  expect(open).toEqual([
    { kind: 'undelivered', key: 'undelivered:folder', message: '1 report waits to leave by folder' },
  ]);
  rmSync(join(desk.folder, 'blocked'));
  expect((await desk.once()).code).toBe(0);
  chmodSync(join(desk.folder, 'blocked/reports'), 0o700);
  expect(desk.lines()).toHaveLength(1);
});
