import { expect, it } from 'vitest';
import type { AppWorld } from './app-world.ts';
import { readIssueState } from './github-reads.ts';

/** A world in which GitHub answers every request with one issue of a repository. */
function worldWith(number: number, repository: string): AppWorld {
  const answer = {
    number,
    title: 'A proposal',
    body: '',
    state: 'open',
    user: { id: 2002, type: 'User', login: 'casey' },
    created_at: '2026-12-01T12:00:00Z',
    closed_at: null,
    repository_url: `https://api.github.com/repos/${repository}`,
  };
  const github = { request: async () => ({ data: answer }) };
  return { github, repository: { owner: 'Andrew', repo: 'protocol' } } as unknown as AppWorld;
}

it('an issue that GitHub finds in another repository, where it was moved, is none of ours', async () => {
  expect(await readIssueState(worldWith(5, 'andrew/protocol'), 5)).toMatchObject({ number: 5 });
  expect(await readIssueState(worldWith(5, 'andrew/other'), 5)).toBeNull();
  expect(await readIssueState(worldWith(9, 'andrew/protocol'), 5)).toBeNull();
});
