import { expect, it } from 'vitest';
import type { AppWorld } from './app-world.ts';
import { readIssueState } from './github-reads.ts';

const API = 'https://api.github.com/repos/';

/** A world in which GitHub answers with one issue of a repository, and knows ours under the name that it has by now. */
function worldWith(number: number, repository: string, ours = 'andrew/protocol'): AppWorld {
  const issue = {
    number,
    title: 'A proposal',
    body: '',
    state: 'open',
    user: { id: 2002, type: 'User', login: 'casey' },
    created_at: '2026-12-01T12:00:00Z',
    closed_at: null,
    repository_url: `${API}${repository}`,
  };
  const request = async (route: string) => ({
    data: route.includes('issues') ? issue : { url: `${API}${ours}` },
  });
  return { github: { request }, repository: { owner: 'Andrew', repo: 'protocol' } } as unknown as AppWorld;
}

it('an issue that GitHub finds in another repository, where it was moved, is none of ours', async () => {
  expect(await readIssueState(worldWith(5, 'andrew/protocol'), 5)).toMatchObject({ number: 5 });
  expect(await readIssueState(worldWith(5, 'andrew/other'), 5)).toBeNull();
  expect(await readIssueState(worldWith(9, 'andrew/protocol'), 5)).toBeNull();
});

it('an issue of ours stays ours where the repository has another name by now', async () => {
  const renamed = worldWith(5, 'andrew-h/protocol', 'andrew-h/protocol');
  expect(await readIssueState(renamed, 5)).toMatchObject({ number: 5 });
});
