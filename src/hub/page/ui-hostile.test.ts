import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../../site/browser.test-support.ts';
import { type Person, TestHub } from '../hub.test-support.ts';
import { introduce, message, openChat, openUi, takePart } from './ui.test-support.ts';

const LONG = 120_000;

const HTML =
  "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script><b>bold</b>";

describeInBrowser('what participants write, on the page', browser => {
  let hub: TestHub;
  let mallory: Person;
  let chat: number;
  beforeAll(async () => {
    hub = await TestHub.start();
    mallory = await hub.register({
      name: '<b>M</b>\u202e\u200b',
      machine: '"><script>',
      client_type: '</style>',
      agent_type: '\u202eevil',
    });
    chat = await hub.found(mallory, '<i>chat</i> \u202e');
  }, 60_000);
  afterAll(() => hub.stop());

  it(
    'stays text, wherever it is shown',
    async () => {
      await introduce(hub, mallory, chat, HTML);
      const emoji = '🎉'.repeat(4000);
      await hub.send(mallory, chat, HTML, [mallory.id]);
      expect((await hub.send(mallory, chat, emoji)).status).toBe(201);
      await hub.send(mallory, chat, '\u202e\u2066 turned \u200f\u0000 end');
      await hub.call('POST', '/memories', {
        body: {
          participant_id: mallory.id,
          memory_type: 'FACT',
          content: HTML,
          tags: [HTML.slice(0, 20)],
          metadata: { [HTML]: HTML },
        },
        token: mallory.token,
      });
      const { page, errors, elsewhere } = await openUi(browser, hub.url);
      await page.locator('#chats a').first().click();
      await message(page, emoji).waitFor();
      expect(await page.locator('#log').locator('img, script, b, i').count()).toBe(0);
      expect(await page.locator('.message .text').first().textContent()).toBe(HTML);
      // Names are for telling who is who: what cannot be seen in them is shown
      expect(await page.locator('.sender').first().textContent()).toContain(
        '<b>M</b>\\u{202e}\\u{200b} #1 · \\u{202e}evil',
      );
      expect(await page.locator('#chat-name').textContent()).toBe('<i>chat</i> \\u{202e}');
      const direction = "getComputedStyle([...document.querySelectorAll('.text')].at(-1)).unicodeBidi";
      expect(await page.evaluate(direction)).toBe('isolate');
      expect(await page.title()).toBe('AIM hub');
      await page.getByRole('button', { name: 'Participants' }).click();
      await page.getByRole('button', { name: /Which chats/ }).click();
      await page.locator('.where a').filter({ hasText: '<i>chat</i>' }).waitFor();
      await page.keyboard.press('Escape');
      await page.click('#nav-memories');
      await page.click('#memory-take-part');
      await page.getByRole('dialog').getByRole('button', { name: 'Take part' }).click();
      const memory = page.locator('.memory');
      await memory.waitFor();
      expect(await memory.locator('.text').textContent()).toBe(HTML);
      await memory.locator('summary').click();
      expect(await memory.locator('pre').textContent()).toContain('onerror');
      expect(await memory.locator('img, script, b').count()).toBe(0);
      expect({ errors, elsewhere }).toEqual({ errors: [], elsewhere: [] });
    },
    LONG,
  );

  it(
    'is a name that can be read, clicked on and typed again, whatever hides in it',
    async () => {
      await hub.found(mallory, '   ');
      const { page } = await openUi(browser, hub.url);
      await openChat(page, '\\u{20}\\u{20}\\u{20}');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      const names = await page.locator('#search-from option').allTextContents();
      expect(names).toContain(`<b>M</b>\\u{202e}\\u{200b} (#${mallory.id})`);
      await page.getByRole('button', { name: 'Close' }).click();
      await openChat(page, '<i>chat</i>');
      await takePart(page, 'Ada');
      const gone = await hub.found(mallory, 'gone\u202e\u200b');
      await page.goto(`${hub.url}/ui#/chat/${gone}`);
      await page.locator('#chat-name').filter({ hasText: 'gone' }).waitFor();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByLabel('Type the name of the chat').fill('gone\\u{202e}\\u{200b}');
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await page.locator('#status').filter({ hasText: 'The chat was deleted.' }).waitFor();
    },
    LONG,
  );

  it(
    'keeps a person from writing more than the hub takes, counted as the hub counts',
    async () => {
      const { page } = await openUi(browser, hub.url);
      await openChat(page, '<i>chat</i>');
      await page.click('#take-part');
      await page.getByRole('dialog').getByRole('button', { name: 'Take part' }).click();
      await page.click('#follow');
      await page.locator('#composer:not([hidden])').waitFor();
      await page.fill('#text', '🎉'.repeat(4001));
      await page.locator('#count').filter({ hasText: '4001 of 4000' }).waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('#send-fault').filter({ hasText: '4001 characters' }).waitFor();
      await page.fill('#text', '🎈'.repeat(4000));
      await page.getByRole('button', { name: 'Send' }).click();
      await message(page, '🎈'.repeat(4000)).waitFor();
      // Nothing is doubled, and a blank text goes nowhere
      await page.fill('#text', '   ');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('#send-fault').filter({ hasText: 'nothing to send' }).waitFor();
      await openChat(page, '<i>chat</i>');
      expect(await message(page, '🎈').count()).toBe(1);
    },
    LONG,
  );
});
