import * as z from 'zod/mini';
import { describeIssues } from '../agreement/agreement.ts';
import { DATE, ID, LABEL } from '../message/envelope.ts';
import { readYamlFile, yamlLines } from '../message/yaml.ts';
import type { RegistryFault, RegistryFile } from './registry.ts';

const date = z.string().check(z.regex(DATE));
const text = z.string().check(z.regex(/\S/));

/** Where a proposal stands: nobody decided yet, it is in force, or it was declined. */
export const PROPOSAL_STATES = ['waiting', 'enacted', 'declined'] as const;

/** The record `registry/proposals/<number>.yml`: what was proposed, by which side, and what became of it (section 8.3). */
export const proposalRecordSchema = z.strictObject({
  proposal: z.int().check(z.positive()),
  agreement: z.string().check(z.regex(ID)),
  /** The party's label, or the owner's. */
  by: z.string().check(z.regex(LABEL)),
  side: z.enum(['party', 'owner']),
  term: z.enum(['expires', 'limits', 'allowed_types', 'allowed_actions', 'purpose', 'transport', 'other']),
  value: text,
  reason: text,
  /** SHA-256 of the normalised proposal as it stood when this was written. */
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  state: z.enum(PROPOSAL_STATES),
  recorded: date,
  decided: z.optional(date),
  /** Why it was declined. */
  answer: z.optional(text),
});
export type ProposalRecord = z.infer<typeof proposalRecordSchema>;

/** Where the record of a proposal lies, below the registry's folder. */
export function proposalPath(number: number): string {
  return `proposals/${number}.yml`;
}

/** The text of a proposal's record. */
export function proposalRecordText(record: ProposalRecord): string {
  return `${yamlLines(record).join('\n')}\n`;
}

/** Reads the proposals of a registry's folder; a record that cannot be read, or lies in another's place, is a fault. */
export function readProposals(files: readonly RegistryFile[]): {
  proposals: readonly ProposalRecord[];
  faults: readonly RegistryFault[];
} {
  const proposals: ProposalRecord[] = [];
  const faults: RegistryFault[] = [];
  for (const { path, text: source } of files) {
    if (!/^proposals\/[^/]+\.ya?ml$/.test(path)) continue;
    const file = readYamlFile(source);
    const result = z.safeParse(proposalRecordSchema, file.value);
    if (file.fault !== null) faults.push({ path, fault: file.fault });
    else if (!result.success) {
      for (const fault of describeIssues(result.error.issues, file.value)) faults.push({ path, fault });
    } else if (proposalPath(result.data.proposal) !== path) {
      const { proposal } = result.data;
      faults.push({ path, fault: `says it is ${proposal}, which belongs at ${proposalPath(proposal)}` });
    } else proposals.push(result.data);
  }
  return { proposals: proposals.sort((one, other) => one.proposal - other.proposal), faults };
}

/** Numbers up to this are those of issues; what came another way is numbered above it, so that the two never meet. */
const ISSUE_NUMBERS = 100_000;

/** The number for a record of a proposal that has no issue. */
export function nextProposalNumber(proposals: readonly ProposalRecord[]): number {
  return Math.max(ISSUE_NUMBERS, ...proposals.map(one => one.proposal)) + 1;
}
