import { exchangeMap } from '../document/exchange-map.ts';
import { GENERATOR, invitePage } from '../document/invite-page.ts';
import { registryJson, registryReadme } from '../document/registry-page.ts';
import { updatePrompt } from '../document/update-prompt.ts';
import { vectorsPage, vectorsSchema } from '../document/vectors-page.ts';
import { type Registry, readRegistry } from '../registry/registry.ts';
import { registryFiles } from './check-records.ts';
import { type Manifest, surfaceNamed } from './manifest.ts';
import { type Snapshot, textAt } from './snapshot.ts';
import { type Stamp, stampOf } from './stamp.ts';

/**
 * The files of a tree that are generated from its other files, with what each must be: the registry's JSON and page, the
 * update prompt, the page of the vectors, the invite page where it carries the generator's mark (or is not there yet), and the
 * map of an exchange where one lies beside it.
 * Null where the tree has no `protocol.yml` to take the version from. Specification section 9.2.
 */
export function generatedFiles(snapshot: Snapshot, manifest: Manifest): ReadonlyMap<string, string> | null {
  const surface = surfaceNamed(manifest, 'registry');
  if (surface === null || !surface.path.endsWith('/')) return null;
  const registry = readRegistry(registryFiles(snapshot, surface));
  if (registry.protocol === null) return null;
  const stamp = stampOf(registry.protocol);
  const files = new Map<string, string>();
  files.set(`${surface.path}registry.json`, registryJson(registry, stamp));
  files.set(`${surface.path}README.md`, registryReadme(registry, stamp));
  for (const [path, text] of documents(snapshot, manifest, registry, stamp)) files.set(path, text);
  return files;
}

function documents(
  snapshot: Snapshot,
  manifest: Manifest,
  registry: Registry,
  shown: Stamp,
): [string, string][] {
  const { canonical } = manifest;
  const paths = new Map(manifest.surfaces.map(one => [one.name, one.path]));
  const made: [string, string][] = [];
  const prompt = paths.get('update-prompt');
  if (prompt !== undefined) made.push([prompt, updatePrompt(shown, canonical, paths)]);
  const site = paths.get('site');
  const page = site === undefined ? null : textAt(snapshot, site);
  const trialPrompt = textAt(snapshot, paths.get('trial-prompt') ?? '');
  if (site !== undefined && trialPrompt !== null && (page === null || page.includes(GENERATOR))) {
    made.push([site, invitePage({ shown, registry, trialPrompt, canonical, paths })]);
  }
  const map = `${site?.slice(0, site.lastIndexOf('/') + 1) ?? ''}exchange-map.svg`;
  if (textAt(snapshot, map) !== null) made.push([map, exchangeMap({ alone: true })]);
  const vectors = paths.get('test-vectors');
  const source = vectors?.endsWith('/') === true ? textAt(snapshot, `${vectors}vectors.json`) : null;
  if (source !== null) {
    const set = vectorsSchema.safeParse(parseJson(source));
    if (set.success) made.push([`${vectors}README.md`, vectorsPage(set.data)]);
  }
  return made;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
