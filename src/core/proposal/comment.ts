import type { Verdict } from '../gate/verdict.ts';
import { resultJson } from '../report/json.ts';
import { PROPOSAL_WORDING } from '../report/proposal-wording.ts';
import { fillIn } from '../report/sentence.ts';
import { textReport } from '../report/text.ts';
import { type AccessRequest, accessDigest, FIRST_LIMITS } from './access.ts';
import { codeAnswer, codeBlock, codeSpan } from './inert.ts';
import { type Proposal, shortHash } from './proposal.ts';
import type { ProposalFinding } from './proposal-finding.ts';
import type { TermChange } from './term-change.ts';

/** What the first line of each comment of the App's begins with. */
export const MARK = '<!-- aimf: ';

/** The first line of the one comment on an issue that is kept up to date; it counts only in a comment by the App itself. */
export const REPORT_MARK = `${MARK}report -->`;

/** The first line of an answer to one comment, by which the App knows that it was given. */
export function answerMark(to: number): string {
  return `<!-- aimf: answer ${to} -->`;
}

/** The comments that a comment of the App's answers; null where it answers none. */
export function answered(body: string): readonly number[] | null {
  const to = /^<!-- aimf: answer (\d+) -->/.exec(body)?.[1];
  return to === undefined ? null : [Number(to)];
}

/** The first line of what is said to one comment under a paused agreement: that one is read again, and answered then. */
export function heldMark(to: number): string {
  return `${MARK}held ${to} -->`;
}

/** Whether a posting was opened before and the owner closed it without merging. */
const CLOSED_BEFORE =
  'It was approved before, and its posting was closed without being merged. To have it prepared again, the line below is given again.';

/** What is true of the issue that a proposal stands in. */
type ProposalScene = {
  readonly closedBefore?: boolean;
  /** Whether the agreement names an account of the party's, from which the owner's proposal can be accepted. */
  readonly isAnswerable?: boolean;
};

/** What the App says of a proposal that waits: what exactly is asked, what speaks against it, and the one next step. */
export function proposalComment(
  proposal: Proposal,
  findings: readonly ProposalFinding[],
  verdict: Verdict | null = null,
  { closedBefore = false, isAnswerable = true }: ProposalScene = {},
): string {
  const { agreement, version, by, side, change, reason, digest } = proposal;
  const waiting = isAnswerable ? WAITING_FOR_PARTY : WAITING_WITHOUT_ACCOUNT;
  return comment([
    `**A proposal for ${codeSpan(agreement)}, version ${version}, by ${codeSpan(by)}**`,
    changeMarkdown(change),
    `The reason, as it was written:\n\n${codeBlock(reason)}`,
    noted(findings),
    pasteMarkdown(verdict),
    closedBefore ? CLOSED_BEFORE : '',
    side === 'party' ? WAITING_FOR_OWNER : waiting,
    codeSpan(`${side === 'party' ? '/approve' : '/accept'} ${shortHash(digest)}`),
    `To say no, ${side === 'party' ? 'the owner' : 'the party'} writes ${codeSpan('/decline REASON')}. ${BOUND}`,
  ]);
}

const WAITING_FOR_OWNER =
  'Nothing has changed yet. **It waits for the owner.** Whoever asked has nothing to do now, and gets the answer here. The owner approves exactly this by a new comment with this line:';
const WAITING_FOR_PARTY =
  "Nothing has changed yet. **It waits for the party's human**, who accepts exactly this by a new comment with this line, from the account that the agreement names:";
const WAITING_WITHOUT_ACCOUNT =
  "Nothing has changed yet. **It waits for the party's human, who cannot answer here**: the agreement names no account of theirs. Once the owner has added it under `github` in the agreement, they accept exactly this by a new comment with the line below. Or the owner closes this issue, writes the same proposal down in a checkout with `aimf proposal record`, and gives their message to `aimf proposal accept`.";
const BOUND =
  'Whoever edits the text above asks for something else: the line then changes, and an approval of the old one counts for nothing.';

/** What the App says of an access request that waits. */
export function accessComment(
  request: AccessRequest,
  verdict: Verdict | null = null,
  closedBefore = false,
): string {
  return comment([
    `**A request for access by ${codeSpan(request.party)}**`,
    [
      `- Acts for: ${codeAnswer(request.acts_for)}`,
      `- Purpose: ${codeAnswer(request.purpose)}`,
      `- Watches for updates by: ${codeAnswer(request.update_watch)}`,
    ].join('\n'),
    pasteMarkdown(verdict),
    `If the owner says yes, there will be an agreement of level 1 for messages in issues here: NOTE, FILE_DROP and STATUS, ${codeSpan(FIRST_LIMITS)}. Another wire, such as e-mail, is then asked for by a proposal for ${codeSpan('transport')}.`,
    closedBefore ? CLOSED_BEFORE : '',
    WAITING_FOR_OWNER,
    codeSpan(`/approve ${shortHash(accessDigest(request))}`),
    `To say no, the owner writes ${codeSpan('/decline REASON')}. ${BOUND}`,
  ]);
}

/** What the App says of an issue that is none of the forms. */
export function unknownComment(): string {
  return comment([
    '**Nothing is decided from this text.** It is none of the forms and holds no AIMF message; a person will read it as it is.',
    'If it was meant as a proposal, an access request or an acknowledgement: open a new issue and choose that form, or edit this text so that it holds one AIMF message in a block of code.',
  ]);
}

/** What the App answers to a command, or an ack, that led to nothing. */
export function refusedCommandComment(
  to: number,
  login: string,
  findings: readonly ProposalFinding[],
): string {
  return comment([`To ${codeSpan(login)}: nothing was done.`, listed(findings)], answerMark(to));
}

/** The one comment that says what to fix; of what leaked nothing is repeated. */
export function fixComment(findings: readonly ProposalFinding[], verdict: Verdict | null = null): string {
  return comment([
    '**This cannot be taken up yet.** Please edit the text above; it is then read again.',
    listed(findings),
    pasteMarkdown(verdict),
  ]);
}

/** What the App says of a pasted message under a paused agreement, which the gates hold (section 8.6). */
export function heldComment(agreement: string, mark = REPORT_MARK): string {
  return comment(
    [
      `**Held.** ${codeSpan(agreement)} is paused, so this message is not taken up now, and not lost: the owner finds it here.`,
      'Once the owner has resumed the agreement, it is judged again by itself. Nobody has to send it again.',
    ],
    mark,
  );
}

/** The agreement by whose pause the gates hold a message; null where they do not (section 6.5). */
export function heldUnder(verdict: Verdict | null): string | null {
  return verdict?.verdict === 'held' && verdict.gate === 'agreement'
    ? (verdict.envelope?.agreement ?? null)
    : null;
}

/** A comment out of paragraphs, with the mark by which the App finds it again. */
export function comment(parts: readonly string[], mark = REPORT_MARK): string {
  return `${[mark, ...parts.filter(part => part !== '')].join('\n\n')}\n`;
}

function noted(findings: readonly ProposalFinding[]): string {
  return findings.length === 0 ? '' : `Please note:\n\n${listed(findings)}`;
}

/** Findings as a list, each with its remedy. */
export function listed(findings: readonly ProposalFinding[]): string {
  return findings.map(one => `- ${markdownSentence(one)}`).join('\n');
}

function pasteMarkdown(verdict: Verdict | null): string {
  if (verdict === null) return '';
  return `What the gates say about the pasted message:\n\n${codeBlock(textReport([resultJson('pasted message', verdict)]))}`;
}

/** What is asked, as it is now and as it would be. */
function changeMarkdown(change: TermChange): string {
  if (change.term === 'other')
    return `It asks for this, which a person has to read:\n\n${codeBlock(change.text)}`;
  if ('from' in change) {
    return `- ${codeSpan(change.term)} is now ${codeAnswer(change.from)}\n- it would be ${codeAnswer(change.to)}`;
  }
  const rows = [`- ${codeSpan(change.term)} would be ${codeSpan(change.to.join(', ') || 'none')}`];
  if (change.added.length > 0) rows.push(`- added: ${codeSpan(change.added.join(', '))}`);
  if (change.removed.length > 0) rows.push(`- taken away: ${codeSpan(change.removed.join(', '))}`);
  if (change.term === 'allowed_actions' && change.added.length > 0)
    rows.push('- with it the agreement stands on level 2 and allows REQUEST for the verbs that it lists');
  return rows.join('\n');
}

/** Values that are words of ours; every other one may be a stranger's. */
const OURS = new Set(['who', 'standing', 'state', 'kind', 'expected', 'version', 'normative', 'effective']);

/** A finding's sentence and remedy as Markdown, with everything that may be a stranger's as code. */
function markdownSentence({ code, args }: ProposalFinding): string {
  const { sentence, remedy } = PROPOSAL_WORDING[code];
  const marks = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'number' || value === '' || OURS.has(name) ? value : `⟦${name}⟧`,
    ]),
  );
  const filled = [sentence, remedy].map(template => {
    return fillIn(template.replaceAll(/"\{(\w+)\}"/g, '{$1}'), marks);
  });
  // The marks are ours: no value of a stranger's is in the text yet
  return `${filled.join('. ')}.`.replaceAll(/⟦(\w+)⟧/g, (_, name: string) =>
    codeSpan(String(args[name] ?? '')),
  );
}
