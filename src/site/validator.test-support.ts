import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { projectPath } from '../cli/project-files.ts';
import type { TestBrowser, View, Visit } from './browser.test-support.ts';
import { SHELL_FILES } from './page.ts';
import { readSiteSource } from './read-source.ts';
import { type Served, serveSite } from './serve.ts';
import { validatorPart } from './whole-site.ts';

/** The validator of this checkout, and of its site nothing else, served on loopback; `url` is its page. */
export async function servedValidator(): Promise<Served> {
  const source = await readSiteSource(projectPath('.'));
  if ('fault' in source) throw new Error(source.fault);
  const part = await validatorPart(source);
  const { stamp, manifest } = source.current;
  const frame = { shown: stamp, canonical: manifest.canonical, pages: null, sections: [part] };
  const served = await serveSite([...part.files(frame), ...Object.values(SHELL_FILES)], '/', 0);
  return { ...served, url: served.url + part.path.replace('index.html', '') };
}

/** A visit to the page once it has checked what it opened with. */
export async function openValidator(browser: TestBrowser, url: string, view: View = {}): Promise<Visit> {
  const visit = await browser.visit(url, view);
  await settled(visit.page);
  return visit;
}

/** Waits until the page shows a verdict. */
export async function settled(page: Page): Promise<void> {
  await page.locator('#form:not([hidden])').waitFor();
  await page.waitForFunction("document.getElementById('verdict').dataset.tone !== undefined");
}

/** The heading with the verdict. */
export function verdict(page: Page): Locator {
  return page.locator('#verdict');
}

/** Drops files on the page, as a person does from a file manager. */
export async function dropFiles(
  page: Page,
  files: readonly { name: string; bytes: Uint8Array }[],
): Promise<void> {
  const given = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
  const transfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of ${JSON.stringify(given)})
      transfer.items.add(new File([Uint8Array.from(atob(base64), one => one.charCodeAt(0))], name));
    return transfer;
  })()`);
  await page.dispatchEvent('#message', 'drop', { dataTransfer: transfer });
}

/** A file of the sample mailbox. */
export function sample(path: string): Promise<Buffer> {
  return readFile(projectPath(`samples/${path}`));
}
