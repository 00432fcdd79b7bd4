import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, describeInBrowser, overflow, VIEWS } from './browser.test-support.ts';
import type { Served } from './serve.ts';
import { openValidator, servedValidator, verdict } from './validator.test-support.ts';

/** The views in which every state is looked at: the last is narrow and dark at once. */
const LOOKS = ['light', 'dark', '320 px and dark'];

/** What a person may bring the page to, one after the other. */
const STATES: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ['It passes all four gates', page => page.click('#check')],
  [
    'It stops at the schema gate',
    async page => {
      await page.fill('#message', 'format: AIMF/1\nfrom: bot@example.com\nTYPE: NOTE\n');
      await verdict(page).filter({ hasText: 'It stops at the schema gate' }).waitFor();
      await page.click('#share');
      await page.click('#report-part summary');
      await page.locator('#status').filter({ hasText: 'The link is ready' }).waitFor();
    },
  ],
  [
    'The agreement is not in order',
    async page => {
      await page.selectOption('#agreement', 'written');
      await page.fill('#written', 'agreement: [\n');
    },
  ],
  [
    'The private file is not in order',
    async page => {
      await page.check('input[name=side][value=judge]');
      await page.fill('#receiver', 'owner: nobody');
      await page.check('input[name=moment][value=then]');
    },
  ],
];

describeInBrowser('the looks of the validator', browser => {
  let served: Served;
  beforeAll(async () => {
    served = await servedValidator();
  }, 60_000);
  afterAll(() => served.stop());

  it.each(VIEWS.filter(([name]) => LOOKS.includes(name)))(
    'hold in every state, %s',
    async (_, view) => {
      const { page, errors, elsewhere } = await openValidator(browser, served.url, {
        ...view,
        reducedMotion: true,
      });
      for (const [heading, act] of STATES) {
        await act(page);
        await verdict(page).filter({ hasText: heading }).waitFor();
        expect({ heading, faults: await axeFaults(page) }).toEqual({ heading, faults: [] });
        expect({ heading, overflow: await overflow(page) }).toEqual({ heading, overflow: 0 });
      }
      expect({ errors, elsewhere }).toEqual({ errors: [], elsewhere: [] });
    },
    240_000,
  );

  it('say what to run instead where there is no JavaScript', async () => {
    const { page, errors } = await browser.visit(served.url, { javaScript: false });
    expect(await page.locator('noscript').textContent()).toContain('npx aimf simulate message.md');
    expect(await page.locator('#form').isHidden()).toBe(true);
    expect(errors).toEqual([]);
  });

  it('print as the report alone', async () => {
    const { page } = await openValidator(browser, served.url);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#gates').isVisible()).toBe(true);
    expect(await page.locator('#message').isVisible()).toBe(false);
  });

  it('cost less than 80 KB of script, gzipped, until a mail or a file comes', async () => {
    const { page } = await browser.visit(served.url);
    const loaded = (await page.evaluate(
      "performance.getEntriesByType('resource').map(one => one.name).filter(one => one.endsWith('.js'))",
    )) as string[];
    const sizes = loaded.map(
      async url => gzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer())).length,
    );
    const total = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0);
    expect(loaded.length).toBeGreaterThan(0);
    expect(total).toBeLessThan(80_000);
  });
});
