import { mkdir, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { bundleValidator } from '../src/site/validator-script.ts';

/** Puts the script of the validator's page into `dist/`, since the published package has neither its sources nor the bundler. */
const folder = new URL('../dist/site/validator/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const { path, content } of (await bundleValidator()).files)
  await writeFile(new URL(basename(path), folder), content);
