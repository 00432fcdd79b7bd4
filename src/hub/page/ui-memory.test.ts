import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../../site/browser.test-support.ts';
import { type Person, TestHub } from '../hub.test-support.ts';
import { openUi } from './ui.test-support.ts';

const LONG = 120_000;

describeInBrowser('the memories on the page', browser => {
  let hub: TestHub;
  let nova: Person;
  beforeAll(async () => {
    hub = await TestHub.start();
    nova = await hub.register({ name: 'Nova' });
  }, 60_000);
  afterAll(() => hub.stop());

  async function store(content: string, more: object = {}): Promise<number> {
    const body = { participant_id: nova.id, memory_type: 'FACT', content, ...more };
    return Number((await hub.call('POST', '/memories', { body, token: nova.token })).body.memory_id);
  }

  async function memory(id: number): Promise<Record<string, unknown>> {
    const path = `/memories/${id}?participant_id=${nova.id}`;
    return (await hub.call('GET', path, { token: nova.token })).body;
  }

  async function memories(): Promise<Page> {
    const { page } = await openUi(browser, hub.url);
    await page.click('#nav-memories');
    await page.click('#memory-take-part');
    await page.getByLabel('Display name').fill('Tom');
    await page.getByRole('dialog').getByRole('button', { name: 'Take part' }).click();
    return page;
  }

  const card = (page: Page, id: number) => page.locator(`[data-memory="${id}"]`);
  const submit = (page: Page, words: string) =>
    page.getByRole('dialog').getByRole('button', { name: words }).click();

  it(
    'can be read and changed by those who take part alone',
    async () => {
      await store('only for participants');
      const { page } = await openUi(browser, hub.url);
      await page.click('#nav-memories');
      await page.locator('#memory-take-part').waitFor();
      expect(await page.locator('#memory-keep, #memory-search').filter({ visible: true }).count()).toBe(0);
      expect(await page.locator('.memory').count()).toBe(0);
      await page.goto(`${hub.url}/ui#/`);
      await page.goto(`${hub.url}/ui#/memories`);
      expect(await page.getByRole('button', { name: /^(Correct|Replace|Dispute|Keep)/ }).count()).toBe(0);
    },
    LONG,
  );

  it(
    'are kept and corrected by keyboard, and the focus goes to what came of it',
    async () => {
      const page = await memories();
      await page.locator('#memory-keep').focus();
      await page.keyboard.press('Enter');
      await page.locator('dialog select:focus').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Tab');
      await page.keyboard.type('We ship on <b>Friday</b>');
      await page.keyboard.press('Tab');
      await page.keyboard.type('release, plan');
      await page.keyboard.press('Tab');
      await page.keyboard.type('much');
      await page.keyboard.press('Enter');
      await page.locator('dialog .fault').filter({ hasText: 'confidence' }).waitFor();
      await page.getByLabel('Confidence, from').fill('0.5');
      await page.keyboard.press('Enter');
      const focused = page.locator('.memory:focus');
      await focused.filter({ hasText: 'We ship on <b>Friday</b>' }).waitFor();
      const id = Number(await focused.getAttribute('data-memory'));
      expect(await memory(id)).toMatchObject({
        memory_type: 'DECISION',
        confidence: 0.5,
        tags: ['plan', 'release'],
        status: 'ACTIVE',
      });
      await page.getByRole('button', { name: `Correct memory ${id}` }).focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('What is to be remembered').fill('We ship on Monday');
      await page.getByLabel('Status').last().selectOption('ARCHIVED');
      await page.getByLabel('Tags').last().press('Enter');
      await focused.filter({ hasText: 'We ship on Monday' }).filter({ hasText: 'ARCHIVED' }).waitFor();
      expect(await memory(id)).toMatchObject({ content: 'We ship on Monday', tags: ['plan', 'release'] });
    },
    LONG,
  );

  it(
    'are replaced and disputed, and what was replaced stays beside what replaced it',
    async () => {
      const old = await store('the tests take four minutes', { tags: ['tests'], project_id: 7 });
      const page = await memories();
      await page.getByRole('button', { name: `Replace memory ${old}` }).click();
      await page.getByLabel('What is to be remembered').fill('the tests take two minutes');
      await page.getByLabel('Why it is replaced').fill('they run side by side');
      await submit(page, 'Replace');
      const successor = page.locator('.memory:focus');
      await successor.filter({ hasText: 'two minutes' }).waitFor();
      const id = Number(await successor.getAttribute('data-memory'));
      expect(await memory(id)).toMatchObject({ supersedes: old, tags: ['tests'], project_id: 7 });
      await card(page, old).filter({ hasText: 'SUPERSEDED' }).waitFor();
      expect(await card(page, old).getByRole('button').allTextContents()).toEqual([
        `Replaced by ${id}`,
        'Correct',
      ]);
      await page.getByRole('button', { name: `Dispute memory ${id}` }).click();
      await submit(page, 'Dispute');
      await page.locator('dialog .fault').filter({ hasText: 'What is wrong with it is missing' }).waitFor();
      await page.getByLabel('What is wrong with it').fill('not on my machine');
      await page.getByLabel('contradicts').fill('999');
      await submit(page, 'Dispute');
      await page.locator('dialog .fault').filter({ hasText: '999' }).waitFor();
      await page.getByLabel('contradicts').fill(String(old));
      await submit(page, 'Dispute');
      await card(page, id).filter({ hasText: 'DISPUTED' }).waitFor();
      expect(await page.locator('#memory-told').textContent()).toBe(`Memory ${id} is disputed.`);
      expect(await memory(id)).toMatchObject({ status: 'DISPUTED' });
      // Somebody else was quicker: the hub says so, and what was typed stays
      const raced = await store('raced');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByRole('button', { name: `Replace memory ${raced}` }).click();
      const body = { participant_id: nova.id, superseding_memory_id: await store('first') };
      await hub.call('POST', `/memories/${raced}/supersede`, { body, token: nova.token });
      await submit(page, 'Replace');
      await page.locator('dialog .fault').filter({ hasText: 'superseded' }).waitFor();
    },
    LONG,
  );
});
