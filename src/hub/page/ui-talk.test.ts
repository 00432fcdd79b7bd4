import { rmSync } from 'node:fs';
import { join as path } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../../site/browser.test-support.ts';
import { type Person, TestHub, temporaryFolder } from '../hub.test-support.ts';
import { everybody, join, message, openChat, openUi, say, takePart } from './ui.test-support.ts';

/** Milliseconds for a test in which several browsers take their time. */
const LONG = 120_000;

describeInBrowser('people on the page', browser => {
  const folder = temporaryFolder();
  const file = path(folder, 'aim.db');
  let hub: TestHub;
  let nova: Person;
  let general: number;
  beforeAll(async () => {
    hub = await TestHub.start({ file });
    nova = await hub.register({ name: 'Nova', machine: 'studio', client_type: 'code', agent_type: 'claude' });
    general = await hub.found(nova, 'general');
    await hub.send(nova, general, 'first words');
  }, 60_000);
  afterAll(async () => {
    await hub.stop();
    rmSync(folder, { recursive: true });
  });

  it(
    'shows an observer everything and leaves no trace of it',
    async () => {
      const before = await everybody(hub);
      const { page, errors, elsewhere } = await openUi(browser, hub.url);
      await openChat(page, 'general');
      expect(await message(page, 'first words').textContent()).toContain('#1 · claude · code · studio');
      await page.getByRole('button', { name: 'Participants' }).click();
      await page.locator('.people li').filter({ hasText: 'active, seen' }).waitFor();
      expect(await page.locator('#composer').isHidden()).toBe(true);
      await page.waitForFunction("document.getElementById('watching').textContent === 'live'");
      expect(await everybody(hub)).toEqual(before);
      expect({ errors, elsewhere }).toEqual({ errors: [], elsewhere: [] });
    },
    LONG,
  );

  it(
    'says since when the hub is away, keeps what was typed, and goes on when it is back',
    async () => {
      const { page } = await openUi(browser, hub.url);
      await openChat(page, 'general');
      await join(page, 'Ada');
      await say(page, 'before the stop');
      const port = Number(new URL(hub.url).port);
      await hub.stop();
      await page.locator('#away').waitFor();
      expect(await page.locator('#away').textContent()).toMatch(
        /does not answer since .*\d+:\d\d:\d\d.*Failed to fetch/s,
      );
      await page.fill('#text', 'written meanwhile');
      await page.keyboard.press('Enter');
      await page.locator('#send-fault').filter({ hasText: 'Not sent' }).waitFor();
      expect(await page.inputValue('#text')).toBe('written meanwhile');
      hub = await TestHub.start({ file, settings: { port } });
      await page.click('#retry');
      await page.locator('#away').waitFor({ state: 'hidden' });
      await page.click('#text');
      await page.keyboard.press('Enter');
      await message(page, 'written meanwhile').waitFor();
      await hub.send(nova, general, 'live again');
      await message(page, 'live again').waitFor();
      await page.click('#bell');
      await page.locator('.result').filter({ hasText: 'The hub went away' }).waitFor();
      await page.locator('.result').filter({ hasText: 'The hub is back' }).waitFor();
    },
    LONG,
  );

  it(
    'founds, leaves, follows again and deletes a chat, whose name must be typed',
    async () => {
      const { page, errors } = await openUi(browser, hub.url);
      await page.click('#found');
      await page.getByLabel('Display name').fill('Lena');
      await page.getByRole('dialog').getByRole('button', { name: 'Take part' }).click();
      await page.getByLabel('Name', { exact: true }).fill('short-lived');
      await page.getByRole('button', { name: 'Found the chat' }).click();
      await page.locator('#chat-name').filter({ hasText: 'short-lived' }).waitFor();
      await page.getByRole('button', { name: 'Leave' }).click();
      await page.locator('#not-following:not([hidden])').waitFor();
      await page.click('#follow');
      await page.getByRole('button', { name: 'Introduce yourself' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Introduce yourself' }).click();
      expect(await page.locator('dialog .fault').textContent()).toBe('Who you are is missing.');
      for (const label of [
        'Who you are',
        'Who you work for',
        'Your goal',
        'What you seek',
        'In your own words',
      ])
        await page.getByLabel(label).fill(`my ${label}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Introduce yourself' }).click();
      await page.locator('.mine .card').filter({ hasText: 'my Your goal' }).waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByLabel('Type the name').fill('wrong');
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await page.locator('dialog .fault').filter({ hasText: 'does not match' }).waitFor();
      await page.getByLabel('Type the name').fill('short-lived');
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await page.locator('#status').filter({ hasText: 'was deleted' }).waitFor();
      expect(await page.locator('#chats a').filter({ hasText: 'short-lived' }).count()).toBe(0);
      // The refusal of the wrong name is an answer of the hub, which Chromium logs
      expect(errors.filter(one => !one.includes('409'))).toEqual([]);
    },
    LONG,
  );

  it(
    'registers again when the hub has lost its token, and drops every id of another database',
    async () => {
      const { page } = await openUi(browser, hub.url);
      await openChat(page, 'general');
      await join(page, 'Olga');
      const [olga] = (await everybody(hub)).filter(one => one.name === 'Olga');
      await hub.call('PATCH', `/admin/participants/${olga?.id}`, {
        operator: 'the-operator-key',
        body: { revoke_token: true },
      });
      await say(page, 'still me');
      expect((await everybody(hub)).filter(one => one.name === 'Olga').length).toBe(1);
      const port = Number(new URL(hub.url).port);
      await hub.stop();
      hub = await TestHub.start({ file: path(folder, 'other.db'), settings: { port } });
      nova = await hub.register({ name: 'Nova' });
      general = await hub.found(nova, 'another general');
      await page.locator('#status').filter({ hasText: 'has a new database' }).waitFor();
      await openChat(page, 'another general');
      await page.click('#follow');
      await say(page, 'a new number');
      expect((await everybody(hub)).map(one => one.name)).toEqual(['Nova', 'Olga']);
    },
    LONG,
  );

  it(
    'reads a long history page by page, and leads to a message far back',
    async () => {
      const chat = await hub.found(nova, 'long');
      await hub.fill(chat, nova.id, 300);
      const last = await hub.send(nova, chat, 'the newest');
      const { page, errors } = await openUi(browser, hub.url);
      await openChat(page, 'long');
      await message(page, 'the newest').waitFor();
      expect(await page.locator('.message').count()).toBe(50);
      await page.click('#older');
      await page.waitForFunction("document.querySelectorAll('.message').length === 100");
      const far = Number(last.body.id) - 250;
      await page.goto(`${hub.url}/ui#/chat/${chat}/message/${far}`);
      await page.locator(`#message-${far}:focus`).waitFor();
      await takePart(page, 'Max');
      expect(errors).toEqual([]);
    },
    LONG,
  );
});
