import type { Party, Receiver } from '../registry/receiver.ts';
import type { Registry } from '../registry/registry.ts';
import type { Memory } from './inbox.ts';

/** Everything but the delivery that a verdict depends on: facts, never clients. */
export type Context = {
  readonly receiver: Receiver;
  readonly registry: Registry;
  /** What was accepted before. */
  readonly inbox: Memory;
  /** Shared secrets by party; a party whose secret is not at hand is absent. */
  readonly secrets: ReadonlyMap<string, string>;
};

/**
 * The party that writes as an identity (in the form in which they are compared), or null where nobody does (section
 * 6.1).
 */
export function partyOf(receiver: Receiver, identity: string): Party | null {
  return receiver.parties.find(party => party.identities.includes(identity)) ?? null;
}

/** Whether an identity is listed at all: a party's, or the owner's own (specification section 6.1). */
export function isListed(receiver: Receiver, identity: string): boolean {
  return receiver.owner.addresses.includes(identity) || partyOf(receiver, identity) !== null;
}
