import { afterEach, describe, expect, it } from 'vitest';
import {
  agreementOn,
  approve,
  type Clerk,
  fileOn,
  formBody,
  merge,
  openPulls,
  report,
  startClerk,
  stateOf,
  verdictOf,
} from './scenes.test-support.ts';

let clerk: Clerk;
afterEach(async () => {
  expect(await clerk.settle()).toEqual([]);
  await clerk.stop();
});

const ANSWERS = {
  party: 'sam',
  acts_for: 'Sam, who keeps the bees',
  purpose: 'Tell when the bees are fed',
  update_watch: 'scheduled pull, every hour',
};

async function ask(answers: Readonly<Record<string, string>> = {}): Promise<number> {
  const body = formBody('access-request', { ...ANSWERS, ...answers });
  const issue = await clerk.github.stranger.openIssue('Access request: ', body);
  await clerk.once();
  return issue;
}

describe('an access request (9.7)', () => {
  it('becomes an agreement of level 1 that names the asking account', async () => {
    clerk = await startClerk();
    const issue = await ask();
    expect(await report(clerk, issue)).toContain('- Acts for: `Sam, who keeps the bees`');
    const pull = await approve(clerk, issue);
    expect(pull.title).toBe('AGR-2026-12-01-001: a first agreement with sam');
    expect(await verdictOf(clerk, pull)).toBe('complete');
    await merge(clerk, pull.number);
    const made = await agreementOn(clerk, 'AGR-2026-12-01-001');
    expect(made).toContain('level: 1\n');
    expect(made).toContain('parties: [andrew, sam]');
    expect(made).toContain(`github: {sam: ${clerk.github.stranger.id}}`);
    expect(await fileOn(clerk, 'registry/registry.json')).toContain('AGR-2026-12-01-001');
    expect(await report(clerk, issue)).toContain('**Granted.** `AGR-2026-12-01-001` with `sam`');
    expect(await stateOf(clerk, issue)).toBe('closed, completed');
  });

  it('that was prepared beside another takes the next id once that is merged', async () => {
    clerk = await startClerk();
    const [one, other] = [await ask(), await ask({ party: 'sam-two' })];
    const first = await approve(clerk, one);
    const second = await approve(clerk, other);
    await merge(clerk, first.number);
    const [anew] = await openPulls(clerk);
    expect(anew).toMatchObject({
      number: second.number,
      title: 'AGR-2026-12-01-002: a first agreement with sam-two',
    });
    expect(anew?.body).toContain('`AGR-2026-12-01-002`');
    if (anew !== undefined) expect(await verdictOf(clerk, anew)).toBe('complete');
    await merge(clerk, second.number);
    expect(await agreementOn(clerk, 'AGR-2026-12-01-002')).toContain('sam-two');
  });

  it('for a label that is taken, or declined, comes to nothing', async () => {
    clerk = await startClerk();
    const taken = await ask({ party: 'gemini' });
    expect(await report(clerk, taken)).toContain("The label `gemini` is somebody else's");
    const declined = await ask();
    await clerk.github.owner.comment(declined, '/decline We keep no bees');
    await clerk.once();
    expect(await report(clerk, declined)).toContain('```text\nWe keep no bees\n```');
    expect(await stateOf(clerk, declined)).toBe('closed, not_planned');
    expect(await fileOn(clerk, `registry/proposals/${declined}.yml`)).toBeNull();
  });

  it('may be a message in a block of code, judged by the gates', async () => {
    clerk = await startClerk();
    const message = [
      ...['format: AIMF/1', 'id: sam-1', 'from: sam', 'type: NOTE', 'sent: 2026-12-01T11:00:00Z'],
      ...['reply_to: none', 'agreement: none', '', 'subject: Access request', ''],
      ...['acts_for: Sam', 'purpose: Tell when the bees are fed', 'update_watch: daily pull'],
    ].join('\n');
    const issue = await clerk.github.stranger.openIssue('Hello', `\`\`\`\n${message}\n\`\`\``);
    await clerk.once();
    expect(await report(clerk, issue)).toContain('**A request for access by `sam`**');
  });
});
