import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { projectPath } from '../cli/project-files.ts';
import { GitRepository } from '../github/git-repository.test-support.ts';
import { runStep, type StepResult } from './runner.test-support.ts';
import { documents, NEXT, pullRequestEvent, smallRepository } from './small-repository.test-support.ts';

const repositories: GitRepository[] = [];

function kept(repository: GitRepository): GitRepository {
  repositories.push(repository);
  return repository;
}

afterEach(() => {
  for (const repository of repositories.splice(0)) repository.remove();
});

/** A pull request on a small repository, its head checked out. */
function pullRequest(files: Readonly<Record<string, string>>): {
  repository: GitRepository;
  payload: object;
} {
  const repository = kept(smallRepository());
  const base = repository.git('rev-parse', 'HEAD');
  repository.git('checkout', '-q', '-b', 'change');
  const head = repository.commit('change', files);
  return { repository, payload: pullRequestEvent({ base, head }) };
}

/** A checkout of a repository as `actions/checkout` makes it: of one commit, so deep, with the repository as origin. */
function checkout(origin: GitRepository, ref: string, depth: number | null): GitRepository {
  const folder = mkdtempSync(join(tmpdir(), 'aimf-checkout-'));
  const clone = kept(new GitRepository(folder));
  clone.git('init', '-q');
  clone.git('remote', 'add', 'origin', `file://${origin.folder}`);
  const shallow = depth === null ? [] : [`--depth=${depth}`];
  clone.git('fetch', '-q', '--no-tags', ...shallow, 'origin', `+${ref}:refs/remotes/pull/7/merge`);
  clone.git('checkout', '-q', '--detach', 'refs/remotes/pull/7/merge');
  return clone;
}

/** Adds so many empty commits to `main`, and gives the last. */
function withHistory(repository: GitRepository, count: number): string {
  const commits = Array.from({ length: count }, (_, at) => {
    const from = at === 0 ? 'from refs/heads/main^0\n' : '';
    return `commit refs/heads/main\ncommitter Test <test@example.com> ${1.8e9 + at} +0000\ndata 1\nx\n${from}\n`;
  });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repository.folder, input: commits.join('') });
  return repository.git('rev-parse', 'main');
}

function errors(result: StepResult): string[] {
  return result.commands.filter(one => one.name === 'error').map(one => one.message);
}

describe('the verdict', () => {
  it('none: no surface is touched (9.2)', async () => {
    const { repository, payload } = pullRequest({ 'notes.txt': 'x' });
    const result = await runStep({ folder: repository.folder, event: 'pull_request', payload });
    expect(result).toMatchObject({
      exit: 0,
      stderr: '',
      outputs: { verdict: 'none', version: 'v1.0', findings: '0' },
    });
    expect(result.summary).toContain('| `rules` | `RULES.md` | no | `v1.0` |');
  });

  it('complete: every surface changed and agrees (9.2)', async () => {
    const { repository, payload } = pullRequest(NEXT);
    const result = await runStep({ folder: repository.folder, event: 'pull_request', payload });
    expect(result).toMatchObject({
      exit: 0,
      stderr: '',
      outputs: { verdict: 'complete', version: 'v1.1', findings: '0' },
    });
    expect(errors(result)).toEqual([]);
    expect(result.summary).toBe(
      '## A complete posting of v1.1, after v1.0\n\n| Surface | Path | Changed | Version |\n| --- | --- | --- | --- |\n' +
        '| `rules` | `RULES.md` | yes | `v1.1` |\n| `prompt` | `PROMPT.md` | yes | `v1.1` |\n' +
        '| `changelog` | `CHANGELOG.md` | yes | `v1.1` |\n\n',
    );
  });

  it('partial: each missing surface is an annotation at its file, with the remedy (9.2)', async () => {
    const { repository, payload } = pullRequest({ 'RULES.md': NEXT['RULES.md'] ?? '' });
    const result = await runStep({ folder: repository.folder, event: 'pull_request', payload });
    expect(result).toMatchObject({ exit: 1, stderr: '', outputs: { verdict: 'partial', version: 'v1.1' } });
    const unchanged = result.commands.filter(
      one => one.properties.title === 'AIMF posting: surface-unchanged',
    );
    expect(unchanged.map(one => one.properties.file)).toEqual(['PROMPT.md', 'CHANGELOG.md']);
    expect(unchanged[0]?.message).toContain('\nRun "aimf posting prepare"');
    expect(result.summary).toContain('(surface-unchanged)\n  → Run "aimf posting prepare"');
    expect(Number(result.outputs.findings)).toBe(errors(result).length);
  });

  it('undecidable: the base branch has no manifest (9.2)', async () => {
    const repository = kept(GitRepository.create({ 'a.md': 'a' }));
    const base = repository.git('rev-parse', 'HEAD');
    const head = repository.commit('change', { 'a.md': 'b' });
    const payload = pullRequestEvent({ base, head });
    const result = await runStep({ folder: repository.folder, event: 'pull_request', payload });
    expect(result).toMatchObject({
      exit: 2,
      stderr: '',
      outputs: { verdict: 'undecidable', version: '', findings: '1' },
    });
    expect(errors(result)).toEqual([expect.stringContaining('aimf posting init')]);
  });

  it('a whole posting of this project is complete, with every vector run from the bundle (7.3)', async () => {
    const repository = kept(GitRepository.ofThisProject());
    const base = repository.git('rev-parse', 'HEAD');
    const prompt = execFileSync('git', ['show', 'HEAD:spec/SPEC.md'], {
      cwd: repository.folder,
      encoding: 'utf8',
    });
    repository.write('spec/SPEC.md', `${prompt.trimEnd()}\n\nOne more sentence.\n`);
    const args = [
      projectPath('bin/aimf.js'),
      'posting',
      'prepare',
      '--base',
      base,
      '--summary',
      'A sentence more',
    ];
    execFileSync(process.execPath, args, { cwd: repository.folder });
    const head = repository.commit('posting');
    const payload = pullRequestEvent({ base, head });
    const result = await runStep({ folder: repository.folder, event: 'pull_request', payload });
    expect(errors(result)).toEqual([]);
    expect(result).toMatchObject({ exit: 0, stderr: '', outputs: { verdict: 'complete', findings: '0' } });
  }, 120_000);
});

describe('the two ends', () => {
  it('a shallow checkout of the merge commit is deepened, and the head of a fork fetched (hazards A)', async () => {
    const origin = kept(smallRepository());
    const fork = origin.git('rev-parse', 'HEAD');
    const base = withHistory(origin, 230);
    origin.git('checkout', '-q', '--detach', fork);
    const head = origin.commit('change', NEXT);
    origin.git('update-ref', 'refs/pull/7/head', head);
    origin.git('merge', '-q', '--no-ff', '-m', 'merge', base);
    origin.git('update-ref', 'refs/pull/7/merge', 'HEAD');
    origin.git('checkout', '-q', 'main');
    const clone = checkout(origin, 'refs/pull/7/merge', 1);
    expect(clone.git('rev-list', '--count', 'HEAD')).toBe('1');
    const payload = pullRequestEvent({ base, head });
    const result = await runStep({ folder: clone.folder, event: 'pull_request', payload });
    expect(result).toMatchObject({ exit: 0, outputs: { verdict: 'complete', version: 'v1.1' } });
    expect(result.stdout).toContain(`Base ${base}, head ${head}`);
  });

  it('a head that only the pull request reaches at origin is found by it (hazards A)', async () => {
    const origin = kept(smallRepository());
    const base = origin.git('rev-parse', 'HEAD');
    origin.git('checkout', '-q', '--detach');
    const head = origin.commit('change', NEXT);
    origin.git('update-ref', 'refs/pull/7/head', head);
    origin.git('checkout', '-q', 'main');
    const clone = checkout(origin, 'refs/heads/main', null);
    const result = await runStep({
      folder: clone.folder,
      event: 'pull_request',
      payload: pullRequestEvent({ base, head }),
    });
    expect(result).toMatchObject({ exit: 0, outputs: { verdict: 'complete' } });
  });

  it('a base that moved on since the event is seen at origin (hazards A)', async () => {
    const origin = kept(smallRepository());
    const base = origin.git('rev-parse', 'HEAD');
    origin.git('checkout', '-q', '-b', 'change');
    const head = origin.commit('change', NEXT);
    const clone = checkout(origin, 'refs/heads/change', null);
    origin.git('checkout', '-q', 'main');
    origin.commit('another posting', documents('v1.1', '2026-11-19', '2026-11-26', ' Another one.'));
    const result = await runStep({
      folder: clone.folder,
      event: 'pull_request',
      payload: pullRequestEvent({ base, head }),
    });
    expect(result).toMatchObject({ exit: 1, outputs: { verdict: 'partial' } });
    expect(result.commands.map(one => one.properties.title)).toContain('AIMF posting: version-not-new');
  });

  it('without origin and without a token the base is the commit of the event (hazards C)', async () => {
    const { repository, payload } = pullRequest(NEXT);
    repository.git('branch', '-q', '-D', 'main');
    const result = await runStep({
      folder: repository.folder,
      event: 'pull_request',
      payload,
      inputs: { token: '' },
    });
    expect(result).toMatchObject({ exit: 0, outputs: { verdict: 'complete' } });
  });

  it('a merge group has its own base and head, and no pull request (hazards A)', async () => {
    const repository = kept(smallRepository());
    const base_sha = repository.git('rev-parse', 'HEAD');
    const head_sha = repository.commit('queued', NEXT);
    repository.git('checkout', '-q', '--detach', base_sha);
    const payload = { merge_group: { base_sha, head_sha, base_ref: 'refs/heads/main' } };
    const result = await runStep({ folder: repository.folder, event: 'merge_group', payload });
    expect(result).toMatchObject({ exit: 0, outputs: { verdict: 'complete' } });
  });

  it('a push is compared with what the branch was before it (9.2)', async () => {
    const repository = kept(smallRepository());
    const before = repository.git('rev-parse', 'HEAD');
    repository.commit('one half', { 'RULES.md': NEXT['RULES.md'] ?? '' });
    const after = repository.commit('the other half', NEXT);
    const result = await runStep({ folder: repository.folder, event: 'push', payload: { before, after } });
    expect(result).toMatchObject({ exit: 0, outputs: { verdict: 'complete' } });
  });

  it('an event without a base is compared with the commit before, and a notice says so (9.2)', async () => {
    const repository = kept(smallRepository());
    repository.commit('posting', NEXT);
    const result = await runStep({ folder: repository.folder, event: 'workflow_dispatch' });
    expect(result).toMatchObject({ exit: 0, outputs: { verdict: 'complete' } });
    expect(result.commands).toEqual([
      expect.objectContaining({ name: 'notice', message: expect.stringContaining('the input "base"') }),
    ]);
  });

  it('an event without a base in a checkout of one commit says what to give (9.2)', async () => {
    const result = await runStep({ folder: kept(smallRepository()).folder, event: 'schedule' });
    expect(result).toMatchObject({ exit: 2, stderr: '', outputs: { verdict: 'undecidable' } });
    expect(errors(result)).toEqual([expect.stringContaining('Give the input "base"')]);
  });

  it('the inputs win over the event, and name what only origin has (9.2)', async () => {
    const origin = kept(smallRepository());
    origin.git('branch', 'before');
    origin.commit('posting', NEXT);
    const clone = checkout(origin, 'refs/heads/main', 1);
    const inputs = { base: 'before', head: 'HEAD' };
    const result = await runStep({ folder: clone.folder, event: 'schedule', inputs });
    expect(result).toMatchObject({ exit: 0, outputs: { verdict: 'complete' } });
    const wrong = await runStep({ folder: clone.folder, inputs: { base: '--upload-pack=x', head: 'HEAD' } });
    expect(wrong.exit).toBe(2);
    expect(errors(wrong)).toEqual([expect.stringContaining('The input "base" names "--upload-pack=x"')]);
  });

  it('a head that is nowhere is undecidable, and says how to have it (hazards A)', async () => {
    const origin = kept(smallRepository());
    const clone = checkout(origin, 'refs/heads/main', 1);
    const base = origin.git('rev-parse', 'HEAD');
    const payload = pullRequestEvent({ base, head: 'f'.repeat(40) });
    const result = await runStep({ folder: clone.folder, event: 'pull_request', payload });
    expect(result).toMatchObject({ exit: 2, stderr: '', outputs: { verdict: 'undecidable' } });
    expect(errors(result)).toEqual([expect.stringContaining('fetch-depth: 0')]);
  });
});

describe('what a stranger wrote', () => {
  const NASTY =
    '::error::x\n::stop-commands::t <img src=x onerror=alert(1)> @everyone #1 `a``b` | [l](http://x) ##[error]y.md';

  it('a name of a file can neither give a command nor format the summary (hazards C)', async () => {
    const repository = kept(smallRepository());
    const manifest = `canonical: {repository: example/protocol, branch: main}
owners: [{login: example, id: 1}]
surfaces:
  - {name: ${JSON.stringify(NASTY)}, path: ${JSON.stringify(`docs/${NASTY}`)}, version: line}
  - {name: rules, path: RULES.md, version: line}
`;
    const base = repository.commit('manifest', { '.github/posting.yml': manifest, [`docs/${NASTY}`]: 'x' });
    const head = repository.commit('change', NEXT);
    const payload = pullRequestEvent({ base, head, branch: NASTY });
    const result = await runStep({ folder: repository.folder, event: 'pull_request', payload });
    expect(result).toMatchObject({ exit: 1, stderr: '' });
    expect(result.commands.every(one => one.properties.title?.startsWith('AIMF posting: '))).toBe(true);
    // Outside of code nothing of it is left
    const shown = withoutCode(result.summary);
    expect(shown).not.toMatch(/img|everyone|#1|\[l\]|::/);
    expect(result.summary.split('\n').filter(row => row.startsWith('|'))).toHaveLength(4);
  });

  it('a branch with a hostile name is a name and no more (hazards C)', async () => {
    const origin = kept(smallRepository());
    const branch = '-x$(touch,y);`z`{error}<b>&&';
    origin.git('branch', '-m', 'main', 'other');
    origin.git('update-ref', `refs/heads/${branch}`, 'HEAD');
    const base = origin.git('rev-parse', 'HEAD');
    const head = origin.commit('change', NEXT);
    const clone = checkout(origin, 'refs/heads/other', null);
    const payload = pullRequestEvent({ base, head, branch });
    const result = await runStep({ folder: clone.folder, event: 'pull_request', payload });
    expect(result).toMatchObject({ exit: 0, stderr: '', outputs: { verdict: 'complete' }, commands: [] });
  });

  it('more than ten errors are ranked and capped, and the rest counted; the summary has all (hazards C)', async () => {
    const repository = kept(smallRepository());
    const names = Array.from({ length: 30 }, (_, at) => `page-${at}.md`);
    const rows = names.map(name => `  - {name: ${name}, path: ${name}, version: line}\n`).join('');
    const manifest = `canonical: {repository: example/protocol, branch: main}\nowners: [{login: example, id: 1}]\nsurfaces:\n${rows}  - {name: rules, path: RULES.md, version: line}\n`;
    const pages = Object.fromEntries(names.slice(1).map(name => [name, NEXT['RULES.md'] ?? '']));
    const base = repository.commit('manifest', { '.github/posting.yml': manifest, ...pages });
    const head = repository.commit('change', { 'RULES.md': 'Version: v1.0\n' });
    const payload = pullRequestEvent({ base, head });
    const result = await runStep({ folder: repository.folder, event: 'pull_request', payload });
    const titles = result.commands.map(one => `${one.name} ${one.properties.title}`);
    expect(titles.filter(one => one.startsWith('error'))).toHaveLength(10);
    expect(titles.at(-1)).toBe('notice More findings');
    const total = Number(result.outputs.findings);
    expect(total).toBeGreaterThan(30);
    expect(result.commands.at(-1)?.message).toMatch(new RegExp(`^${total - 10} more findings`));
    // Each kind is shown before the second of any
    const kinds = new Set(result.summary.match(/\(([a-z]+(?:-[a-z]+)+)\)$/gm));
    expect(new Set(titles.slice(0, kinds.size)).size).toBe(kinds.size);
    expect(result.summary.match(/^- \*\*Error\*\*/gm)).toHaveLength(total);
  });
});

/** A Markdown text without its code spans, read as CommonMark reads them: a run of backquotes ends at the next of its length. */
function withoutCode(text: string): string {
  return text.replaceAll(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
}
