import type { Agreement } from '../../core/agreement/agreement.ts';
import { dayIn } from '../../core/agreement/life-cycle.ts';
import type { Ack } from '../../core/registry/acks.ts';
import type { Schedule } from '../../core/registry/monitoring.ts';
import type { Receiver } from '../../core/registry/receiver.ts';
import type { Registry } from '../../core/registry/registry.ts';
import type { ToldDuty } from '../../store/store.ts';
import { missedRuns } from '../schedule.ts';
import { ackDuties } from './acks.ts';
import { canonicalDuties, type Sighting } from './canonical.ts';
import { duty } from './duty.ts';
import { expiryDuties } from './expiry.ts';

/** Missed runs in a row from which the absence is told (specification section 10.5). */
export const TOLD_MISSES = 2;

/** Everything that the duties depend on, as values. */
export type DutyFacts = {
  readonly now: number;
  /** The moment of the last run; null before the first one. */
  readonly last: number | null;
  readonly receiver: Receiver;
  readonly registry: Registry;
  readonly schedule: Schedule;
  /** The acknowledgements on record and those that a wire has seen. */
  readonly acks: readonly Ack[];
  readonly sightings: readonly Sighting[];
};

/** Every duty that stands at a moment, given before or not; whoever asks passes over those that were given. Section 10.5. */
export function standingDuties(facts: DutyFacts): readonly ToldDuty[] {
  const { now, last, receiver, registry } = facts;
  const { timeZone, name: owner } = receiver.owner;
  const today = dayIn(timeZone, now);
  const own = ownAgreements(registry, owner);
  return [
    ...missed(facts),
    ...expiryDuties(own, today, last === null ? null : dayIn(timeZone, last)),
    ...ackDuties(registry, own, facts.acks, { today, ackDays: facts.schedule.ackDays, owner }),
    ...canonicalDuties(facts.sightings, registry.protocol, today),
  ];
}

/** The agreements that the owner is a party of, by id. */
export function ownAgreements(registry: Registry, owner: string): readonly Agreement[] {
  return [...registry.agreements.values()]
    .flatMap(({ agreement }) => (agreement?.parties.includes(owner) === true ? [agreement] : []))
    .sort((a, b) => (a.agreement < b.agreement ? -1 : 1));
}

function missed({ schedule, receiver, last, now }: DutyFacts): readonly ToldDuty[] {
  if (last === null) return [];
  const count = missedRuns({ ...schedule, timeZone: receiver.owner.timeZone }, last, now, true);
  if (count < TOLD_MISSES) return [];
  const from = moment(last);
  return [duty('runs-missed', { count, from, to: moment(now) }, [from], null)];
}

function moment(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}
