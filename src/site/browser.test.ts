import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, describeInBrowser, overflow } from './browser.test-support.ts';
import { type ServedFolder, serveFolder } from './served-folder.test-support.ts';

const FAULTY = `<!doctype html><html lang="en"><title>Faulty</title>
<body style="width: 400px"><main><h1>Faulty</h1><img src="http://127.0.0.1:9/x.png"></main>
<script>console.error('told'); throw new Error('thrown')</script></body></html>`;

describeInBrowser('the browser that pages are tested in', browser => {
  let folder = '';
  let served: ServedFolder;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aimf-served-'));
    await writeFile(join(folder, 'index.html'), FAULTY);
    await writeFile(join(folder, '404.html'), 'Nothing here');
    served = await serveFolder(folder, '/x/');
  });
  afterAll(async () => {
    await served.close();
    await rm(folder, { recursive: true });
  });

  it('sees errors, requests elsewhere, faults of accessibility and overflow', async () => {
    const { page, errors, elsewhere } = await browser.visit(served.url, { width: 320 });
    expect(errors).toEqual(expect.arrayContaining(['told', 'thrown']));
    expect(elsewhere).toEqual(['http://127.0.0.1:9/x.png']);
    expect((await axeFaults(page)).join()).toContain('image-alt');
    expect(await overflow(page)).toBeGreaterThan(0);
  });

  it('serves as GitHub Pages does', async () => {
    const status = async (path: string) => (await fetch(new URL(path, served.url))).status;
    expect([await status('./'), await status('index'), await status('none'), await status('/')]).toEqual([
      200, 200, 404, 404,
    ]);
  });
});
