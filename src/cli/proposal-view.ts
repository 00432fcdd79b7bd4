import { changeWords } from '../core/proposal/amendment.ts';
import { type Proposal, shortHash } from '../core/proposal/proposal.ts';
import type { ProposalFinding } from '../core/proposal/proposal-finding.ts';
import { proposalRemedy, proposalSentence } from '../core/proposal/proposal-words.ts';
import { changeValue } from '../core/proposal/term-change.ts';
import type { ProposalRecord } from '../core/registry/proposals.ts';
import { jsonText } from '../core/report/json.ts';
import { quotable } from '../core/report/sentence.ts';
import type { ExitCode, Io } from './io.ts';
import { paintFor } from './paint.ts';

/** A finding about a proposal in the machine form. */
export function words(finding: ProposalFinding): object {
  const { code, level } = finding;
  return { code, level, message: proposalSentence(finding), remedy: proposalRemedy(finding) };
}

/** Findings for a person, a line each with its remedy below it. */
export function listFindings(findings: readonly ProposalFinding[]): string {
  return findings
    .map(one => `  ${one.level} ${proposalSentence(one)} [${one.code}]\n        → ${proposalRemedy(one)}\n`)
    .join('');
}

/** Says why nothing was done, and ends with exit code 1. */
export function refuse(
  findings: readonly ProposalFinding[],
  options: { readonly json?: boolean },
  io: Io,
): ExitCode {
  if (options.json) io.out(`${jsonText({ aimf: 1, written: false, findings: findings.map(words) })}\n`);
  else io.out(`Nothing was done:\n${listFindings(findings)}`);
  return 1;
}

/** A recorded proposal for a person: what is asked, of which agreement, by whom and why. */
export function describeProposal(record: ProposalRecord, proposal: Proposal | null, io: Io): string {
  const { proposal: number, agreement, by, term, value, reason, state, answer } = record;
  const paint = paintFor(io.color);
  const version = proposal === null ? '' : `, version ${proposal.version}`;
  const lines = [
    `${paint.strong(`Proposal ${number}`)} for ${quotable(agreement)}${version}, by ${quotable(by)}: ${state}`,
    `  ${term}: ${quotable(value)}`,
  ];
  if (proposal !== null && 'from' in proposal.change)
    lines.push(`  it is now: ${quotable(proposal.change.from)}`);
  if (proposal !== null && 'added' in proposal.change) lines.push(`  ${changeWords(proposal.change)}`);
  lines.push(...reason.split('\n', 6).map(row => `  | ${quotable(row)}`));
  if (answer !== undefined) lines.push(`  declined: ${quotable(answer)}`);
  return `${lines.join('\n')}\n`;
}

/** The commands that decide a waiting proposal. */
export function nextSteps({ proposal: number, side }: ProposalRecord, proposal: Proposal | null): string {
  const hash = proposal === null ? null : shortHash(proposal.digest);
  const yes =
    side === 'owner'
      ? `To record the party's yes: aimf proposal accept ${number} FILE   # a message of the party with the line /accept ${hash ?? 'HASH'}`
      : `To approve: aimf proposal approve ${number} ${hash ?? ''}`;
  const no = `To decline: aimf proposal decline ${number} "REASON"`;
  return hash === null ? `It cannot be made as things are now. ${no}\n` : `${yes}\n${no}\n`;
}

/** A recorded proposal in the machine form, with the digest as things stand now. */
export function shown(record: ProposalRecord, proposal: Proposal | null): object {
  const { digest: _, ...rest } = record;
  const now =
    proposal === null ? {} : { agreement_version: proposal.version, value: changeValue(proposal.change) };
  return { ...rest, ...now, digest: proposal?.digest ?? null };
}

/** The options that were given, without those that were not. */
export function given(
  options: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
