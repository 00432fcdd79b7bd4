import { afterEach, describe, expect, it } from 'vitest';
import {
  AGREEMENT,
  agreementOn,
  answersAt,
  type Clerk,
  fileOn,
  formBody,
  report,
  startClerk,
  stateOf,
  trackingOf,
} from './scenes.test-support.ts';

let clerk: Clerk;
afterEach(async () => {
  expect(await clerk.settle()).toEqual([]);
  await clerk.stop();
});

const ACK = `registry/acks/v1.10/${AGREEMENT}.yml`;
const FORM = formBody('acknowledgement', { agreement: AGREEMENT, version: 'v1.10', effective: '2026-12-07' });

/** The STATUS that the tracking issue shows, filled in by the party. */
async function filledIn(more = ''): Promise<string> {
  const { body } = await trackingOf(clerk);
  const sample = /```text\n([\s\S]*?)\n```/.exec(body)?.[1] ?? '';
  const message = sample
    .replaceAll('YOUR-AGREEMENT', AGREEMENT)
    .replace('YOUR-ID', 'dana-1')
    .replace('YOUR-LABEL', 'dana');
  return `\`\`\`text\n${message}${more}\n\`\`\``;
}

describe('an ack by the party (9.5)', () => {
  it('by the form goes on record, and the tracking issue shows it', async () => {
    clerk = await startClerk();
    await clerk.once();
    const tracking = await trackingOf(clerk);
    expect(tracking.body).toContain(`| \`${AGREEMENT}\` | \`andrew\`, \`dana\` | waiting |`);
    const issue = await clerk.github.counterparty.openIssue('Acknowledgement: ', FORM);
    await clerk.once();
    const record = await fileOn(clerk, ACK);
    expect(record).toContain('party: dana\n');
    expect(record).toContain('acknowledged: 2026-12-01\n');
    expect(await report(clerk, issue)).toContain(`\`${AGREEMENT}\` acknowledged v1.10 on 2026-12-01`);
    expect(await stateOf(clerk, issue)).toBe('closed, completed');
    expect((await trackingOf(clerk)).body).toContain(`\`dana\` | acknowledged on 2026-12-01 |`);

    const again = await clerk.github.counterparty.openIssue('Acknowledgement: ', FORM);
    clerk.clock.toDay('2026-12-03');
    await clerk.once();
    expect(await report(clerk, again)).toContain('on 2026-12-01');
    expect(await fileOn(clerk, ACK)).toBe(record);
  });

  it('by the message in an issue is the same', async () => {
    clerk = await startClerk();
    await clerk.once();
    const issue = await clerk.github.counterparty.openIssue('Ack', await filledIn());
    await clerk.once();
    expect(await fileOn(clerk, ACK)).toContain('party: dana\n');
    expect(await stateOf(clerk, issue)).toBe('closed, completed');
  });

  it('by a comment in the tracking issue, which closes once everybody has acknowledged', async () => {
    clerk = await startClerk();
    await clerk.once();
    const { number } = await trackingOf(clerk);
    await clerk.github.stranger.comment(number, await filledIn());
    await clerk.github.counterparty.comment(number, 'When is it due?');
    await clerk.github.counterparty.comment(number, (await filledIn()).replace('2026-12-07', '2026-12-09'));
    await clerk.once();
    expect(await fileOn(clerk, ACK)).toBeNull();
    expect(await answersAt(clerk, number)).toHaveLength(1);
    expect((await answersAt(clerk, number))[0]).toContain('takes effect on 2026-12-07');
    await clerk.github.counterparty.comment(number, await filledIn());
    await clerk.once();
    expect(await fileOn(clerk, ACK)).toContain('party: dana\n');
    expect((await answersAt(clerk, number)).at(-1)).toContain('**Recorded:**');
    expect((await trackingOf(clerk)).state).toBe('open');
    const other = 'AGR-2026-10-26-001';
    const text = `agreement: ${other}\nversion: v1.10\neffective: 2026-12-07\nparty: gemini\nacknowledged: 2026-12-02\n`;
    await clerk.github.owner.push('main', { [`registry/acks/v1.10/${other}.yml`]: text }, 'By mail');
    await clerk.once();
    expect((await trackingOf(clerk)).state).toBe('closed');
  });

  it('held while its agreement is paused is judged again once it is resumed (8.6)', async () => {
    clerk = await startClerk();
    await clerk.once();
    const { number } = await trackingOf(clerk);
    const path = `registry/agreements/${AGREEMENT}.yml`;
    const active = await agreementOn(clerk);
    await clerk.github.owner.push('main', { [path]: active.replace('status: active', 'status: paused') });
    await clerk.github.counterparty.comment(number, await filledIn());
    await clerk.once();
    expect((await clerk.said(number)).filter(text => text.includes('**Held.**'))).toHaveLength(1);
    expect(await answersAt(clerk, number)).toEqual([]);
    expect(await fileOn(clerk, ACK)).toBeNull();
    await clerk.github.owner.push('main', { [path]: active });
    await clerk.once();
    expect(await fileOn(clerk, ACK)).toContain('party: dana\n');
    expect((await answersAt(clerk, number)).at(-1)).toContain('**Recorded:**');
  });

  it('that cannot count is answered with what to fix, and repeats no address', async () => {
    clerk = await startClerk();
    await clerk.once();
    const { number } = await trackingOf(clerk);
    await clerk.github.counterparty.comment(
      number,
      (await filledIn()).replace('from: dana', 'from: dana@garden.net'),
    );
    const strangers = await clerk.github.stranger.openIssue('Ack', FORM);
    await clerk.once();
    const [answer = ''] = await answersAt(clerk, number);
    expect(answer).toContain('mail address');
    expect(answer).not.toContain('garden');
    expect(await report(clerk, strangers)).toContain(`comes from a party of \`${AGREEMENT}\``);
    expect(await fileOn(clerk, ACK)).toBeNull();
  });
});

describe('overdue acks (9.5)', () => {
  it('are told once for each agreement, with a mention of the owner under the login of today', async () => {
    clerk = await startClerk();
    await clerk.once();
    const { number } = await trackingOf(clerk);
    clerk.clock.toDay('2026-12-14');
    await clerk.once();
    expect(await clerk.said(number)).toEqual([]);
    clerk.github.rename(clerk.github.owner, 'andrew-h');
    clerk.github.addUser({ id: 666, login: 'andrewdhorowitz' });
    clerk.clock.toDay('2026-12-15');
    for (let run = 0; run < 3; run++) await clerk.run();
    const told = await clerk.said(number);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('@andrew-h: the acknowledgement of v1.10 is **overdue**');
    expect(told[0]).toContain(`- \`${AGREEMENT}\`, with \`andrew\` and \`dana\``);
    expect((await trackingOf(clerk)).body).toContain('**overdue**');
    await clerk.github.counterparty.openIssue('Acknowledgement: ', FORM);
    await clerk.once();
    expect((await trackingOf(clerk)).body).toContain('acknowledged on 2026-12-15');
    expect(await clerk.said(number)).toHaveLength(1);
  });
});
