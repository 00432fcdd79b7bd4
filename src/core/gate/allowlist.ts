import { type Finding, finding } from '../finding/finding.ts';
import type { Delivery } from '../message/delivery.ts';
import type { Envelope } from '../message/envelope.ts';
import type { Reading } from '../message/parse.ts';
import { comparableIdentity, type Party, type Receiver } from '../registry/receiver.ts';
import { authHolds } from './auth.ts';
import { type Context, isListed, partyOf } from './context.ts';

/** What the allowlist gate decided: it passes for a party, or the message ends here as `ends` says (section 6.1). */
export type AllowlistOutcome = {
  readonly findings: readonly Finding[];
} & (
  | { readonly ends: null; readonly party: Party }
  | { readonly ends: 'attempt' | 'access-request' | 'ordinary' | 'held' | 'from-owner'; readonly party: null }
);

/**
 * The first gate: is the sender listed, is the claimed identity the one the wire proved, and does the message carry the
 * proof that the agreement asks for. An envelope that cannot be read is judged by the wire's identity alone. Specification
 * sections 6.1 and 6.2.
 */
export function allowlistGate(delivery: Delivery, reading: Reading, context: Context): AllowlistOutcome {
  const { sender } = delivery;
  const claim = reading.envelope === null ? null : comparableIdentity(reading.envelope.from);
  if (sender.status !== 'proven') return unproven(delivery, reading, claim, context);
  const identity = comparableIdentity(sender.identity);
  const flags = sender.findings;
  const owners = context.receiver.owner.addresses;
  if (owners.includes(identity) && (claim === null || owners.includes(claim))) {
    return { ends: 'from-owner', party: null, findings: [...flags, finding('from-owner', { identity })] };
  }
  const bound = boundParty(delivery, identity, claim, reading, context);
  if (bound === 'mismatch') {
    const args = { claimed: claim ?? '', proven: identity };
    return {
      ends: 'attempt',
      party: null,
      findings: [...flags, finding('sender-mismatch', args, { field: 'from' })],
    };
  }
  if (bound === null) return stranger(identity, reading, flags);
  return authGate(bound, reading.envelope, flags, context);
}

/** The party that a proven identity may speak for, null for a stranger, `mismatch` where the claim is another's. */
function boundParty(
  delivery: Delivery,
  identity: string,
  claim: string | null,
  reading: Reading,
  context: Context,
): Party | 'mismatch' | null {
  const { receiver } = context;
  const own = partyOf(receiver, identity) ?? partyByLabel(delivery, identity, receiver);
  if (claim === null) return own ?? recordedSender(identity, null, reading, context);
  if (claim === identity) return own;
  // Where the wire proves the party itself, any identity of the party is proven
  if (own !== null && own.party === identity && own.identities.includes(claim)) return own;
  const claimed = partyOf(receiver, claim);
  return (claimed === null ? null : recordedSender(identity, claimed, reading, context)) ?? 'mismatch';
}

/**
 * The party whose label the wire proved. Only a folder and GitHub prove labels: on a chat somebody may well be called like a
 * party.
 */
function partyByLabel(delivery: Delivery, identity: string, receiver: Receiver): Party | null {
  const { sender, transport } = delivery;
  const provesLabels =
    transport === 'folder' ||
    transport === 'github' ||
    (sender.status === 'proven' && sender.by === 'folder');
  if (!provesLabels) return null;
  return receiver.parties.find(one => one.party === identity) ?? null;
}

/** The party for which this identity is a recorded transport sender: the agreement and the private file must both say so. */
function recordedSender(
  identity: string,
  claimed: Party | null,
  reading: Reading,
  context: Context,
): Party | null {
  const labels = [...context.receiver.senders]
    .filter(([, address]) => address === identity)
    .map(([label]) => label);
  if (labels.length === 0) return null;
  const candidates = claimed === null ? context.receiver.parties : [claimed];
  const records = (party: Party) =>
    agreementsOf(party, reading.envelope, context).some(agreement =>
      (agreement.transport_senders ?? []).some(label => labels.includes(label)),
    );
  return candidates.find(records) ?? null;
}

/** The agreements that a party's message stands under: the cited one where it is the party's, else all of the party's. */
function agreementsOf(party: Party, envelope: Envelope | null, context: Context) {
  const all = [...context.registry.agreements.values()].flatMap(entry =>
    entry.agreement === null ? [] : [entry.agreement],
  );
  const own = all.filter(one => one.parties.includes(party.party));
  const cited = own.filter(one => one.agreement === envelope?.agreement);
  if (cited.length > 0) return cited;
  const listed = own.filter(one => party.agreements.includes(one.agreement));
  return listed.length > 0 ? listed : own;
}

function stranger(identity: string, reading: Reading, flags: readonly Finding[]): AllowlistOutcome {
  const findings = [...flags, finding('sender-unlisted', { identity })];
  return { ends: isFirstContact(reading) ? 'access-request' : 'ordinary', party: null, findings };
}

/** A readable NOTE or QUESTION: what a first contact looks like (specification section 9.7). */
function isFirstContact(reading: Reading): boolean {
  return reading.envelope !== null && (reading.type === 'NOTE' || reading.type === 'QUESTION');
}

/**
 * The wire proved nobody. Whoever claims an identity all the same, in the envelope or in a mail's From line, has made an
 * attempt, whatever the type and whether or not the envelope can be read; where the proof may still come, the message is held.
 * Only a message that claims nobody is ordinary.
 */
function unproven(
  delivery: Delivery,
  reading: Reading,
  claim: string | null,
  context: Context,
): AllowlistOutcome {
  const { sender } = delivery;
  if (sender.status === 'proven') throw new Error('A proven sender came to the branch for unproven ones');
  const wire = sender.claimed === null ? null : comparableIdentity(sender.claimed);
  const claims = [claim, wire].filter(one => one !== null);
  const claimed = claims.find(one => isListed(context.receiver, one)) ?? claims[0];
  if (claimed === undefined) return { ends: 'ordinary', party: null, findings: sender.findings };
  if (sender.status === 'unavailable' && couldBind(delivery, wire, claim, reading, context)) {
    return { ends: 'held', party: null, findings: sender.findings };
  }
  const findings = [...sender.findings, finding('sender-unproven', { claimed }, { field: 'from' })];
  return { ends: 'attempt', party: null, findings };
}

/** Whether a later proof of the From line could still let the message pass: it cannot where the envelope claims another. */
function couldBind(
  delivery: Delivery,
  wire: string | null,
  claim: string | null,
  reading: Reading,
  context: Context,
): boolean {
  if (wire === null || claim === null || wire === claim) return true;
  return boundParty(delivery, wire, claim, reading, context) !== 'mismatch';
}

/** The shared word or the HMAC that the agreement asks for (specification section 6.2). */
function authGate(
  party: Party,
  envelope: Envelope | null,
  flags: readonly Finding[],
  context: Context,
): AllowlistOutcome {
  const asked = agreementsOf(party, envelope, context).find(one => (one.auth ?? 'none') !== 'none');
  if (envelope === null || asked === undefined || asked.auth === undefined || asked.auth === 'none') {
    return { ends: null, party, findings: flags };
  }
  const kind = asked.auth;
  const secret = context.secrets.get(party.party);
  if (secret === undefined) {
    const args = { party: party.party, variable: party.secretEnv ?? '', agreement: asked.agreement };
    return { ends: 'held', party: null, findings: [...flags, finding('auth-secret-unset', args)] };
  }
  const place = { field: 'auth' };
  if (envelope.auth === undefined) {
    return {
      ends: 'attempt',
      party: null,
      findings: [...flags, finding('auth-missing', { kind, agreement: asked.agreement }, place)],
    };
  }
  if (!authHolds(kind, secret, envelope)) {
    return {
      ends: 'attempt',
      party: null,
      findings: [...flags, finding('auth-wrong', { kind, agreement: asked.agreement }, place)],
    };
  }
  const scope = kind === 'hmac' ? [finding('auth-covers-part')] : [];
  return { ends: null, party, findings: [...flags, ...scope] };
}
