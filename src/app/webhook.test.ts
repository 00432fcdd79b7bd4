import examples from '@octokit/webhooks-examples' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { placeOf, targetOf } from './webhook.ts';

type Example = Readonly<Record<string, unknown>>;

const SELF = 7007;
const all = examples as unknown as readonly {
  readonly name: string;
  readonly examples: readonly Example[];
}[];

/** The examples of an event, each once for every action that the test wants, since GitHub has none for some. */
function examplesOf(name: string): readonly Example[] {
  const found = all.find(one => one.name === name)?.examples ?? [];
  expect(found.length).toBeGreaterThan(0);
  return found;
}

/** What all examples of an event come to, by action. */
function targets(name: string, change: (example: Example) => Example = same => same): object {
  const pairs = examplesOf(name).map(change);
  return Object.fromEntries(pairs.map(one => [String(one.action ?? one.ref), targetOf(name, one, SELF)]));
}

/** An example with some of its members replaced, also deep ones. */
function withParts(example: Example, parts: Example): Example {
  const merged = Object.entries(parts).map(([key, value]) => {
    const old = example[key];
    const isDeep = typeof value === 'object' && value !== null && typeof old === 'object' && old !== null;
    return [key, isDeep ? withParts(old as Example, value as Example) : value];
  });
  return { ...example, ...Object.fromEntries(merged) };
}

describe('an event as what it asks to bring up to date (hazards D)', () => {
  it('an issue, by what happens to it', () => {
    const one = { issue: 1 };
    expect(targets('issues')).toEqual({
      ...{ opened: one, edited: one, reopened: one },
      // Nothing is decided by a label
      ...{ labeled: null, unlabeled: null },
      ...{ transferred: 'all', deleted: 'all' },
      ...{ assigned: null, unassigned: null, milestoned: null, demilestoned: null },
      ...{ locked: null, unlocked: null, pinned: null, unpinned: null },
    });
    const closed = withParts(examplesOf('issues')[0] ?? {}, { action: 'closed' });
    expect(targetOf('issues', closed, SELF)).toEqual(one);
  });

  it('a comment on an issue is about that issue, one on a pull request about what its branch says', () => {
    const one = { issue: 1 };
    expect(targets('issue_comment')).toEqual({ created: one, edited: one, deleted: one });
    const onPull = (example: Example) => withParts(example, { issue: { pull_request: { url: 'x' } } });
    const pull = { pull: 1 };
    expect(targets('issue_comment', onPull)).toEqual({ created: pull, edited: pull, deleted: pull });
  });

  it("a pull request counts by its branch, in the repository's own namespace", () => {
    expect(Object.values(targets('pull_request')).every(one => one === null)).toBe(true);
    const ours = (example: Example) =>
      withParts(example, { pull_request: { head: { ref: 'aimf/proposal-12' } } });
    const issue = { issue: 12 };
    expect(targets('pull_request', ours)).toMatchObject({
      ...{ opened: issue, closed: issue, reopened: issue, synchronize: issue },
      ...{ assigned: null, labeled: null, ready_for_review: null, review_requested: null },
    });
    const fork = (example: Example) =>
      withParts(ours(example), { pull_request: { head: { repo: { full_name: 'sam/Hello-World' } } } });
    expect(Object.values(targets('pull_request', fork)).every(one => one === null)).toBe(true);
    const opened = (ref: string) => {
      const other = (example: Example) => withParts(example, { pull_request: { head: { ref } } });
      return targets('pull_request', other);
    };
    // No issue stands behind these
    for (const ref of ['aimf/expired-1', 'aimf/proposal-0', 'aimf/proposal-1x', 'aimf/proposal-99999999999'])
      expect(opened(ref)).toMatchObject({ opened: 'all' });
    expect(opened('x/aimf/proposal-1')).toMatchObject({ opened: null });
  });

  it('a merge into the default branch is about everything, into another about nothing', () => {
    const merged = (example: Example) => withParts(example, { pull_request: { merged: true } });
    expect(targets('pull_request', merged)).toMatchObject({ closed: 'all', synchronize: null });
    const elsewhere = (example: Example) =>
      withParts(merged(example), { pull_request: { base: { ref: 'x' } } });
    expect(targets('pull_request', elsewhere)).toMatchObject({ closed: null });
  });

  it("a push counts on the default branch and on the App's branches", () => {
    expect(targets('push')).toEqual({ 'refs/heads/master': 'all', 'refs/tags/simple-tag': null });
    const [push = {}] = examplesOf('push');
    const to = (ref: string) => targetOf('push', { ...push, ref }, SELF);
    expect(to('refs/heads/aimf/proposal-7')).toEqual({ issue: 7 });
    expect([to('refs/heads/topic'), to('refs/tags/master'), to('master')]).toEqual([null, null, null]);
  });

  it('a release and an installation are about everything', () => {
    expect(targets('release')).toEqual({
      ...{ published: 'all', released: 'all', deleted: 'all' },
      ...{ created: null, edited: null, prereleased: null },
    });
    expect(targets('installation')).toEqual({
      ...{ created: 'all', unsuspend: 'all', new_permissions_accepted: 'all' },
      ...{ deleted: null, suspend: null },
    });
    expect(targets('installation_repositories')).toEqual({ added: 'all', removed: null });
  });

  it('a workflow runs by the clock on everything, by hand on one issue or on everything', () => {
    expect(targetOf('schedule', { schedule: '23 6 * * *' }, SELF)).toBe('all');
    const byHand = (inputs: unknown) =>
      examplesOf('workflow_dispatch').map(one => targetOf('workflow_dispatch', { ...one, inputs }, SELF));
    expect(byHand({ issue: ' 12 ' })).toEqual([{ issue: 12 }, { issue: 12 }]);
    expect([...byHand(null), ...byHand({ issue: '' })]).toEqual(['all', 'all', 'all', 'all']);
    expect(byHand({ issue: '12; rm -rf' })).toEqual([null, null]);
  });

  it('what the App did itself starts nothing; what the owner did with its pull request does', () => {
    const byApp = (example: Example) => withParts(example, { sender: { id: SELF } });
    for (const name of ['issues', 'issue_comment', 'pull_request', 'push', 'release'])
      expect(Object.values(targets(name, byApp)).every(one => one === null)).toBe(true);
    const theirs = (example: Example) =>
      withParts(example, { pull_request: { merged: true, user: { id: SELF } } });
    expect(targets('pull_request', theirs)).toMatchObject({ closed: 'all' });
  });

  it('any other event and any other form is about nothing', () => {
    for (const { name, examples: forms } of all) {
      const known =
        /^(?:issues|issue_comment|pull_request|push|release|installation|installation_repositories)$/;
      if (known.test(name) || name === 'workflow_dispatch') continue;
      expect(forms.map(form => targetOf(name, form, SELF)).filter(one => one !== null)).toEqual([]);
    }
    const wrong = [null, 'x', [], { issue: { number: 'x' } }, { action: 'opened', issue: { number: -1 } }];
    for (const payload of wrong) expect(targetOf('issues', payload, SELF)).toBe(null);
  });
});

describe('where an event happened', () => {
  const hello = { owner: 'Codertocat', repo: 'Hello-World' };

  it('is its repository, reached through its installation', () => {
    const [issue = {}] = examplesOf('issues');
    expect(placeOf('issues', { ...issue, installation: { id: 9 } })).toEqual({
      installation: 9,
      repositories: [hello],
    });
    expect(placeOf('issues', { ...issue, installation: undefined })).toBe(null);
  });

  it('is every repository of an installation', () => {
    const created = examplesOf('installation').find(one => one.action === 'created') ?? {};
    expect(placeOf('installation', created)).toEqual({ installation: 957387, repositories: [hello] });
    const added = examplesOf('installation_repositories').find(one => one.action === 'added') ?? {};
    expect(placeOf('installation_repositories', added)?.repositories).toEqual([
      { owner: 'Codertocat', repo: 'Space' },
    ]);
  });

  it('is nowhere by a name that leads elsewhere', () => {
    for (const full_name of ['a/..', '../b', 'a/b/c', 'a', 'a/b?x'])
      expect(placeOf('issues', { installation: { id: 9 }, repository: { full_name } })?.repositories).toEqual(
        [],
      );
  });
});
