import { lifeCycle } from '../agreement/life-cycle.ts';
import { ledgerOf } from '../registry/acks.ts';
import type { ProposalRecord } from '../registry/proposals.ts';
import type { ResultJson } from '../report/json.ts';
import { type Proposal, readProposal, shortHash } from './proposal.ts';
import { agreementFile, type Records } from './records.ts';

/** What waits for a person of the owner's side, or is about to (specification sections 8.3, 8.6, 9.5 and 9.7). */
export type Waiting = {
  readonly kind: 'proposal' | 'access-request' | 'held' | 'ack-overdue' | 'expires' | 'expired' | 'unwatched';
  /** The proposal's number, the agreement's id or the message's file. */
  readonly about: string;
  readonly agreement: string | null;
  /** The day by which, or since which; null where there is none. */
  readonly day: string | null;
  /** Who is concerned: a label, or the sender as the message names it. */
  readonly who: string;
  /** The command that is the next step, where there is one. */
  readonly next: string | null;
};

/** Days before its end at which an agreement is shown. */
const EXPIRY_DAYS = 30;

/** Everything that waits on a day: first what wants a decision. */
export function waitingOf(
  records: Records,
  judged: readonly ResultJson[],
  today: string,
): readonly Waiting[] {
  return [
    ...records.proposals.flatMap(record => waitingProposal(record, records, today)),
    ...judged.flatMap(waitingMessage),
    ...overdueAcks(records, today),
    ...agreementsToLookAt(records, today),
  ];
}

/** A recorded proposal as it now stands against the registry; null where it cannot be made any more. */
export function recordedProposal(record: ProposalRecord, records: Records, today: string): Proposal | null {
  const asker = { label: record.by, side: record.side };
  return readProposal(record, asker, records.registry, today).proposal;
}

function waitingProposal(record: ProposalRecord, records: Records, today: string): Waiting[] {
  if (record.state !== 'waiting') return [];
  const { proposal: number, agreement, by: who, side, recorded: day } = record;
  const proposal = recordedProposal(record, records, today);
  const approve = proposal === null ? null : `aimf proposal approve ${number} ${shortHash(proposal.digest)}`;
  const decline = `aimf proposal decline ${number} "REASON"`;
  const next = side === 'owner' ? `aimf proposal accept ${number} FILE` : (approve ?? decline);
  return [{ kind: 'proposal', about: String(number), agreement, day, who, next }];
}

function waitingMessage(result: ResultJson): Waiting[] {
  const { verdict, file, envelope } = result;
  if (verdict !== 'access-request' && verdict !== 'held') return [];
  const next = verdict === 'held' ? null : 'aimf access approve FILE';
  const agreement = envelope?.agreement ?? null;
  return [{ kind: verdict, about: file, agreement, day: null, who: envelope?.from ?? '', next }];
}

function overdueAcks({ registry, acks }: Records, today: string): Waiting[] {
  const { protocol } = registry;
  if (protocol === null) return [];
  return ledgerOf({ ...registry, protocol }, acks, today)
    .filter(row => row.state === 'overdue')
    .map(({ agreement, parties, effective }) => ({
      kind: 'ack-overdue',
      about: agreement,
      agreement,
      day: effective,
      who: parties.join(' and '),
      next: 'aimf acks record FILE',
    }));
}

function agreementsToLookAt(records: Records, today: string): Waiting[] {
  const horizon = new Date(Date.parse(`${today}T00:00:00Z`) + EXPIRY_DAYS * 86_400_000)
    .toISOString()
    .slice(0, 10);
  return [...records.registry.agreements.keys()].sort().flatMap((id): Waiting[] => {
    const agreement = agreementFile(records, id)?.agreement;
    if (agreement === undefined) return [];
    const { expires, parties, update_watch: watch } = agreement;
    const standing = lifeCycle(agreement, today);
    const one = { about: id, agreement: id, day: expires, who: parties.join(' and '), next: null };
    const said = agreement.history?.at(-1)?.change === `expired on ${expires}`;
    if (standing === 'expired') return said ? [] : [{ ...one, kind: 'expired' as const }];
    if (standing !== 'active') return [];
    const unwatched = parties.filter(party => (watch?.[party] ?? '').trim() === '');
    return [
      ...(expires <= horizon ? [{ ...one, kind: 'expires' as const }] : []),
      ...unwatched.map(who => ({ ...one, kind: 'unwatched' as const, day: null, who })),
    ];
  });
}
