import { normalizeAddress } from '../mail/address.ts';
import type { Delivery, Transport } from '../message/delivery.ts';
import { parseMessage } from '../message/parse.ts';
import { comparableIdentity, type Receiver } from '../registry/receiver.ts';
import type { Registry } from '../registry/registry.ts';
import type { Context } from './context.ts';
import { Inbox } from './inbox.ts';

/** The label of the receiving side's owner, where a public registry says no more. */
export const OWNER = 'andrew';

/** What a simulation takes for granted about the sender. */
export type Supposed = {
  /** The party that the sender is; null takes the other party of the agreement that the message cites. */
  readonly party: string | null;
  /** Whether the sender is not listed at all. */
  readonly stranger: boolean;
  /** The shared secret, with the variable that holds it. */
  readonly secret: { readonly variable: string; readonly value: string | null } | null;
};

/** The identity and the party that are supposed where a message is too broken to name them. */
const UNNAMED = { identity: 'sender@example.com', party: 'sender' };

/**
 * A text as the wire would deliver it whose account is the one that the envelope names, however broken the envelope is; on
 * e-mail the subject is the type. Specification section 7.2.
 */
export function deliveredAsNamed(delivery: Delivery, transport: Transport, type: string | null): Delivery {
  const reading = delivery.text === null ? null : parseMessage(delivery.text);
  const identity = reading?.envelope?.from ?? namedIn(delivery.text ?? '');
  const subject = transport === 'email' ? (type ?? reading?.type ?? undefined) : null;
  const by = transport === 'email' ? 'header-from' : 'account';
  return { ...delivery, transport, sender: { status: 'proven', identity, by, findings: [] }, subject };
}

/** The address that a broken envelope gives as its own, as far as it can be told. */
function namedIn(text: string): string {
  const given = /^["']?from["']?[ \t]*:[ \t]*["']?([^\s"']{1,320})/im.exec(text)?.[1] ?? '';
  return normalizeAddress(given) ?? UNNAMED.identity;
}

/**
 * The receiving side as its public registry shows it: the sender is listed where a party of the cited agreement is meant.
 * Specification section 7.2.
 */
export function simulatedContext(delivery: Delivery, registry: Registry, supposed: Supposed): Context {
  const { stranger, secret } = supposed;
  const identity = delivery.sender.status === 'proven' ? comparableIdentity(delivery.sender.identity) : null;
  const party = supposed.party ?? otherParty(delivery, registry);
  const listed = party !== null && identity !== null && !stranger;
  const receiver: Receiver = {
    owner: { name: OWNER, addresses: [], timeZone: 'UTC' },
    registry: null,
    mail: null,
    parties: listed
      ? [
          {
            party,
            agreements: [],
            identities: [normalizeAddress(identity) ?? identity],
            secretEnv: secret?.variable ?? null,
          },
        ]
      : [],
    senders: new Map(),
  };
  const value = secret?.value ?? null;
  const secrets = new Map(party === null || value === null ? [] : [[party, value]]);
  return { receiver, registry, inbox: new Inbox(), secrets };
}

/** The party of the cited agreement that is not the owner; of an envelope that cannot be read, whoever sent it. */
function otherParty(delivery: Delivery, registry: Registry): string | null {
  const envelope = delivery.text === null ? null : parseMessage(delivery.text).envelope;
  if (envelope === null) return UNNAMED.party;
  const cited = envelope.agreement === undefined ? undefined : registry.agreements.get(envelope.agreement);
  return cited?.agreement?.parties.find(one => one !== OWNER) ?? null;
}
