import { env } from 'node:process';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, CHROMIUM_ARGUMENTS } from './chromium.test-support.ts';

/** Every rule of WCAG 2.2 AA that axe knows: `target-size` runs only where `wcag22aa` is named. */
const AXE_TAGS: readonly string[] = [
  ...['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  'best-practice',
];

/** How a page is looked at; without a wish it is light, 1280 px wide, with scripts, and the clipboard may be written. */
export type View = {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly javaScript?: boolean;
  readonly reducedMotion?: boolean;
  /** `denied`: writing is refused. `missing`: as on plain http, there is no clipboard at all. */
  readonly clipboard?: 'granted' | 'denied' | 'missing';
};

/** The views in which every page must hold. */
export const VIEWS: readonly (readonly [string, View])[] = [
  ['light', {}],
  ['dark', { scheme: 'dark' }],
  ['320 px', { width: 320 }],
  ['320 px and dark', { width: 320, scheme: 'dark' }],
  ['without JavaScript', { javaScript: false }],
];

/** A page that somebody looks at, with what must not happen on it. */
export type Visit = {
  readonly page: Page;
  /** Errors and warnings of the console, and exceptions that nobody caught. */
  readonly errors: string[];
  /** Requests to another origin than the page's. */
  readonly elsewhere: string[];
};

/** The browser of a test file. */
export type TestBrowser = {
  /** Opens a page in a fresh context, which is closed after the test. */
  readonly visit: (url: string, view?: View) => Promise<Visit>;
};

/**
 * A `describe` in one shared Chromium. Where it is not installed the tests are skipped and their name says why; in CI that is
 * a failure, since a skipped test proves nothing.
 */
export function describeInBrowser(
  name: string,
  tests: (browser: TestBrowser) => void,
  further: readonly string[] = [],
): void {
  if (CHROMIUM === null) {
    const missing = `${name} (Chromium is not installed: apt-get install chromium)`;
    describe(missing, () => {
      if (env.CI === undefined) it.skip('needs Chromium', () => undefined);
      else it('needs Chromium', () => expect.fail('CI must have Chromium'));
    });
    return;
  }
  const executablePath = CHROMIUM;
  // A browser is slow where the machine is busy
  describe(name, { timeout: 120_000 }, () => {
    let browser: Browser | undefined;
    const contexts = new Set<BrowserContext>();
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGUMENTS, ...further] });
    }, 120_000);
    afterEach(async () => {
      await Promise.all([...contexts].map(context => context.close()));
      contexts.clear();
    });
    afterAll(() => browser?.close());
    tests({
      visit: async (url, view = {}) => {
        if (browser === undefined)
          throw new Error('A page is visited in a test, not while tests are gathered');
        const context = await newContext(browser, view);
        contexts.add(context);
        return open(context, url);
      },
    });
  });
}

async function newContext(browser: Browser, view: View): Promise<BrowserContext> {
  const { clipboard = 'granted' } = view;
  const context = await browser.newContext({
    colorScheme: view.scheme ?? 'light',
    viewport: { width: view.width ?? 1280, height: 900 },
    javaScriptEnabled: view.javaScript ?? true,
    reducedMotion: view.reducedMotion === true ? 'reduce' : 'no-preference',
    permissions: clipboard === 'granted' ? ['clipboard-read', 'clipboard-write'] : [],
  });
  // As text, since these sources are checked without the types of a browser
  if (clipboard === 'missing')
    await context.addInitScript(
      "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })",
    );
  return context;
}

async function open(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const visit: Visit = { page, errors: [], elsewhere: [] };
  const { origin } = new URL(url);
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') visit.errors.push(message.text());
  });
  page.on('pageerror', error => visit.errors.push(error.message));
  page.on('request', request => {
    const asked = request.url();
    if (!asked.startsWith(`${origin}/`) && !asked.startsWith('data:')) visit.elsewhere.push(asked);
  });
  await page.goto(url);
  return visit;
}

/** What axe finds wrong on the page as it now is: one line a fault, with the first place. */
export async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags([...AXE_TAGS])
    // These pages have no frames, for whose sake it would open a further page each time
    .setLegacyMode(true)
    .analyze();
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(one => one.html).join(' | ')}`);
}

/** How far the page is wider than its window, in CSS pixels: more than none means scrolling sideways. */
export async function overflow(page: Page): Promise<number> {
  return Number(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
  );
}

/** What stands on the clipboard. */
export async function clipboardText(page: Page): Promise<string> {
  return String(await page.evaluate('navigator.clipboard.readText()'));
}
