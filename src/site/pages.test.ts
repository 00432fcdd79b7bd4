import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COPY_WORDS } from '../core/document/invite-script.ts';
import { GitRepository } from '../github/git-repository.test-support.ts';
import { axeFaults, clipboardText, describeInBrowser, overflow, type Visit } from './browser.test-support.ts';
import { type Served, serveSite } from './serve.ts';
import { bytesOf, type SiteFile } from './site-file.ts';
import { wholeSite } from './whole-site.ts';

const PROMPT = readFileSync(new URL('../../spec/trial-prompt.md', import.meta.url), 'utf8');
const COPIED = COPY_WORDS.copied.replace('{lines}', String(PROMPT.trimEnd().split('\n').length));

/** Pages that differ in how they are made up. */
const TEMPLATES = [
  ...['', 'spec.html', 'registry.html', 'changes/AGR-2026-10-26-001.html', 'map.html', 'vectors/fields.html'],
  ...['codes/yaml-colon.html', 'v1.9/trial-prompt.html', 'no/such/page'],
];

/** One page of every kind. */
const PAGES = [
  ...TEMPLATES,
  ...[
    'changelog.html',
    'trial-prompt.html',
    'update-prompt.html',
    'versions.html',
    'data.html',
    'ledger.html',
  ],
  ...['changes.html', 'vectors.html', 'codes.html'],
];

describeInBrowser('the pages', browser => {
  let repository: GitRepository;
  let files: readonly SiteFile[];
  let served: Served;
  let elsewhere: Served;

  beforeAll(async () => {
    repository = GitRepository.ofThisProject();
    repository.git('tag', 'v1.9');
    files = await built('/');
    served = await serveSite(files, '/', 0);
    elsewhere = await serveSite(await built('/aimf-protocol/'), '/aimf-protocol/', 0);
  }, 120_000);

  afterAll(async () => {
    await Promise.all([served?.stop(), elsewhere?.stop()]);
    repository?.remove();
  });

  async function built(base: string): Promise<readonly SiteFile[]> {
    const made = await wholeSite(repository.folder, base);
    if ('fault' in made) throw new Error(made.fault);
    return made;
  }

  const status = (visit: Visit) => visit.page.getByRole('status');
  const button = (visit: Visit) => visit.page.getByRole('button', { name: 'Copy the trial prompt' });
  const selection = (visit: Visit) => visit.page.evaluate('String(getSelection())');
  const sawNothingWrong = ({ errors, elsewhere: asked }: Visit) => {
    expect(errors.filter(one => !/status of 404/.test(one))).toEqual([]);
    expect(asked).toEqual([]);
  };

  it('one tap copies exactly the trial prompt, and says so (9.1)', async () => {
    const visit = await browser.visit(served.url);
    await button(visit).click();
    await status(visit).getByText(COPIED).waitFor();
    expect(await clipboardText(visit.page)).toBe(PROMPT);
    await button(visit).click();
    await status(visit).getByText(COPIED).waitFor();
    expect(await clipboardText(visit.page)).toBe(PROMPT);
    expect(await visit.page.locator('#trial-prompt').textContent()).toBe(PROMPT);
    expect(await axeFaults(visit.page)).toEqual([]);
    sawNothingWrong(visit);
  });

  it('asks for the clipboard first thing in the tap, as Safari wants it (9.1)', async () => {
    const visit = await browser.visit(served.url);
    const asked = await visit.page.evaluate(`(() => {
      let text = null;
      navigator.clipboard.writeText = given => { text = given; return new Promise(() => {}); };
      document.getElementById('copy').click();
      return text;
    })()`);
    expect(asked).toBe(PROMPT);
    expect(await status(visit).textContent()).toBe('');
  });

  it.each(['denied', 'missing'] as const)(
    'copies in the old way where the clipboard is %s (9.1)',
    async clipboard => {
      const visit = await browser.visit(served.url, { clipboard });
      await button(visit).click();
      await status(visit).getByText(COPIED).waitFor();
      // What was copied, as a person finds out: by pasting it
      await visit.page.evaluate("document.querySelector('main').append(document.createElement('textarea'))");
      await visit.page.locator('textarea').focus();
      await visit.page.keyboard.press('Control+v');
      expect(await visit.page.locator('textarea').inputValue()).toBe(PROMPT);
      sawNothingWrong(visit);
    },
  );

  it.each(['denied', 'missing'] as const)(
    'selects the text and says which keys to press where nothing may copy and the clipboard is %s (9.1)',
    async clipboard => {
      const visit = await browser.visit(served.url, { clipboard });
      await visit.page.evaluate('document.execCommand = () => false');
      await button(visit).click();
      await status(visit).getByText(COPY_WORDS.byHand).waitFor();
      expect(await selection(visit)).toBe(PROMPT.trimEnd());
      expect(await visit.page.evaluate('document.activeElement.id')).toBe('trial-prompt');
      expect(await axeFaults(visit.page)).toEqual([]);
      sawNothingWrong(visit);
    },
  );

  it('can be worked by keys alone: past the navigation, to the button, and the prompt (9.1)', async () => {
    const visit = await browser.visit(served.url);
    const { page } = visit;
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    expect(await page.evaluate('document.activeElement.className')).toBe('skip');
    expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe('copy');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await page.keyboard.press('Enter');
    await status(visit).getByText(COPIED).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe('trial-prompt');
  });

  it('has a button large enough to hit, and none where there is no script (9.1)', async () => {
    const box = await button(await browser.visit(served.url, { width: 320 })).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    const visit = await browser.visit(served.url, { javaScript: false });
    expect(await visit.page.getByRole('button').count()).toBe(0);
    await visit.page.locator('#trial-prompt').click();
    expect(await selection(visit)).toBe(PROMPT.trimEnd());
  });

  it.each(PAGES)(
    '/%s holds for everybody, light and wide, dark and at 320 px',
    async path => {
      const visit = await browser.visit(served.url + path);
      const { page } = visit;
      // What is made up alike has the same colours
      if (TEMPLATES.includes(path) && path !== 'spec.html') expect(await axeFaults(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await axeFaults(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      sawNothingWrong(visit);
    },
    120_000,
  );

  it('every page is complete without JavaScript (9.1)', async () => {
    const visit = await browser.visit(served.url, { javaScript: false });
    const { page } = visit;
    for (const path of PAGES) {
      await page.goto(served.url + path);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect((await page.locator('main').textContent())?.length).toBeGreaterThan(100);
      expect(await page.locator('[hidden]:not(#copy):not(.address)').count()).toBe(0);
    }
    sawNothingWrong(visit);
  }, 120_000);

  it('prints the whole prompt, and no navigation and no button (9.1)', async () => {
    const { page } = await browser.visit(served.url);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    expect(await page.locator('#copy').isVisible()).toBe(false);
    const hidden = await page.evaluate(
      "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.getElementById('trial-prompt'))",
    );
    expect(hidden).toBeLessThanOrEqual(2);
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
  });

  it.each([
    ['/', () => served],
    ['/aimf-protocol/', () => elsewhere],
  ] as const)('served under %s, every link is answered, from the first page on (9.1)', async (_, at) => {
    const { url } = at();
    const known = new Set<string>([url]);
    const dead: string[] = [];
    for (const here of known) {
      const response = await fetch(here);
      const type = response.headers.get('content-type') ?? '';
      if (response.status !== 200) dead.push(here);
      const text = await response.text();
      const links = type.startsWith('text/html') ? [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)] : [];
      for (const [, link = ''] of links) {
        const target = new URL(link.replaceAll('&amp;', '&'), here);
        target.hash = '';
        if (target.href.startsWith(url)) known.add(target.href);
        else if (target.origin === new URL(url).origin) dead.push(`${here}: ${link}`);
      }
    }
    expect(dead).toEqual([]);
    expect(known.size).toBeGreaterThan(700);
    const missing = await fetch(`${url}a/b/c.html`);
    expect([missing.status, await missing.text()]).toEqual([
      404,
      expect.stringContaining('There is no such page'),
    ]);
  });

  it('stays within its budgets (SITE 4)', () => {
    const size = new Map(files.map(one => [one.path, bytesOf(one.content).length]));
    expect(size.get('index.html')).toBeLessThan(30_000);
    expect(size.get('spec.html')).toBeLessThan(120_000);
    const pages = [...size].filter(([path]) => path.endsWith('.html'));
    expect(pages.filter(([, bytes]) => bytes > 120_000)).toEqual([]);
    const style = [...size].find(([path]) => path.startsWith('assets/site-'))?.[1];
    expect(style).toBeLessThan(8_000);
  });
});
