import type { Verdict } from '../core/gate/verdict.ts';
import {
  type Amendment,
  declineProposal,
  enactProposal,
  prepareAmendment,
} from '../core/proposal/amendment.ts';
import { type Command, readCommand } from '../core/proposal/command.ts';
import { type Ruling, rule } from '../core/proposal/decision.ts';
import {
  type Asker,
  readProposal,
  recordOf,
  recordPath,
  standingOfProposal,
} from '../core/proposal/proposal.ts';
import { proposalFinding } from '../core/proposal/proposal-finding.ts';
import { proposalSentence } from '../core/proposal/proposal-words.ts';
import { requestIn } from '../core/proposal/request.ts';
import { recordedProposal } from '../core/proposal/waiting.ts';
import { nextProposalNumber, proposalRecordText } from '../core/registry/proposals.ts';
import { jsonText } from '../core/report/json.ts';
import { quotable } from '../core/report/sentence.ts';
import { textReport } from '../core/report/text.ts';
import { type Checkout, openRecords, writeAll } from './checkout.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { type JudgeOptions, judgeFile } from './judge.ts';
import { describeProposal, given, listFindings, nextSteps, refuse, shown, words } from './proposal-view.ts';

/** The options that every command on a checkout takes. */
export type CheckoutOptions = {
  readonly repo: string;
  readonly base?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
};

export type RecordOptions = CheckoutOptions &
  JudgeOptions & {
    readonly agreement?: string;
    readonly term?: string;
    readonly value?: string;
    readonly reason?: string;
  };

/** `aimf proposal record FILE`: a proposal that came by mail, by text or as a redraft, written down as waiting (section 8.3). */
export async function proposalRecord(file: string, options: RecordOptions, io: Io): Promise<ExitCode> {
  const { verdict, result, receiver } = await judgeFile(file, options, io);
  const asker = askerOf(verdict, receiver.owner.name);
  if (asker === null) {
    io.err(textReport([result]));
    io.err('aimf: only an accepted message can propose something; nothing was written\n');
    return 1;
  }
  const { agreement, term, value, reason } = options;
  const asked = requestIn(verdict, given({ agreement, term, value, reason }));
  if (asked === null) throw new CommandError(`${quotable(file)} proposes nothing: ${NO_PROPOSAL}`);
  if ('findings' in asked) return refuse(asked.findings, options, io);
  if (asked.request.form !== 'proposal')
    throw new CommandError(`${quotable(file)} proposes nothing: ${NO_PROPOSAL}`);
  const { checkout, records, today } = await openRecords(options, io);
  const { proposal, findings } = readProposal(asked.request, asker, records.registry, today);
  if (proposal === null) return refuse(findings, options, io);
  const before = records.proposals.find(one => one.state === 'waiting' && one.digest === proposal.digest);
  const number = before?.proposal ?? nextProposalNumber(records.proposals);
  const standing = standingOfProposal(proposal, number, records.proposals);
  if (standing.closed) return refuse(standing.findings, options, io);
  const record = before ?? recordOf(proposal, number, today);
  const path = recordPath(records.folder, number);
  if (options.dryRun !== true) await writeAll(checkout.folder, new Map([[path, proposalRecordText(record)]]));
  const plan = planOf(enactProposal(proposal, record, records, today), checkout, today);
  const all = [...findings, ...standing.findings];
  if (options.json) {
    io.out(
      `${jsonText({ aimf: 1, proposal: shown(record, proposal), path, findings: all.map(words), plan })}\n`,
    );
    return 0;
  }
  io.out(describeProposal(record, proposal, io));
  io.out(listFindings(all));
  io.out(options.dryRun ? 'Nothing was written (--dry-run)\n' : `Written to ${path}\n`);
  io.out('Approving it would write:\n');
  for (const step of plan.steps) io.out(`  ${quotable(step)}\n`);
  io.out(nextSteps(record, proposal));
  return 0;
}

const NO_PROPOSAL =
  'that is a NOTE whose subject begins with "Proposal:", or a FILE_DROP with a redraft. Its term and value can be given with --term and --value';

/** `aimf proposal approve NUMBER HASH`: the owner's yes, prepared as a complete posting in the checkout (sections 8.3 and 9.2). */
export async function proposalApprove(
  number: string,
  hash: string,
  options: CheckoutOptions,
  io: Io,
): Promise<ExitCode> {
  const { command, findings } = readCommand(`/approve ${hash}`);
  if (command === null) return refuse(findings, options, io);
  return decide(number, command, { owner: true, parties: new Map() }, options, io);
}

/** `aimf proposal accept NUMBER FILE`: the party's yes to the owner's proposal, which its own message holds (section 8.3). */
export async function proposalAccept(
  number: string,
  file: string,
  options: CheckoutOptions & JudgeOptions,
  io: Io,
): Promise<ExitCode> {
  const { verdict, result } = await judgeFile(file, options, io);
  const { command, findings } = readCommand(verdict.body ?? '');
  if (verdict.verdict !== 'accepted' || verdict.party === null) {
    io.err(textReport([result]));
    return 1;
  }
  if (command === null) {
    const args = { command: '/accept', usage: '/accept HASH' };
    return refuse(findings.length > 0 ? findings : [proposalFinding('command-argument', args)], options, io);
  }
  const id = verdict.envelope?.agreement;
  const parties = new Map(id === undefined ? [] : [[id, verdict.party] as const]);
  return decide(number, command, { owner: false, parties }, options, io);
}

/** `aimf proposal decline NUMBER REASON`: the owner's no, on record with its reason (section 8.3). */
export async function proposalDecline(
  number: string,
  reason: string,
  options: CheckoutOptions,
  io: Io,
): Promise<ExitCode> {
  const { command, findings } = readCommand(`/decline ${reason.replaceAll(/\s+/g, ' ')}`);
  if (command === null) return refuse(findings, options, io);
  return decide(number, command, { owner: true, parties: new Map() }, options, io);
}

/** `aimf proposal list`: the proposals that wait, or all. */
export async function proposalList(options: CheckoutOptions & { all?: boolean }, io: Io): Promise<ExitCode> {
  const { records, today } = await openRecords(options, io);
  const rows = records.proposals
    .filter(one => options.all === true || one.state === 'waiting')
    .map(record => ({ record, proposal: recordedProposal(record, records, today) }));
  if (options.json)
    io.out(`${jsonText({ aimf: 1, proposals: rows.map(one => shown(one.record, one.proposal)) })}\n`);
  else if (rows.length === 0) io.out(options.all ? 'There is no proposal\n' : 'No proposal waits\n');
  else
    for (const { record, proposal } of rows) {
      io.out(describeProposal(record, proposal, io));
      if (record.state === 'waiting') io.out(nextSteps(record, proposal));
    }
  return records.faults.length === 0 ? 0 : 2;
}

type Authority = Parameters<typeof rule>[1];

function decides({ command }: Command): boolean {
  return command === 'approve' || command === 'accept' || command === 'decline';
}

async function decide(
  number: string,
  command: Command,
  authority: Authority,
  options: CheckoutOptions,
  io: Io,
): Promise<ExitCode> {
  // A message may hold an order on its agreement instead, which says neither yes nor no to a proposal
  if (!decides(command)) {
    const args = { command: `/${command.command}` };
    return refuse([proposalFinding('command-nothing-waits', args)], options, io);
  }
  const { checkout, records, today } = await openRecords(options, io);
  const record = records.proposals.find(one => String(one.proposal) === number);
  if (record === undefined)
    throw new CommandError(
      `There is no proposal ${quotable(number)}; "aimf proposal list" shows those that wait`,
    );
  const { proposal, findings } = readProposal(
    record,
    { label: record.by, side: record.side },
    records.registry,
    today,
  );
  const { registry } = records;
  // Declining needs no proposal that could still be made
  const decidable = proposal ?? (command.command === 'decline' ? record : null);
  if (decidable === null && record.state === 'waiting') return refuse(findings, options, io);
  const scene = { proposal: decidable, number: record.proposal, record, registry, today };
  const ruling: Ruling = rule(command, authority, scene);
  if (ruling.ruling === 'nothing') return refuse(ruling.findings, options, io);
  if (ruling.ruling === 'decline') {
    const writes = declineProposal(record, ruling.reason, records, today);
    return finish(
      { writes, steps: [...writes.keys()].map(path => `${path}: declined`) },
      '',
      checkout,
      options,
      io,
    );
  }
  if (proposal === null || ruling.ruling !== 'enact') return refuse(findings, options, io);
  const enacted = enactProposal(proposal, record, records, today);
  if ('findings' in enacted) return refuse(enacted.findings, options, io);
  return finishAmendment(enacted, checkout, today, options, io);
}

/**
 * Prepares an amendment in the checkout and writes it; what a person has to edit by hand is said. A `notice` is the message that
 * tells the other side.
 */
export async function finishAmendment(
  amendment: Amendment,
  checkout: Checkout,
  today: string,
  options: CheckoutOptions,
  io: Io,
  notice: string | null = null,
): Promise<ExitCode> {
  if (amendment.byHand) {
    const steps = [...amendment.writes.keys()].map(path => `${path}: enacted`);
    const credit = amendment.credit === null ? '' : ` --credit ${amendment.credit}`;
    const hint = `A person edits what was agreed; then: aimf posting prepare --summary "…"${credit}\n`;
    return finish({ writes: amendment.writes, steps }, hint, checkout, options, io);
  }
  const plan = prepareAmendment(checkout.before, checkout.after, checkout.manifest, amendment, today);
  if ('faults' in plan) throw new CommandError(plan.faults.join('\n'));
  const tell = notice === null ? '' : `Then tell the other side, as a courtesy:\n\n${notice}`;
  const hint = `Posting ${plan.stamp.version}: ${amendment.summary}\nCommit it all in one pull request.\n${tell}`;
  return finish(plan, hint, checkout, options, io, notice);
}

async function finish(
  { writes, steps }: { writes: ReadonlyMap<string, string>; steps: readonly string[] },
  hint: string,
  checkout: Checkout,
  options: CheckoutOptions,
  io: Io,
  notice: string | null = null,
): Promise<ExitCode> {
  if (options.dryRun !== true) await writeAll(checkout.folder, writes);
  if (options.json) {
    const told = notice === null ? {} : { notice };
    const files = [...writes.keys()];
    io.out(`${jsonText({ aimf: 1, written: options.dryRun !== true, files, ...told })}\n`);
    return 0;
  }
  for (const step of steps) io.out(`  ${quotable(step)}\n`);
  io.out(options.dryRun ? 'Nothing was written (--dry-run)\n' : hint);
  return 0;
}

/** Who made a proposal: the party whose message was accepted, or the owner, whom no gate stops. */
function askerOf(verdict: Verdict, owner: string): Asker {
  if (verdict.verdict === 'accepted' && verdict.party !== null)
    return { label: verdict.party, side: 'party' };
  const isOwner = verdict.gates.some(one => one.findings.some(({ code }) => code === 'from-owner'));
  return isOwner ? { label: owner, side: 'owner' } : null;
}

type Enacted = ReturnType<typeof enactProposal>;

/** What approving would write, or why it cannot be prepared as things are. */
function planOf(enacted: Enacted, checkout: Checkout, today: string): { steps: readonly string[] } {
  if ('findings' in enacted) return { steps: enacted.findings.map(proposalSentence) };
  if (enacted.byHand) return { steps: ['nothing by itself: a person edits what was agreed'] };
  const plan = prepareAmendment(checkout.before, checkout.after, checkout.manifest, enacted, today);
  return { steps: 'faults' in plan ? plan.faults.map(fault => `not yet: ${fault}`) : plan.steps };
}
