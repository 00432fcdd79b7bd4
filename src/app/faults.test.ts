import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git } from '../github/git.ts';
import {
  AGREEMENT,
  type Clerk,
  formBody,
  line,
  openPulls,
  proposalBody,
  pullFor,
  startClerk,
} from './scenes.test-support.ts';

/** One thing that people do, after which the App brings everything up to date. */
type Act = (clerk: Clerk) => Promise<unknown>;

const ACK = formBody('acknowledgement', { agreement: AGREEMENT, version: 'v1.10', effective: '2026-12-07' });
const ACCESS = formBody('access-request', {
  party: 'sam',
  acts_for: 'Sam, who keeps the bees',
  purpose: 'Tell when the bees are fed',
  update_watch: 'scheduled pull, every hour',
});

async function newest(clerk: Clerk): Promise<number> {
  const issues = await clerk.github.owner.get('./issues?state=open&per_page=100');
  return issues.find((one: { pull_request?: unknown }) => one.pull_request === undefined).number;
}

const open =
  (body: string): Act =>
  ({ github }) =>
    github.counterparty.openIssue('An issue', body);
const approve: Act = async clerk => {
  const issue = await newest(clerk);
  await clerk.github.owner.comment(issue, await line(clerk, issue));
};
const merge: Act = async clerk => {
  for (const { number } of await openPulls(clerk)) await clerk.github.owner.mergePullRequest(number);
};

/** Every kind of write that the App makes, one after another. */
const ACTS: Readonly<Record<string, Act>> = {
  'the first run, which opens the issue for the acks': async () => null,
  'a proposal': open(proposalBody({})),
  'its approval': approve,
  'an edit that voids it': async clerk => {
    const body = proposalBody({ value: '2027-10-01' });
    await clerk.github.counterparty.editIssue(await newest(clerk), { body });
  },
  'its approval anew': approve,
  'its merge': merge,
  'another proposal': open(proposalBody({ value: '2027-12-31' })),
  'a command by a stranger': async clerk => clerk.github.stranger.comment(await newest(clerk), '/decline No'),
  'that it is declined': async clerk => clerk.github.owner.comment(await newest(clerk), '/decline Not now'),
  'an ack': open(ACK),
  'an access request': ({ github }) => github.stranger.openIssue('Access request: ', ACCESS),
  'its approval too': approve,
  'an order to pause': ({ github }) => github.owner.comment(1, `/pause ${AGREEMENT} Holidays`),
  'a merge that the other posting is prepared on top of': async clerk => {
    const issue = await newest(clerk);
    await clerk.github.owner.mergePullRequest((await pullFor(clerk, issue)).number);
  },
  'the merge of that': merge,
  'the day on which acks are overdue': async ({ clock }) => clock.toDay('2026-12-20'),
  'a party that cannot follow, which is refused since it is paused': open(
    formBody('cannot-implement', { agreement: AGREEMENT, version: 'v1.10', reason: 'Too old.' }),
  ),
  'the day on which an agreement expires': async ({ clock }) => clock.toDay('2027-02-01'),
};

/** A write as it is told apart from others: ids of comments and commits differ from run to run. */
function keyOf(method: string, path: string): string {
  return `${method} ${path.replaceAll(/[0-9a-f]{40}|\d{7,}/g, 'ID')}`;
}

/** Runs until every write was failed twice, once before its effect and once after, one a run; gives what was failed. */
async function runFailing(clerk: Clerk): Promise<ReadonlySet<string>> {
  const failed = new Map<string, number>();
  for (let run = 0; run < 60; run++) {
    let hit = false;
    clerk.github.setFault(({ method, path, login }) => {
      if (hit || method === 'GET' || login !== clerk.world.self.login) return null;
      const key = keyOf(method, path);
      const times = failed.get(key) ?? 0;
      if (times === 2) return null;
      failed.set(key, times + 1);
      hit = true;
      return times === 0 ? 'before' : 'after';
    });
    await clerk.run();
    clerk.github.setFault(null);
    if (!hit) return new Set(failed.keys());
  }
  throw new Error(`It never ends: ${JSON.stringify([...failed])}`);
}

/** Everything that people see, with the ids left out that GitHub gives as it likes. */
async function shown(clerk: Clerk): Promise<string> {
  const { owner } = clerk.github;
  const tree = await git(clerk.github.folder, ['rev-parse', 'main^{tree}']);
  const refs = await git(clerk.github.folder, ['for-each-ref', '--format=%(refname) %(tree)', 'refs/heads']);
  const issues = await owner.get('./issues?state=all&per_page=100');
  const comments = await owner.get('./issues/comments?per_page=100');
  const pulls = await owner.get('./pulls?state=all&per_page=100');
  const rows = [
    tree.ok && tree.out.toString('utf8'),
    refs.ok && refs.out.toString('utf8'),
    ...issues.map((one: Record<string, unknown>) => [
      one.number,
      one.title,
      one.state,
      one.state_reason,
      one.body,
    ]),
    ...comments.map((one: Record<string, unknown>) => [String(one.issue_url).split('/').at(-1), one.body]),
    ...pulls.map((one: Record<string, unknown>) => [
      one.number,
      one.state,
      one.draft,
      one.merged_at !== null,
    ]),
  ];
  return rows.map(row => JSON.stringify(row).replaceAll(/\d{7,}/g, 'ID')).join('\n');
}

describe('failing each write of the App in turn, and running it again, ends in the same state', () => {
  let steady: Clerk;
  let shaken: Clerk;
  beforeAll(async () => {
    steady = await startClerk();
    shaken = await startClerk();
  });
  afterAll(async () => {
    await steady.stop();
    await shaken.stop();
  });

  it.each(Object.entries(ACTS))('after %s', async (_, act) => {
    await act(steady);
    const from = steady.github.exchanges.length;
    await steady.settle();
    const writes = steady.github.exchanges
      .slice(from)
      .filter(one => one.login === steady.world.self.login && !one.route.startsWith('GET '))
      .map(({ route, path }) => keyOf(route.split(' ')[0] ?? '', path));
    await act(shaken);
    const failed = await runFailing(shaken);
    // Of what a fault held up, other parts of the same run may have done a little already
    expect(failed.size).toBeGreaterThan(0);
    expect(writes).toEqual(expect.arrayContaining([...failed]));
    await shaken.settle();
    expect(await shown(shaken)).toBe(await shown(steady));
  });
});
