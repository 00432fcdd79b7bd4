import { readAgreement } from '../../core/agreement/agreement.ts';
import { OWNER } from '../../core/gate/simulate.ts';
import type { Transport } from '../../core/message/delivery.ts';
import { type Proof, type Receiver, readReceiver } from '../../core/registry/receiver.ts';
import { type Registry, type RegistryFile, readRegistry } from '../../core/registry/registry.ts';

/** By whom and how a message is judged, as a person chose it. */
export type Wish = SimulationWish | JudgementWish;

/** As `aimf simulate`: from the public registry alone, with the sender taken as proven. */
export type SimulationWish = {
  readonly kind: 'simulate';
  /** The id of an agreement of the registry, `` for the one that the message cites, or `written`. */
  readonly agreement: string;
  /** The text of an agreement that is not in the registry. */
  readonly written: string;
  readonly stranger: boolean;
  readonly transport: Transport;
};

/** As `aimf judge`: by the private file of a receiving side, with its registry. */
export type JudgementWish = {
  readonly kind: 'judge';
  readonly receiver: string;
  readonly records: string;
  /** Lines `NAME=value`. */
  readonly secrets: string;
  /** The identity that the wire proved; `` for none. */
  readonly identity: string;
  readonly transport: 'folder' | 'chat';
  /** `` leaves it to the file. */
  readonly proof: Proof | '';
};

/** A receiving side that can judge. */
export type Side =
  | {
      readonly kind: 'simulate';
      readonly registry: Registry;
      readonly party: string | null;
      readonly stranger: boolean;
      readonly transport: Transport;
    }
  | {
      readonly kind: 'judge';
      readonly receiver: Receiver;
      readonly registry: Registry;
      readonly secrets: ReadonlyMap<string, string>;
      readonly identity: string | null;
      readonly transport: 'folder' | 'chat';
      readonly proof: Proof;
    };

/** The value of `agreement` that means the written one. */
export const WRITTEN = 'written';

/** Characters of a secret: as on the command line, a shorter one could not be kept out of a report. */
const LEAST_SECRET = 4;

/** A wish read into a receiving side, or what is wrong with it in words. */
export function sideOf(
  wish: Wish,
  publicRecords: readonly RegistryFile[],
  recordsOf: (text: string) => readonly RegistryFile[],
): { side: Side } | { faults: readonly string[] } {
  return wish.kind === 'simulate' ? simulating(wish, publicRecords) : judging(wish, recordsOf(wish.records));
}

function simulating(
  wish: SimulationWish,
  publicRecords: readonly RegistryFile[],
): { side: Side } | { faults: readonly string[] } {
  const { agreement: id, written, stranger, transport } = wish;
  const base = { kind: 'simulate', stranger, transport } as const;
  if (id !== WRITTEN) {
    const registry = readRegistry(publicRecords);
    const parties = registry.agreements.get(id)?.agreement?.parties ?? [];
    return { side: { ...base, registry, party: otherOf(parties) } };
  }
  const read = readAgreement(written);
  if ('faults' in read) return read;
  const path = `agreements/${read.agreement.agreement}.yml`;
  // A written agreement stands in for the public one of the same id
  const others = publicRecords.filter(one => one.path !== path);
  const registry = readRegistry([...others, { path, text: written }]);
  return { side: { ...base, registry, party: otherOf(read.agreement.parties) } };
}

function otherOf(parties: readonly string[]): string | null {
  return parties.find(one => one !== OWNER) ?? null;
}

function judging(
  wish: JudgementWish,
  records: readonly RegistryFile[],
): { side: Side } | { faults: readonly string[] } {
  const read = readReceiver(wish.receiver);
  if ('faults' in read) return read;
  const { receiver } = read;
  const values = new Map(
    wish.secrets.split('\n').map(line => {
      const at = line.indexOf('=');
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const;
    }),
  );
  const secrets = new Map<string, string>();
  for (const { party, secretEnv } of receiver.parties) {
    const secret = secretEnv === null ? undefined : values.get(secretEnv);
    if (secret !== undefined && secret.length >= LEAST_SECRET) secrets.set(party, secret);
  }
  return {
    side: {
      kind: 'judge',
      receiver,
      registry: readRegistry(records),
      secrets,
      identity: wish.identity.trim() === '' ? null : wish.identity.trim(),
      transport: wish.transport,
      proof: wish.proof === '' ? (receiver.mail?.proof ?? 'header-from') : wish.proof,
    },
  };
}
