import { type Finding, finding } from '../finding/finding.ts';
import { domainOf, domainToAscii } from './address.ts';
import { type AuthResult, type AuthResults, parseAuthResults } from './auth-results.ts';
import type { HeaderField } from './header.ts';

const OWN: ReadonlySet<string> = new Set([
  'dkim-signature',
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'mime-version',
]);

/**
 * The findings of a proof by Authentication-Results: the first run of such fields with the pinned id above the mail's own
 * fields is read together, and proves the From domain where every DMARC result in it is a pass of that domain. Gives
 * `authserv-missing`, `authserv-not-passed` and the note `authserv-unreadable`; an empty `id` pins nothing, and then no
 * field is read. Specification section 2.2.
 */
export function proveByAuthserv(fields: readonly HeaderField[], from: string, id: string): Finding[] {
  if (id === '') return [finding('authserv-missing', { id })];
  const { run, unreadable } = readRun(fields, id.toLowerCase());
  const notes = unreadable > 0 ? [finding('authserv-unreadable', { count: unreadable })] : [];
  if (run.length === 0) return [finding('authserv-missing', { id }), ...notes];
  const dmarc = run.flatMap(field => field.results).filter(result => result.method === 'dmarc');
  const wrong =
    dmarc.length === 0 ? 'none' : dmarc.map(result => faultOf(result, domainOf(from))).find(Boolean);
  return wrong ? [finding('authserv-not-passed', { id, result: wrong }), ...notes] : notes;
}

function readRun(fields: readonly HeaderField[], id: string): { run: AuthResults[]; unreadable: number } {
  const run: AuthResults[] = [];
  let started = false;
  let unreadable = 0;
  for (const { name, value } of fields) {
    if (OWN.has(name) || name.startsWith('content-')) break;
    const isResults = name === 'authentication-results';
    const read = isResults ? parseAuthResults(value) : null;
    // RFC 8601 2.2: a version that is not known here must not be interpreted
    if (isResults && (read === null || (read.version !== null && read.version !== '1'))) {
      unreadable++;
      // It counts for nothing, but a forged field further down must not take its place
      started ||= value.toLowerCase().startsWith(id) && ' \t;('.includes(value[id.length] ?? ';');
    } else if (read !== null && read.authservId.toLowerCase() === id) {
      run.push(read);
      started = true;
    } else if (started) break;
  }
  return { run, unreadable };
}

/** Why a DMARC result proves nothing about `domain`, or null where it proves it. */
function faultOf(result: AuthResult, domain: string): string | null {
  if (result.version !== null && result.version !== '1') return `${result.result} by an unknown version`;
  if (result.result !== 'pass') return result.result;
  const named = result.properties.filter(({ type, name }) => type === 'header' && name === 'from');
  const [only] = named;
  if (only === undefined || named.length > 1) return 'pass without exactly one header.from';
  return domainToAscii(only.value) === domain ? null : `pass for ${only.value}`;
}
