import { rmSync } from 'node:fs';
import { join as path } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestHub } from '../hub/hub.test-support.ts';
import { everybody, join, message, openChat, openUi, say } from '../hub/page/ui.test-support.ts';
import { axeFaults, describeInBrowser } from '../site/browser.test-support.ts';
import { FENCE } from './answer.ts';
import { ALICE, BOB, idsOf, type Result, started, temporary, textOf } from './mcp.test-support.ts';

/** Milliseconds for a scene in which a browser, a program and a hub take their time. */
const LONG = 240_000;

const HTML =
  '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script><b>bold</b>';
const EMOJI = '🎉'.repeat(4000);
const TURNED = '\u202e\u2066 turned \u200f end';

describeInBrowser('two people on the page and an agent behind the MCP server', browser => {
  const folder = temporary();
  const file = path(folder, 'aim.db');
  let hub: TestHub;
  let agent: Client;
  let general: number;
  let nova: number;
  let tom: Page;
  let kim: Page;

  /** Calls a tool as one of the two conversations that the agent's machine has. */
  async function call(tool: string, args: Result = {}, key = ALICE): Promise<Result> {
    const said = JSON.parse(await textOf(agent, tool, { client_session_key: key, ...args }));
    const { [FENCE.begin]: _begin, [FENCE.end]: _end, ...body } = said;
    return body;
  }

  const register = (name: string, key: string, machine: string) =>
    call('aim_register', { name, client_type: 'code', agent_type: 'claude', machine }, key);

  /** The participants by name, as the agent sees them. */
  async function idOf(name: string): Promise<number> {
    const { participants } = await call('aim_list_participants', { chat_id: general });
    return (participants as { id: number; name: string }[]).find(one => one.name === name)?.id ?? 0;
  }

  beforeAll(async () => {
    hub = await TestHub.start({ file });
    const config = path(folder, 'user_config.json');
    const env = { AIM_SERVER_URL: hub.url, AIM_USER_CONFIG: config };
    agent = (await started([], env)).client;
    nova = Number((await register('Nova', ALICE, 'studio')).participant_id);
    general = Number((await call('aim_create_chat', { name: 'general' })).chat_id);
  }, 120_000);
  afterAll(async () => {
    await agent.close();
    await hub.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function introduces(): Promise<void> {
    const payload = { who: 'a coding agent', works_for: 'Kim', goal: 'ship on Friday', seeking: 'reviews' };
    await call('aim_introduce', { chat_id: general, text: 'I am Nova', ...payload });
    const shown = message(tom, 'I am Nova');
    await shown.locator('.card').filter({ hasText: 'Works forKim' }).waitFor();
    expect(await shown.locator('.sender').textContent()).toBe(`Nova #${nova} · claude · code · studio`);
  }

  async function mentionsBothWays(): Promise<void> {
    await tom.locator('.toggle').filter({ hasText: 'Nova' }).click();
    await say(tom, 'when do we start?');
    const asked = await call('aim_get_messages', { only_mentions: true });
    expect(asked).toMatchObject({ count: 1, more_waiting: 0 });
    expect(asked.messages).toMatchObject([{ text: 'when do we start?', mentions: [nova], is_me: false }]);
    await message(kim, 'when do we start?').waitFor();
    // Whoever looks elsewhere is told by the bell, and by the title of the tab
    await kim.click('#nav-memories');
    const [kimId, tomId] = [await idOf('Kim'), await idOf('Tom')];
    const mentions = [kimId, tomId];
    const [reply_to_message_id] = idsOf(asked);
    const reply = { chat_id: general, text: 'on Monday', mentions, reply_to_message_id };
    expect(await call('aim_send_message', reply)).toMatchObject({
      checkpoint_advanced_to: reply_to_message_id,
    });
    await tom.locator('.for-me .chip.me').filter({ hasText: '@Tom (you)' }).waitFor();
    await kim.locator('#badge').filter({ hasText: '1' }).waitFor();
    expect(await kim.title()).toBe('(1) AIM hub');
    await kim.click('#bell');
    await kim.getByRole('button', { name: new RegExp(`^Mention Nova \\(#${nova}\\) in general`) }).click();
    await kim.locator('.message:focus').filter({ hasText: 'on Monday' }).waitFor();
    expect(await kim.title()).toBe('AIM hub');
    expect(await kim.locator('.message:focus .chip').allTextContents()).toEqual(['@Tom', '@Kim (you)']);
  }

  async function searches(): Promise<void> {
    await kim.getByRole('button', { name: 'Search' }).click();
    await kim.getByRole('searchbox', { name: 'Words' }).fill('WHEN DO');
    await kim.getByRole('searchbox', { name: 'Words' }).press('Enter');
    await kim.locator('.result').filter({ hasText: 'when do we start?' }).click();
    await kim.locator('.message:focus').filter({ hasText: 'when do we start?' }).waitFor();
    const found = await call('aim_get_messages', { query: 'MONDAY' });
    expect(found.messages).toMatchObject([{ text: 'on Monday', is_me: true }]);
  }

  /** Stops the hub, lets all three try, and starts it again at the same address. */
  async function interrupted(): Promise<void> {
    await kim.click('#nav-chats');
    const port = Number(new URL(hub.url).port);
    await hub.stop();
    for (const page of [tom, kim]) await page.locator('#away:not([hidden])').waitFor();
    await tom.fill('#text', 'written meanwhile');
    await tom.keyboard.press('Enter');
    await tom.locator('#send-fault').filter({ hasText: 'Not sent' }).waitFor();
    const meanwhile = { chat_id: general, text: 'from the agent, meanwhile' };
    expect(await call('aim_send_message', meanwhile)).toMatchObject({ code: 'unreachable' });
    hub = await TestHub.start({ file, settings: { port } });
    expect(await call('aim_send_message', meanwhile)).toMatchObject({ text: meanwhile.text });
    for (const page of [tom, kim]) await page.locator('#away').waitFor({ state: 'hidden' });
    await tom.click('#text');
    await tom.keyboard.press('Enter');
    await message(tom, 'written meanwhile').waitFor();
    await message(tom, meanwhile.text).waitFor();
    expect(await message(tom, 'meanwhile').count()).toBe(2);
    const unread = await call('aim_get_messages');
    expect(unread).toMatchObject({ more_waiting: 0 });
    expect((unread.messages as Result[]).map(one => one.text)).toContain('written meanwhile');
    expect(unread).not.toHaveProperty('identity_note');
    await kim.click('#bell');
    for (const told of ['The hub went away', 'The hub is back', 'from the agent, meanwhile'])
      await kim.locator('.result').filter({ hasText: told }).waitFor();
    await kim.keyboard.press('Escape');
  }

  async function writesHostileThings(): Promise<void> {
    await register('<b>M</b>\u202e', BOB, '"><script>');
    const say = (tool: string, args: Result) => call(tool, { chat_id: general, ...args }, BOB);
    await say('aim_follow_chat', {});
    for (const text of [HTML, TURNED, EMOJI])
      expect(await say('aim_send_message', { text })).not.toHaveProperty('error');
    const payload = { who: HTML, works_for: TURNED, goal: HTML, seeking: HTML };
    await say('aim_introduce', { text: HTML, ...payload });
    for (const page of [tom, kim]) {
      if (page === kim) await openChat(kim, 'general');
      await message(page, EMOJI).waitFor();
      await page.locator('.card').filter({ hasText: '<img' }).waitFor();
      expect(await page.locator('#log').locator('img, script, b').count()).toBe(0);
      expect(await message(page, '<img').first().locator('.text').textContent()).toBe(HTML);
      expect(await message(page, '<img').first().locator('.name').textContent()).toBe('<b>M</b>\\u{202e}');
      expect(await page.title()).toMatch(/^(\(\d+\) )?AIM hub$/);
    }
    // To the other conversation it is data behind a fence
    const text = await textOf(agent, 'aim_get_messages', { client_session_key: ALICE, chat_id: general });
    expect(text).toContain(FENCE.begin);
    expect(text).not.toContain('\u202e');
  }

  it(
    'talk, mention, introduce, search and are notified, over a stop of the hub and among hostile words',
    async () => {
      const visits = [
        await openUi(browser, hub.url),
        await openUi(browser, hub.url, { scheme: 'dark', width: 390 }),
      ] as const;
      [tom, kim] = [visits[0].page, visits[1].page];
      await openChat(tom, 'general');
      await join(tom, 'Tom');
      await kim.locator('#chats a').filter({ hasText: 'general' }).click();
      await join(kim, 'Kim');
      await introduces();
      await mentionsBothWays();
      await searches();
      await interrupted();
      await writesHostileThings();
      for (const page of [tom, kim]) expect(await axeFaults(page)).toEqual([]);
      const known = await everybody(hub);
      expect(known.map(one => one.agent_type)).toEqual(['claude', 'human', 'human', 'claude']);
      // While the hub is away Chromium itself logs every request that fails
      const own = (error: string) => !error.includes('ERR_CONNECTION') && !error.includes('ERR_INCOMPLETE');
      expect(visits.map(one => [one.errors.filter(own), one.elsewhere])).toEqual([
        [[], []],
        [[], []],
      ]);
    },
    LONG,
  );
});
