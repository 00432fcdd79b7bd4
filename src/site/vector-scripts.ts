import type { Vector, Vectors } from '../core/document/vectors-page.ts';
import { readReceiver } from '../core/registry/receiver.ts';
import type { RegistryFile } from '../core/registry/registry.ts';
import type { NamedVector, ThemeFiles, VectorIndex } from './browser/page-data.ts';
import { hashedAsset, relativeLink, type SiteFile } from './site-file.ts';

/** The test vectors as modules that a page can load without connecting anywhere: the list first, then all files. */
export type VectorScripts = { readonly list: string; readonly files: readonly SiteFile[] };

/**
 * Makes the modules of the vectors: one with the list and the receiving sides, and one for the messages of each theme.
 * `files` are the files of `test-vectors/` by their path below it; `page` is the page whose script loads the modules.
 */
export function vectorScripts(
  set: Vectors,
  files: ReadonlyMap<string, Uint8Array>,
  page: string,
): VectorScripts {
  const themes = [...themesOf(files)].map(([theme, messages]) => {
    const file = hashedAsset(`vectors-${theme}.js`, `export const files = ${JSON.stringify(messages)};\n`);
    return { theme, file, address: relativeLink(page, file.path) };
  });
  const index: VectorIndex = {
    at: set.at,
    env: set.env,
    vectors: named(set.vectors),
    sides: Object.fromEntries(
      [...new Set(set.vectors.map(one => one.config))].map(config => [config, sideOf(config, files)]),
    ),
    themes: Object.fromEntries(themes.map(({ theme, address }) => [theme, address])),
  };
  const list = hashedAsset('vectors.js', `export const vectors = ${JSON.stringify(index)};\n`);
  return { list: list.path, files: [list, ...themes.map(one => one.file)] };
}

/** Every vector under a name of its own: its path below `messages/`, with a number where a message has several vectors. */
function named(vectors: readonly Vector[]): readonly NamedVector[] {
  const seen = new Map<string, number>();
  return vectors.map(vector => {
    const path = vector.file.replace(/^messages\//, '');
    const count = (seen.get(path) ?? 0) + 1;
    seen.set(path, count);
    return { ...vector, name: count === 1 ? path : `${path} (${count})` };
  });
}

function themesOf(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, ThemeFiles> {
  const themes = new Map<string, Record<string, string>>();
  for (const path of [...files.keys()].sort()) {
    const theme = /^messages\/([^/]+)\//.exec(path)?.[1];
    if (theme === undefined) continue;
    const messages = themes.get(theme) ?? {};
    messages[path] = latin1(files.get(path) ?? new Uint8Array(0));
    themes.set(theme, messages);
  }
  return themes;
}

function sideOf(
  config: string,
  files: ReadonlyMap<string, Uint8Array>,
): { receiver: string; records: RegistryFile[] } {
  const text = (path: string) => new TextDecoder().decode(files.get(path) ?? new Uint8Array(0));
  const receiver = text(config);
  const read = readReceiver(receiver);
  const named = 'receiver' in read ? (read.receiver.registry ?? 'registry') : 'registry';
  const folder = config.slice(0, config.lastIndexOf('/') + 1);
  const registry = `${folder}${named.replace(/^\.\//, '').replace(/\/$/, '')}/`;
  const records = [...files.keys()]
    .filter(path => path.startsWith(registry) && /\.ya?ml$/.test(path))
    .sort()
    .map(path => ({ path: path.slice(registry.length), text: text(path) }));
  return { receiver, records };
}

/** Bytes as a text of a character a byte. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
