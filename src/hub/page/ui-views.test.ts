import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, describeInBrowser, overflow, VIEWS, type View } from '../../site/browser.test-support.ts';
import { OPERATOR_KEY, type Person, TestHub } from '../hub.test-support.ts';
import { introduce, join, message, openChat, openUi, say } from './ui.test-support.ts';

const LONG = 180_000;

/** The states of the page in which nothing may be wrong, in the order in which a visitor meets them. */
const STATES: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ['the list', async () => undefined],
  ['a chat that is observed', page => openChat(page, 'general')],
  ['a chat that is taken part in', talk],
  ['the participants', page => dialog(page, 'Participants', '.people li')],
  ['the search', page => dialog(page, 'Search', '#search-text')],
  ['the introduction', page => dialog(page, 'Introduce yourself', 'dialog form')],
  ['the deletion', page => dialog(page, 'Delete', '.dangerous')],
  ['the bell', page => dialog(page, /^Notifications/, '.result')],
  ['the settings', page => dialog(page, 'Settings', 'dialog [type=password]')],
  ['the corrections', corrections],
  ['the memories', memories],
  ['keeping a memory', page => dialog(page, 'Keep a memory', 'dialog select')],
  ['replacing a memory', page => dialog(page, /^Replace memory/, 'dialog form')],
];

async function talk(page: Page): Promise<void> {
  await join(page, `Tom ${Math.trunc(page.viewportSize()?.width ?? 0)}`);
  await page.locator('.toggle').first().click();
  await say(page, 'hello');
  await page.locator('#badge:not([hidden])').waitFor({ state: 'attached' });
}

async function dialog(page: Page, button: string | RegExp, shown: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.locator(shown).first().waitFor();
}

async function corrections(page: Page): Promise<void> {
  await page.getByLabel('Operator key').fill(OPERATOR_KEY);
  await page.getByRole('button', { name: 'Open the corrections' }).click();
  await page.locator('dialog .people li').first().waitFor();
}

async function memories(page: Page): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#/memories`);
  await page.reload();
  await page.locator('.memory').first().waitFor();
  await page.locator('.memory-search summary').click();
}

describeInBrowser('every state of the page', browser => {
  let hub: TestHub;
  let nova: Person;
  beforeAll(async () => {
    hub = await TestHub.start();
    nova = await hub.register({ name: 'Nova' });
    const chat = await hub.found(nova, 'general');
    await introduce(hub, nova, chat, 'I am Nova');
    await hub.send(nova, chat, 'words');
    await hub.found(nova, 'quiet');
    const body = {
      participant_id: nova.id,
      memory_type: 'FACT',
      content: 'a fact',
      tags: ['one'],
      metadata: { by: 'x' },
    };
    const first = await hub.call('POST', '/memories', { body, token: nova.token });
    const second = await hub.call('POST', '/memories', {
      body: { ...body, content: 'better' },
      token: nova.token,
    });
    await hub.call('POST', `/memories/${first.body.memory_id}/supersede`, {
      body: { participant_id: nova.id, superseding_memory_id: second.body.memory_id },
      token: nova.token,
    });
  }, 60_000);
  afterAll(() => hub.stop());

  const views = VIEWS.filter(([, view]) => view.javaScript !== false);
  describe.each(views)('%s', (_name, view: View) => {
    it(
      'has no fault that axe finds, scrolls in no direction but down, and says nothing on the console',
      async () => {
        const { page, errors, elsewhere } = await openUi(browser, hub.url, view);
        // A chat that is founded after the first look makes the bell ring
        await hub.found(nova, `rings ${_name}`);
        const wrong: string[] = [];
        for (const [state, enter] of STATES) {
          await enter(page);
          for (const fault of await axeFaults(page)) wrong.push(`${state}: ${fault}`);
          if ((await overflow(page)) > 0) wrong.push(`${state}: wider than the window`);
        }
        expect({ wrong, errors, elsewhere }).toEqual({ wrong: [], errors: [], elsewhere: [] });
      },
      LONG,
    );
  });

  it(
    'works by keyboard alone',
    async () => {
      const { page } = await openUi(browser, hub.url);
      const tabTo = async (wanted: string) => {
        const at = `(() => { const at = document.activeElement; return at.id || at.getAttribute('aria-label') || at.textContent; })()`;
        for (let presses = 0; presses < 60; presses += 1) {
          if (String(await page.evaluate(at)).startsWith(wanted)) return;
          await page.keyboard.press('Tab');
        }
        expect.fail(`no way by Tab to ${wanted}`);
      };
      await tabTo('general');
      await page.keyboard.press('Enter');
      await message(page, 'words').waitFor();
      // On from here, and not through all the other chats
      expect(await page.evaluate('document.activeElement.id')).toBe('view');
      await tabTo('take-part');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Keys');
      await page.keyboard.press('Enter');
      await tabTo('follow');
      await page.keyboard.press('Enter');
      await page.locator('#text:focus').waitFor();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Space');
      await tabTo('text');
      await page.keyboard.type('typed');
      await page.keyboard.press('Enter');
      await message(page, 'typed').locator('.chip').waitFor();
      await tabTo('bell');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      expect(await page.evaluate('document.activeElement.id')).toBe('bell');
    },
    LONG,
  );
});
