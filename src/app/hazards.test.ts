import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AGREEMENT,
  agreementOn,
  answersAt,
  approve,
  branches,
  type Clerk,
  fileOn,
  formBody,
  line,
  merge,
  openPulls,
  proposalBody,
  propose,
  pullFor,
  report,
  startClerk,
} from './scenes.test-support.ts';

const CLOSE = { state: 'closed' };

describe('deliveries (hazards D)', () => {
  let clerk: Clerk;
  beforeAll(async () => {
    clerk = await startClerk();
  });
  afterAll(() => clerk.stop());

  /** The number of the issue that a webhook tells of. */
  function issueOf(payload: Readonly<Record<string, unknown>>): number | null {
    const { issue } = payload as { issue?: { number: number } };
    return issue?.number ?? null;
  }

  it('the same delivery twice does the same once', async () => {
    const issue = await clerk.github.counterparty.openIssue('One', proposalBody({}));
    await clerk.run({ issue });
    const [first] = await clerk.said(issue);
    expect((await clerk.run({ issue })).done).toEqual([]);
    expect(await clerk.said(issue)).toEqual([first]);
    await clerk.github.counterparty.editIssue(issue, CLOSE);
  });

  it('deliveries out of order, or only the last of them, come to the same', async () => {
    const { github } = clerk;
    github.deliveries.connect(async ({ payload }) => {
      const issue = issueOf(JSON.parse(payload));
      if (issue !== null) await clerk.run({ issue });
    });
    github.deliveries.hold();
    const issue = await github.counterparty.openIssue('Two', proposalBody({ value: '2027-10-01' }));
    await github.counterparty.editIssue(issue, { body: proposalBody({ value: '2027-10-02' }) });
    await github.counterparty.comment(issue, 'Please be quick.');
    await github.deliveries.release(waiting => waiting.toReversed());
    github.deliveries.connect(null);
    expect(await report(clerk, issue)).toContain('`2027-10-02`');
    expect(await clerk.said(issue)).toHaveLength(1);
    await github.counterparty.editIssue(issue, CLOSE);
  });

  it('runs at once leave one comment of each kind', async () => {
    const issue = await clerk.github.counterparty.openIssue('Three', proposalBody({ value: '2027-10-03' }));
    await clerk.github.stranger.comment(issue, '/decline No');
    await Promise.all([clerk.run({ issue }), clerk.run({ issue })]);
    await clerk.settle();
    expect(await clerk.said(issue)).toHaveLength(2);
    await clerk.github.counterparty.editIssue(issue, CLOSE);
  });

  it('two acks in the same second are both recorded, and a refused move of the branch is made again', async () => {
    const { owner, counterparty, stranger } = clerk.github;
    const other = 'AGR-2026-10-26-001';
    const text = await agreementOn(clerk, other);
    const path = `registry/agreements/${other}.yml`;
    await owner.push('main', { [path]: `${text.trimEnd()}\ngithub: {gemini: ${stranger.id}}\n` });
    const form = (agreement: string) =>
      formBody('acknowledgement', { agreement, version: 'v1.10', effective: '2026-12-07' });
    const one = await counterparty.openIssue('Ack', form(AGREEMENT));
    const two = await stranger.openIssue('Ack', form(other));
    let refused = 0;
    clerk.github.setFault(({ method, path: at }) => {
      const isMove = method === 'PATCH' && decodeURIComponent(at).endsWith('/git/refs/heads/main');
      return isMove && refused++ === 0 ? 409 : null;
    });
    await Promise.all([clerk.run({ issue: one }), clerk.run({ issue: two })]);
    clerk.github.setFault(null);
    await clerk.settle();
    expect(refused).toBeGreaterThan(1);
    for (const id of [AGREEMENT, other])
      expect(await fileOn(clerk, `registry/acks/v1.10/${id}.yml`)).toContain('acknowledged: 2026-12-01');
    expect(await openPulls(clerk)).toEqual([]);
  });
});

describe('an edit after approval (hazards D)', () => {
  let clerk: Clerk;
  beforeAll(async () => {
    clerk = await startClerk();
  });
  afterAll(() => clerk.stop());

  it('voids it visibly, and editing back does not revive it', async () => {
    const { counterparty, owner } = clerk.github;
    const issue = await propose(clerk);
    const before = await line(clerk, issue);
    const pull = await approve(clerk, issue);
    await counterparty.editIssue(issue, { body: proposalBody({ value: '2099-12-31' }) });
    await clerk.once();
    expect(await openPulls(clerk)).toEqual([]);
    expect(await branches(clerk)).toEqual(['main']);
    expect((await owner.get(`./pulls/${pull.number}`)).body).toContain('its text was edited');
    expect(await line(clerk, issue)).not.toBe(before);
    expect(await answersAt(clerk, issue)).toHaveLength(1);
    await counterparty.editIssue(issue, { body: proposalBody({}) });
    await clerk.settle();
    expect(await line(clerk, issue)).toBe(before);
    expect(await openPulls(clerk)).toEqual([]);
    await counterparty.editIssue(issue, CLOSE);
  });

  it('between two runs is caught: the old line approves nothing', async () => {
    const { counterparty, owner } = clerk.github;
    const issue = await propose(clerk, { value: '2027-10-01' });
    const before = await line(clerk, issue);
    await counterparty.editIssue(issue, { body: proposalBody({ value: '2099-12-31' }) });
    await owner.comment(issue, before);
    await clerk.settle();
    expect(await openPulls(clerk)).toEqual([]);
    expect((await answersAt(clerk, issue))[0]).toContain('as it now stands is');
    await counterparty.editIssue(issue, CLOSE);
  });

  it("leaves a person's commits on the App's branch, and makes nothing of them", async () => {
    const { counterparty, owner } = clerk.github;
    const issue = await propose(clerk, { value: '2027-10-02' });
    const pull = await approve(clerk, issue);
    const pushed = await owner.push(pull.head.ref, { 'spec/NOTE.md': 'Mine\n' }, 'A note of mine');
    await clerk.settle();
    expect(await report(clerk, issue)).toContain('A person has committed to its branch');
    await counterparty.editIssue(issue, { body: proposalBody({ value: '2027-10-03' }) });
    await clerk.settle();
    expect((await owner.get(`./git/ref/heads/${pull.head.ref}`)).object.sha).toBe(pushed);
    await owner.comment(issue, await line(clerk, issue));
    await clerk.settle();
    expect(await openPulls(clerk)).toEqual([]);
    expect(await report(clerk, issue)).toContain(`The branch ${pull.head.ref} holds commits by a person`);
    await owner.ask('DELETE', `./git/refs/heads/${pull.head.ref}`);
    await clerk.settle();
    expect((await pullFor(clerk, issue)).title).toContain('2027-10-03');
    await counterparty.editIssue(issue, CLOSE);
  });

  it('an edited comment is no command', async () => {
    const { owner } = clerk.github;
    const issue = await propose(clerk, { value: '2027-10-04' });
    const comment = await owner.comment(issue, 'I shall look at it.');
    await owner.editComment(comment, await line(clerk, issue));
    await clerk.settle();
    expect(await openPulls(clerk)).toEqual([]);
    expect((await answersAt(clerk, issue))[0]).toContain('This comment was edited');
  });
});

describe('a command (hazards D)', () => {
  let clerk: Clerk;
  let issue: number;
  let command: string;
  beforeAll(async () => {
    clerk = await startClerk();
    issue = await propose(clerk);
    command = await line(clerk, issue);
  });
  afterAll(() => clerk.stop());

  it('in a quote, in code, in HTML, in a list or inside a sentence is none', async () => {
    for (const text of [
      `> ${command}`,
      `\`\`\`\n${command}\n\`\`\``,
      `    ${command}`,
      `\`${command}\``,
      `<details>\n${command}\n</details>`,
      `<!--\n${command}\n-->`,
      `- ${command}`,
      `1. ${command}`,
      `I would write ${command}`,
      `So:\n${command}`,
    ])
      await clerk.github.owner.comment(issue, text);
    await clerk.once();
    expect(await openPulls(clerk)).toEqual([]);
    expect(await clerk.said(issue)).toHaveLength(1);
  });

  it('by a bot is none, nor is one by the App itself', async () => {
    const app = await clerk.github.app();
    await clerk.github.actions.comment(issue, command);
    const own = await app.comment(issue, command);
    await clerk.once();
    expect(await openPulls(clerk)).toEqual([]);
    expect(await clerk.said(issue)).toHaveLength(2);
    await app.ask('DELETE', `./issues/comments/${own}`);
  });

  it('by the party on its own proposal, or by someone else, is refused', async () => {
    await clerk.github.counterparty.comment(issue, command);
    await clerk.github.stranger.comment(issue, command);
    await clerk.once();
    expect(await openPulls(clerk)).toEqual([]);
    const answers = await answersAt(clerk, issue);
    expect(answers.map(text => /To `(.*?)`: nothing was done/.exec(text)?.[1])).toEqual([
      'casey-counterparty',
      'sam-stranger',
    ]);
  });

  it("by a stranger under the owner's former login is refused", async () => {
    const { github } = clerk;
    github.rename(github.owner, 'andrew-h');
    const thief = github.addUser({ id: 666, login: 'andrewdhorowitz' });
    await thief.comment(issue, command);
    await clerk.once();
    expect(await openPulls(clerk)).toEqual([]);
    expect((await answersAt(clerk, issue)).at(-1)).toContain('`andrewdhorowitz`: nothing was done');
  });

  it('by a stranger is answered a few times, and then no more', async () => {
    const before = (await clerk.said(issue)).length;
    for (let time = 0; time < 6; time++) await clerk.github.stranger.comment(issue, `/decline ${time}`);
    await clerk.settle();
    expect((await clerk.said(issue)).length - before).toBe(2);
  });

  it("holds for the owner's number, whatever the login", async () => {
    await clerk.github.owner.comment(issue, command);
    await clerk.once();
    await merge(clerk, (await pullFor(clerk, issue)).number);
    expect(await agreementOn(clerk)).toContain('2027-09-30');
  });
});
