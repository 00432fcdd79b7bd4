import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markdownPieces } from '../core/posting/markdown.ts';
import { git } from '../github/git.ts';
import {
  AGREEMENT,
  answersAt,
  approve,
  type Clerk,
  fileOn,
  formBody,
  line,
  merge,
  openPulls,
  proposalBody,
  propose,
  report,
  startClerk,
  stateOf,
  trackingOf,
} from './scenes.test-support.ts';

const CLOSE = { state: 'closed' };
let clerk: Clerk;
beforeAll(async () => {
  clerk = await startClerk();
  await clerk.once();
});
afterAll(() => clerk.stop());

/** What the App says of a body that the party writes, in an issue that is closed again. */
async function saidOf(body: string, title = 'Proposal: '): Promise<string> {
  const issue = await clerk.github.counterparty.openIssue(title, body);
  await clerk.run({ issue });
  const said = await report(clerk, issue);
  await clerk.github.counterparty.editIssue(issue, CLOSE);
  return said;
}

describe('the form (hazards D)', () => {
  it('bypassed, without any label and under any title, is read by its body alone', async () => {
    expect(await saidOf(proposalBody({}), 'Access request: hello')).toContain('**A proposal for');
    const issue = await clerk.github.counterparty.openIssue('Proposal: ', 'Please make it longer.', [
      'proposal',
    ]);
    await clerk.run({ issue });
    expect(await report(clerk, issue)).toContain('**Nothing is decided from this text.**');
    await clerk.github.counterparty.editIssue(issue, CLOSE);
  });

  it('with a heading inside an answer, that is text of the answer', async () => {
    const said = await saidOf(proposalBody({ reason: 'First.\n\n### To what\n\n2099-12-31' }));
    expect(said).toContain('it would be `2027-09-30`');
    expect(said).toContain('### To what');
  });

  it('with an empty answer, a duplicate or an unknown option gives one comment that says what to fix', async () => {
    expect(await saidOf(proposalBody({ reason: '_No response_' }))).toContain(
      'There is no answer under `Why`',
    );
    const twice = proposalBody({}).replace(
      '### What to change',
      '### Agreement\n\nAGR-1\n\n### What to change',
    );
    expect(await saidOf(twice)).toContain('The heading `Agreement` stands there more than once');
    expect(await saidOf(proposalBody({ term: 'auth' }))).toContain('none of those that can be chosen');
    const both = await saidOf(proposalBody({ term: 'auth', reason: '_No response_' }));
    expect(both.match(/^- /gm)).toHaveLength(2);
  });

  it('with an address or a secret is refused, and neither is repeated', async () => {
    const said = await saidOf(
      proposalBody({ reason: 'Write to dana@garden.net, ghp_abcdefghijklmnopqrstuvwxyz0123456789' }),
    );
    expect(said).toContain('mail address');
    expect(said).not.toMatch(/garden|ghp_/);
  });

  it('with an invisible or bidirectional character is refused', async () => {
    for (const [character, name] of [
      ['\u202E', 'U+202E'],
      ['\u200B', 'U+200B'],
      ['\u2066', 'U+2066'],
      ['\u{E0041}', 'U+E0041'],
    ] as const)
      expect(await saidOf(proposalBody({ reason: `Good${character}day` }))).toContain(name);
  });
});

describe('the markers of the App (hazards D)', () => {
  it("in a stranger's comments, issues and branches are not taken for the App's", async () => {
    const { stranger, counterparty, owner } = clerk.github;
    const issue = await counterparty.openIssue('Proposal: ', proposalBody({}));
    const fake = await stranger.comment(issue, '<!-- aimf: report -->\n\n**Approved.**');
    const order = await stranger.comment(issue, '/decline No');
    await stranger.comment(issue, `<!-- aimf: answer ${order} -->\n\nDone.`);
    const tracking = await stranger.openIssue('Acks', '<!-- aimf: acks v1.10 -->\n\nAll done.');
    await stranger.comment((await trackingOf(clerk)).number, `<!-- aimf: overdue v1.10 ${AGREEMENT} -->`);
    await clerk.once();
    expect(await report(clerk, issue)).toContain('It waits for the owner');
    expect(await answersAt(clerk, issue)).toHaveLength(1);
    expect((await owner.get(`./issues/comments/${fake}`)).body).toContain('**Approved.**');
    expect((await owner.get(`./issues/${tracking}`)).body).toBe('<!-- aimf: acks v1.10 -->\n\nAll done.');
    expect((await trackingOf(clerk)).number).toBe(1);
    for (const number of [issue, tracking]) await owner.editIssue(number, CLOSE);
  });

  it("on a person's pull request from a branch of that name are not taken for the App's", async () => {
    const { owner, counterparty } = clerk.github;
    const issue = await counterparty.openIssue('Proposal: ', proposalBody({ value: '2027-10-05' }));
    const branch = `aimf/proposal-${issue}`;
    const sha = await owner.push(branch, { 'spec/NOTE.md': 'Mine\n' }, 'Mine\n\nAimf-Digest: 0');
    const pull = await owner.openPullRequest(branch, 'Mine', '<!-- aimf: withdrawn -->');
    await clerk.once();
    expect(await report(clerk, issue)).toContain('It waits for the owner');
    await owner.comment(issue, await line(clerk, issue));
    await clerk.once();
    expect(await report(clerk, issue)).toContain('holds commits by a person');
    await owner.editIssue(issue, CLOSE);
    await clerk.settle();
    expect(await owner.get(`./pulls/${pull}`)).toMatchObject({ state: 'open', title: 'Mine', head: { sha } });
    await owner.ask('PATCH', `./pulls/${pull}`, CLOSE);
    await owner.ask('DELETE', `./git/refs/heads/${branch}`);
  });
});

/** What acts where it is not code. */
const HOSTILE = [
  '@andrewdhorowitz @casey-counterparty fixes #1 closes a/b#1',
  '[a link](https://evil.test) ![an image](x.png) https://evil.test',
  '<img src=x onerror=alert(1)> <!-- a --> </details> | a | b |',
  '``` ~~~ `` ` \\` ** __ ~~ # > - /approve 0123456789ab :tada: &lt;',
].join(' ');

/** As much of it as a title may be long. */
const TITLE = HOSTILE.slice(0, 250);

/** What Markdown says outside of code: it may act. */
function bare(markdown: string): string {
  return markdownPieces(markdown)
    .map(piece => piece.prose)
    .join('\n');
}

describe('nothing that a counterparty writes acts in what the App writes (hazards D)', () => {
  it('in a comment, a title, a description, a commit, the changelog or the page', async () => {
    const { counterparty, stranger, owner } = clerk.github;
    const from = clerk.github.exchanges.length;
    const before = await git(clerk.github.folder, ['rev-parse', 'main']);
    const purpose = await counterparty.openIssue(
      TITLE,
      proposalBody({ term: 'purpose', value: HOSTILE, reason: HOSTILE }),
    );
    const other = await counterparty.openIssue(
      TITLE,
      proposalBody({ term: 'other', value: HOSTILE, reason: HOSTILE }),
    );
    const bad = await counterparty.openIssue(
      TITLE,
      proposalBody({ agreement: AGREEMENT, term: 'limits', value: HOSTILE, reason: HOSTILE }),
    );
    const list = await counterparty.openIssue(
      TITLE,
      proposalBody({ term: 'allowed_types', value: `add ${HOSTILE}`, reason: HOSTILE }),
    );
    const access = await stranger.openIssue(
      TITLE,
      formBody('access-request', {
        party: 'sam',
        acts_for: HOSTILE,
        purpose: HOSTILE,
        update_watch: HOSTILE,
      }),
    );
    const refusal = await counterparty.openIssue(
      TITLE,
      formBody('cannot-implement', { agreement: AGREEMENT, version: 'v1.10', reason: HOSTILE }),
    );
    const pasted = await counterparty.openIssue(TITLE, `${HOSTILE}\n\n\`\`\`\`\n${HOSTILE}\n\`\`\`\``);
    const message = [
      'format: AIMF/1',
      'id: n-1',
      'from: dana',
      'type: NOTE',
      'sent: 2026-12-01T11:00:00Z',
      'reply_to: none',
      `agreement: ${AGREEMENT}`,
      '',
      `subject: ${JSON.stringify(`Proposal: ${HOSTILE.replaceAll('\\', '')}`)}`,
      '',
      HOSTILE,
    ];
    const note = await counterparty.openIssue(TITLE, `~~~~~~\n${message.join('\n')}\n~~~~~~`);
    await counterparty.comment(purpose, `/decline ${HOSTILE}`);
    await clerk.settle();
    const pulls = await openPulls(clerk);
    expect(pulls).toHaveLength(1);
    await merge(clerk, pulls[0]?.number ?? 0);
    // The end of it is there: whoever approves sees the whole
    expect(await report(clerk, access)).toContain(':tada: &lt;');
    const granted = await approve(clerk, access);
    await merge(clerk, granted.number);
    await clerk.settle();
    const reworded = await approve(clerk, purpose);
    await merge(clerk, reworded.number);
    await owner.comment(other, '/decline No');
    await clerk.settle();
    expect(await fileOn(clerk, `registry/agreements/${AGREEMENT}.yml`)).toContain('onerror');

    const written = clerk.github.exchanges
      .slice(from)
      .filter(one => one.login === clerk.world.self.login && one.status < 300)
      .flatMap(({ request: { title, body, message } }) => [title, body, message])
      .filter(text => typeof text === 'string');
    expect(written.length).toBeGreaterThan(20);
    const shown = [
      ...written,
      ...(await Promise.all([bad, list, refusal, pasted, note].map(issue => report(clerk, issue)))),
    ];
    for (const text of shown) expect(bare(text)).not.toMatch(/evil|onerror|@casey|@andrew|fixes|closes|tada/);
    const log = await git(clerk.github.folder, [
      'log',
      '--format=%B',
      `${before.ok ? before.out.toString().trim() : ''}..main`,
      '--author=aimf',
    ]);
    expect(log.ok && log.out.toString()).not.toMatch(/evil|onerror|@casey|@andrew|fixes|closes/);
    expect(await fileOn(clerk, 'spec/CHANGELOG.md')).not.toMatch(/evil|onerror|@casey/);
    expect(await fileOn(clerk, 'site/index.html')).not.toMatch(/<img src=x|href="https:\/\/evil/);
    const registry = (await fileOn(clerk, 'registry/README.md')) ?? '';
    expect(bare(registry)).not.toMatch(/(?<!\\)<img src=x|(?<!\\)!\[an image|(?<!\\)\[a link\]\(/);
    expect(await stateOf(clerk, 1)).toBe('open');
    expect(await propose(clerk, { value: '2027-11-11' })).toBeGreaterThan(0);
  });
});
