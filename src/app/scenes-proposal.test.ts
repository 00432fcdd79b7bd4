import { afterEach, describe, expect, it } from 'vitest';
import type { AppWorld } from './app-world.ts';
import { reconcile } from './reconcile.ts';
import {
  AGREEMENT,
  agreementOn,
  answersAt,
  approve,
  branches,
  type Clerk,
  fileOn,
  line,
  merge,
  openPulls,
  propose,
  pullFor,
  report,
  runCheck,
  startClerk,
  stateOf,
  verdictOf,
} from './scenes.test-support.ts';

let clerk: Clerk;
/** Whatever was done, nothing is left to do. */
afterEach(async () => {
  expect(await clerk.settle()).toEqual([]);
  await clerk.stop();
});

describe('a proposal by a party (8.3)', () => {
  it('goes from the form to an enacted posting, past the required check', async () => {
    clerk = await startClerk();
    const { github } = clerk;
    await github.owner.setBranchProtection('main', { checks: ['posting'], enforceAdmins: true });
    const issue = await propose(clerk);
    const waiting = await report(clerk, issue);
    expect(waiting).toContain('- `expires` is now `2027-05-31`\n- it would be `2027-09-30`');
    expect(waiting).toContain('```text\nThe sowing goes on until autumn.\n```');
    expect(waiting).toContain('It waits for the owner');
    expect(await openPulls(clerk)).toEqual([]);

    const pull = await approve(clerk, issue);
    expect(pull).toMatchObject({ draft: false, user: { id: clerk.world.self.id } });
    expect(pull.title).toBe(`${AGREEMENT}, version 2: valid until 2027-09-30 instead of 2027-05-31`);
    expect(await report(clerk, issue)).toContain(`prepared as posting v1.11 in #${pull.number}`);
    expect(await agreementOn(clerk)).toContain('version: 1\n');

    const early = await github.owner.ask('PUT', `./pulls/${pull.number}/merge`);
    expect([early.status, early.body.message]).toEqual([405, 'Required status check "posting" is expected.']);
    expect(await runCheck(clerk, pull)).toBe('complete');
    await merge(clerk, pull.number);

    expect(await agreementOn(clerk)).toContain('expires: 2027-09-30\n');
    expect(await agreementOn(clerk)).toContain('version: 2\n');
    const record = await fileOn(clerk, `registry/proposals/${issue}.yml`);
    expect(record).toContain('state: enacted');
    expect(record).toContain('by: dana');
    const [, entry] = (await fileOn(clerk, 'spec/CHANGELOG.md'))?.split(/^## /m) ?? [];
    expect(entry).toMatch(/^v1\.11.*\n[\s\S]*valid until 2027-09-30[\s\S]*dana/);
    expect(await report(clerk, issue)).toMatch(/\*\*Enacted\*\* with posting v1\.11\..*credits `dana`/);
    expect(await stateOf(clerk, issue)).toBe('closed, completed');
    expect(await branches(clerk)).toEqual(['main']);
  });

  it('is declined, asked again with a flag, declined again, and the third time closed at once', async () => {
    clerk = await startClerk();
    const { owner } = clerk.github;
    const first = await propose(clerk);
    await owner.comment(first, '/decline Half a year is enough for a trial');
    await clerk.once();
    const record = await fileOn(clerk, `registry/proposals/${first}.yml`);
    expect(record).toContain('state: declined');
    expect(record).toContain('Half a year is enough for a trial');
    expect(await report(clerk, first)).toContain('```text\nHalf a year is enough for a trial\n```');
    expect(await report(clerk, first)).toContain('The same may be asked once more');
    expect(await stateOf(clerk, first)).toBe('closed, not_planned');

    const second = await propose(clerk, { value: '2027-09-30 ', reason: 'The harvest is in September.' });
    expect(await report(clerk, second)).toContain('The same was declined before');
    expect(await report(clerk, second)).toContain('`Half a year is enough for a trial`');
    expect(await stateOf(clerk, second)).toBe('open');
    await owner.comment(second, '/decline Still enough');
    await clerk.once();
    expect(await report(clerk, second)).toContain('asked twice now');

    const third = await propose(clerk, { reason: 'Please.' });
    expect(await stateOf(clerk, third)).toBe('closed, not_planned');
    expect(await report(clerk, third)).toContain('`Still enough`');
    expect(await fileOn(clerk, `registry/proposals/${third}.yml`)).toBeNull();

    const other = await propose(clerk, { value: '2027-10-31' });
    expect(await stateOf(clerk, other)).toBe('open');
    expect(await report(clerk, other)).not.toContain('declined before');
  });

  it('widens by one verb along the trust ladder (8.4)', async () => {
    clerk = await startClerk();
    const issue = await propose(clerk, { term: 'allowed_actions', value: 'add extract-dates' });
    expect(await report(clerk, issue)).toContain('level 2');
    const pull = await approve(clerk, issue);
    expect(await verdictOf(clerk, pull)).toBe('complete');
    await merge(clerk, pull.number);
    expect(await agreementOn(clerk)).toMatch(/level: 2\n[\s\S]*REQUEST[\s\S]*extract-dates/);

    const unknown = await propose(clerk, { term: 'allowed_actions', value: 'add send-mail' });
    expect(await report(clerk, unknown)).toContain('no verb `send-mail`, and no proposal can add one');
  });

  it('is refused by the owner by closing the posting, and approved again', async () => {
    clerk = await startClerk();
    const { owner } = clerk.github;
    const issue = await propose(clerk);
    const pull = await approve(clerk, issue);
    await owner.ask('PATCH', `./pulls/${pull.number}`, { state: 'closed' });
    await clerk.once();
    expect(await report(clerk, issue)).toContain('closed without being merged');
    expect(await branches(clerk)).toEqual(['main']);
    const again = await approve(clerk, issue);
    expect(again.number).not.toBe(pull.number);
    await merge(clerk, again.number);
    expect(await stateOf(clerk, issue)).toBe('closed, completed');
  });

  it('is withdrawn by its author by closing the issue', async () => {
    clerk = await startClerk();
    const issue = await propose(clerk);
    const pull = await approve(clerk, issue);
    await clerk.github.counterparty.editIssue(issue, { state: 'closed' });
    await clerk.once();
    expect(await openPulls(clerk)).toEqual([]);
    const closed = await clerk.github.owner.get(`./pulls/${pull.number}`);
    expect(closed.body).toContain('The issue was closed');
    expect(await branches(clerk)).toEqual(['main']);
  });

  it('whose issue was deleted takes its posting along', async () => {
    clerk = await startClerk();
    const issue = await propose(clerk);
    await approve(clerk, issue);
    const { done, faults } = await reconcile('all', withoutIssue(clerk.world, issue));
    expect([faults, done.at(-1)]).toEqual([[], `aimf/proposal-${issue}: deleted`]);
    expect(await openPulls(clerk)).toEqual([]);
    await clerk.github.counterparty.editIssue(issue, { state: 'closed' });
    await clerk.once();
  });

  it('of another kind opens a draft that the owner finishes and merges', async () => {
    clerk = await startClerk();
    const { owner } = clerk.github;
    const issue = await propose(clerk, { term: 'other', value: 'Say in section 1 that mail is slow' });
    const pull = await approve(clerk, issue);
    expect(pull.draft).toBe(true);
    expect(await report(clerk, issue)).toContain('a person writes it');
    const branch = pull.head.ref;
    const spec = (await fileOn(clerk, 'spec/SPEC.md')) ?? '';
    await owner.push(
      branch,
      { 'spec/SPEC.md': `${spec.trimEnd()}\n\nMail is slow.\n` },
      'Say that mail is slow',
    );
    await clerk.once();
    expect(await report(clerk, issue)).toContain(`#${pull.number}`);
    await owner.ready(pull.number);
    await merge(clerk, pull.number);
    expect(await fileOn(clerk, 'spec/SPEC.md')).toContain('Mail is slow.');
    expect(await report(clerk, issue)).toMatch(/\*\*Enacted\*\*\. .*`dana`/);
    expect(await stateOf(clerk, issue)).toBe('closed, completed');
  });
});

describe("the owner's own proposal (8.3)", () => {
  it("waits for the party's /accept and for nobody else's", async () => {
    clerk = await startClerk();
    const { owner, counterparty, stranger } = clerk.github;
    const issue = await propose(clerk, {}, owner);
    expect(await report(clerk, issue)).toContain("waits for the party's human");
    const accept = await line(clerk, issue);
    expect(accept).toMatch(/^\/accept /);
    for (const person of [owner, stranger]) await person.comment(issue, accept);
    await clerk.once();
    expect(await openPulls(clerk)).toEqual([]);
    expect(await answersAt(clerk, issue)).toHaveLength(2);
    await counterparty.comment(issue, accept);
    await clerk.once();
    await merge(clerk, (await pullFor(clerk, issue)).number);
    expect(await agreementOn(clerk)).toContain('expires: 2027-09-30\n');
    expect(await report(clerk, issue)).not.toContain('credits');
  });

  it('says that nobody can accept it where the agreement names no account of the party', async () => {
    clerk = await startClerk();
    const issue = await propose(clerk, { agreement: 'AGR-2026-10-26-001' }, clerk.github.owner);
    expect(await report(clerk, issue)).toContain('names no account of theirs');
    expect(await line(clerk, issue)).toMatch(/^\/accept /);
  });

  it('is declined by the party', async () => {
    clerk = await startClerk();
    const issue = await propose(clerk, {}, clerk.github.owner);
    await clerk.github.counterparty.comment(issue, '/decline We stop in May');
    await clerk.once();
    expect(await fileOn(clerk, `registry/proposals/${issue}.yml`)).toContain('side: owner');
    expect(await stateOf(clerk, issue)).toBe('closed, not_planned');
  });
});

describe('several proposals at once', () => {
  it('for the same term are marked in both comments and left to the humans (8.3)', async () => {
    clerk = await startClerk();
    const one = await propose(clerk);
    const other = await propose(clerk, { value: '2027-12-31' });
    expect(await report(clerk, one)).toContain(
      `want the same term of \`${AGREEMENT}\` changed: \`${other}\``,
    );
    expect(await report(clerk, other)).toContain(
      `want the same term of \`${AGREEMENT}\` changed: \`${one}\``,
    );
    await clerk.github.counterparty.editIssue(one, { state: 'closed' });
    await clerk.once();
    expect(await report(clerk, other)).not.toContain('same term');
  });

  it('for one agreement: the merge of the first voids the approval of the second, visibly', async () => {
    clerk = await startClerk();
    const one = await propose(clerk);
    const other = await propose(clerk, { term: 'purpose', value: 'Share planting plans' });
    const before = await line(clerk, other);
    const first = await approve(clerk, one);
    const second = await approve(clerk, other);
    await merge(clerk, first.number);
    expect((await openPulls(clerk)).map(pull => pull.number)).toEqual([]);
    const closed = await clerk.github.owner.get(`./pulls/${second.number}`);
    expect(closed.body).toContain('the agreement has changed');
    expect(await line(clerk, other)).not.toBe(before);
    expect((await answersAt(clerk, other)).join()).toContain('the agreement has changed since');
    const again = await approve(clerk, other);
    expect(await verdictOf(clerk, again)).toBe('complete');
    await merge(clerk, again.number);
    expect(await agreementOn(clerk)).toMatch(
      /version: 3\n[\s\S]*purpose: Share planting plans\n[\s\S]*2027-09-30/,
    );
  });

  it('for different agreements: the second is prepared anew on top, never by force', async () => {
    clerk = await startClerk();
    const { owner } = clerk.github;
    const proposal = await propose(clerk);
    const first = await approve(clerk, proposal);
    await owner.comment(proposal, '/pause AGR-2026-10-26-001 No contact for a month');
    await clerk.once();
    const second = (await openPulls(clerk)).find(pull => pull.number !== first.number);
    if (second === undefined) throw new Error('No posting for the pause');
    await merge(clerk, first.number);
    const anew = await owner.get(`./pulls/${second.number}`);
    expect(anew.head.sha).not.toBe(second.head.sha);
    const { commit, parents } = await owner.get(`./commits/${anew.head.sha}`);
    expect(parents.map((one: { sha: string }) => one.sha)).toContain(second.head.sha);
    expect(commit.message).toContain('No contact for a month');
    expect(await verdictOf(clerk, anew)).toBe('complete');
    await merge(clerk, second.number);
    expect(await agreementOn(clerk, 'AGR-2026-10-26-001')).toContain('status: paused');
  });
});

/** The same world, in which GitHub does not know an issue any more. */
function withoutIssue(world: AppWorld, issue: number): AppWorld {
  const request = async (route: string, asked: { issue_number?: number }) => {
    if (asked.issue_number === issue) throw Object.assign(new Error('Gone'), { status: 410 });
    const answer = await world.github.request(route, asked);
    const isList = route === 'GET /repos/{owner}/{repo}/issues';
    return isList ? { data: answer.data.filter((one: { number: number }) => one.number !== issue) } : answer;
  };
  return { ...world, github: { request } as unknown as AppWorld['github'] };
}
