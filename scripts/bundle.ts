import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** The checkout. */
export const ROOT: string = fileURLToPath(new URL('..', import.meta.url));
const OUT = 'dist/action';

/** CommonJS packages in an ESM bundle ask for `require`. */
export const BANNER = "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);";

const DKIM = 'mailauth/lib/dkim/verify.js';

/**
 * What the DKIM library needs to be bundled. It is CommonJS, of which a chunk that is loaded on demand would export nothing by
 * name. And it reads the parameters of one header field with libmime, which can also decode every character set of the world;
 * nothing here asks it to, and its tables are 700 KB.
 */
const dkimLibrary: Plugin = {
  name: 'dkim-library',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${DKIM}$`) }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: 'dkim-library', namespace: 'named' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'named' }, () => ({
      contents: `export { dkimVerify } from '${DKIM}'`,
      resolveDir: ROOT,
    }));
    onResolve({ filter: /^(?:iconv-lite|encoding-japanese)$/ }, ({ path }) => ({ path, namespace: 'empty' }));
    onLoad({ filter: /./, namespace: 'empty' }, () => ({ contents: 'module.exports = {}' }));
  },
};

/**
 * The bundle of the Action as files by name, without writing it. The same sources and packages give the same bytes on every
 * machine: what is loaded on demand has a hash of its content in its name.
 */
export async function bundleAction(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { index: 'src/action/main.ts' },
    outdir: OUT,
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    banner: { js: BANNER },
    plugins: [dkimLibrary],
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  const folder = join(ROOT, OUT);
  const files = outputFiles.map(({ path, text }) => [path.slice(folder.length + 1), text] as const);
  return new Map([...files, ['LICENSES.txt', await licences(Object.keys(metafile.inputs))]]);
}

/** The licences of the packages whose files are in the bundle, as each of them asks for. */
export async function licences(inputs: readonly string[], name = 'AIMF Action'): Promise<string> {
  const packages = inputs.flatMap(path => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const texts = [...new Set(packages)].sort().map(licenceOf);
  return `The bundle of the ${name} holds these packages.\n\n${(await Promise.all(texts)).join('\n')}`;
}

async function licenceOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'));
  for (const file of ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENSE-MIT.txt', 'license']) {
    const text = await readFile(join(ROOT, folder, file), 'utf8').catch(() => null);
    if (text !== null)
      return `${'='.repeat(78)}\n${name} ${version} (${license})\n\n${text.replaceAll('\r\n', '\n').trim()}\n`;
  }
  throw new Error(`${folder} has no licence file that the bundle could carry`);
}

if (import.meta.main) {
  const files = await bundleAction();
  const folder = join(ROOT, OUT);
  await rm(folder, { recursive: true, force: true });
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
    process.stdout.write(`${String(Buffer.byteLength(text)).padStart(8)}  ${OUT}/${name}\n`);
  }
}
