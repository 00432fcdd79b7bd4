import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { bundleForBrowser } from './bundler.ts';
import type { SiteFile } from './site-file.ts';

/** The script of the validator's page: the file that the page names, and all files, each with a hash in its name. */
export type ValidatorScript = { readonly entry: string; readonly files: readonly SiteFile[] };

/** Where the package's build puts the bundle: beside this module in `dist/`. In a checkout there is none. */
const BUILT: URL = new URL('./validator/', import.meta.url);

/**
 * The script of the validator. A published package carries it ready; a checkout makes it from the sources, so that a fresh
 * clone needs no build and never shows an old one.
 */
export async function validatorScript(): Promise<ValidatorScript> {
  const names = await readdir(BUILT).catch(() => null);
  if (names === null) return bundleValidator();
  const files = names.sort().map(async name => ({
    path: `assets/${name}`,
    content: await readFile(new URL(name, BUILT), 'utf8'),
  }));
  return withEntry(await Promise.all(files));
}

/** Bundles the sources of the page's script, minified; what only some messages need is in files of its own. */
export async function bundleValidator(): Promise<ValidatorScript> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const outputFiles = await bundleForBrowser({
    absWorkingDir: root,
    entryPoints: { validator: 'src/site/browser/main.ts' },
    outdir: join(root, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    plugins: [filesOnDemand],
  });
  return withEntry(
    outputFiles.map(({ path, text }) => ({ path: `assets/${basename(path)}`, content: text })),
  );
}

/** What inspects files is loaded only for a message that has some. */
const filesOnDemand: Plugin = {
  name: 'files-on-demand',
  setup({ onResolve }) {
    onResolve({ filter: /\/file-safety\.ts$/ }, ({ importer }) =>
      /[\\/]core[\\/]message[\\/]attachment\.ts$/.test(importer)
        ? { path: fileURLToPath(new URL('./browser/file-safety-slot.ts', import.meta.url)) }
        : undefined,
    );
  },
};

function withEntry(files: readonly SiteFile[]): ValidatorScript {
  const entry = files.find(one => one.path.startsWith('assets/validator-'))?.path;
  if (entry === undefined) throw new Error('The bundle of the validator has no entry');
  return { entry, files };
}
