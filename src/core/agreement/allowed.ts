import { type Action, type MessageType, TYPES } from '../message/type.ts';
import type { Agreement } from './agreement.ts';
import type { Capability } from './capability.ts';
import { type Limits, readLimits, strictest } from './limits.ts';

/** What a party may do under an agreement today: the intersection of all sides (specification section 8.2). */
export type Allowed = {
  readonly types: ReadonlySet<MessageType>;
  readonly actions: ReadonlySet<Action>;
  readonly limits: Limits;
  /** Clauses of any of the limits texts that could not be read. */
  readonly unreadable: readonly string[];
};

/**
 * What the party offers, the owner accepts and the agreement lists, on the rung of the trust ladder that the agreement
 * stands on: a Level 1 agreement never allows a REQUEST, whatever it lists. Of several limits the strictest holds.
 * Specification sections 8.2, 8.4 and 8.5.
 */
export function allowedUnder(
  agreement: Agreement,
  party: Capability | null,
  owner: Capability | null,
): Allowed {
  const offers = new Set<MessageType>(party?.offers ?? TYPES);
  const accepts = new Set<MessageType>(owner?.accepts ?? TYPES);
  const listed = new Set<MessageType>(agreement.allowed_types);
  const types = new Set([...listed].filter(type => offers.has(type) && accepts.has(type)));
  if (agreement.level < 2) types.delete('REQUEST');
  const actions = new Set<Action>(agreement.level < 2 ? [] : agreement.allowed_actions);
  const readings = [agreement.limits, party?.limits, owner?.limits].map(text => readLimits(text ?? ''));
  return {
    types,
    actions,
    limits: readings.reduce<Limits>((all, one) => strictest(all, one.limits), {}),
    unreadable: readings.flatMap(one => one.unreadable),
  };
}
