import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownPieces } from '../posting/markdown.ts';
import { readRegistry } from '../registry/registry.ts';
import { type AccessRequest, accessDigest } from './access.ts';
import type { Amendment } from './amendment.ts';
import { readCommand } from './command.ts';
import {
  accessComment,
  answered,
  fixComment,
  heldComment,
  proposalComment,
  REPORT_MARK,
  refusedCommandComment,
  unknownComment,
} from './comment.ts';
import { codeBlock, codeSpan } from './inert.ts';
import {
  ackComment,
  byHandComment,
  closedComment,
  declinedComment,
  enactedComment,
  grantedComment,
  orderComment,
  pausedComment,
  pausingComment,
  preparedComment,
  pullRequestText,
  unpreparedComment,
} from './outcome-comment.ts';
import { type Proposal, readProposal } from './proposal.ts';
import { proposalFinding } from './proposal-finding.ts';

const AGREEMENT = `agreement: AGR-1
version: 3
status: active
parties: [andrew, dana]
purpose: Share notes
level: 1
allowed_types: [NOTE, STATUS]
transport: email
update_watch: {andrew: monitor, dana: monitor}
expires: 2027-01-31
`;
const registry = readRegistry([{ path: 'agreements/AGR-1.yml', text: AGREEMENT }]);
function proposal(
  term: 'expires' | 'purpose' | 'other',
  value: string,
  reason = 'The garden goes on.',
): Proposal {
  const asked = { agreement: 'AGR-1', term, value, reason };
  const read = readProposal(asked, { label: 'dana', side: 'party' }, registry, '2026-12-10').proposal;
  if (read === null) throw new Error('No proposal');
  return read;
}

/** Everything that GitHub would do something with, in one text. */
const HOSTILE =
  '@andrew closes #1 fixes andrew/protocol#2 GH-3 https://evil.example/x <img src=x> <!-- --> [a](javascript:x) ' +
  '**bold** ``` ~~~ `` ` /approve 00000000 | a | b | \u202egnp.exe\u200b deadbeefdeadbeefdeadbeefdeadbeefdeadbeef';

/** The text of a comment that is not code: what GitHub would act on. */
function live(comment: string): string {
  return markdownPieces(comment)
    .map(({ prose }) => prose)
    .join('\n');
}

describe('what the App writes', () => {
  it('says of a proposal exactly what is asked, and the one next step (9.8)', () => {
    const one = proposal('expires', '2027-06-30');
    expect(proposalComment(one, [])).toBe(`${REPORT_MARK}

**A proposal for \`AGR-1\`, version 3, by \`dana\`**

- \`expires\` is now \`2027-01-31\`
- it would be \`2027-06-30\`

The reason, as it was written:

\`\`\`text
The garden goes on.
\`\`\`

Nothing has changed yet. **It waits for the owner.** Whoever asked has nothing to do now, and gets the answer here. The owner approves exactly this by a new comment with this line:

\`/approve ${one.digest.slice(0, 12)}\`

To say no, the owner writes \`/decline REASON\`. Whoever edits the text above asks for something else: the line then changes, and an approval of the old one counts for nothing.
`);
  });

  it('shows the whole command on a line of its own, in code, and is no command itself (9.8)', () => {
    const one = proposal('expires', '2027-06-30');
    const comment = proposalComment(one, []);
    const line = `/approve ${one.digest.slice(0, 12)}`;
    expect(comment.split('\n')).toContain(`\`${line}\``);
    expect(readCommand(comment)).toEqual({ command: null, findings: [] });
    expect(readCommand(line).command).toEqual({ command: 'approve', hash: one.digest.slice(0, 12) });
    const owners = proposalComment({ ...one, by: 'andrew', side: 'owner' }, []);
    expect(owners).toContain(`\`/accept ${one.digest.slice(0, 12)}\``);
    expect(owners).toContain("waits for the party's human");
    const unheard = proposalComment({ ...one, by: 'andrew', side: 'owner' }, [], null, {
      isAnswerable: false,
    });
    expect(unheard).toContain('names no account of theirs');
    expect(unheard).toContain(`\`/accept ${one.digest.slice(0, 12)}\``);
  });

  const request: AccessRequest = {
    form: 'access-request',
    party: 'carol',
    acts_for: HOSTILE,
    purpose: HOSTILE,
    update_watch: HOSTILE,
  };
  const amendment: Amendment = {
    agreement: 'AGR-1',
    writes: new Map(),
    summary: 'AGR-1, version 4: purpose reworded',
    credit: 'dana',
    byHand: false,
  };
  const findings = [
    proposalFinding('type-not-in-format', { word: HOSTILE, known: 'NOTE' }),
    proposalFinding('proposal-asked-again', { number: 4, reason: HOSTILE }),
    proposalFinding('limits-unreadable', { clause: '`'.repeat(400) }),
    proposalFinding('form-text-outside', { label: '' }),
  ];

  it.each<[string, string]>([
    ['the report of a proposal', proposalComment(proposal('purpose', HOSTILE, HOSTILE), findings)],
    [
      'the report of one for people',
      proposalComment(proposal('other', HOSTILE, `${HOSTILE}\n\`\`\`\n@andrew`), findings),
    ],
    ['the report of an access request', accessComment(request)],
    ['what to fix', fixComment(findings)],
    ['a decline', declinedComment({ reason: HOSTILE, again: true })],
    ['a closed proposal', closedComment(findings)],
    ['the answer to a command', refusedCommandComment(12, 'andrew', findings)],
    ['a held message', heldComment(HOSTILE)],
    ['an ack', ackComment({ agreement: 'AGR-1', version: 'v1.10', acknowledged: '2026-12-10' }, null)],
    ['an enacted one', enactedComment('dana', 'v1.11')],
    ['an approval in whose way something is', unpreparedComment([HOSTILE])],
    ['an agreement that was granted', grantedComment('AGR-1', 'carol')],
    ['one that is paused', pausedComment('AGR-1')],
    ['none of the forms', unknownComment()],
    ['a pull request', pullRequestText(amendment, null).body],
  ])('%s lets nothing of a stranger act (hazard D)', (_, comment) => {
    const text = live(comment);
    expect(text).not.toMatch(/@|#\d|GH-|https?:|javascript|deadbeef|closes|bold|img|\| a/);
    expect(comment).not.toMatch(/[\u202e\u200b]/);
    expect(readCommand(comment).command).toBeNull();
    expect(comment.replace(REPORT_MARK, '').length).toBeLessThan(BOUND);
  });

  it('refers to its own posting, and to the issue that it answers (9.8)', () => {
    const posting = { number: 14, agreement: 'AGR-1', version: 'v1.11', foreign: false };
    expect(preparedComment(posting)).toContain('posting v1.11 in #14');
    expect(preparedComment({ ...posting, foreign: true })).toContain('the App leaves it as it is');
    expect(byHandComment(posting, 'aimf/proposal-12', 'dana')).toContain('--credit dana');
    expect(pausingComment(posting)).toContain('#14 is prepared');
    const revoked = orderComment(77, 'AGR-1', 'revoked', 14, 'format: AIMF/1\n');
    expect(answered(revoked)).toEqual([77]);
    expect(revoked).toContain('```text\nformat: AIMF/1\n```');
    expect(pullRequestText(amendment, 12)).toEqual({
      title: 'AGR-1, version 4: purpose reworded',
      body: 'A complete posting for `AGR-1`. It answers #12. Proposed by `dana`.\n\nMerging it enacts the change. To refuse it, close it.\n',
    });
  });

  it('binds an access request to what was read (9.8)', () => {
    const digest = accessDigest(request);
    expect(accessComment(request)).toContain(`\`/approve ${digest.slice(0, 12)}\``);
    expect(accessDigest({ ...request, purpose: 'Other' })).not.toBe(digest);
  });
});

/** GitHub takes 65,536 characters. */
const BOUND = 20_000;

describe("a stranger's text", () => {
  const text = fc
    .array(fc.constantFrom('`', '``', '```', '\n', ' ', 'a', '@b', '~~~', '>', '#1', '\\', '\u202e', '<!--'))
    .map(parts => parts.join(''));

  it('as a span is one span, whatever it is (hazard D)', () => {
    fc.assert(
      fc.property(text, given => {
        const [piece, another] = markdownPieces(`x ${codeSpan(given)} y`);
        expect(another).toBeUndefined();
        expect(piece?.prose.replaceAll(' ', '')).toBe(given.trim() === '' ? 'x(nothing)y' : 'xy');
      }),
    );
  });

  it('as a block is one block that holds it (hazard D)', () => {
    fc.assert(
      fc.property(text, given => {
        const [piece, after, more] = markdownPieces(`${codeBlock(given)}\n\nafter`);
        expect(piece?.code).toBe(given.trim().replaceAll('\u202e', '\\u{202e}'));
        expect([after?.text, more]).toEqual(['after', undefined]);
      }),
    );
  });
});
