import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { githubClient } from './client.ts';

type Scripted = { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

let server: Server;
afterEach(() => new Promise(resolve => server.close(resolve)));

/** A GitHub that answers as it is told, and what it was asked. */
async function scripted(answers: readonly Scripted[]) {
  const asked: string[] = [];
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'nobody'}`);
    const { status, headers } = answers[asked.length - 1] ?? { status: 500 };
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
    response.end(JSON.stringify({ login: 'x', message: 'No' }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const apiUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return { asked, client: (token: string) => githubClient({ token, apiUrl }) };
}

describe('the client of a token', () => {
  it('signs in with the token, and as nobody without one', async () => {
    const { asked, client } = await scripted([{ status: 200 }, { status: 200 }]);
    await client('t').request('GET /user');
    await client('').request('GET /user');
    expect(asked).toEqual(['GET /user token t', 'GET /user nobody']);
  });

  it('waits where GitHub asks it to, also with what writes', async () => {
    const { asked, client } = await scripted([
      { status: 403, headers: { 'retry-after': '0' } },
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 200 },
    ]);
    await client('t').request('POST /user/repos', { name: 'x' });
    expect(asked.length).toBe(3);
  });

  it('asks again what only read and met a failing server', async () => {
    const { asked, client } = await scripted([{ status: 502 }, { status: 200 }]);
    await client('t').request('GET /user');
    expect(asked.length).toBe(2);
  });

  it.each([
    ['a write that met a failing server', 'POST /user/repos', { status: 502 }],
    ['what is forbidden', 'GET /user', { status: 403 }],
    ['what is put off for long', 'GET /user', { status: 429, headers: { 'retry-after': '3600' } }],
    ['what is not there', 'GET /user', { status: 404 }],
  ] as const)('leaves to the caller %s', async (_, route, answer) => {
    const { asked, client } = await scripted([answer, { status: 200 }]);
    await expect(client('t').request(route)).rejects.toMatchObject({ status: answer.status });
    expect(asked.length).toBe(1);
  });
});
