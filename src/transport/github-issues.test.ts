import { describe, expect, it, onTestFinished } from 'vitest';
import { readRegistry } from '../core/registry/registry.ts';
import { githubWire } from './github-issues.ts';
import { type ServedIssue, startIssueServer } from './issue-server.test-support.ts';
import { polled } from './wire-contract.test-support.ts';

const AGREEMENT = (id: string, party: string, user: number) => ({
  path: `agreements/${id}.yml`,
  text: `agreement: ${id}
version: 1
status: active
parties: [andrew, ${party}]
purpose: Share notes
level: 1
allowed_types: [NOTE]
allowed_actions: []
transport: github
update_watch: {andrew: monitor, ${party}: monitor}
auth: none
expires: 2027-01-31
limits: "5 messages/day"
protocol_version: v1.9
github: {${party}: ${user}}
`,
});

async function open(users: readonly (readonly [string, string, number])[] = [['A-1', 'dana', 4242]]) {
  const server = await startIssueServer();
  onTestFinished(() => server.stop());
  const registry = readRegistry(users.map(one => AGREEMENT(...one)));
  const transport = {
    kind: 'github',
    repository: 'o/r',
    tokenVariable: 'GITHUB_TOKEN',
    api: server.api,
  } as const;
  const put = (at: string, change: Partial<ServedIssue> = {}) => {
    const issue = { number: server.issues.length + 1, body: `issue ${at}`, user: { id: 1, type: 'User' } };
    server.issues.push({ ...issue, created_at: at, updated_at: at, ...change });
  };
  return { server, put, wire: githubWire(transport, 'ghp_open_sesame', registry), transport };
}
const contents = (poll: Awaited<ReturnType<typeof polled>>) =>
  poll.arrivals.map(({ content }) => (content.form === 'issue' ? content : null));

describe('the issues of a repository', () => {
  it('are known by the numeric id of the account that wrote them, and by nothing else (2.2)', async () => {
    const { put, wire } = await open([
      ['A-1', 'dana', 4242],
      ['A-2', 'lena', 77],
      ['A-3', 'zoe', 77],
    ]);
    put('2026-11-30T10:00:00Z', { user: { id: 4242, type: 'User' } });
    put('2026-11-30T10:00:01Z', { user: { id: 4243, type: 'User' } });
    put('2026-11-30T10:00:02Z', { user: { id: 5, type: 'Bot' } });
    put('2026-11-30T10:00:03Z', { user: null, body: null });
    put('2026-11-30T10:00:04Z', { user: { id: 77, type: 'User' } });
    put('2026-11-30T10:00:05Z', { user: { id: 4242, type: 'Bot' } });
    put('2026-11-30T10:00:06Z', { pull_request: {} });
    expect(contents(await polled(wire)).map(one => [one?.party, one?.automatic, one?.body !== ''])).toEqual([
      ['dana', null, true],
      [null, null, true],
      [null, 'an account that is a bot', true],
      [null, null, false],
      // Two agreements that disagree prove nobody
      [null, null, true],
      ['dana', null, true],
    ]);
  });

  it('come again where their text was edited, and not for a comment (2.1)', async () => {
    const { server, put, wire } = await open();
    put('2026-11-30T10:00:00Z', { body: 'one' });
    put('2026-11-30T10:00:01Z', { body: 'two' });
    const first = await polled(wire);
    const seen = first.arrivals.map(one => one.transportId);
    const [one, two] = server.issues;
    if (one === undefined || two === undefined) throw new Error('no issues');
    one.updated_at = '2026-11-30T11:00:00Z';
    two.body = 'two, corrected';
    two.updated_at = '2026-11-30T12:00:00Z';
    const second = await polled(wire, { from: first.reached, isSeen: id => seen.includes(id) });
    expect(contents(second).map(one => one?.body)).toEqual(['two, corrected']);
    expect(second.arrivals[0]?.arrived).toBe(Date.parse('2026-11-30T12:00:00Z'));
  });

  it('are all read, though some change while page after page is read (10.2)', async () => {
    const { server, put, wire } = await open();
    for (let at = 0; at < 250; at++)
      put(new Date(Date.UTC(2026, 10, 1) + at * 1000).toISOString().replace('.000', ''));
    // A comment on the first issue moves it behind all others
    server.beforeAnswer = () => {
      const first = server.issues[0];
      if (server.asked.length === 2 && first !== undefined) first.updated_at = '2026-11-30T12:00:00Z';
    };
    const seen = new Set<string>();
    const isSeen = (id: string) => seen.has(id) || !seen.add(id);
    const poll = await polled(wire, { isSeen });
    expect(new Set(poll.arrivals.map(one => one.label)).size).toBe(250);
    expect(server.asked.length).toBeLessThanOrEqual(4);
  });

  it('are all read, though very many changed within one second (10.2)', async () => {
    const { put, wire } = await open();
    for (let at = 0; at < 250; at++) put('2026-11-30T10:00:00Z', { body: String(at) });
    expect(new Set(contents(await polled(wire)).map(one => one?.body)).size).toBe(250);
  });

  it('of before the first run stay out when somebody comments on them (10.2)', async () => {
    const { server, put, wire } = await open();
    put('2026-11-30T10:00:00Z');
    const first = await polled(wire, { since: 'now' });
    const [one] = server.issues;
    if (one !== undefined) one.updated_at = '2026-11-30T11:00:00Z';
    put('2026-11-30T12:00:00Z');
    const isSeen = (id: string) => first.passed.includes(id);
    const second = await polled(wire, { from: first.reached, isSeen });
    expect(second.arrivals.map(one => one.label)).toEqual(['o/r#2']);
  });

  it('are asked for with the token, which goes nowhere else (10.1)', async () => {
    const { server, wire } = await open();
    await polled(wire);
    expect(server.asked.map(one => one.authorization)).toEqual(['Bearer ghp_open_sesame']);
    server.refuse = { status: 302, headers: { location: 'http://127.0.0.1:9/elsewhere' } };
    await expect(polled(wire)).rejects.toThrow(/cannot be read/);
  });

  it.each([
    [{ status: 401 }, /does not accept the token: check the token in GITHUB_TOKEN/],
    [{ status: 404 }, /does not show the issues of o\/r \(status 404\)/],
    [{ status: 500 }, /status 500/],
    [
      { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1796059751' } },
      /no more questions until 2026-11-30T/,
    ],
  ])('that are refused are told with what to do (10.2)', async (refuse, words) => {
    const { server, wire } = await open();
    server.refuse = refuse;
    const failure = await polled(wire).catch((error: Error) => error.message);
    expect(failure).toMatch(words);
    expect(failure).not.toContain('sesame');
  });
});
