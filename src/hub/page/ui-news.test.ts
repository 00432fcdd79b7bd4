import { rmSync } from 'node:fs';
import { join as path } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../../site/browser.test-support.ts';
import { type Person, TestHub, temporaryFolder } from '../hub.test-support.ts';
import { join, message, openChat, openUi, say, takePart } from './ui.test-support.ts';

const LONG = 120_000;

describeInBrowser('what is new, on the page', browser => {
  const folder = temporaryFolder();
  const file = path(folder, 'aim.db');
  let hub: TestHub;
  let nova: Person;
  let general: number;
  beforeAll(async () => {
    hub = await TestHub.start({ file });
    nova = await hub.register({ name: 'Nova' });
    general = await hub.found(nova, 'general');
    await hub.send(nova, general, 'first words');
  }, 60_000);
  afterAll(async () => {
    await hub.stop();
    rmSync(folder, { recursive: true });
  });

  it(
    'is shown also where the reader wrote before it had come',
    async () => {
      const { page } = await openUi(browser, hub.url);
      await page.route('**/events', route => route.abort());
      await page.evaluate(`localStorage.setItem('aim_ui_settings', '{"pollSeconds":3600}')`);
      await page.reload();
      await openChat(page, 'general');
      await join(page, 'Ada');
      await message(page, 'first words').waitFor();
      await hub.send(nova, general, 'not seen yet');
      await say(page, 'an answer to nothing');
      await message(page, 'not seen yet').waitFor();
      const order = await page.locator('.message .text').allTextContents();
      expect(order.slice(-2)).toEqual(['not seen yet', 'an answer to nothing']);
    },
    LONG,
  );

  it(
    'is told also while the list is narrowed, and is searched for in all chats',
    async () => {
      const quiet = await hub.found(nova, 'quiet');
      const { page } = await openUi(browser, hub.url);
      await openChat(page, 'quiet');
      await page.fill('#filter', 'qui');
      await page.waitForFunction("document.querySelectorAll('#chats a').length === 1");
      await hub.send(nova, general, 'elsewhere');
      await page.locator('#bell[aria-label="Notifications, 1 unread"]').waitFor();
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.fill('#search-text', 'elsewhere');
      await page.selectOption('#search-scope', 'all');
      await page.keyboard.press('Enter');
      await page.locator('.result').filter({ hasText: 'elsewhere' }).waitFor();
      await hub.call('DELETE', `/chats/${quiet}`, {
        body: { participant_id: nova.id, confirm_name: 'quiet' },
        token: nova.token,
      });
    },
    LONG,
  );

  it(
    'is not a chat that was missing from the list once, as one that moves between two pages is',
    async () => {
      const { page } = await openUi(browser, hub.url);
      await page.waitForFunction("localStorage.getItem('aim_ui_told') !== null");
      let without = true;
      await page.route('**/chats?*', async route => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { chats: { id: number }[] };
        const chats = without ? body.chats.filter(one => one.id !== general) : body.chats;
        await route.fulfill({ response: answer, json: { ...body, chats } });
      });
      await page.evaluate("window.dispatchEvent(new Event('online'))");
      await page.locator('#chats a').first().waitFor({ state: 'detached' });
      without = false;
      await page.evaluate("window.dispatchEvent(new Event('online'))");
      await page.locator('#chats a').first().waitFor();
      await page.waitForTimeout(300);
      expect(await page.locator('#bell').getAttribute('aria-label')).toBe('Notifications');
    },
    LONG,
  );

  it(
    'is once that the hub went away, however often it says that it can do nothing now',
    async () => {
      const { page } = await openUi(browser, hub.url);
      const health = await hub.call('GET', '/health');
      const { server_version, server_instance } = health.body;
      let asked = 0;
      await page.route('**/chats?*', route => {
        asked += 1;
        const json = { detail: 'Too much at once.', server_version, server_instance };
        return route.fulfill({ status: 503, json });
      });
      for (const looks of [1, 2, 3]) {
        await page.evaluate("window.dispatchEvent(new Event('online'))");
        await expect.poll(() => asked).toBeGreaterThanOrEqual(looks);
        await page.locator('#away-error').filter({ hasText: 'Too much at once.' }).waitFor();
      }
      await page.unroute('**/chats?*');
      await page.click('#retry');
      await page.locator('#away').waitFor({ state: 'hidden' });
      await page.click('#bell');
      const told = await page.locator('.result-head').allTextContents();
      expect(told.map(one => one.replace(/new$/, ''))).toEqual([
        'Hub The hub is back',
        'Hub The hub went away',
      ]);
    },
    LONG,
  );

  it(
    'is told once, however many tabs of the browser are open',
    async () => {
      const { page } = await openUi(browser, hub.url);
      const second = await page.context().newPage();
      await second.goto(`${hub.url}/ui`);
      await second.locator('#chats a').first().waitFor();
      await page.waitForFunction("document.getElementById('watching').textContent === 'live'");
      // Each tab has the news before the other has told it
      for (const tab of [page, second])
        await tab.route('**/chats/*/messages?*', async route => {
          await tab.waitForTimeout(1000);
          await route.continue();
        });
      const chat = await hub.found(nova, 'in two tabs');
      await hub.send(nova, chat, 'hello');
      for (const tab of [page, second])
        await tab.locator('#chats a').filter({ hasText: 'in two tabs' }).waitFor();
      await page.waitForTimeout(1500);
      await page.click('#bell');
      expect(await page.locator('.result').filter({ hasText: 'New chat' }).count()).toBe(1);
    },
    LONG,
  );

  it(
    'stays in sight when the place to write takes its room',
    async () => {
      const chat = await hub.found(nova, 'long');
      await hub.fill(chat, nova.id, 60);
      await hub.send(nova, chat, 'the newest');
      const { page } = await openUi(browser, hub.url, { width: 390 });
      await openChat(page, 'long');
      await message(page, 'the newest').waitFor();
      await join(page, 'Tom');
      await page.locator('#mentions button').waitFor();
      await page.evaluate("document.getElementById('text').style.height = '300px'");
      await page.waitForTimeout(300);
      expect(await page.locator('#to-newest').isHidden()).toBe(true);
      const below = `document.querySelector('.message:last-child').getBoundingClientRect().bottom -
        document.getElementById('log').getBoundingClientRect().bottom`;
      expect(Number(await page.evaluate(below))).toBeLessThanOrEqual(0);
    },
    LONG,
  );

  it(
    'is another database for the memories and the drafts, too',
    async () => {
      const { page } = await openUi(browser, hub.url);
      await openChat(page, 'general');
      await takePart(page, 'Max');
      await page.click('#follow');
      await page.fill('#text', 'for the old general');
      const body = { participant_id: nova.id, memory_type: 'FACT', content: 'an old fact' };
      await hub.call('POST', '/memories', { body, token: nova.token });
      await page.click('#nav-memories');
      await page.locator('.memory').filter({ hasText: 'an old fact' }).waitFor();
      const port = Number(new URL(hub.url).port);
      await hub.stop();
      hub = await TestHub.start({ file: path(folder, 'other.db'), settings: { port } });
      nova = await hub.register({ name: 'Nova' });
      general = await hub.found(nova, 'general');
      const other = { participant_id: nova.id, memory_type: 'FACT', content: 'another fact' };
      await hub.call('POST', '/memories', { body: other, token: nova.token });
      await page.evaluate("window.dispatchEvent(new Event('online'))");
      await page.locator('.memory').filter({ hasText: 'another fact' }).waitFor();
      expect(await page.locator('.memory').filter({ hasText: 'an old fact' }).count()).toBe(0);
      await page.click('#nav-chats');
      await openChat(page, 'general');
      await page.click('#follow');
      await page.locator('#composer:not([hidden])').waitFor();
      expect(await page.inputValue('#text')).toBe('');
    },
    LONG,
  );
});
