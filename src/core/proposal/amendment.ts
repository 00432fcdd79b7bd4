import { type Agreement, readAgreement } from '../agreement/agreement.ts';
import { editYaml } from '../message/yaml-edit.ts';
import { decidePosting } from '../posting/decide.ts';
import type { Manifest } from '../posting/manifest.ts';
import { type PostingPlan, preparePosting } from '../posting/prepare.ts';
import { postingSentence } from '../posting/report.ts';
import { type Snapshot, withTexts } from '../posting/snapshot.ts';
import { type ProposalRecord, proposalRecordText } from '../registry/proposals.ts';
import { type Proposal, recordPath } from './proposal.ts';
import { type ProposalFinding, proposalFinding } from './proposal-finding.ts';
import { agreementFile, type Records } from './records.ts';
import type { TermChange } from './term-change.ts';

/** A change of an agreement, and what is put on record with it, as a value (specification sections 8.3 and 9.2). */
export type Amendment = {
  readonly agreement: string;
  /** Content by path in the repository: the agreement's file and the records. */
  readonly writes: ReadonlyMap<string, string>;
  /** The changelog's line. */
  readonly summary: string;
  /** The party whose proposal it was. */
  readonly credit: string | null;
  /** Whether the agreement stays as it is, and a person has to edit what was agreed. */
  readonly byHand: boolean;
};

/** An amendment, or what keeps it from being made. */
export type AmendmentResult = Amendment | { readonly findings: readonly ProposalFinding[] };

/** Enacts a proposal: the agreement's next version, and the record of what was proposed and decided (section 8.3). */
export function enactProposal(
  proposal: Proposal,
  record: ProposalRecord,
  records: Records,
  today: string,
): AmendmentResult {
  const { agreement, change, digest } = proposal;
  const credit = proposal.side === 'party' ? proposal.by : null;
  const enacted = { ...record, digest, state: 'enacted', decided: today } as const;
  const own = [recordPath(records.folder, record.proposal), proposalRecordText(enacted)] as const;
  if (change.term === 'other') {
    const summary = `${agreement}: as proposal ${record.proposal} asks`;
    return { agreement, writes: new Map([own]), summary, credit, byHand: true };
  }
  const words = changeWords(change);
  const history = `${words}; proposed by ${proposal.by}, proposal ${record.proposal}`;
  const edited = amend(records, agreement, terms => termsOf(change, terms), history, today);
  if ('findings' in edited) return edited;
  const summary = `${agreement}, version ${edited.version}: ${words}`;
  return { agreement, writes: new Map([[edited.path, edited.text], own]), summary, credit, byHand: false };
}

/** The record of a proposal that was declined, with the reason: no surface changes (section 8.3). */
export function declineProposal(
  record: ProposalRecord,
  reason: string,
  records: Records,
  today: string,
): ReadonlyMap<string, string> {
  const declined = { ...record, state: 'declined', decided: today, answer: reason } as const;
  return new Map([[recordPath(records.folder, record.proposal), proposalRecordText(declined)]]);
}

/** What an agreement becomes by a command or an event that is no proposal (sections 8.6 and 9.5). */
export type StatusChange = {
  readonly status: Agreement['status'];
  /** Why, in a few words on one line. */
  readonly words: string;
};

/** Pauses, resumes or revokes an agreement (section 8.6). */
export function changeStatus(
  id: string,
  { status, words }: StatusChange,
  records: Records,
  today: string,
): AmendmentResult {
  const edited = amend(records, id, () => ({ status }), words, today);
  if ('findings' in edited) return edited;
  const summary = `${id}, version ${edited.version}: ${words}`;
  return {
    agreement: id,
    writes: new Map([[edited.path, edited.text]]),
    summary,
    credit: null,
    byHand: false,
  };
}

/**
 * Says of an agreement that its date has passed: what it says stays, its history gets the line. Null where that was said already,
 * or the date has not passed, or the agreement was revoked before. Section 8.6.
 */
export function recordExpiry(id: string, records: Records, today: string): AmendmentResult | null {
  const agreement = agreementFile(records, id)?.agreement;
  if (agreement === undefined || agreement.status === 'revoked' || today <= agreement.expires) return null;
  const words = `expired on ${agreement.expires}`;
  if (agreement.history?.at(-1)?.change === words) return null;
  return changeStatus(id, { status: agreement.status, words }, records, today);
}

/**
 * An amendment made into a complete posting on a head that it was made from (mostly the base itself): every file to be written, by
 * path. What the check would refuse is refused here. Specification section 9.2.
 */
export function prepareAmendment(
  base: Snapshot,
  head: Snapshot,
  manifest: Manifest,
  { writes, summary, credit }: Amendment,
  today: string,
): PostingPlan | { readonly faults: readonly string[] } {
  const amended = withTexts(head, writes);
  const wish = { summary, today, ...(credit === null ? {} : { credit }) };
  const plan = preparePosting(base, amended, manifest, wish);
  if ('faults' in plan) return plan;
  const whole = new Map([...writes, ...plan.writes]);
  const change = { base, head: withTexts(head, whole), manifest, reached: null };
  const { verdict, findings } = decidePosting(change);
  if (verdict !== 'complete')
    return { faults: findings.filter(one => one.level === 'error').map(postingSentence) };
  const steps = [...writes.keys()]
    .filter(path => !plan.writes.has(path))
    .map(path => `${path}: the amendment`);
  return { ...plan, writes: whole, steps: [...steps, ...plan.steps] };
}

/** A change in a few words of ours: what a stranger wrote freely is not repeated in a history or a changelog. */
export function changeWords(change: TermChange): string {
  switch (change.term) {
    case 'expires':
      return `valid until ${change.to} instead of ${change.from}`;
    case 'limits':
      return `limits now ${change.to}`;
    case 'purpose':
      return 'purpose reworded';
    case 'other':
      return 'as the proposal says';
    default: {
      const added = change.added.map(word => `${word} added`);
      const removed = change.removed.map(word => `${word} taken away`);
      return [...added, ...removed].join(', ');
    }
  }
}

type Terms = Partial<Agreement>;

/** The terms of an agreement as a change leaves them: a verb brings the rung that it stands on, the last one takes it along. */
function termsOf(change: TermChange, agreement: Agreement): Terms {
  switch (change.term) {
    case 'expires':
    case 'limits':
    case 'purpose':
      return { [change.term]: change.to };
    case 'allowed_types':
      return { allowed_types: [...change.to] };
    case 'allowed_actions': {
      const isOpen = change.to.length > 0;
      const others = agreement.allowed_types.filter(type => type !== 'REQUEST');
      const kept = agreement.allowed_types.includes('REQUEST')
        ? agreement.allowed_types
        : [...others, 'REQUEST' as const];
      return {
        level: isOpen ? 2 : 1,
        allowed_types: [...(isOpen ? kept : others)],
        allowed_actions: [...change.to],
      };
    }
    case 'transport': {
      const [only, another] = change.to;
      return { transport: only !== undefined && another === undefined ? only : [...change.to] };
    }
    case 'other':
      return {};
  }
}

type Edited = { readonly path: string; readonly text: string; readonly version: number };

/** An agreement's file with its next version written into it, comments and order kept; checked by reading it again. */
function amend(
  records: Records,
  id: string,
  change: (agreement: Agreement) => Terms,
  history: string,
  date: string,
): Edited | { readonly findings: readonly ProposalFinding[] } {
  const file = agreementFile(records, id);
  if (file === null)
    return { findings: [proposalFinding('proposal-agreement-unreadable', { agreement: id })] };
  const { path, text, agreement } = file;
  const version = agreement.version + 1;
  const line = { version, date, change: history };
  const terms = change(agreement);
  const differing = Object.entries(terms).filter(
    ([name, value]) => JSON.stringify(agreement[name as keyof Agreement]) !== JSON.stringify(value),
  );
  const edited = editYaml(text, [
    { path: ['version'], set: version },
    ...differing.map(([name, value]) => ({ path: [name], set: value })),
    { path: ['history'], add: line },
  ]);
  const wanted = { ...agreement, ...terms, version, history: [...(agreement.history ?? []), line] };
  const fault =
    edited === null ? 'it is written in another way than line by line' : difference(edited, wanted);
  if (edited === null || fault !== null)
    return { findings: [proposalFinding('amendment-impossible', { path, fault: fault ?? '' })] };
  return { path, text: edited, version };
}

/** Why an edited text is not the agreement that was wanted, or null where it is. */
function difference(text: string, wanted: Agreement): string | null {
  const read = readAgreement(text);
  if ('faults' in read) return read.faults.join('; ');
  const names = new Set([...Object.keys(wanted), ...Object.keys(read.agreement)]);
  const other = [...names].find(name => {
    const key = name as keyof Agreement;
    return JSON.stringify(read.agreement[key]) !== JSON.stringify(wanted[key]);
  });
  return other === undefined ? null : `${other} would come out otherwise`;
}
