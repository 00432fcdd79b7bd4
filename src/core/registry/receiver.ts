import * as z from 'zod/mini';
import { describeIssues } from '../agreement/agreement.ts';
import { normalizeAddress } from '../mail/address.ts';
import { ID, LABEL } from '../message/envelope.ts';
import { readYamlFile } from '../message/yaml.ts';
import {
  ackDaysSchema,
  type Monitoring,
  monitoringFaults,
  monitoringOf,
  reportSchema,
  scheduleSchema,
  transportsSchema,
} from './monitoring.ts';

const label = z.string().check(z.regex(LABEL));
const text = z.string().check(z.regex(/\S/));
const variable = z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/));

/** How a mailbox proves who sent a mail (specification section 2.2). */
export const PROOFS = ['header-from', 'authserv', 'dkim'] as const;
export type Proof = (typeof PROOFS)[number];

/** The private file `aimf.yml`: who may write and how each may arrive. Never committed. */
export const receiverSchema = z.strictObject({
  owner: z.strictObject({ name: label, addresses: z.array(text), time_zone: text }),
  registry: z.optional(text),
  mail: z.optional(
    z.strictObject({ proof: z.enum(PROOFS), authserv_id: z.optional(text), subject_tag: z.optional(text) }),
  ),
  parties: z.optional(
    z.nullable(
      z.array(
        z.strictObject({
          party: label,
          agreement: z.optional(
            z.union([z.string().check(z.regex(ID)), z.array(z.string().check(z.regex(ID)))]),
          ),
          identities: z.array(text),
          secret_env: z.optional(variable),
        }),
      ),
    ),
  ),
  senders: z.optional(z.nullable(z.record(label, text))),
  transports: z.optional(z.nullable(transportsSchema)),
  report: z.optional(z.nullable(reportSchema)),
  state: z.optional(text),
  schedule: z.optional(z.nullable(scheduleSchema)),
  ack_days: z.optional(ackDaysSchema),
  canonical: z.optional(text),
});

/** A party on the allowlist: its label, the identities it writes as, and the agreements it writes under. */
export type Party = {
  readonly party: string;
  readonly agreements: readonly string[];
  /** Identities in the form in which they are compared. */
  readonly identities: readonly string[];
  /** The environment variable that holds the shared secret, where there is one. */
  readonly secretEnv: string | null;
};

/** The private file read into one value; identities and addresses are in the form in which they are compared. */
export type Receiver = {
  readonly owner: { readonly name: string; readonly addresses: readonly string[]; readonly timeZone: string };
  /** The registry's folder as written: relative to the private file. */
  readonly registry: string | null;
  readonly mail: {
    readonly proof: Proof;
    readonly authservId: string | null;
    readonly subjectTag: string | null;
  } | null;
  readonly parties: readonly Party[];
  /** The addresses behind the labels of `transport_senders`. */
  readonly senders: ReadonlyMap<string, string>;
};

/** What `aimf.yml` says: who may write, and what the monitor watches. */
export type PrivateFile = { readonly receiver: Receiver; readonly monitoring: Monitoring };

/** Reads `aimf.yml`, or gives everything that is wrong with the file in words (FORMATS: private, section 6.1). */
export function readReceiver(text: string): PrivateFile | { faults: readonly string[] } {
  const file = readYamlFile(text);
  if (file.fault !== null) return { faults: [file.fault] };
  const result = z.safeParse(receiverSchema, file.value);
  if (!result.success) return { faults: describeIssues(result.error.issues, file.value) };
  const receiver = receiverOf(result.data);
  const parties = new Set(receiver.parties.map(one => one.party));
  const faults = [...receiverFaults(receiver), ...monitoringFaults(result.data, parties)];
  return faults.length === 0 ? { receiver, monitoring: monitoringOf(result.data) } : { faults };
}

/**
 * An identity in the form in which two are compared: an address normalised, anything else (an account id) as it is
 * (section 6.1).
 */
export function comparableIdentity(identity: string): string {
  return normalizeAddress(identity) ?? identity;
}

function receiverOf(file: z.infer<typeof receiverSchema>): Receiver {
  return {
    owner: {
      name: file.owner.name,
      addresses: file.owner.addresses.map(comparableIdentity),
      timeZone: file.owner.time_zone,
    },
    registry: file.registry ?? null,
    mail:
      file.mail === undefined
        ? null
        : {
            proof: file.mail.proof,
            authservId: file.mail.authserv_id ?? null,
            subjectTag: file.mail.subject_tag ?? null,
          },
    parties: (file.parties ?? []).map(one => ({
      party: one.party,
      agreements: one.agreement === undefined ? [] : [one.agreement].flat(),
      identities: one.identities.map(comparableIdentity),
      secretEnv: one.secret_env ?? null,
    })),
    senders: new Map(
      Object.entries(file.senders ?? {}).map(([key, value]) => [key, comparableIdentity(value)]),
    ),
  };
}

function receiverFaults(receiver: Receiver): string[] {
  const faults: string[] = [];
  if (!isTimeZone(receiver.owner.timeZone)) {
    faults.push(
      `owner.time_zone: ${receiver.owner.timeZone} is no time zone; write one such as America/New_York`,
    );
  }
  const holders = new Map<string, string>();
  for (const { party, identities } of receiver.parties) {
    for (const identity of identities) {
      const holder = holders.get(identity);
      if (holder !== undefined) faults.push(`parties: ${identity} stands under ${holder} and under ${party}`);
      holders.set(identity, party);
    }
  }
  return faults;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
