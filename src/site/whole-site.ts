import { registryFiles } from '../core/posting/check-records.ts';
import { surfaceNamed } from '../core/posting/manifest.ts';
import { pathsUnder, type Snapshot } from '../core/posting/snapshot.ts';
import { buildSite, type SitePart } from './build.ts';
import { documentPath, type SiteSource } from './edition.ts';
import { renderPage } from './page.ts';
import { readSiteSource } from './read-source.ts';
import type { SiteFile } from './site-file.ts';
import { buildValidator } from './validator.ts';
import { vectorsOf } from './vector-pages.ts';

/** Every file of the site of a checkout, served under `base`; or what keeps it from being made, in words. */
export async function wholeSite(
  folder: string,
  base: string,
): Promise<readonly SiteFile[] | { readonly fault: string }> {
  const source = await readSiteSource(folder);
  if ('fault' in source) return source;
  const vectors = documentPath(source.current, 'test-vectors');
  if (vectors?.endsWith('/') === true && vectorsOf(source.current) === null)
    return { fault: `${vectors}vectors.json is missing or cannot be read` };
  return buildSite(source, { base, parts: [await validatorPart(source)] });
}

/** The page of the validator, with the script, the registry and the vectors that it loads. */
export async function validatorPart({ current }: SiteSource): Promise<SitePart> {
  const registry = surfaceNamed(current.manifest, 'registry');
  const set = vectorsOf(current);
  const folder = documentPath(current, 'test-vectors') ?? '';
  const built = await buildValidator({
    records: registry === null ? [] : registryFiles(current.tree, registry),
    vectors: set === null ? null : { set, files: filesBelow(current.tree, folder) },
  });
  const page = { ...built.page, twins: true, section: built.page.path };
  const twin = page.path.replace(/\.html$/, '');
  return {
    path: page.path,
    title: page.title,
    description: page.description,
    files: frame => [
      ...built.files,
      { path: page.path, content: renderPage(page, frame) },
      { path: `${twin}.md`, content: TWIN },
      { path: `${twin}.txt`, content: TWIN },
    ],
  };
}

function filesBelow(tree: Snapshot, folder: string): ReadonlyMap<string, Uint8Array> {
  return new Map(
    pathsUnder(tree, folder).map(path => [
      path.slice(folder.length),
      tree.get(path)?.bytes ?? new Uint8Array(),
    ]),
  );
}

/** The validator for those who have no browser: the same check from the command line. */
const TWIN = `# Check a message

The page at this address checks a message in a browser, and nothing is sent anywhere. The same check, to the byte, runs on the command
line:

    npx aimf simulate message.md       # would it pass, by the public registry
    npx aimf simulate message.md --transport folder
    npx aimf judge message.eml         # by your own aimf.yml
    npx aimf judge message.eml --json  # the machine form
    npx aimf vectors                   # every test vector

Every finding has a code, and every code has a page: [all codes](../codes.md). The rules are in the [specification](../spec.md).
`;
