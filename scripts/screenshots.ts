import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM, CHROMIUM_ARGUMENTS } from '../src/site/chromium.test-support.ts';
import { serveSite } from '../src/site/serve.ts';
import { wholeSite } from '../src/site/whole-site.ts';

/** Pictures of the invite page and of the validator, light and dark, for the README. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A moment at which the agreements of the registry hold and the example of the validator always reads the same. */
const MOMENT = '2026-12-01T09:00:00Z';

const SHOTS: readonly {
  name: string;
  path: string;
  height: number;
  prepare: (page: Page) => Promise<unknown>;
}[] = [
  { name: 'invite', path: '', height: 900, prepare: async () => undefined },
  { name: 'validator', path: 'validator/', height: 985, prepare: breakMessage },
];

/** Three faults that a bot would make. */
async function breakMessage(page: Page): Promise<void> {
  const message = await page.inputValue('#message');
  await page.fill(
    '#message',
    message.replace('reply_to:', 'reply-to:').replace(/sent: (\S+)T\S+/, 'sent: $1 09:00'),
  );
  await page.locator('#findings .error').first().waitFor();
  await page.evaluate('document.activeElement.blur()');
}

async function takeScreenshots(): Promise<void> {
  if (CHROMIUM === null) throw new Error('Chromium is not installed: apt-get install chromium');
  const files = await wholeSite(ROOT, '/');
  if ('fault' in files) throw new Error(files.fault);
  const served = await serveSite(files, '/', 0);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_ARGUMENTS] });
  await mkdir(`${ROOT}docs/images`, { recursive: true });
  for (const { name, path, height, prepare } of SHOTS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({
        colorScheme,
        viewport: { width: 1200, height },
        reducedMotion: 'reduce',
      });
      await page.clock.setFixedTime(MOMENT);
      await page.goto(served.url + path);
      await prepare(page);
      await page.screenshot({ path: `${ROOT}docs/images/${name}-${colorScheme}.png` });
    }
  }
  await browser.close();
  await served.stop();
}

await takeScreenshots();
