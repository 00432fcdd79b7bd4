import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleForBrowser } from '../../site/bundler.ts';

/** Where the package's build puts the bundle: beside this module in `dist/`. In a checkout there is none. */
const BUILT: URL = new URL('./ui/ui.js', import.meta.url);

/** The script of the page at `/ui`. A published package carries it ready; a checkout makes it from the sources. */
export async function uiScript(): Promise<string> {
  return (await readFile(BUILT, 'utf8').catch(() => null)) ?? bundleUi();
}

/** Bundles the modules of the page into one, minified. */
export async function bundleUi(): Promise<string> {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const [file] = await bundleForBrowser({
    absWorkingDir: root,
    entryPoints: ['src/hub/page/browser/main.ts'],
  });
  if (file === undefined) throw new Error('The bundle of the page is empty');
  return file.text;
}
