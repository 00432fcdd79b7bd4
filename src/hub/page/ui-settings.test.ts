import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../../site/browser.test-support.ts';
import { type Person, TestHub } from '../hub.test-support.ts';
import { introduce, join, message, openChat, openUi, say } from './ui.test-support.ts';

const LONG = 120_000;

/** A name of the tailnet, which leads to loopback here: plain http on it is no secure context. */
const TAILNET = 'hub.tail1234.ts.net';

describeInBrowser(
  'what is set in the browser',
  browser => {
    let hub: TestHub;
    let nova: Person;
    let general: number;
    beforeAll(async () => {
      hub = await TestHub.start();
      nova = await hub.register({ name: 'Nova' });
      general = await hub.found(nova, 'general');
      await hub.send(nova, general, 'words');
    }, 60_000);
    afterAll(() => hub.stop());

    it(
      'works on plain http in the tailnet, and says what cannot be had there',
      async () => {
        const url = hub.url.replace('127.0.0.1', TAILNET);
        const { page, errors, elsewhere } = await openUi(browser, url);
        expect(await page.evaluate('isSecureContext')).toBe(false);
        await openChat(page, 'general');
        await join(page, 'Tom');
        await say(page, 'no secure context');
        await page.click('#open-settings');
        await page
          .locator('#set-browserNotices-hint')
          .filter({ hasText: 'https or localhost only' })
          .waitFor();
        expect(await page.locator('#set-browserNotices').isDisabled()).toBe(true);
        await page.getByRole('button', { name: 'Copy the key' }).click();
        await page.locator('#status').filter({ hasText: 'Key copied' }).waitFor();
        expect({ errors, elsewhere }).toEqual({ errors: [], elsewhere: [] });
      },
      LONG,
    );

    it(
      'works where the browser keeps nothing, and says that',
      async () => {
        const { page } = await openUi(browser, hub.url);
        await page.addInitScript(
          "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } })",
        );
        await page.reload();
        await openChat(page, 'general');
        await join(page, 'Kim');
        await say(page, 'nothing is kept');
        await page.click('#open-settings');
        await page.locator('dialog .note').filter({ hasText: 'keeps nothing' }).waitFor();
      },
      LONG,
    );

    it(
      'tells only mentions, introductions and new chats where that is chosen, and makes the browser tell them too',
      async () => {
        const { page } = await openUi(browser, hub.url);
        await page.context().grantPermissions(['notifications']);
        await page.evaluate(
          "window.told = []; window.Notification = class { static permission = 'granted'; static requestPermission() { return Promise.resolve('granted'); } constructor(title) { window.told.push(title); } close() {} }",
        );
        await page.click('#open-settings');
        await page.getByLabel('The bell tells').selectOption('important');
        await page.getByLabel('Browser notifications').check();
        await page.getByLabel('Sound').check();
        await page.keyboard.press('Escape');
        await hub.send(nova, general, 'an ordinary message');
        await introduce(hub, nova, general, 'I am Nova');
        await page.locator('#badge').filter({ hasText: '1' }).waitFor();
        await page.click('#bell');
        expect(await page.locator('.result').count()).toBe(1);
        expect(await page.locator('.result').textContent()).toContain('Introduction Nova (#1) in general');
        expect(await page.evaluate('window.told')).toEqual(['Nova (#1) in general']);
        // The list stays with the browser
        await page.reload();
        await page.click('#bell');
        expect(await page.locator('.result').count()).toBe(1);
      },
      LONG,
    );

    it(
      'polls where the stream of events cannot be had',
      async () => {
        const { page } = await openUi(browser, hub.url);
        await page.route('**/events', route => route.abort());
        await page.click('#open-settings');
        await page.getByLabel('Seconds between two looks').fill('1');
        await page.keyboard.press('Tab');
        expect(await page.getByLabel('Seconds between two looks').inputValue()).toBe('2');
        await page.reload();
        await openChat(page, 'general');
        expect(await page.locator('#watching').textContent()).toBe('polling');
        await hub.send(nova, general, 'found by looking');
        await message(page, 'found by looking').waitFor();
      },
      LONG,
    );

    it(
      'shows a page and a hub that differ, and since when',
      async () => {
        const { page } = await openUi(browser, hub.url);
        expect(await page.locator('.versions').textContent()).toMatch(/^hub 0\.15\.0 · page 0\.15\.0/);
        await page.route('**/chats?*', async route => {
          const answer = await route.fetch();
          await route.fulfill({
            response: answer,
            json: { ...(await answer.json()), server_version: '0.16.0' },
          });
        });
        await page.locator('#filter').fill('gen');
        await page
          .locator('#skew')
          .filter({ hasText: 'The hub is 0.16.0 and this page was made by 0.15.0' })
          .waitFor();
        expect(await page.locator('.versions').textContent()).toMatch(/^hub 0\.16\.0 · page 0\.15\.0/);
      },
      LONG,
    );

    it(
      'rests in the background unless it is told to watch, and speaks to the desktop app around it',
      async () => {
        const { page } = await openUi(browser, hub.url);
        await page.goto(`${hub.url}/ui?desktop=0.3.1`);
        expect(await page.locator('.versions').textContent()).toContain('page 0.15.0 · desktop 0.3.1 · ');
        const hide = (hidden: boolean) =>
          page.evaluate(
            `Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} }); document.dispatchEvent(new Event('visibilitychange'))`,
          );
        await hide(true);
        await page.locator('#watching').filter({ hasText: 'polling' }).waitFor();
        await hub.send(nova, general, 'while hidden');
        await hide(false);
        await page.locator('#badge').filter({ hasText: '1' }).waitFor();
        // The app comes later than the page, learns the count, and has it watched on while its window is hidden
        await page.evaluate(
          'window.calls = []; window.pywebview = { api: { notify: one => window.calls.push(one), set_badge: count => window.calls.push(count) } }; window.dispatchEvent(new Event("pywebviewready"))',
        );
        await page.locator('#watching').filter({ hasText: 'live' }).waitFor();
        await hide(true);
        const sent = await hub.send(nova, general, 'still hidden');
        const told = {
          title: 'Nova (#1) in general',
          body: 'still hidden',
          chat_id: general,
          message_id: sent.body.id,
        };
        await expect.poll(() => page.evaluate('window.calls'), { timeout: 20_000 }).toEqual([1, 2, told]);
        await hide(false);
        await page.evaluate(
          `window.aimDesktopOpen('x', {}); window.aimDesktopOpen(${general}, ${sent.body.id})`,
        );
        await page.locator('.message:focus').filter({ hasText: 'still hidden' }).waitFor();
        await page.click('#open-settings');
        await page.getByText('The desktop app around this page shows them already.').waitFor();
      },
      LONG,
    );

    it(
      'looks every 30 seconds while the tab is hidden, where that is chosen',
      async () => {
        const { page } = await openUi(browser, hub.url);
        await page.click('#open-settings');
        await page.getByLabel('Watch in the background').check();
        await page.clock.install();
        await page.reload();
        await page.locator('#watching').filter({ hasText: 'live' }).waitFor();
        await page.evaluate(
          "Object.defineProperty(document, 'hidden', { get: () => true }); document.dispatchEvent(new Event('visibilitychange'))",
        );
        const asked: string[] = [];
        page.on('request', request => asked.push(new URL(request.url()).pathname));
        await page.clock.runFor(29_000);
        expect(asked).toEqual([]);
        await page.clock.runFor(2_000);
        await expect.poll(() => asked).toEqual(['/chats']);
      },
      LONG,
    );

    it(
      'offers who was quiet for a day for mentions only where that is chosen',
      async () => {
        const quiet = await TestHub.start();
        await quiet.found(await quiet.register({ name: 'Sleeper' }), 'general');
        quiet.ahead = 25 * 3_600_000;
        await quiet.follow(await quiet.register({ name: 'Waker' }), 1);
        const { page } = await openUi(browser, quiet.url);
        await openChat(page, 'general');
        await join(page, 'Tom');
        await page.locator('.toggle').first().waitFor();
        expect(await page.locator('.toggle').allTextContents()).toEqual(['@Waker #2']);
        await page.click('#open-settings');
        await page.getByLabel('Offer dormant participants').check();
        await page.keyboard.press('Escape');
        await page.locator('.toggle').filter({ hasText: 'Sleeper' }).waitFor();
        expect(await page.locator('.toggle').allTextContents()).toEqual(['@Sleeper #1 dormant', '@Waker #2']);
        await quiet.stop();
      },
      LONG,
    );

    it(
      'brings an identity to another browser by its key',
      async () => {
        const { page } = await openUi(browser, hub.url);
        await openChat(page, 'general');
        await join(page, 'Wanda');
        await page.click('#open-settings');
        const key = await page.getByLabel('Continuity key').inputValue();
        const other = await openUi(browser, hub.url);
        await other.page.click('#open-settings');
        await other.page.getByLabel('Continuity key').fill('short');
        await other.page.getByRole('button', { name: 'Use this key' }).click();
        await other.page.locator('#status').filter({ hasText: 'at least 8' }).waitFor();
        await other.page.getByLabel('Continuity key').fill(key);
        await other.page.getByRole('button', { name: 'Use this key' }).click();
        await other.page.keyboard.press('Escape');
        await openChat(other.page, 'general');
        await other.page.click('#take-part');
        await other.page.getByRole('dialog').getByRole('button', { name: 'Take part' }).click();
        await other.page.click('#follow');
        await say(other.page, 'the same Wanda');
        expect(await message(other.page, 'the same Wanda').locator('.name').textContent()).toBe('Wanda');
      },
      LONG,
    );
  },
  [`--host-resolver-rules=MAP ${TAILNET} 127.0.0.1`],
);
