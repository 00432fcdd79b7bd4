import { type Agreement, readAgreement } from '../../core/agreement/agreement.ts';
import { lifeCycle } from '../../core/agreement/life-cycle.ts';
import { type RegistryFile, readRegistry } from '../../core/registry/registry.ts';

/** A message that passes at the moment it is made, and where none of the registry does, the agreement it passes under. */
export type Example = { readonly message: string; readonly agreement: string | null };

/** Milliseconds of the time for which a made-up agreement lasts: a quarter of a year. */
const QUARTER = 90 * 86_400_000;

/**
 * An example that is good now: a NOTE under the first agreement of the registry that is active today, takes notes by e-mail and
 * checks no subject, else under a made-up one. `now` is in milliseconds since the epoch.
 */
export function exampleAt(now: number, records: readonly RegistryFile[]): Example {
  const sent = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
  const day = sent.slice(0, 10);
  const found = [...readRegistry(records).agreements.values()].find(
    ({ agreement }) => agreement !== null && takesNotes(agreement, day),
  )?.agreement;
  if (found != null) return { message: note(found.agreement, sent), agreement: null };
  const agreement = madeUp(new Date(now + QUARTER).toISOString().slice(0, 10));
  return { message: note('AGR-EXAMPLE', sent), agreement };
}

/** An agreement for a person to start from, valid for a quarter of a year from `now`. */
export function agreementTemplate(now: number): string {
  return madeUp(new Date(now + QUARTER).toISOString().slice(0, 10));
}

function takesNotes(agreement: Agreement, day: string): boolean {
  return (
    lifeCycle(agreement, day) === 'active' &&
    agreement.allowed_types.includes('NOTE') &&
    [agreement.transport].flat().includes('email') &&
    (agreement.auth ?? 'none') === 'none' &&
    (agreement.scope?.subjects ?? []).length === 0
  );
}

function note(agreement: string, sent: string): string {
  return `format: AIMF/1
id: ${sent.slice(0, 10)}-001
from: bot@example.com
type: NOTE
sent: ${sent}
reply_to: main-chat
agreement: ${agreement}

subject: The minutes are ready

They are in the shared folder. Two points wait for an answer.
`;
}

function madeUp(expires: string): string {
  const text = `agreement: AGR-EXAMPLE
version: 1
status: active
parties: [andrew, example]
purpose: Try what a message must look like
level: 1
allowed_types: [NOTE, FILE_DROP, STATUS]
transport: [email, folder, chat]
update_watch: {andrew: monitor, example: by hand}
expires: ${expires}
limits: "10 files / 25 MB per message; 5 messages/day"
`;
  if ('faults' in readAgreement(text)) throw new Error('The agreement of the example is not in order');
  return text;
}
