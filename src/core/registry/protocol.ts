import * as z from 'zod/mini';
import { describeIssues } from '../agreement/agreement.ts';
import { DATE, PROTOCOL_VERSION } from '../message/envelope.ts';
import { readYamlFile } from '../message/yaml.ts';
import { compareVersions } from './version.ts';

/** Where the canonical documents live: a repository `owner/name`, and the branch that holds them. */
export type Canonical = { readonly repository: string; readonly branch: string };

/** The canonical repository of the protocol (specification section 9.1). */
export const CANONICAL: Canonical = { repository: 'andrewdhorowitz/aimf-protocol', branch: 'main' };

const version = z.string().check(z.regex(PROTOCOL_VERSION));
const date = z.string().check(z.regex(DATE));

/**
 * The public file `registry/protocol.yml` (specification section 9.4): the newest posting, the newest one that changed the
 * rules, when that takes effect, and the one that changed them before.
 */
export const protocolSchema = z.strictObject({
  version,
  posted: date,
  normative: version,
  effective: date,
  previous: z.optional(z.nullable(version)),
});
export type Protocol = z.infer<typeof protocolSchema>;

/** Reads `protocol.yml`: the record, or what is wrong with it in words (specification section 9.4). */
export function readProtocol(text: string): { protocol: Protocol } | { faults: readonly string[] } {
  const file = readYamlFile(text);
  if (file.fault !== null) return { faults: [file.fault] };
  const result = z.safeParse(protocolSchema, file.value);
  return result.success
    ? { protocol: result.data }
    : { faults: describeIssues(result.error.issues, file.value) };
}

/** How a cited protocol version stands at a moment (specification section 9.4). */
export type Standing = 'current' | 'ahead' | 'superseded';

/**
 * How a cited version stands at `moment` (milliseconds since the epoch): the normative one or newer is current, and
 * `ahead` where it is newer than anything posted; the previous one is current before 00:00 UTC of the effective date;
 * anything older is superseded. Specification section 9.4.
 */
export function standingOf(cited: string, protocol: Protocol, moment: number): Standing {
  if (compareVersions(cited, protocol.normative) >= 0) {
    return compareVersions(cited, protocol.version) > 0 ? 'ahead' : 'current';
  }
  const previous = protocol.previous ?? null;
  const inTime = moment < Date.parse(`${protocol.effective}T00:00:00Z`);
  return previous !== null && compareVersions(cited, previous) >= 0 && inTime ? 'current' : 'superseded';
}
