import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { vectorsSchema } from '../core/document/vectors-page.ts';
import { CANONICAL } from '../core/registry/protocol.ts';
import { renderPage, SHELL_FILES } from './page.ts';
import { type ServedFolder, serveFolder } from './served-folder.test-support.ts';
import { buildValidator } from './validator.ts';

const ROOT = new URL('../../', import.meta.url);

/** The validator's page alone, built from the committed registry and vectors and served on loopback. */
export async function servedValidator(): Promise<ServedFolder & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'aimf-validator-'));
  const { page, files } = await buildValidator({
    records: await textFiles('registry/'),
    vectors: {
      set: vectorsSchema.parse(
        JSON.parse(await readFile(new URL('test-vectors/vectors.json', ROOT), 'utf8')),
      ),
      files: await filesBelow('test-vectors/'),
    },
  });
  const frame = {
    shown: { version: 'v1.10', posted: '2026-11-30', effective: '2026-12-07' },
    canonical: CANONICAL,
    pages: null,
    sections: [{ title: 'Check a message', path: page.path }],
  };
  const whole = [
    ...files,
    ...Object.values(SHELL_FILES),
    { path: page.path, content: renderPage(page, frame) },
  ];
  for (const { path, content } of whole) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const served = await serveFolder(folder);
  const close = async () => {
    await served.close();
    await rm(folder, { recursive: true });
  };
  return { url: `${served.url}validator/`, close, folder };
}

async function textFiles(folder: string): Promise<{ path: string; text: string }[]> {
  return [...(await filesBelow(folder))].map(([path, bytes]) => ({
    path,
    text: new TextDecoder().decode(bytes),
  }));
}

async function filesBelow(folder: string): Promise<Map<string, Uint8Array>> {
  const root = new URL(folder, ROOT);
  const names = await readdir(root, { recursive: true, withFileTypes: true });
  const files = new Map<string, Uint8Array>();
  for (const entry of names) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(new URL(root).pathname.length).replaceAll('\\', '/'), await readFile(path));
  }
  return files;
}
