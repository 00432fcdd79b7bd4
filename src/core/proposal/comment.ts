import type { Verdict } from '../gate/verdict.ts';
import { resultJson } from '../report/json.ts';
import { PROPOSAL_WORDING } from '../report/proposal-wording.ts';
import { fillIn } from '../report/sentence.ts';
import { textReport } from '../report/text.ts';
import { type AccessRequest, accessDigest, FIRST_LIMITS } from './access.ts';
import type { Amendment } from './amendment.ts';
import { codeBlock, codeSpan } from './inert.ts';
import { type Proposal, shortHash } from './proposal.ts';
import type { ProposalFinding } from './proposal-finding.ts';
import type { TermChange } from './term-change.ts';

/** The first line of the one comment on an issue that is kept up to date; it counts only in a comment by the App itself. */
export const REPORT_MARK = '<!-- aimf: report -->';

/** What the App says of a proposal that waits: what exactly is asked, what speaks against it, and the one next step. */
export function proposalComment(
  proposal: Proposal,
  findings: readonly ProposalFinding[],
  verdict: Verdict | null = null,
): string {
  const { agreement, version, by, side, change, reason, digest } = proposal;
  return comment([
    `**A proposal for ${codeSpan(agreement)}, version ${version}, by ${codeSpan(by)}**`,
    changeMarkdown(change),
    `The reason, as it was written:\n\n${codeBlock(reason)}`,
    noted(findings),
    pasteMarkdown(verdict),
    side === 'party' ? WAITING_FOR_OWNER : WAITING_FOR_PARTY,
    codeSpan(`${side === 'party' ? '/approve' : '/accept'} ${shortHash(digest)}`),
    side === 'party'
      ? `To say no, the owner writes ${codeSpan('/decline REASON')}. ${BOUND}`
      : `To say no, the party writes ${codeSpan('/decline REASON')}. ${BOUND}`,
  ]);
}

const WAITING_FOR_OWNER =
  'Nothing has changed yet. **It waits for the owner**, who approves exactly this by a comment with this line:';
const WAITING_FOR_PARTY =
  "Nothing has changed yet. **It waits for the party's human**, who accepts exactly this by a comment with this line:";
const BOUND =
  'If the text above is edited, the line changes too, and an answer to the old one counts for nothing.';

/** What the App says of an access request that waits. */
export function accessComment(
  request: AccessRequest,
  findings: readonly ProposalFinding[],
  verdict: Verdict | null = null,
): string {
  return comment([
    `**A request for access by ${codeSpan(request.party)}**`,
    [
      `- Acts for: ${codeSpan(request.acts_for)}`,
      `- Purpose: ${codeSpan(request.purpose)}`,
      `- Watches for updates by: ${codeSpan(request.update_watch)}`,
    ].join('\n'),
    noted(findings),
    pasteMarkdown(verdict),
    `If the owner says yes, there will be an agreement of level 1: NOTE, FILE_DROP and STATUS, ${codeSpan(FIRST_LIMITS)}.`,
    WAITING_FOR_OWNER,
    codeSpan(`/approve ${shortHash(accessDigest(request))}`),
    `To say no, the owner writes ${codeSpan('/decline REASON')}. ${BOUND}`,
  ]);
}

/** The one comment that says what to fix; of what leaked nothing is repeated. */
export function fixComment(findings: readonly ProposalFinding[], verdict: Verdict | null = null): string {
  return comment([
    '**This cannot be taken up yet.** Please edit the text above; it is then read again.',
    listed(findings),
    pasteMarkdown(verdict),
  ]);
}

/** What the App says once it was decided to enact: the posting is open, and the owner merges it. */
export function preparedComment(amendment: Amendment, posting: { number: number; version: string }): string {
  return comment([
    `**Approved.** The change is prepared as posting ${posting.version} in #${posting.number}.`,
    `It takes effect when the owner merges that. Until then ${codeSpan(amendment.agreement)} stays as it is.`,
  ]);
}

/** What the App says where a person has to edit what was approved. */
export function byHandComment(amendment: Amendment): string {
  return comment([
    '**Approved.** What was asked for is no single term, so a person edits it.',
    `The owner changes the documents and posts them with ${codeSpan(`aimf posting prepare --credit ${amendment.credit ?? 'PARTY'}`)}.`,
  ]);
}

/** What the App says when the posting was merged. */
export function enactedComment(amendment: Amendment, version: string): string {
  const credit = amendment.credit === null ? '' : ` The changelog credits ${codeSpan(amendment.credit)}.`;
  return comment([`**Enacted** with posting ${version}. The registry shows it from now on.${credit}`]);
}

/** What the App says when the decision was no. */
export function declinedComment(reason: string, again: boolean): string {
  return comment([
    `**Declined.** The reason:\n\n${codeBlock(reason)}`,
    again ? 'It was asked twice now, and stays declined.' : 'The same may be asked once more, and not again.',
  ]);
}

/** What the App says of a proposal that was declined twice before: it is closed at once. */
export function closedComment(findings: readonly ProposalFinding[]): string {
  return comment(['**Closed.** Nobody has to decide this again.', listed(findings)]);
}

/** What the App answers to a command that led to nothing. */
export function refusedCommandComment(login: string, findings: readonly ProposalFinding[]): string {
  return comment([`To ${codeSpan(login)}: nothing was done.`, listed(findings)], false);
}

/** What the App says of an ack that was recorded. */
export function ackComment(ack: { agreement: string; version: string; acknowledged: string }): string {
  return comment([
    `**Recorded:** ${codeSpan(ack.agreement)} acknowledged ${ack.version} on ${ack.acknowledged}. Nothing else is needed.`,
  ]);
}

/** What the App says of an agreement whose standing changes. */
export function statusComment(agreement: string, standing: 'paused' | 'resumed' | 'revoked'): string {
  const next = {
    paused: 'Messages under it are held and shown to the owner; they are judged once it is resumed.',
    resumed: 'What was held is judged again, and new messages are judged as before.',
    revoked: 'Messages under it are ordinary mail from then on. No answer is needed.',
  }[standing];
  return comment([
    `${codeSpan(agreement)} is being **${standing}**: the posting that says so is open. ${next}`,
  ]);
}

/** The title and the text of the pull request that carries an amendment's posting; a stranger's words are in neither. */
export function pullRequestText(
  { summary, credit, agreement }: Amendment,
  issue: number | null,
): { readonly title: string; readonly body: string } {
  const from = issue === null ? '' : ` It answers #${issue}.`;
  const by = credit === null ? '' : ` Proposed by ${codeSpan(credit)}.`;
  const what = `A complete posting for ${codeSpan(agreement)}.${from}${by}`;
  return { title: summary, body: `${what}\n\nMerging it enacts the change. To refuse it, close it.\n` };
}

function comment(parts: readonly string[], sticky = true): string {
  const shown = parts.filter(part => part !== '');
  return `${[...(sticky ? [REPORT_MARK] : []), ...shown].join('\n\n')}\n`;
}

function noted(findings: readonly ProposalFinding[]): string {
  return findings.length === 0 ? '' : `Please note:\n\n${listed(findings)}`;
}

function listed(findings: readonly ProposalFinding[]): string {
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
    return `- ${codeSpan(change.term)} is now ${codeSpan(change.from)}\n- it would be ${codeSpan(change.to)}`;
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
