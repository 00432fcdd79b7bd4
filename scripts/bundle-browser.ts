import { mkdir, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { bundleUi } from '../src/hub/page/ui-script.ts';
import { bundleValidator } from '../src/site/validator-script.ts';

/** Puts the scripts of the pages into `dist/`, since the published package has neither their sources nor the bundler. */
async function put(
  folder: string,
  files: readonly { path: string; content: string | Uint8Array }[],
): Promise<void> {
  const place = new URL(`../dist/${folder}/`, import.meta.url);
  await mkdir(place, { recursive: true });
  for (const { path, content } of files) await writeFile(new URL(basename(path), place), content);
}

await put('site/validator', (await bundleValidator()).files);
await put('hub/page/ui', [{ path: 'ui.js', content: await bundleUi() }]);
