import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GitRepository } from '../github/git-repository.test-support.ts';
import { smallRepository } from '../site/small-site.test-support.ts';
import { run } from './fake-io.test-support.ts';
import { projectPath } from './project-files.ts';

let repository: GitRepository;
let folder: string;

beforeAll(() => {
  repository = smallRepository();
  folder = mkdtempSync(join(tmpdir(), 'aimf-site-'));
});

afterAll(() => {
  repository.remove();
  rmSync(folder, { recursive: true });
});

const build = (out: string, ...more: string[]) =>
  run(['site', 'build', '--repo', repository.folder, '--out', out, ...more]);

describe('aimf site build', () => {
  it('writes the site, and the site alone: what an earlier one left is gone', async () => {
    const out = join(folder, 'deep', 'public');
    const { code, out: said } = await build(out, '--base', '/protocol/', '--json');
    const made = JSON.parse(said);
    expect([code, made.aimf, made.out, made.base]).toEqual([0, 1, out, '/protocol/']);
    const count = () =>
      readdirSync(out, { recursive: true, withFileTypes: true }).filter(one => one.isFile()).length;
    expect(count()).toBe(made.files);
    const page = readFileSync(join(out, 'index.html'), 'utf8');
    writeFileSync(join(out, 'old.html'), 'old');
    const again = await build(out, '--base', '/protocol/');
    expect(again.out).toMatch(/^Wrote \d+ pages in \d+ files \(\d+ kB\) to /);
    expect(count()).toBe(made.files);
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toBe(page);
  });

  it('touches no folder that holds something else, and none behind a link', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'letter.txt'), 'keep me');
    symlinkSync(other, join(folder, 'link'));
    for (const out of [other, join(folder, 'link'), join(other, 'letter.txt')]) {
      const { code, err } = await build(out);
      expect([code, err]).toEqual([
        2,
        expect.stringMatching(/holds something else than a built site|is no folder/),
      ]);
    }
    expect(readdirSync(other)).toEqual(['letter.txt']);
  });

  it.each(['protocol', '/protocol', 'https://a.example/', '/a/../b/', '/a b/'])(
    'refuses the base %j in words',
    async base => {
      const { code, err } = await build(join(folder, 'no'), '--base', base);
      expect([code, err]).toEqual([2, expect.stringContaining('begins and ends with a slash')]);
    },
  );

  it('says what is missing where there is no repository, and no manifest', async () => {
    const out = join(folder, 'none');
    const { err } = await run(['site', 'build', '--repo', folder, '--out', out]);
    expect(err).toContain('is not in a git repository');
  });
});

describe('aimf site serve', () => {
  it('serves the site as it would be built, on this machine alone', async () => {
    const args = [
      projectPath('bin/aimf.js'),
      'site',
      'serve',
      '--repo',
      repository.folder,
      '--port',
      '0',
      '--base',
      '/p/',
    ];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const said = await new Promise<string>(resolve =>
        child.stdout.once('data', data => resolve(String(data))),
      );
      const url = /http:\/\/127\.0\.0\.1:\d+\/p\//.exec(said)?.[0] ?? '';
      expect(await (await fetch(url)).text()).toContain('Version: v1.10');
      expect((await fetch(`${url}spec`)).headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect((await fetch(`${url}spec.txt`, { method: 'HEAD' })).headers.get('content-type')).toBe(
        'text/plain; charset=utf-8',
      );
      expect((await fetch(`${url}%2e%2e/%2e%2e/etc/passwd`)).status).toBe(404);
      expect((await fetch(`${url}%ff`)).status).toBe(404);
      expect((await fetch(new URL('/', url))).status).toBe(404);
      expect((await fetch(url, { method: 'POST' })).status).toBe(405);
      const port = new URL(url).port;
      const second = await run(['site', 'serve', '--repo', repository.folder, '--port', port]);
      expect([second.code, second.err]).toEqual([2, expect.stringContaining('another program uses it')]);
    } finally {
      child.kill();
    }
  }, 60_000);

  it('refuses a port that is none', async () => {
    const { code, err } = await run(['site', 'serve', '--repo', repository.folder, '--port', '99999']);
    expect([code, err]).toEqual([2, expect.stringContaining('0 to 65535')]);
  });
});
