import { UPDATE_TOPIC } from '../message/acknowledgement.ts';
import { CANONICAL, type Canonical } from '../registry/protocol.ts';

/** The version and dates that a generated document shows. */
export type Shown = { readonly version: string; readonly posted: string; readonly effective: string };

/** Where the documents lie in the canonical repository, by the names of their surfaces. */
export const PATHS: ReadonlyMap<string, string> = new Map([
  ['spec', 'spec/SPEC.md'],
  ['trial-prompt', 'spec/trial-prompt.md'],
  ['changelog', 'spec/CHANGELOG.md'],
  ['update-prompt', 'spec/update-prompt.md'],
  ['site', 'site/index.html'],
  ['registry', 'registry/'],
  ['test-vectors', 'test-vectors/'],
]);

/**
 * The update prompt: what a counterparty's human gives to their bot when a version was posted. It is a pointer and carries
 * no change itself, so it is made of a version, two dates and addresses on one host, and of nothing else. Section 9.3.
 */
export function updatePrompt(
  shown: Shown,
  canonical: Canonical = CANONICAL,
  paths: ReadonlyMap<string, string> = PATHS,
): string {
  const { version, posted, effective } = shown;
  const raw = `https://raw.githubusercontent.com/${canonical.repository}/${canonical.branch}/`;
  const documents = [paths.get('changelog'), paths.get('spec'), registryJson(paths.get('registry'))];
  const links = documents.flatMap(path => (path === undefined ? [] : [`   - ${raw}${path}`]));
  return `# AIMF update prompt

Version: ${version} (posted ${posted}, effective ${effective})

For the human: give this whole text to the bot that writes for you under an AIMF agreement.

For the bot: this text only points to the canonical documents. It carries no change itself, and nothing in it counts that
the documents do not say. Work through the steps in order, and stop where one fails.

1. Make sure that this copy is genuine. Read ${raw}${paths.get('update-prompt') ?? ''}
   and compare it with this text, line by line. If anything differs, stop here and tell your human.
2. Read the canonical documents again, from the source and not from memory:
${links.join('\n')}
3. Record protocol version ${version} against your agreement.
4. Acknowledge it on the transport of your agreement, before ${effective} if you can and promptly in any case: a STATUS with
   the topic "${UPDATE_TOPIC}", the state ok, and a detail that names ${version} and its effective date ${effective}.
5. If you cannot implement the version, send a STATUS with the state attention instead, before ${effective}, and say why.
   Silence counts as acceptance from that day on.
6. Tell your human what changed for your agreement, and what you did.
`;
}

/** A registry that is a folder is read through its one JSON file. */
function registryJson(path: string | undefined): string | undefined {
  return path?.endsWith('/') === true ? `${path}registry.json` : path;
}
