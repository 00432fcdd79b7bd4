import { BOUNDS } from '../core/finding/bounds.ts';
import { PROTOCOL_VERSION } from '../core/message/envelope.ts';
import { readStampLine } from '../core/posting/stamp.ts';
import { readProtocol } from '../core/registry/protocol.ts';
import type { Sighting } from './duty/canonical.ts';
import { httpFault, requestError } from './http.ts';

/** Milliseconds after which a place that does not answer is given up. */
const TIMEOUT = 10_000;

/** Where the version may stand below a place, the shortest first. */
const DOCUMENTS = ['version.json', 'registry/protocol.yml', 'spec/SPEC.md', 'SPEC.md'];

/**
 * Looks up which version the canonical documents at a place say they are: a repository on GitHub (its raw files), a site with a
 * `version.json`, or one such file. Never rejects. Specification section 9.1.
 */
export async function readCanonical(location: string, fetcher: typeof fetch = fetch): Promise<Sighting> {
  const fault = httpFault(location);
  if (fault !== null) return { location, error: fault };
  let error = 'No document there says a version';
  for (const address of addressesAt(location)) {
    const read = await readText(address, fetcher);
    if ('gone' in read) continue;
    if ('error' in read) return { location, error: read.error };
    const found = versionIn(read.text);
    if (found !== null) return { location, ...found };
    error = `${address} says no version`;
  }
  return { location, error };
}

/** The addresses to try, in order. */
export function addressesAt(location: string): readonly string[] {
  const url = new URL(location);
  if (/\.(?:json|ya?ml|md|txt)$/.test(url.pathname)) return [location];
  const repository = /^\/([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(url.pathname)?.[1];
  const base =
    url.hostname === 'github.com' && repository !== undefined
      ? `https://raw.githubusercontent.com/${repository}/main/`
      : `${url.origin}${url.pathname.replace(/\/?$/, '/')}`;
  return DOCUMENTS.map(path => base + path);
}

async function readText(
  address: string,
  fetcher: typeof fetch,
): Promise<{ text: string } | { gone: true } | { error: string }> {
  try {
    const response = await fetcher(address, { signal: AbortSignal.timeout(TIMEOUT) });
    if (response.status === 404 || response.status === 410) {
      await response.body?.cancel();
      return { gone: true };
    }
    if (!response.ok) {
      await response.body?.cancel();
      return { error: `${address} answers with status ${response.status}` };
    }
    return { text: await start(response) };
  } catch (error) {
    return { error: requestError(error) };
  }
}

/** The beginning of a document, which holds its version; more of it is not loaded. */
async function start(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > BOUNDS.ownFileBytes) break;
  }
  return text;
}

function versionIn(text: string): { version: string; effective: string | null } | null {
  const json = jsonVersion(text);
  if (json !== null) return json;
  const protocol = readProtocol(text);
  if ('protocol' in protocol) {
    const { version, normative, effective, posted } = protocol.protocol;
    return { version, effective: version === normative ? effective : posted };
  }
  for (const line of text.split('\n', 200)) {
    const stamp = readStampLine(line);
    if (stamp !== null) return { version: stamp.version, effective: stamp.effective };
  }
  return null;
}

function jsonVersion(text: string): { version: string; effective: string | null } | null {
  try {
    const { version, spec, effective } = JSON.parse(text) as Record<string, unknown>;
    const found = [version, spec].find(one => typeof one === 'string' && PROTOCOL_VERSION.test(one));
    if (found === undefined) return null;
    const day = typeof effective === 'string' && /^\d{4}-\d\d-\d\d$/.test(effective) ? effective : null;
    return { version: String(found), effective: day };
  } catch {
    return null;
  }
}
