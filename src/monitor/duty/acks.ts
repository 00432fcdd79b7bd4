import type { Agreement } from '../../core/agreement/agreement.ts';
import { type Ack, type LedgerRow, ledgerOf } from '../../core/registry/acks.ts';
import type { Protocol } from '../../core/registry/protocol.ts';
import type { Registry } from '../../core/registry/registry.ts';
import { compareVersions } from '../../core/registry/version.ts';
import type { ToldDuty } from '../../store/store.ts';
import { dayAfter, duty } from './duty.ts';

/**
 * The acknowledgements of the version in force that are awaited or overdue on a day, of the owner's own agreements. Only the side that
 * announces awaits any; its counterparties owe them (specification section 9.5).
 */
export function ackDuties(
  registry: Registry,
  own: readonly Agreement[],
  acks: readonly Ack[],
  options: { readonly today: string; readonly ackDays: number; readonly owner: string },
): readonly ToldDuty[] {
  const { protocol } = registry;
  if (protocol === null || announcerOf(registry) !== options.owner) return [];
  const announced = new Map(
    own.filter(one => wasAnnounced(one, protocol)).map(one => [one.agreement, one] as const),
  );
  return ledgerOf({ ...registry, protocol }, acks, options.today, options.ackDays)
    .filter(row => row.state !== 'acknowledged' && announced.has(row.agreement))
    .map(row => ackDuty(row, options));
}

/** Whose registry it is: the party of most of its agreements, and of two that are in as many, the one that is named first more often. */
function announcerOf({ agreements }: Registry): string | undefined {
  const weights = new Map<string, number>();
  for (const { agreement } of agreements.values())
    for (const [place, party] of (agreement?.parties ?? []).entries())
      weights.set(party, (weights.get(party) ?? 0) + (place === 0 ? 1 + FIRST : 1));
  return [...weights].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** What standing first counts beside an agreement: less than any number of them together. */
const FIRST = 1e-6;

/** An agreement that was made under the version, or after it was posted, was never told of it and owes no acknowledgement. */
function wasAnnounced({ history, protocol_version: runs }: Agreement, protocol: Protocol): boolean {
  const made = history?.[0]?.date;
  if (made === undefined || made < protocol.posted) return true;
  return made === protocol.posted && (runs === undefined || compareVersions(runs, protocol.normative) < 0);
}

function ackDuty(row: LedgerRow, { ackDays, owner }: { ackDays: number; owner: string }): ToldDuty {
  const { agreement, version, effective, state } = row;
  const parties = row.parties.filter(party => party !== owner).join(' and ');
  const due = dayAfter(effective, ackDays);
  const command = `aimf agreement pause ${agreement} "No acknowledgement of ${version}"`;
  return duty(
    state === 'overdue' ? 'ack-overdue' : 'ack-awaited',
    { agreement, parties, version, effective, due, command },
    [agreement, version],
    due,
  );
}
