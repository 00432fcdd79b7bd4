import * as z from 'zod/mini';
import { type Agreement, describeIssues } from '../agreement/agreement.ts';
import { lifeCycle } from '../agreement/life-cycle.ts';
import { DATE, ID, LABEL, PROTOCOL_VERSION } from '../message/envelope.ts';
import { readYamlFile } from '../message/yaml.ts';
import type { Protocol } from './protocol.ts';
import type { Registry, RegistryFault, RegistryFile } from './registry.ts';

const date = z.string().check(z.regex(DATE));

/** The record `registry/acks/<version>/<agreement>.yml`: one counterparty has acknowledged one version (section 9.5). */
export const ackSchema = z.strictObject({
  agreement: z.string().check(z.regex(ID)),
  version: z.string().check(z.regex(PROTOCOL_VERSION)),
  effective: date,
  party: z.string().check(z.regex(LABEL)),
  /** The day on which the acknowledgement arrived. */
  acknowledged: date,
});
export type Ack = z.infer<typeof ackSchema>;

/** Where the record of an acknowledgement lies, below the registry's folder. */
export function ackPath(version: string, agreement: string): string {
  return `acks/${version}/${agreement}.yml`;
}

/** Reads the acknowledgements of a registry's folder; a record that cannot be read, or lies in another's place, is a fault. */
export function readAcks(files: readonly RegistryFile[]): {
  acks: readonly Ack[];
  faults: readonly RegistryFault[];
} {
  const acks: Ack[] = [];
  const faults: RegistryFault[] = [];
  for (const { path, text } of files) {
    if (!/^acks\/[^/]+\/[^/]+\.ya?ml$/.test(path)) continue;
    const file = readYamlFile(text);
    const result = z.safeParse(ackSchema, file.value);
    if (file.fault !== null) faults.push({ path, fault: file.fault });
    else if (!result.success) {
      for (const fault of describeIssues(result.error.issues, file.value)) faults.push({ path, fault });
    } else if (ackPath(result.data.version, result.data.agreement) !== path) {
      const { version, agreement } = result.data;
      faults.push({
        path,
        fault: `says it is ${agreement} for ${version}, which belongs at ${ackPath(version, agreement)}`,
      });
    } else acks.push(result.data);
  }
  return { acks, faults };
}

/** How one agreement stands to one version: acknowledged, awaited, or overdue (section 9.5). */
export type LedgerRow = {
  readonly agreement: string;
  readonly parties: readonly string[];
  readonly version: string;
  readonly effective: string;
  readonly acknowledged: string | null;
  readonly state: 'acknowledged' | 'awaited' | 'overdue';
};

/** Days after the effective date from which a missing acknowledgement is overdue. */
export const ACK_DAYS = 7;

/**
 * The ledger of the newest normative version: each agreement that is active on `today` with its acknowledgement. A posting
 * that changed only agreements asks for none. Specification section 9.5.
 */
export function ledgerOf(
  registry: Registry & { readonly protocol: Protocol },
  acks: readonly Ack[],
  today: string,
  ackDays: number = ACK_DAYS,
): readonly LedgerRow[] {
  const { normative: version, effective } = registry.protocol;
  const due = ackDue(effective, ackDays);
  return activeAgreements(registry, today).map(({ agreement, parties }) => {
    const ack = acks.find(one => one.version === version && one.agreement === agreement);
    const state = ack !== undefined ? 'acknowledged' : today > due ? 'overdue' : 'awaited';
    return { agreement, parties, version, effective, acknowledged: ack?.acknowledged ?? null, state };
  });
}

/** The last day (`YYYY-MM-DD`) on which a missing acknowledgement is not overdue. Specification section 9.5. */
export function ackDue(effective: string, ackDays: number = ACK_DAYS): string {
  return new Date(Date.parse(`${effective}T00:00:00Z`) + ackDays * 86_400_000).toISOString().slice(0, 10);
}

/** The agreements that are active on a day, by id. */
export function activeAgreements(registry: Registry, day: string): readonly Agreement[] {
  return [...registry.agreements.values()]
    .flatMap(entry => (entry.agreement === null ? [] : [entry.agreement]))
    .filter(agreement => lifeCycle(agreement, day) === 'active')
    .sort((a, b) => (a.agreement < b.agreement ? -1 : 1));
}
