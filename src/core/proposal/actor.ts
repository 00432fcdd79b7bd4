import type { Agreement } from '../agreement/agreement.ts';
import type { Manifest } from '../posting/manifest.ts';
import type { Registry } from '../registry/registry.ts';

/** An account as GitHub describes it. The id decides; the login is for people, since logins are taken over by strangers. */
export type Actor = { readonly id: number; readonly kind: string; readonly login: string };

/** What an account may speak for: the owner, parties by their agreements, or nobody (specification section 9.8). */
export type Authority = {
  readonly owner: boolean;
  /** The label under which an account stands in an agreement, by the agreement's id. */
  readonly parties: ReadonlyMap<string, string>;
};

const NOBODY: Authority = { owner: false, parties: new Map() };

/**
 * What an account may speak for, by its numeric id and by nothing else: the manifest of the base branch names the owners, each
 * agreement its party. An account that is no person's speaks for nobody. Specification section 9.8, hazards D.
 */
export function authorityOf(actor: Actor, owners: Manifest['owners'], registry: Registry): Authority {
  if (actor.kind !== 'User' || !Number.isSafeInteger(actor.id) || actor.id < 1) return NOBODY;
  const owner = owners.some(one => one.id === actor.id);
  const parties = new Map<string, string>();
  for (const { agreement } of registry.agreements.values()) {
    const label = agreement === null ? null : labelIn(agreement, actor.id);
    // An agreement cannot make its own owner a party to be decided for
    if (agreement !== null && label !== null && !owner) parties.set(agreement.agreement, label);
  }
  return { owner, parties };
}

/** The label that an agreement gives to an account; null for none, and where two labels share the account. */
function labelIn(agreement: Agreement, id: number): string | null {
  const labels = Object.entries(agreement.github ?? {}).filter(([, one]) => one === id);
  const [label] = labels[0] ?? [];
  return labels.length === 1 && label !== undefined && agreement.parties.includes(label) ? label : null;
}

/** Whether an agreement names an account from which its party can be heard, one that is no owner's (specification section 9.8). */
export function namesParty(agreement: Agreement, owners: Manifest['owners']): boolean {
  return Object.values(agreement.github ?? {}).some(
    id => labelIn(agreement, id) !== null && !owners.some(one => one.id === id),
  );
}

/** The one label under which an account stands in the registry, or null where it stands nowhere or under several. */
export function partyLabel(authority: Authority): string | null {
  const labels = [...new Set(authority.parties.values())];
  return labels.length === 1 ? (labels[0] ?? null) : null;
}

/** The label that all agreements share, which is the owner's; null where there is no such one. */
export function ownerLabel(registry: Registry): string | null {
  const parties = [...registry.agreements.values()].flatMap(one =>
    one.agreement === null ? [] : [one.agreement.parties],
  );
  const [first = []] = parties;
  const shared = first.filter(label => parties.every(each => each.includes(label)));
  // Where there is one agreement the owner is named first
  return shared[0] ?? null;
}
