import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { textAt } from '../core/posting/snapshot.ts';
import { GitRepository } from './git-repository.test-support.ts';
import { readTree, readTrees } from './tree.ts';
import { readWorkingTree } from './working-tree.ts';

const STRANGE = [
  'a b.md',
  'say "so".md',
  "it's.md",
  'umlaut-\u00e4.md',
  'line\nbreak.md',
  'tab\tstop.md',
  'back\\slash.md',
  '*.md',
  ':(top).md',
  '-rf.md',
  '$HOME.md',
];
const repository = GitRepository.create(Object.fromEntries(STRANGE.map(name => [`strange/${name}`, name])));
const { folder } = repository;
symlinkSync('../strange', join(folder, 'strange', 'link'));
repository.write('strange/run.sh', 'x');
chmodSync(join(folder, 'strange/run.sh'), 0o755);
repository.commit('more', {
  'strange/deep/er.md': 'x',
  'strangest.md': 'x',
  'binary.bin': new Uint8Array([0, 10, 255, 10]),
  empty: '',
});
afterAll(() => repository.remove());

describe('readTree', () => {
  it('reads paths of every kind, with what they hold (hazard A)', async () => {
    const tree = await readTree(folder, 'HEAD', ['strange/']);
    expect([...tree.keys()].sort()).toEqual(
      [...STRANGE, 'deep/er.md', 'link', 'run.sh'].map(name => `strange/${name}`).sort(),
    );
    for (const name of STRANGE) expect(textAt(tree, `strange/${name}`)).toBe(name);
    expect(tree.get('strange/link')?.kind).toBe('link');
    expect(textAt(tree, 'strange/link')).toBeNull();
    expect(tree.get('strange/run.sh')?.kind).toBe('file');
  });

  it('takes paths as they are, and never as patterns (hazard A)', async () => {
    expect([...(await readTree(folder, 'HEAD', ['strange/*.md'])).keys()]).toEqual(['strange/*.md']);
    expect([...(await readTree(folder, 'HEAD', ['strange/:(top).md'])).keys()]).toEqual([
      'strange/:(top).md',
    ]);
    expect([...(await readTree(folder, 'HEAD', [':(glob)**'])).keys()]).toEqual([]);
  });

  it('reads bytes as they are, files that are empty, and paths that are not there (hazard A)', async () => {
    const tree = await readTree(folder, 'HEAD', ['binary.bin', 'empty', 'none', 'none/']);
    expect([...tree].map(([path, file]) => [path, [...file.bytes]])).toEqual([
      ['binary.bin', [0, 10, 255, 10]],
      ['empty', []],
    ]);
    expect((await readTree(folder, 'HEAD', [''])).size).toBe(STRANGE.length + 6);
  });

  it('reads the commit from below the root as from the root (hazard A)', async () => {
    expect((await readTree(join(folder, 'strange'), 'HEAD', ['strangest.md'])).size).toBe(1);
  });

  it('says a submodule is no file, and fails where there is no commit (hazard A)', async () => {
    repository.git(
      'update-index',
      '--add',
      '--cacheinfo',
      `160000,${repository.git('rev-parse', 'HEAD')},sub`,
    );
    repository.git('commit', '-q', '-m', 'a submodule');
    expect((await readTree(folder, 'HEAD', ['sub'])).get('sub')?.kind).toBe('other');
    repository.git('reset', '-q', '--hard', 'HEAD~1');
    await expect(readTree(folder, 'nowhere', [''])).rejects.toThrow('nowhere');
  });
});

describe('readTrees', () => {
  it('shares the bytes of a file that did not change (hazard A)', async () => {
    const [before, after] = await readTrees(folder, ['HEAD~1', 'HEAD'], ['strange/', 'empty']);
    expect(before?.get("strange/it's.md")?.bytes).toBe(after?.get("strange/it's.md")?.bytes);
    expect([before?.has('empty'), after?.has('empty')]).toEqual([false, true]);
  });

  it('reads 3,500 changed files, more than GitHub’s API would list (hazard A)', async () => {
    const many = Object.fromEntries(Array.from({ length: 3500 }, (_, at) => [`many/${at}.md`, `${at}`]));
    repository.commit('many', many);
    const [before, after] = await readTrees(folder, ['HEAD~1', 'HEAD'], ['many/']);
    expect([before?.size, after?.size]).toEqual([0, 3500]);
    expect(after === undefined ? '' : textAt(after, 'many/3499.md')).toBe('3499');
    repository.git('reset', '-q', '--hard', 'HEAD~1');
  }, 120_000);
});

describe('readWorkingTree', () => {
  it('gives what a commit of it would give (9.2)', async () => {
    const paths = ['strange/', 'strangest.md', 'none', 'binary.bin'];
    const disk = await readWorkingTree(folder, paths);
    const tree = await readTree(folder, 'HEAD', paths);
    expect([...disk.keys()].sort()).toEqual([...tree.keys()].sort());
    for (const [path, file] of tree) {
      expect([path, disk.get(path)?.kind, [...(disk.get(path)?.bytes ?? [])]]).toEqual([
        path,
        file.kind,
        [...file.bytes],
      ]);
    }
  });

  it('leaves .git and node_modules at the root out, and follows no link (9.2)', async () => {
    mkdirSync(join(folder, 'node_modules'));
    repository.write('node_modules/x.md', 'x');
    const tree = await readWorkingTree(folder, ['']);
    expect(
      [...tree.keys()].filter(path => path.startsWith('.git/') || path.startsWith('node_modules/')),
    ).toEqual([]);
    expect([...tree.keys()].filter(path => path.startsWith('strange/link/'))).toEqual([]);
    rmSync(join(folder, 'node_modules'), { recursive: true });
  });
});
