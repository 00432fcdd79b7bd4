import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const BENCH = fileURLToPath(new URL('../../bench/hub.ts', import.meta.url));

function bench(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BENCH, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the benchmark of the hub', () => {
  it('says how it is called', () => {
    const { status, stdout, stderr } = bench('--help');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Usage: npm run bench:hub');
    expect(stdout).toContain('--postgres');
  });

  it.each([
    [['--nope'], "'--nope'"],
    [['--seconds', 'soon'], '--seconds is "soon"'],
    [['--connections', '0'], '--connections is "0"'],
    [['http://192.0.2.1:8422'], 'not on loopback'],
    [['--database', 'postgres://192.0.2.1/x'], 'not on loopback'],
    [['--database', 'mysql://127.0.0.1/x'], 'expected a URL such as postgres://'],
    [['--postgres', 'http://127.0.0.1:1'], 'give one of'],
    [['http://127.0.0.1:1'], 'ECONNREFUSED'],
  ])('refuses %j in words, with exit code 2', (args, words) => {
    const { status, stdout, stderr } = bench(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
