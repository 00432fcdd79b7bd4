import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../../site/browser.test-support.ts';
import { OPERATOR_KEY, type Person, TestHub } from '../hub.test-support.ts';
import { everybody, message, openChat, openUi } from './ui.test-support.ts';

const LONG = 120_000;

describeInBrowser('the operator on the page', browser => {
  let hub: TestHub;
  let nova: Person;
  let twin: Person;
  beforeAll(async () => {
    hub = await TestHub.start();
    nova = await hub.register({ name: 'Nova' });
    twin = await hub.register({ name: 'Nova?' });
    const chat = await hub.found(nova, 'general');
    await hub.follow(twin, chat);
    await hub.send(twin, chat, 'by the twin');
  }, 60_000);
  afterAll(() => hub.stop());

  it(
    'corrects a participant and a chat, and merges identities under the retyped name',
    async () => {
      const { page, errors } = await openUi(browser, hub.url);
      await openChat(page, 'general');
      await page.click('#open-settings');
      await page.getByLabel('Operator key').fill('not the key');
      await page.getByRole('button', { name: 'Open the corrections' }).click();
      await page.locator('dialog .fault').filter({ hasText: "needs the operator's key" }).waitFor();
      await page.getByLabel('Operator key').fill(OPERATOR_KEY);
      await page.getByRole('button', { name: 'Open the corrections' }).click();
      await page.getByRole('button', { name: `Correct participant ${nova.id}` }).click();
      await page.getByLabel('Machine').fill('studio');
      await page.getByLabel('Revoke its token').check();
      await page.locator('dialog').last().getByRole('button', { name: 'Correct', exact: true }).click();
      await page
        .locator('#status')
        .filter({ hasText: 'machine: desk → studio; token: (issued) → (revoked)' })
        .waitFor();
      // The dialogs that are still open cover it neither from the eye nor from a screen reader
      const top = `(() => { const { left, top } = document.getElementById('status').getBoundingClientRect();
        const seen = document.elementFromPoint(left + 9, top + 9); return [seen.id, seen.closest('dialog') !== null]; })()`;
      expect(await page.evaluate(top)).toEqual(['status', true]);
      await page.getByLabel(`Choose participant ${nova.id}`).check();
      await page.getByLabel(`Choose participant ${twin.id}`).check();
      await page.getByRole('button', { name: 'Merge the chosen ones' }).click();
      await page.getByLabel('Type the name of the one that stays').fill('nova?');
      await page.getByRole('button', { name: 'Merge for good' }).click();
      await page.locator('dialog .fault').filter({ hasText: 'does not match' }).waitFor();
      await page.getByLabel('Type the name of the one that stays').fill('nova');
      await page.getByRole('button', { name: 'Merge for good' }).click();
      await page
        .locator('#status')
        .filter({ hasText: `Merged into #${nova.id}. messages: 1` })
        .waitFor();
      expect((await everybody(hub)).map(one => [one.id, one.machine])).toEqual([[nova.id, 'studio']]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      expect(await message(page, 'by the twin').locator('.sender').textContent()).toContain('Nova #1');
      await page.getByRole('button', { name: 'Correct', exact: true }).click();
      await page.getByLabel('Name', { exact: true }).fill('everybody');
      await page.getByRole('dialog').getByRole('button', { name: 'Correct', exact: true }).click();
      await page.locator('#chat-name').filter({ hasText: 'everybody' }).waitFor();
      // What is left of the console are the two refusals that were asked for
      expect(errors.filter(one => !/40[39]/.test(one))).toEqual([]);
      expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(OPERATOR_KEY);
    },
    LONG,
  );

  it(
    'reaches whoever reads: what is drawn already is called by the new name, also after a merge',
    async () => {
      const olga = await hub.register({ name: 'Olga' });
      const other = await hub.register({ name: 'Olga too' });
      const chat = await hub.found(olga, 'watched');
      await hub.follow(other, chat);
      await hub.send(other, chat, 'long ago', [olga.id]);
      const { page } = await openUi(browser, hub.url);
      await openChat(page, 'watched');
      const drawn = message(page, 'long ago');
      const sender = drawn.locator('.sender');
      await sender.filter({ hasText: `Olga too #${other.id}` }).waitFor();
      const correct = (path: string, body: object, method = 'PATCH') =>
        hub.call(method, `/admin/participants/${path}`, { operator: OPERATOR_KEY, body });
      await correct(`${other.id}`, { name: 'Second', machine: 'attic' });
      await correct(`${olga.id}`, { name: 'First' });
      // Whatever happens makes the page look
      await hub.send(olga, chat, 'and now');
      await sender.filter({ hasText: /^Second #\d+ · .* · attic$/ }).waitFor();
      await drawn.locator('.chip').filter({ hasText: '@First' }).waitFor();
      await correct(`${olga.id}/merge`, { from_ids: [other.id], confirm_name: 'First' }, 'POST');
      await hub.send(olga, chat, 'and then');
      await sender.filter({ hasText: `First #${olga.id}` }).waitFor();
    },
    LONG,
  );

  it(
    'is told where corrections are disabled',
    async () => {
      const plain = await TestHub.start({ settings: { operatorKey: null } });
      const { page } = await openUi(browser, plain.url);
      await page.click('#open-settings');
      await page.getByText('Corrections are disabled').waitFor();
      await plain.stop();
    },
    LONG,
  );
});
