import { afterEach, describe, expect, it } from 'vitest';
import {
  AGREEMENT,
  approve,
  type Clerk,
  fileOn,
  formBody,
  merge,
  openPulls,
  propose,
  report,
  startClerk,
  stateOf,
  trackingOf,
  verdictOf,
} from './scenes.test-support.ts';

let clerk: Clerk;
afterEach(async () => {
  expect(await clerk.settle()).toEqual([]);
  await clerk.stop();
});

describe('where the default branch takes nothing directly', () => {
  it('a declined proposal and an ack go on record by pull requests that the owner merges', async () => {
    clerk = await startClerk();
    const { owner, counterparty } = clerk.github;
    await owner.setBranchProtection('main', { reviews: 0, enforceAdmins: true });
    const issue = await propose(clerk);
    await owner.comment(issue, '/decline Not now');
    const answers = { agreement: AGREEMENT, version: 'v1.10', effective: '2026-12-07' };
    const ack = await counterparty.openIssue('Ack', formBody('acknowledgement', answers));
    await clerk.once();
    const pulls = await openPulls(clerk);
    const numbered = (branch: string) => pulls.find(one => one.head.ref === branch)?.number ?? 0;
    const declined = numbered(`aimf/declined-${issue}`);
    const acked = numbered(`aimf/ack-v1.10-${AGREEMENT}`);
    expect(await report(clerk, issue)).toContain(`The owner puts this on record by merging #${declined}.`);
    expect(await report(clerk, ack)).toContain(`by merging #${acked}`);
    expect(await report(clerk, ack)).not.toContain('Recorded');
    expect(await stateOf(clerk, issue)).toBe('closed, not_planned');
    for (const pull of pulls) expect(await verdictOf(clerk, pull)).toBe('none');
    await merge(clerk, declined);
    await merge(clerk, acked);
    expect(await fileOn(clerk, `registry/proposals/${issue}.yml`)).toContain('answer: Not now');
    expect(await fileOn(clerk, `registry/acks/v1.10/${AGREEMENT}.yml`)).toContain('party: dana');
    expect((await trackingOf(clerk)).body).toContain('acknowledged on 2026-12-01');
  });
});

describe('without an App of its own (the token of Actions)', () => {
  it('checks its own postings and sets the status that a protected branch asks for', async () => {
    clerk = await startClerk({ checksItself: true });
    const { owner, actions } = clerk.github;
    await owner.setBranchProtection('main', { checks: ['posting'], enforceAdmins: true });
    const issue = await propose(clerk);
    const pull = await approve(clerk, issue);
    expect(pull.user.id).toBe(actions.id);
    const [status] = await owner.get(`./commits/${pull.head.sha}/statuses`);
    expect(status).toMatchObject({
      context: 'posting',
      state: 'success',
      description: 'a complete posting, v1.11',
    });
    await merge(clerk, pull.number);
    expect(await stateOf(clerk, issue)).toBe('closed, completed');

    const another = await propose(clerk, { value: '2027-11-30' });
    await owner.comment(another, '/decline No');
    await clerk.once();
    const [record] = await openPulls(clerk);
    const [none] = await owner.get(`./commits/${record?.head.sha}/statuses`);
    expect(none).toMatchObject({ state: 'success', description: 'no posting, v1.11' });
    await merge(clerk, record?.number ?? 0);
  });
});
