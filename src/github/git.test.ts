import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { git, gitLine } from './git.ts';
import { GitRepository } from './git-repository.test-support.ts';

const repository = GitRepository.create({ 'a.md': 'A\n' });
const nowhere = mkdtempSync(join(tmpdir(), 'aimf-none-'));
afterAll(() => {
  repository.remove();
  rmSync(nowhere, { recursive: true });
});

describe('git', () => {
  it('gives the output as bytes, and takes an input (9.2)', async () => {
    const shown = await git(repository.folder, ['show', 'HEAD:a.md']);
    expect(shown.ok && shown.out.toString()).toBe('A\n');
    const hashed = await git(repository.folder, ['hash-object', '--stdin'], 'A\n');
    expect(hashed.ok && hashed.out.toString().trim()).toBe(repository.git('rev-parse', 'HEAD:a.md'));
  });

  it('gives the complaint where git fails, and throws nothing (9.2)', async () => {
    expect(await git(repository.folder, ['show', 'HEAD:none'])).toMatchObject({
      ok: false,
      error: expect.stringContaining('none'),
    });
    expect(await git(nowhere, ['log'])).toMatchObject({ ok: false });
    expect(await git(join(nowhere, 'missing'), ['log'])).toMatchObject({
      ok: false,
      error: expect.stringContaining('cannot be run'),
    });
    expect(await git(repository.folder, ['rev-parse', '--verify', '--quiet', 'none'])).toEqual({
      ok: false,
      error: 'git ended with 1',
    });
  });

  it('ends though git reads no more of a long input (9.2)', async () => {
    expect(
      (await git(repository.folder, ['hash-object', '--no-such-option'], 'x'.repeat(5_000_000))).ok,
    ).toBe(false);
  });

  it('gives arguments to no shell (hazard C)', async () => {
    const name = '$(touch owned); `touch owned` "\' \n*';
    repository.write('x', name);
    expect(await gitLine(repository.folder, ['rev-parse', '--sq-quote', name])).toContain('$(touch owned)');
    expect(await gitLine(repository.folder, ['ls-files', '--others', 'owned'])).toBe('');
  });

  it('asks nobody for a password (hazard C)', async () => {
    expect((await git(repository.folder, ['fetch', 'http://127.0.0.1:9/none'])).ok).toBe(false);
  });
});

describe('gitLine', () => {
  it('takes the last line end away and no other character (9.2)', async () => {
    repository.commit('spaces', { ' a ': 'x' });
    expect(await gitLine(repository.folder, ['ls-tree', '--name-only', 'HEAD', '--', ' a '])).toBe(' a ');
    expect(await gitLine(repository.folder, ['show', 'HEAD:a.md'])).toBe('A');
    expect(await gitLine(repository.folder, ['no-such-command'])).toBeNull();
  });
});
