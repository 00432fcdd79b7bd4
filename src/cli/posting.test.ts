import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { postingJsonSchema } from '../core/posting/report.ts';
import { GitRepository } from '../github/git-repository.test-support.ts';
import { run, type World } from './fake-io.test-support.ts';

const STAMP = 'Version: v0.9 (posted 2026-11-01, effective 2026-11-08)';
/** A repository of the older kind: everything at its root. */
const AT_ROOT = {
  'SPEC.md': `# Rules\n\n${STAMP}\n\nOne rule.\n`,
  'trial-prompt.md': `# Trial\n\n${STAMP}\n\nTry it.\n`,
  'test-vectors.md': `# Vectors\n\n${STAMP}\n\nOne vector.\n`,
  'CHANGELOG.md': '# Changes\n\n## v0.9 — 2026-11-01 (effective 2026-11-08)\n\n- Nine.\n',
  'registry/protocol.yml': 'version: v0.9\nposted: 2026-11-01\nnormative: v0.9\neffective: 2026-11-08\n',
};
const MANIFEST = `canonical: {repository: a/b, branch: trunk}
owners: [{login: a, id: 1}]
surfaces:
  - {name: spec, path: SPEC.md, version: line}
  - {name: changelog, path: CHANGELOG.md, version: changelog}
`;

const made: GitRepository[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

function repository(files: Record<string, string>): GitRepository {
  const created = GitRepository.create(files);
  made.push(created);
  return created;
}

/** A repository of two surfaces, on the branch `work`; its base branch is `trunk`. */
function small(): GitRepository {
  const created = repository({
    '.github/posting.yml': MANIFEST,
    'SPEC.md': AT_ROOT['SPEC.md'],
    'CHANGELOG.md': AT_ROOT['CHANGELOG.md'],
  });
  created.git('branch', '-m', 'trunk');
  created.git('checkout', '-q', '-b', 'work');
  return created;
}

const posting = (where: GitRepository, command: string, args: readonly string[] = [], world: World = {}) =>
  run(['posting', command, '--repo', where.folder, ...args], world);
const read = (where: GitRepository, path: string) => readFileSync(join(where.folder, path), 'utf8');
const editSpec = (where: GitRepository) =>
  where.write('SPEC.md', AT_ROOT['SPEC.md'].replace('One rule', 'Two rules'));

describe('aimf posting check', () => {
  it('exits 0 for none and complete, 1 for partial, 2 for undecidable, with the public JSON (9.2)', async () => {
    const where = small();
    const json = async (...args: string[]) => {
      const { code, out, err } = await posting(where, 'check', ['--json', ...args]);
      expect(err).toBe('');
      const value = JSON.parse(out);
      expect(postingJsonSchema.parse(value)).toEqual(value);
      return [code, value.verdict];
    };
    expect(await json()).toEqual([0, 'none']);
    editSpec(where);
    where.commit('a rule');
    expect(await json()).toEqual([1, 'partial']);
    expect(await json('--base', 'nowhere')).toEqual([2, 'undecidable']);
    expect((await posting(where, 'prepare', ['--summary', 'Two rules'])).code).toBe(0);
    where.commit('a posting');
    expect(await json()).toEqual([0, 'complete']);
    expect(await json('--base', 'work', '--head', 'trunk')).toEqual([0, 'none']);
  });

  it('takes the base from the manifest’s branch, at the origin if there is one (9.2)', async () => {
    const where = small();
    editSpec(where);
    where.commit('a rule');
    expect((await posting(where, 'check')).out).toContain('A partial posting');
    where.git('update-ref', 'refs/remotes/origin/trunk', 'work');
    expect((await posting(where, 'check')).out).toBe('No posting: no public surface changed\n');
  });

  it('notes that the working tree differs, and does not look at it (9.2)', async () => {
    const where = small();
    const note = 'note The working tree differs from the head that was checked [working-tree-differs]';
    expect((await posting(where, 'check')).out).not.toContain(note);
    editSpec(where);
    expect(await posting(where, 'check')).toMatchObject({ code: 0, out: expect.stringContaining(note) });
    expect((await posting(where, 'check', ['--head', 'work'])).out).not.toContain(note);
    where.git('checkout', '-q', '.');
    where.write('new.md', 'x');
    expect((await posting(where, 'check')).out).toContain(note);
  });

  it('says that "posting init" writes a manifest where there is none, and decides nothing (9.2)', async () => {
    const where = repository({ 'SPEC.md': 'x' });
    const { code, out } = await posting(where, 'check', ['--base', 'main']);
    expect(code).toBe(2);
    expect(out).toContain('The base branch has no posting manifest at .github/posting.yml');
    expect(out).toContain('"aimf posting init"');
    const broken = repository({ '.github/posting.yml': 'canonical: 3\n' });
    expect(await posting(broken, 'check', ['--base', 'main'])).toMatchObject({
      code: 2,
      out: expect.stringContaining('cannot be read'),
    });
  });

  it('says so too where the base branch is not called main (9.2)', async () => {
    const where = repository({ 'a.md': 'a' });
    where.git('branch', '-m', 'trunk');
    const { code, out } = await posting(where, 'check');
    expect(code).toBe(2);
    expect(out).toContain('"aimf posting init"');
    const release = await run(['release', '--repo', where.folder, '--dry-run']);
    expect(release).toMatchObject({ code: 2, err: expect.stringContaining('"aimf posting init"') });
  });

  it('runs in a folder of the checkout, and in a bare repository (9.2)', async () => {
    const where = small();
    where.write('deep/er/x', 'x');
    expect((await run(['posting', 'check', '--repo', join(where.folder, 'deep/er')])).code).toBe(0);
    const bare = repository({});
    bare.git('clone', '-q', '--bare', where.folder, 'bare.git');
    expect(
      await run(['posting', 'check', '--repo', join(bare.folder, 'bare.git'), '--head', 'work']),
    ).toMatchObject({ code: 0 });
  });

  it('decides by the text, in whatever time zone it runs (hazard B)', async () => {
    const where = small();
    editSpec(where);
    // Still the last day of November in UTC, already December in the east
    await posting(where, 'prepare', ['--summary', 'Two rules'], { now: '2026-11-30T23:59:00Z' });
    expect(read(where, 'SPEC.md')).toContain('Version: v0.10 (posted 2026-11-30, effective 2026-12-07)');
    where.commit('a posting');
    expect((await posting(where, 'check', [], { now: '2026-12-01T00:30:00Z' })).code).toBe(0);
  });
});

describe('aimf posting prepare', () => {
  it('prints the plan and writes it; twice is once; --dry-run writes nothing (9.2)', async () => {
    const where = small();
    editSpec(where);
    const dry = await posting(where, 'prepare', ['--summary', 'Two rules', '--dry-run']);
    expect(dry.out).toBe(
      'Posting v0.10, 2026-11-30 (effective 2026-12-07)\n  SPEC.md: the version line\n  CHANGELOG.md: the entry of the new version, on top\nNothing was written (--dry-run)\n',
    );
    expect(where.git('status', '--short')).toBe(' M SPEC.md');
    expect(read(where, 'SPEC.md')).toContain('v0.9');
    await posting(where, 'prepare', ['--summary', 'Two rules']);
    const written = [read(where, 'SPEC.md'), read(where, 'CHANGELOG.md')];
    expect((await posting(where, 'prepare', ['--summary', 'Two rules'])).out).toContain('Nothing to write');
    expect([read(where, 'SPEC.md'), read(where, 'CHANGELOG.md')]).toEqual(written);
  });

  it('takes a version, an effective date and a credit (9.6)', async () => {
    const where = small();
    editSpec(where);
    await posting(where, 'prepare', [
      '--summary',
      'Two rules',
      '--version',
      'v1.0',
      '--effective',
      '2027-01-01',
      '--credit',
      'dana',
    ]);
    expect(read(where, 'CHANGELOG.md')).toContain(
      '## v1.0 — 2026-11-30 (effective 2027-01-01)\n\n- Two rules (proposed by dana)\n',
    );
    where.commit('a posting');
    expect((await posting(where, 'check')).out).toContain('A complete posting of v1.0, after v0.9');
  });

  it('says in words what keeps it from preparing, and writes nothing (9.2)', async () => {
    const where = small();
    expect(await posting(where, 'prepare', ['--summary', 'x'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Nothing was edited'),
    });
    editSpec(where);
    expect((await posting(where, 'prepare', ['--summary', 'x', '--version', 'v0.9'])).err).toContain(
      'v0.9 is not newer than v0.9',
    );
    where.git('rm', '-q', '--cached', '.github/posting.yml');
    expect(
      (await posting(repository({ a: 'a' }), 'prepare', ['--summary', 'x', '--base', 'main'])).err,
    ).toContain('aimf posting init');
    expect(read(where, 'SPEC.md')).toContain('v0.9');
  });

  it('writes through no symbolic link, and then nothing at all (hazard A)', async () => {
    const where = small();
    const outside = repository({ 'CHANGELOG.md': AT_ROOT['CHANGELOG.md'] });
    editSpec(where);
    rmSync(join(where.folder, 'CHANGELOG.md'));
    symlinkSync(join(outside.folder, 'CHANGELOG.md'), join(where.folder, 'CHANGELOG.md'));
    const { code, err } = await posting(where, 'prepare', ['--summary', 'Two rules']);
    expect(code).toBe(2);
    expect(err).toContain('CHANGELOG.md');
    expect(read(outside, 'CHANGELOG.md')).toBe(AT_ROOT['CHANGELOG.md']);
  });

  it('asks to merge a base branch that has moved on to another version (hazard B)', async () => {
    const where = small();
    editSpec(where);
    where.commit('a rule');
    where.git('checkout', '-q', 'trunk');
    where.write('SPEC.md', AT_ROOT['SPEC.md'].replace('One', 'Some'));
    await posting(where, 'prepare', ['--summary', 'Some']);
    where.commit('another posting');
    where.git('checkout', '-q', 'work');
    expect((await posting(where, 'prepare', ['--summary', 'x'])).err).toContain(
      'trunk has moved on to v0.10: merge it into this branch first',
    );
    where.git('merge', '-q', '--no-edit', '-X', 'theirs', 'trunk');
    where.write('SPEC.md', `${read(where, 'SPEC.md')}\nMore.\n`);
    expect((await posting(where, 'prepare', ['--summary', 'x'])).out).toContain('Posting v0.11');
    where.commit('a posting');
    expect((await posting(where, 'check')).code).toBe(0);
  });
});

describe('aimf posting init and build', () => {
  it('writes a manifest for a repository with its documents at the root, which then works (9.2)', async () => {
    const where = repository(AT_ROOT);
    const init = await posting(where, 'init', ['--repository', 'Andrew/protocol', '--owner', 'andrew:1234']);
    expect(init).toMatchObject({ code: 0, err: '' });
    const manifest = read(where, '.github/posting.yml');
    expect(manifest).toContain('{name: spec, path: SPEC.md, version: line}');
    expect(manifest).toContain('{name: test-vectors, path: test-vectors.md, version: line}');
    expect(manifest).toContain('https://andrew.github.io/protocol/');
    expect((await posting(where, 'init', ['--repository', 'a/b', '--owner', 'a:1'])).err).toContain(
      'is there already',
    );
    await posting(where, 'build');
    where.commit('a manifest');
    where.git('checkout', '-q', '-b', 'work');
    editSpec(where);
    where.commit('a rule');
    const partial = await posting(where, 'check');
    expect(partial.code).toBe(1);
    expect(partial.out).toContain('The surface test-vectors did not change with the others');
    expect(await posting(where, 'prepare', ['--summary', 'Two rules'])).toMatchObject({ code: 0, err: '' });
    where.commit('a posting');
    const complete = await posting(where, 'check');
    expect(complete.out).toContain('A complete posting of v0.10, after v0.9');
    expect(complete.code).toBe(0);
  });

  it('writes a manifest for a repository of two documents, which then works (9.2)', async () => {
    const where = repository({ 'SPEC.md': AT_ROOT['SPEC.md'], 'CHANGELOG.md': AT_ROOT['CHANGELOG.md'] });
    await posting(where, 'init', ['--repository', 'a/b', '--owner', 'a:1']);
    where.commit('a manifest');
    where.git('checkout', '-q', '-b', 'work');
    editSpec(where);
    expect(await posting(where, 'prepare', ['--summary', 'Two rules'])).toMatchObject({ code: 0, err: '' });
    where.commit('a posting');
    expect((await posting(where, 'check')).out).toContain('A complete posting of v0.10, after v0.9');
  });

  it('names the base branch that the repository has (9.2)', async () => {
    const where = small();
    where.git('rm', '-q', '.github/posting.yml');
    where.commit('no manifest');
    where.git('checkout', '-q', '-B', 'trunk');
    await posting(where, 'init', ['--repository', 'a/b', '--owner', 'a:1']);
    expect(read(where, '.github/posting.yml')).toContain('branch: trunk');
  });

  it('says what is left to fill in, and takes the name from the origin (9.2)', async () => {
    const where = repository({ 'SPEC.md': 'x' });
    expect((await posting(where, 'init', ['--owner', 'a'])).err).toContain('--owner is login:id');
    expect((await posting(where, 'init', ['--repository', 'nonsense'])).err).toContain(
      'canonical.repository',
    );
    expect((await posting(where, 'init')).err).toMatch(/no remote "origin"[\s\S]*nobody may command yet/);
    where.git('clean', '-q', '-f', '-d');
    where.git('remote', 'add', 'origin', 'git@github.com:Some/where.git');
    await posting(where, 'init', ['--owner', 'a:1']);
    expect(read(where, '.github/posting.yml')).toContain('repository: Some/where');
  });

  it('build writes through no symbolic link, of a file or a folder (hazard A)', async () => {
    const where = repository(AT_ROOT);
    await posting(where, 'init');
    const outside = repository({ 'page.html': 'mine' });
    symlinkSync(join(outside.folder, 'page.html'), join(where.folder, 'registry/README.md'));
    const file = await posting(where, 'build');
    expect(file).toMatchObject({
      code: 2,
      err: expect.stringContaining('registry/README.md is a symbolic link'),
    });
    expect(read(outside, 'page.html')).toBe('mine');
    rmSync(join(where.folder, 'registry/README.md'));
    const manifest = read(where, '.github/posting.yml').replace(
      'surfaces:\n',
      'surfaces:\n  - {name: page, path: linked/index.html, version: html}\n',
    );
    where.write(
      '.github/posting.yml',
      manifest.replace('name: page', 'name: site').replace(/^.*site, path: (?!linked).*\n/m, ''),
    );
    symlinkSync(outside.folder, join(where.folder, 'linked'));
    const folder = await posting(where, 'build');
    expect(folder).toMatchObject({ code: 2, err: expect.stringContaining('linked is a symbolic link') });
  });

  it('outside a git repository they say so (9.2)', async () => {
    for (const command of ['check', 'init', 'build']) {
      expect((await run(['posting', command, '--repo', '/'])).err).toContain('is not in a git repository');
    }
  });
});
