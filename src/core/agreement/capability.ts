import * as z from 'zod/mini';
import { LABEL } from '../message/envelope.ts';
import { TYPES } from '../message/type.ts';
import { readYamlFile } from '../message/yaml.ts';
import { describeIssues } from './agreement.ts';

/** The public file `registry/capabilities/<label>.yml` (specification section 8.1): what is absent means all. */
export const capabilitySchema = z.strictObject({
  party: z.string().check(z.regex(LABEL)),
  accepts: z.optional(z.array(z.enum(TYPES))),
  offers: z.optional(z.array(z.enum(TYPES))),
  limits: z.optional(z.string()),
});
export type Capability = z.infer<typeof capabilitySchema>;

/** Reads one capability statement: the statement, or what is wrong with it in words (specification section 8.1). */
export function readCapability(text: string): { capability: Capability } | { faults: readonly string[] } {
  const file = readYamlFile(text);
  if (file.fault !== null) return { faults: [file.fault] };
  const result = z.safeParse(capabilitySchema, file.value);
  return result.success
    ? { capability: result.data }
    : { faults: describeIssues(result.error.issues, file.value) };
}
