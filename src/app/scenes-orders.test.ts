import { afterEach, describe, expect, it } from 'vitest';
import { readIssue } from '../core/proposal/request.ts';
import { readBase } from './base-state.ts';
import {
  AGREEMENT,
  agreementOn,
  answersAt,
  approve,
  branches,
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

async function theOnePull() {
  const [pull, another] = await openPulls(clerk);
  if (pull === undefined || another !== undefined) throw new Error('There is not exactly one posting open');
  return pull;
}

describe('a party that cannot implement a version (9.5)', () => {
  it('is paused by a posting, and resumed by the owner at the closed issue', async () => {
    clerk = await startClerk();
    const { counterparty, owner } = clerk.github;
    const form = { agreement: AGREEMENT, version: 'v1.10', reason: 'Our reader is too old.' };
    const issue = await counterparty.openIssue('Cannot implement: ', formBody('cannot-implement', form));
    await clerk.once();
    const pull = await theOnePull();
    expect(await report(clerk, issue)).toContain(`#${pull.number}`);
    expect(await verdictOf(clerk, pull)).toBe('complete');
    await merge(clerk, pull.number);
    expect(await agreementOn(clerk)).toContain('status: paused\n');
    expect(await report(clerk, issue)).toContain(`\`/resume ${AGREEMENT}\``);
    expect(await stateOf(clerk, issue)).toBe('closed, completed');

    await counterparty.comment(issue, `/resume ${AGREEMENT}`);
    await owner.comment(issue, `/resume ${AGREEMENT}`);
    await clerk.once();
    const answers = await answersAt(clerk, issue);
    const resumed = answers.find(text => text.includes('**resumed**'));
    expect(answers.filter(text => text.includes('nothing was done'))).toHaveLength(1);
    const back = await theOnePull();
    expect(resumed).toContain(`is to be **resumed**: #${back.number}`);
    await merge(clerk, back.number);
    expect(await agreementOn(clerk)).toContain('status: active\n');
    expect(await branches(clerk)).toEqual(['main']);
  });

  it('stays active where the owner closes the posting', async () => {
    clerk = await startClerk();
    const answers = { agreement: AGREEMENT, version: 'v1.10', reason: 'Our reader is too old.' };
    const issue = await clerk.github.counterparty.openIssue('No', formBody('cannot-implement', answers));
    await clerk.once();
    await clerk.github.owner.ask('PATCH', `./pulls/${(await theOnePull()).number}`, { state: 'closed' });
    await clerk.once();
    expect(await report(clerk, issue)).toContain('**Not paused.**');
    expect(await stateOf(clerk, issue)).toBe('closed, not_planned');
  });
});

describe('orders on an agreement (8.6)', () => {
  it('the owner pauses it with a reason, twice is once, and a proposal merged first leaves the pause mergeable', async () => {
    clerk = await startClerk();
    const { owner } = clerk.github;
    const proposal = await propose(clerk);
    const first = await approve(clerk, proposal);
    await owner.comment(1, `/pause ${AGREEMENT} No contact for a month`);
    await owner.comment(1, `/pause ${AGREEMENT} No contact for a month`);
    await clerk.once();
    expect(await answersAt(clerk, 1)).toHaveLength(2);
    const pause = (await openPulls(clerk)).find(one => one.number !== first.number);
    if (pause === undefined) throw new Error('No posting for the pause');
    expect(pause.title).toBe(`${AGREEMENT}, version 2: paused by andrew: No contact for a month`);
    await merge(clerk, first.number);
    const anew = await theOnePull();
    expect(anew).toMatchObject({ number: pause.number });
    expect(anew.title).toBe(`${AGREEMENT}, version 3: paused by andrew: No contact for a month`);
    expect(anew.body).toContain('It answers #1.');
    expect(await verdictOf(clerk, anew)).toBe('complete');
    await merge(clerk, anew.number);
    expect(await agreementOn(clerk)).toMatch(/version: 3\nstatus: paused\n/);
    await owner.comment(1, `/pause ${AGREEMENT} Still none`);
    await clerk.once();
    expect((await answersAt(clerk, 1)).at(-1)).toContain('is paused, so `/pause` changes nothing');
  });

  it('the party revokes its own agreement alone, and the notice is a message that the reader takes', async () => {
    clerk = await startClerk();
    const { counterparty, stranger } = clerk.github;
    await clerk.once();
    const { number } = await trackingOf(clerk);
    await stranger.comment(number, `/revoke ${AGREEMENT}`);
    await counterparty.comment(number, '/revoke AGR-2026-10-26-001');
    await counterparty.comment(number, `/revoke ${AGREEMENT}`);
    await clerk.once();
    const pull = await theOnePull();
    expect(pull.title).toBe(`${AGREEMENT}, version 2: revoked by dana`);
    const answer = (await answersAt(clerk, number)).find(text => text.includes('**revoked**')) ?? '';
    const notice = /```text\n([\s\S]*?)\n```/.exec(answer)?.[1] ?? '';
    expect(notice).toContain('topic: AIMF agreement revoked');
    const base = await readBase(clerk.world);
    const wire = {
      registry: base.records.registry,
      owner: 'andrew',
      timeZone: 'UTC',
      received: clerk.clock.now(),
    };
    const { verdict } = readIssue(`\`\`\`\n${notice}\n\`\`\``, { ...wire, party: 'dana' });
    expect([verdict?.verdict, verdict?.type]).toEqual(['accepted', 'STATUS']);
    await merge(clerk, pull.number);
    expect(await agreementOn(clerk)).toContain('status: revoked\n');
    expect(await fileOn(clerk, 'spec/CHANGELOG.md')).toContain('revoked by dana');
    const late = await propose(clerk);
    expect(await report(clerk, late)).toContain('was revoked');
  });

  it('an order that another has overtaken is withdrawn', async () => {
    clerk = await startClerk();
    const { owner } = clerk.github;
    await clerk.once();
    await owner.comment(1, `/pause ${AGREEMENT} Holidays`);
    await owner.comment(1, `/revoke ${AGREEMENT}`);
    await clerk.once();
    const pulls = await openPulls(clerk);
    expect(pulls).toHaveLength(2);
    const revoke = pulls.find(one => one.title.includes('revoked'));
    await merge(clerk, revoke?.number ?? 0);
    expect(await openPulls(clerk)).toEqual([]);
    expect(await agreementOn(clerk)).toContain('status: revoked\n');
  });
});

describe('an agreement that reaches its date (8.6)', () => {
  it('opens one posting that says so, once', async () => {
    clerk = await startClerk();
    await clerk.once();
    clerk.clock.toDay('2027-02-01');
    await clerk.once();
    const pull = (await openPulls(clerk)).find(one => one.head.ref.includes('expired'));
    expect(pull?.title).toBe('AGR-2026-10-26-001, version 3: expired on 2027-01-31');
    if (pull !== undefined) expect(await verdictOf(clerk, pull)).toBe('complete');
    expect(await clerk.once()).toEqual([]);
    await merge(clerk, pull?.number ?? 0);
    expect(await agreementOn(clerk, 'AGR-2026-10-26-001')).toContain('expired on 2027-01-31');
    expect(await openPulls(clerk)).toEqual([]);
  });

  it('withdraws it when a later date is enacted first', async () => {
    clerk = await startClerk();
    await clerk.once();
    clerk.clock.toDay('2027-06-01');
    await clerk.once();
    const before = await openPulls(clerk);
    expect(before.map(one => one.head.ref)).toContain(`aimf/expired-${AGREEMENT}-2027-05-31`);
    const issue = await propose(clerk);
    const pull = await approve(clerk, issue);
    await merge(clerk, pull.number);
    const after = (await openPulls(clerk)).map(one => one.head.ref);
    expect(after).not.toContain(`aimf/expired-${AGREEMENT}-2027-05-31`);
    expect(await agreementOn(clerk)).toContain('expires: 2027-09-30\n');
  });
});
