import type { Amendment } from './amendment.ts';
import { answerMark, comment, listed } from './comment.ts';
import { codeBlock, codeSpan } from './inert.ts';
import type { ProposalFinding } from './proposal-finding.ts';

/** A posting that is open, as a comment tells of it. */
export type OpenPosting = {
  readonly number: number;
  readonly agreement: string;
  readonly version: string | null;
  /** Whether a person has committed to its branch. */
  readonly foreign: boolean;
};

const THEIRS = 'A person has committed to its branch, so the App leaves it as it is.';

/** What the App says once something is approved: the posting is open, and the owner merges it. */
export function preparedComment({ number, agreement, version, foreign }: OpenPosting): string {
  const name = version === null ? 'a posting' : `posting ${version}`;
  return comment([
    `**Approved.** The change of ${codeSpan(agreement)} is prepared as ${name} in #${number}.`,
    'It takes effect when the owner merges that. Until then nothing has changed. Nobody else has to do anything.',
    foreign ? THEIRS : '',
  ]);
}

/** What the App says where a person has to edit what was approved. */
export function byHandComment({ number }: OpenPosting, branch: string, credit: string | null): string {
  const by = credit === null ? '' : ` --credit ${credit}`;
  return comment([
    `**Approved.** What was asked for is no single term, so a person writes it. #${number} is open for that, as a draft.`,
    `Next, the owner edits the documents on the branch ${codeSpan(branch)}, runs ${codeSpan(`aimf posting prepare --summary "…"${by}`)} there, and merges it.`,
  ]);
}

/** What the App says where something is approved and cannot be prepared as things are. */
export function unpreparedComment(faults: readonly string[]): string {
  return comment([
    '**Approved, but not prepared yet.** This is in the way, and the owner clears it; the App then tries again by itself:',
    faults.map(fault => `- ${codeSpan(fault)}`).join('\n'),
  ]);
}

/** What the App says when the posting was merged. */
export function enactedComment(credit: string | null, version: string | null): string {
  const credits = credit === null ? '' : ` The changelog credits ${codeSpan(credit)}.`;
  const name = version === null ? '' : ` with posting ${version}`;
  return comment([
    `**Enacted**${name}. The registry shows it from now on.${credits} Nothing else is to be done here.`,
  ]);
}

/** What the App says when a first agreement is in the registry. */
export function grantedComment(agreement: string, party: string): string {
  return comment([
    `**Granted.** ${codeSpan(agreement)} with ${codeSpan(party)} is in the registry. Messages under it are read from now on.`,
    'Next, the party reads the specification, has its bot cite the agreement in each message, and acknowledges the version in force with the form for that.',
  ]);
}

/** A decision that was no. */
export type Declined = {
  readonly reason: string;
  /** Whether it was asked again already; null where it is no proposal, of which that is counted. */
  readonly again: boolean | null;
};

/** What the App says when the decision was no; `pull` holds the record where the default branch takes nothing directly. */
export function declinedComment({ reason, again }: Declined, pull: number | null = null): string {
  const next = again
    ? 'Nothing changes. This was asked twice now, and asked again it will be closed at once.'
    : 'Nothing changes. The same may be asked once more, by a new issue, and then not again.';
  return comment([
    `**Declined.** The reason:\n\n${codeBlock(reason)}`,
    again === null ? 'Nothing changes, and nobody has to do anything.' : next,
    pull === null ? '' : `The owner puts this on record by merging #${pull}.`,
  ]);
}

/** What the App says where the owner closed the posting that would have paused an agreement. */
export function keptActiveComment(agreement: string): string {
  return comment([
    `**Not paused.** The owner closed the posting that would have paused ${codeSpan(agreement)}, so it stays active.`,
    'If your side still cannot follow the version, settle it with the owner, or open this form again.',
  ]);
}

/** What the App says of a change that was merged, where the text does not tell any more what it was. */
export function doneComment(): string {
  return comment(['**Done.** What was approved here has been merged. The registry shows it from now on.']);
}

/** What the App says of a proposal that was declined twice before: it is closed at once. */
export function closedComment(findings: readonly ProposalFinding[]): string {
  return comment([
    '**Closed.** Nobody has to decide this again.',
    listed(findings),
    'Another change can be proposed at any time, in a new issue.',
  ]);
}

/** What the App says of an ack: that it is on record, or in which pull request it waits for that. */
export function ackWords(
  ack: { readonly agreement: string; readonly version: string; readonly acknowledged: string },
  pull: number | null,
): string {
  const what = `${codeSpan(ack.agreement)} acknowledged ${ack.version} on ${ack.acknowledged}.`;
  return pull === null
    ? `**Recorded:** ${what} Nothing else is needed.`
    : `**Received:** ${what} The owner puts it on record by merging #${pull}; you do not have to do anything else.`;
}

/** What the App says at an issue that is an ack. */
export function ackComment(ack: Parameters<typeof ackWords>[0], pull: number | null): string {
  return comment([ackWords(ack, pull)]);
}

/** What the App says of a party that cannot follow a version, as long as the posting is open. */
export function pausingComment({ number, agreement, foreign }: OpenPosting): string {
  return comment([
    `**Noted.** ${codeSpan(agreement)} is to be paused, and #${number} is prepared for that. The owner merges it.`,
    'From then on messages under it are held and shown to the owner, until the humans have found a way. Nothing is lost.',
    foreign ? THEIRS : '',
  ]);
}

/** What the App says once such an agreement is paused. */
export function pausedComment(agreement: string): string {
  return comment([
    `**Paused.** Messages under ${codeSpan(agreement)} are held. Once the humans have found a way, the owner writes ${codeSpan(`/resume ${agreement}`)}.`,
  ]);
}

/** What the App answers to a command about an agreement: the posting that says so is open. `notice` is the courtesy of a revocation. */
export function orderComment(
  to: number,
  agreement: string,
  standing: 'paused' | 'resumed' | 'revoked',
  number: number,
  notice: string | null = null,
): string {
  const next = {
    paused: 'Messages under it are then held and shown to the owner; they are judged once it is resumed.',
    resumed: 'What was held is then judged again, and new messages are judged as before.',
    revoked: 'Messages under it are then ordinary mail. No reason is needed, and no answer.',
  }[standing];
  return comment(
    [
      `${codeSpan(agreement)} is to be **${standing}**: #${number} is prepared, and holds once the owner has merged it. ${next}`,
      notice === null ? '' : `The other side is told by this message, as a courtesy:\n\n${codeBlock(notice)}`,
    ],
    answerMark(to),
  );
}

/** What the App answers to a command about an agreement whose posting cannot be prepared as things are. */
export function unpreparedOrderComment(to: number, login: string, faults: readonly string[]): string {
  return comment(
    [
      `To ${codeSpan(login)}: nothing was done. This is in the way, and the owner clears it:`,
      faults.map(fault => `- ${codeSpan(fault)}`).join('\n'),
      'Then give the command again.',
    ],
    answerMark(to),
  );
}

/** The title and the text of the pull request that carries an amendment's posting; a stranger's words are in neither. */
export function pullRequestText(
  { summary, credit, agreement, byHand }: Amendment,
  issue: number | null,
): { readonly title: string; readonly body: string } {
  const from = issue === null ? '' : ` It answers #${issue}.`;
  const by = credit === null ? '' : ` Proposed by ${codeSpan(credit)}.`;
  const what = byHand
    ? `The record of a proposal for ${codeSpan(agreement)}.${from}${by} A person adds what was agreed to this branch.`
    : `A complete posting for ${codeSpan(agreement)}.${from}${by}`;
  return { title: summary, body: `${what}\n\nMerging it enacts the change. To refuse it, close it.\n` };
}
