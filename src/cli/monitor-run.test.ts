import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Desk } from './monitor.test-support.ts';
import { projectPath } from './project-files.ts';

// Each of them starts processes, on machines that have other work too
vi.setConfig({ testTimeout: 120_000 });

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A monitor in a process of its own: what it says, how it ends, and how to end it. */
function start(desk: Desk, words: readonly string[]) {
  const [command = '', ...rest] = words;
  const args = [
    projectPath('bin/aimf.js'),
    'monitor',
    command,
    '--config',
    join(desk.folder, 'aimf.yml'),
    ...rest,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', chunk => {
    said.out += String(chunk);
  });
  child.stderr.on('data', chunk => {
    said.err += String(chunk);
  });
  const ended = new Promise<number | string>(resolve => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? ''));
  });
  return { child, said, ended };
}

/** Waits until something is so; a test that waits in vain fails by its own limit. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(20);
}

/** The lines that are results: on a slow machine a cadence of a second misses runs, and says so. */
const results = (desk: Desk) => desk.lines().filter(one => one.kind === 'result');

describe('aimf monitor run', () => {
  it('looks at once and then on its schedule, and ends cleanly when it is told to (10.1)', async () => {
    const desk = new Desk(['schedule: {every: 1s, hours: "00:00-24:00"}']);
    desk.drop('n1', 'NOTE', 'subject: before the first run');
    const { child, said, ended } = start(desk, ['run']);
    await until(() => said.err.includes('next run at'));
    expect(said.out).toContain('first run on this wire');
    desk.drop('n2', 'NOTE', 'subject: between two runs');
    await until(() => results(desk).length === 1);
    expect(results(desk)).toMatchObject([{ file: 'n2.md', verdict: 'accepted' }]);
    const second = start(desk, ['once']);
    expect([await second.ended, second.said.out]).toEqual([0, expect.stringContaining('is running')]);
    // What changed in the private file or in the registry counts at the next run
    desk.agreement({ status: 'paused' });
    desk.drop('n3', 'NOTE', 'subject: while it is paused');
    await until(() => results(desk).length === 2);
    expect(results(desk)[1]).toMatchObject({ file: 'n3.md', verdict: 'held' });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(said.err).toContain('told to end, and ended');
    expect((await desk.monitor(['status', '--at', new Date().toISOString()])).code).toBe(0);
  });

  it('a run that cannot be made is told, and the next one comes all the same (10.1)', async () => {
    const desk = new Desk(['schedule: {every: 1s, hours: "00:00-24:00"}']);
    const { child, said, ended } = start(desk, ['run']);
    await until(() => said.err.includes('next run at'));
    const good = desk.read('aimf.yml');
    desk.write('aimf.yml', 'owner: 7\n');
    await until(() => said.err.includes('this run could not be made'));
    desk.write('aimf.yml', good);
    desk.drop('n1', 'NOTE', 'subject: x');
    await until(() => results(desk).length === 1);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  it('goes on after a run that its state folder does not let it end (10.1)', async () => {
    const desk = new Desk(['schedule: {every: 1s, hours: "00:00-24:00"}']);
    const log = join(desk.folder, 'state/heartbeat.log');
    mkdirSync(log, { recursive: true });
    const { child, said, ended } = start(desk, ['run']);
    await until(() => said.err.includes('this run could not be made'));
    expect(said.err).toContain('heartbeat.log cannot be written');
    rmSync(log, { recursive: true });
    await until(() => existsSync(log));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('ends where its state is taken away, and does not begin a new one (10.3)', async () => {
    const desk = new Desk(['schedule: {every: 1s, hours: "00:00-24:00"}']);
    const { said, ended } = start(desk, ['run']);
    await until(() => said.err.includes('next run at'));
    rmSync(join(desk.folder, 'state/monitor.db'));
    expect(await ended).toBe(2);
    expect(said.err).toContain('cannot be trusted');
    expect(existsSync(join(desk.folder, 'state/monitor.db'))).toBe(false);
  });
});

describe('kill -9', () => {
  it('at any moment neither loses nor repeats a line (10.2)', async () => {
    const desk = new Desk();
    const ids = Array.from({ length: 60 }, (_, at) => `n${at}`);
    for (const id of ids) desk.drop(id, 'NOTE', `subject: ${id}`);
    const moments: number[] = [];
    for (let round = 0; round < 5; round++) {
      const { child, ended } = start(desk, ['once', '--since', 'all']);
      const before = desk.lines().length;
      // From the first sign of work on, since only then is there something to lose
      await Promise.race([ended, until(() => existsSync(join(desk.folder, 'state/monitor.db')))]);
      const moment = Math.floor(Math.random() * 2500);
      moments.push(moment);
      await Promise.race([ended, wait(moment), until(() => desk.lines().length > before)]);
      child.kill('SIGKILL');
      await ended;
    }
    const last = start(desk, ['once', '--since', 'all']);
    expect(await last.ended).toBe(0);
    const files = results(desk).map(one => one.file);
    expect({ moments, files: files.toSorted() }).toEqual({
      moments,
      files: ids.map(id => `${id}.md`).toSorted(),
    });
    expect(new Set(desk.lines().map(one => one.key)).size).toBe(desk.lines().length);
  });
});
