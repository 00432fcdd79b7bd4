import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { runStep, type StepResult } from './runner.test-support.ts';
import { NEXT, pullRequestEvent, smallRepository } from './small-repository.test-support.ts';

type Comment = { databaseId: number; viewerDidAuthor: boolean; body: string };

/** GitHub's API as far as the comment needs it: it keeps comments, and a token that may only read gets a 403. */
async function fakeGitHub(comments: Comment[], { readOnly = false } = {}) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', chunk => {
      text += chunk;
    });
    request.on('end', () => {
      requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      const sent = JSON.parse(text || '{}');
      const answer = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.url === '/graphql') return answer(200, { data: page(sent.variables.after) });
      if (readOnly) return answer(403, { message: 'Resource not accessible by integration' });
      const known = comments.find(
        one => request.url === `/repos/example/protocol/issues/comments/${one.databaseId}`,
      );
      if (request.method === 'PATCH' && known !== undefined) known.body = sent.body;
      else if (request.method === 'POST' && request.url === '/repos/example/protocol/issues/7/comments')
        comments.push({ databaseId: comments.length + 1, viewerDidAuthor: true, body: sent.body });
      else return answer(404, { message: 'Not Found' });
      return answer(200, {});
    });
  });
  // Pages of two show that every page is read
  const page = (after: string | null) => {
    const start = Number(after ?? 0);
    const nodes = comments.slice(start, start + 2);
    const pageInfo = { hasNextPage: start + 2 < comments.length, endCursor: String(start + 2) };
    return { repository: { pullRequest: { comments: { pageInfo, nodes } } } };
  };
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, close: () => server.close() };
}

const repository = smallRepository();
const base = repository.git('rev-parse', 'HEAD');
const partial = repository.commit('one surface', { 'RULES.md': NEXT['RULES.md'] ?? '' });
const complete = repository.commit('the others', NEXT);
afterAll(() => repository.remove());

async function step(
  url: string,
  head: string,
  inputs: Readonly<Record<string, string>> = {},
): Promise<StepResult> {
  return runStep({
    folder: repository.folder,
    event: 'pull_request',
    payload: pullRequestEvent({ base, head }),
    inputs: { comment: 'true', token: 'secret-token', ...inputs },
    env: { GITHUB_API_URL: url },
  });
}

const stranger = (databaseId: number) => ({
  databaseId,
  viewerDidAuthor: false,
  body: '<!-- aimf-posting-check -->\nmine',
});

describe('the comment on a pull request (hazards C)', () => {
  it('is made once and changed later, and a marker in a stranger’s comment counts for nothing', async () => {
    const comments: Comment[] = [
      stranger(1),
      stranger(2),
      { databaseId: 3, viewerDidAuthor: true, body: 'another of ours' },
    ];
    const github = await fakeGitHub(comments);
    expect(await step(github.url, partial)).toMatchObject({ exit: 1, stderr: '' });
    expect(comments).toHaveLength(4);
    expect(comments[3]?.body).toMatch(/^<!-- aimf-posting-check -->\n## A partial posting/);
    const second = await step(github.url, complete);
    github.close();
    expect(second).toMatchObject({ exit: 0, stderr: '', commands: [] });
    expect(comments).toHaveLength(4);
    expect(comments[3]?.body).toMatch(/^<!-- aimf-posting-check -->\n## A complete posting of v1\.1/);
    expect(comments.slice(0, 3).map(one => one.body)).toEqual([
      stranger(1).body,
      stranger(2).body,
      'another of ours',
    ]);
    expect(github.requests.every(one => one.endsWith(' token secret-token'))).toBe(true);
    expect(second.stdout).not.toContain('secret-token');
  });

  it.each([
    ['may not write', true, 'secret-token', 'Resource not accessible by integration'],
    ['is not there', false, '', 'It needs the input "token"'],
  ])('a token that %s leaves the verdict as it is, with a notice', async (_, readOnly, token, words) => {
    const github = await fakeGitHub([], { readOnly });
    const result = await step(github.url, complete, { token });
    github.close();
    expect(result).toMatchObject({ exit: 0, stderr: '', outputs: { verdict: 'complete' } });
    expect(result.commands).toEqual([
      expect.objectContaining({ name: 'notice', message: expect.stringContaining(words) }),
    ]);
  });

  it('no request is made without it', async () => {
    const github = await fakeGitHub([]);
    const result = await step(github.url, complete, { comment: 'false' });
    github.close();
    expect(result.exit).toBe(0);
    expect(github.requests).toEqual([]);
  });
});
