import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { textAt } from '../core/posting/snapshot.ts';
import { neededPaths, readChange } from './change.ts';
import { GitRepository } from './git-repository.test-support.ts';
import { checkPosting } from './posting.ts';

const MANIFEST = `canonical: {repository: a/b, branch: main}
owners: [{login: a, id: 1}]
surfaces:
  - {name: spec, path: SPEC.md, version: line}
  - {name: changelog, path: CHANGELOG.md, version: changelog}
scan: {include: ["*.md", "docs/**", "README.md"]}
`;

/** The two surfaces at a posting, with a text in the specification. */
function posting(
  version: string,
  text: string,
  older: readonly string[] = [],
  posted = '2026-11-01',
): Record<string, string> {
  const entries = [version, ...older].map(one => `## ${one} — ${posted}\n\n- Posting ${one}.\n`);
  return {
    'SPEC.md': `# Rules\n\nVersion: ${version} (posted ${posted}, effective ${posted})\n\n${text}\n`,
    'CHANGELOG.md': `# Changes\n\n${entries.join('\n')}`,
  };
}

const made: (() => void)[] = [];
afterEach(() => {
  for (const remove of made.splice(0)) remove();
});

function repository(files: Record<string, string> = posting('v1.9', 'One.')): GitRepository {
  const created = GitRepository.create({ '.github/posting.yml': MANIFEST, ...files });
  made.push(() => created.remove());
  return created;
}

function cloned(origin: GitRepository, name: string, ...options: string[]): GitRepository {
  const parent = mkdtempSync(join(tmpdir(), 'aimf-clone-'));
  made.push(() => rmSync(parent, { recursive: true, force: true }));
  execFileSync('git', ['clone', '-q', ...options, `file://${origin.folder}`, name], {
    cwd: parent,
    stdio: 'pipe',
  });
  return new GitRepository(join(parent, name));
}

/** A repository whose branch `work` made a complete posting, while `main` went on otherwise. */
function posted(): GitRepository {
  const origin = repository();
  origin.git('checkout', '-q', '-b', 'work');
  origin.commit('a posting', posting('v1.10', 'Two.', ['v1.9']));
  origin.git('checkout', '-q', 'main');
  origin.commit('code', { 'src/a.ts': 'a' });
  return origin;
}

const reasonOf = (decision: Awaited<ReturnType<typeof checkPosting>>) =>
  decision.findings.map(one => [one.code, one.args.reason ?? one.args.fault ?? one.args.path]);

describe('the change that git knows', () => {
  it('is what the branch did, while the base moved on (hazard A)', async () => {
    const origin = posted();
    expect((await checkPosting(origin.folder, 'main', 'work')).verdict).toBe('complete');
    origin.git('checkout', '-q', '-b', 'other');
    origin.commit('one surface', { 'README.md': 'x', 'SPEC.md': posting('v1.9', 'Three.')['SPEC.md'] ?? '' });
    expect((await checkPosting(origin.folder, 'main', 'other')).verdict).toBe('partial');
    expect((await checkPosting(origin.folder, 'main', 'main')).verdict).toBe('none');
  });

  it('leaves out what came by merging the base (hazard A)', async () => {
    const origin = repository();
    origin.git('checkout', '-q', '-b', 'code');
    origin.commit('code', { 'src/a.ts': 'a' });
    origin.git('checkout', '-q', 'main');
    origin.commit('a posting', posting('v1.10', 'Two.', ['v1.9']));
    origin.git('checkout', '-q', 'code');
    origin.git('merge', '-q', '--no-edit', 'main');
    expect(await checkPosting(origin.folder, 'main', 'code')).toMatchObject({
      verdict: 'none',
      version: { base: 'v1.10' },
    });
    const only = posting('v1.10', 'Three.', ['v1.9'])['SPEC.md'] ?? '';
    origin.commit('one surface', { 'SPEC.md': only });
    expect((await checkPosting(origin.folder, 'main', 'code')).verdict).toBe('partial');
  });

  it('a version that another posting took meanwhile is not new (hazard B)', async () => {
    const origin = posted();
    origin.commit('another posting', posting('v1.10', 'Other.', ['v1.9']));
    const decision = await checkPosting(origin.folder, 'main', 'work');
    expect(decision.findings.map(one => one.code)).toEqual(['version-not-new']);
    expect(decision.version).toEqual({ base: 'v1.10', head: 'v1.10' });
  });

  it('a posting dated before the last one on the base is refused, whatever the commits are dated (hazard B)', async () => {
    const origin = repository(posting('v1.9', 'One.', [], '2026-11-20'));
    origin.git('checkout', '-q', '-b', 'work');
    for (const [key, value] of Object.entries(posting('v1.10', 'Two.', [], '2026-11-19'))) {
      const older = key === 'CHANGELOG.md' ? '\n## v1.9 — 2026-11-20\n\n- Posting v1.9.\n' : '';
      origin.write(key, value + older);
    }
    origin.git('add', '-A');
    origin.git('commit', '-q', '-m', 'a posting', '--date', '2027-01-01T00:00:00+14:00');
    expect((await checkPosting(origin.folder, 'main', 'work')).findings.map(one => one.code)).toEqual([
      'date-backwards',
    ]);
  });

  it('the dates of a posting are its text: author dates and time zones decide nothing (hazard B)', async () => {
    const origin = repository();
    origin.git('checkout', '-q', '-b', 'work');
    for (const [path, text] of Object.entries(posting('v1.10', 'Two.', ['v1.9']))) origin.write(path, text);
    origin.git('add', '-A');
    origin.git('commit', '-q', '-m', 'a posting', '--date', '1999-12-31T23:59:59-12:00');
    expect((await checkPosting(origin.folder, 'main', 'work')).verdict).toBe('complete');
  });

  it('criss-cross merges cannot be decided, until the base is merged once more (hazard A)', async () => {
    const origin = repository();
    origin.git('checkout', '-q', '-b', 'one');
    origin.commit('one', { a: 'a' });
    origin.git('checkout', '-q', 'main');
    origin.commit('two', { b: 'b' });
    origin.git('checkout', '-q', '-b', 'work');
    origin.git('merge', '-q', '--no-edit', 'one');
    origin.git('checkout', '-q', 'main');
    origin.git('merge', '-q', '--no-edit', '--no-ff', 'one');
    const decision = await checkPosting(origin.folder, 'main', 'work');
    expect(decision.verdict).toBe('undecidable');
    expect(String(reasonOf(decision)[0]?.[1])).toContain('more than one commit');
    origin.git('checkout', '-q', 'work');
    origin.commit('own', { c: 'c' });
    origin.git('merge', '-q', '--no-edit', 'main');
    expect((await checkPosting(origin.folder, 'main', 'work')).verdict).toBe('none');
  });

  it('no common history cannot be decided (hazard A)', async () => {
    const origin = repository();
    origin.git('checkout', '-q', '--orphan', 'work');
    origin.commit('from nothing', posting('v1.10', 'Two.'));
    const decision = await checkPosting(origin.folder, 'main', 'work');
    expect(decision).toMatchObject({ verdict: 'undecidable', surfaces: [] });
    expect(reasonOf(decision)).toEqual([
      ['merge-base-missing', 'the base and the head have no commit in common'],
    ]);
  });

  it('a name that is no commit cannot be decided, and is never an option (hazard A)', async () => {
    const { folder } = repository();
    for (const name of ['nowhere', '--output=x', '-h', 'main:SPEC.md', '']) {
      expect([name, reasonOf(await checkPosting(folder, name, 'main'))]).toEqual([
        name,
        [['merge-base-missing', `there is no commit "${name}" here`]],
      ]);
    }
  });

  it('is read from objects: the working tree, a detached head and the index count for nothing (hazard A)', async () => {
    const origin = posted();
    origin.git('checkout', '-q', '--detach', 'work');
    origin.write('SPEC.md', 'something else');
    origin.git('add', '-A');
    expect((await checkPosting(origin.folder, 'main', 'HEAD')).verdict).toBe('complete');
  });

  it('a bare clone and a linked worktree are decided alike (hazard A)', async () => {
    const origin = posted();
    const bare = cloned(origin, 'bare.git', '--bare');
    expect((await checkPosting(bare.folder, 'main', 'work')).verdict).toBe('complete');
    const tree = join(origin.folder, '..', `${origin.folder.split('/').at(-1)}-tree`);
    made.push(() => rmSync(tree, { recursive: true, force: true }));
    origin.git('worktree', 'add', '-q', tree, 'work');
    expect((await checkPosting(tree, 'main', 'HEAD')).verdict).toBe('complete');
  });
});

describe('a shallow clone', { timeout: 120_000 }, () => {
  /** A history long enough that one commit of depth tells nothing. */
  function long(): GitRepository {
    const origin = posted();
    for (let at = 0; at < 12; at++) origin.commit(`main ${at}`, { 'src/a.ts': `${at}` });
    origin.git('checkout', '-q', 'work');
    for (let at = 0; at < 12; at++) origin.commit(`work ${at}`, { 'src/b.ts': `${at}` });
    origin.git('checkout', '-q', 'main');
    return origin;
  }

  it('of one commit on each branch is deepened until the two meet (hazard A)', async () => {
    const clone = cloned(long(), 'shallow', '--depth', '1', '--no-single-branch');
    expect(clone.git('rev-list', '--count', 'origin/work')).toBe('1');
    expect((await checkPosting(clone.folder, 'origin/main', 'origin/work')).verdict).toBe('complete');
  });

  it('of one branch fetches the other, by its name or its commit (hazard A)', async () => {
    const origin = long();
    const base = origin.git('rev-parse', 'main');
    for (const name of ['origin/main', 'main', base]) {
      const clone = cloned(origin, 'shallow', '--depth', '1', '--branch', 'work');
      expect([name, (await checkPosting(clone.folder, name, 'HEAD')).verdict]).toEqual([name, 'complete']);
    }
  });

  it('with a head that only lies in the clone is deepened as well (hazard A)', async () => {
    const clone = cloned(long(), 'shallow', '--depth', '1', '--no-single-branch', '--branch', 'work');
    clone.commit('not pushed', { 'SPEC.md': 'gone' });
    const decision = await checkPosting(clone.folder, 'origin/main', 'HEAD');
    expect(decision.verdict).toBe('partial');
    expect(decision.findings.map(one => one.code)).toContain('version-missing');
  });

  it('never takes an older meeting for the last one (hazard A)', async () => {
    const origin = repository();
    origin.git('branch', 'old');
    origin.commit('a posting', posting('v1.10', 'Two.', ['v1.9']));
    origin.git('checkout', '-q', '-b', 'work');
    for (let at = 0; at < 4; at++) origin.commit(`work ${at}`, { 'src/b.ts': `${at}` });
    origin.git('merge', '-q', '--no-edit', '-s', 'ours', 'old', '--allow-unrelated-histories');
    origin.git('checkout', '-q', 'old');
    origin.commit('old', { 'src/old.ts': 'x' });
    origin.git('checkout', '-q', 'work');
    origin.git('merge', '-q', '--no-edit', 'old');
    origin.git('checkout', '-q', 'main');
    origin.git('merge', '-q', '--no-edit', '--no-ff', 'old');
    for (const depth of ['1', '2', '3']) {
      const clone = cloned(origin, 'shallow', '--depth', depth, '--no-single-branch');
      const whole = await readChange(origin.folder, 'main', 'work');
      const shallow = await readChange(clone.folder, 'origin/main', 'origin/work');
      expect('decision' in shallow).toBe('decision' in whole);
      expect('change' in shallow && 'change' in whole && textAt(shallow.change.base, 'SPEC.md')).toBe(
        'change' in whole && textAt(whole.change.base, 'SPEC.md'),
      );
    }
  });

  it('whose origin is gone cannot be decided (hazard A)', async () => {
    const clone = cloned(long(), 'shallow', '--depth', '1', '--no-single-branch');
    clone.git('remote', 'set-url', 'origin', 'file:///nowhere/at/all');
    const decision = await checkPosting(clone.folder, 'origin/main', 'origin/work');
    expect(reasonOf(decision)).toEqual([
      ['merge-base-missing', 'the clone is shallow, and its history cannot be fetched'],
    ]);
  });
});

describe('the manifest', () => {
  it('is the base branch’s: what the change does to it does not count (hazard C)', async () => {
    const origin = posted();
    origin.git('checkout', '-q', '-b', 'sly', 'main');
    const only = MANIFEST.replace('  - {name: changelog, path: CHANGELOG.md, version: changelog}\n', '');
    origin.commit('fewer surfaces', {
      '.github/posting.yml': only,
      'SPEC.md': posting('v1.10', 'Two.')['SPEC.md'] ?? '',
    });
    const decision = await checkPosting(origin.folder, 'main', 'sly');
    expect(decision.surfaces.map(one => one.name)).toEqual(['spec', 'changelog']);
    expect(decision.verdict).toBe('partial');
    origin.git('rm', '-q', '.github/posting.yml');
    origin.commit('none at all');
    expect((await checkPosting(origin.folder, 'main', 'sly')).verdict).toBe('partial');
  });

  it('that is missing or cannot be read on the base branch leaves nothing to decide (9.2)', async () => {
    const origin = repository();
    origin.git('checkout', '-q', '-b', 'work');
    origin.git('checkout', '-q', 'main');
    origin.commit('broken', { '.github/posting.yml': 'surfaces: 3\n' });
    const broken = await checkPosting(origin.folder, 'main', 'work');
    expect(broken).toMatchObject({ verdict: 'undecidable', findings: [{ code: 'manifest-unreadable' }] });
    origin.commit('binary', { '.github/posting.yml': new Uint8Array([0xff, 0]) });
    expect(reasonOf(await checkPosting(origin.folder, 'main', 'work'))).toEqual([
      ['manifest-unreadable', 'it is no text file'],
    ]);
    origin.git('rm', '-q', '.github/posting.yml');
    origin.commit('none');
    const missing = await checkPosting(origin.folder, 'main', 'work');
    expect(reasonOf(missing)).toEqual([['manifest-missing', '.github/posting.yml']]);
  });

  it('says which paths are read (9.2)', async () => {
    const change = await readChange(repository().folder, 'main', 'main');
    expect('change' in change && neededPaths(change.change.manifest)).toEqual([
      'SPEC.md',
      'CHANGELOG.md',
      '',
      'docs/',
      'README.md',
    ]);
  });
});
