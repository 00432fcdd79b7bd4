import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from './browser.test-support.ts';
import type { Served } from './serve.ts';
import { dropFiles, openValidator, sample, servedValidator, verdict } from './validator.test-support.ts';

const ANIMATION = "getComputedStyle(document.querySelector('#gates li')).animationName";
const STOPPED = 'It stops at the schema gate';

describeInBrowser('the validator', browser => {
  let served: Served;
  beforeAll(async () => {
    served = await servedValidator();
  }, 60_000);
  afterAll(() => served.stop());
  const open = (view = {}) => openValidator(browser, served.url, view);
  const broken = async (box: { inputValue(): Promise<string> }) =>
    (await box.inputValue()).replace('reply_to:', 'reply-to:');

  it('opens with an example that passes, and asks for nothing elsewhere', async () => {
    const { page, errors, elsewhere } = await open();
    expect(await verdict(page).textContent()).toMatch(/^It passes all four gates/);
    expect(await page.locator('#gates .pass').count()).toBe(4);
    expect({ errors, elsewhere }).toEqual({ errors: [], elsewhere: [] });
  });

  it('moves the focus to the verdict only when Check was asked for', async () => {
    const { page } = await open();
    const box = page.locator('#message');
    const text = await broken(box);
    await box.fill(text);
    await page.locator('#live').filter({ hasText: STOPPED }).waitFor();
    expect(await verdict(page).textContent()).toBe(`${STOPPED}: 2 errors`);
    expect(await page.evaluate('document.activeElement.id')).toBe('message');
    await page.click('#check');
    await page.locator('#verdict:focus').waitFor();
    expect(await page.evaluate(ANIMATION)).toBe('light');
  });

  it('lights nothing up for those who want no motion', async () => {
    const { page } = await open({ reducedMotion: true });
    await page.click('#check');
    await page.locator('#verdict:focus').waitFor();
    expect(await page.evaluate(ANIMATION)).toBe('none');
  });

  it('gives each finding its remedy, its line in the box and the page of its code', async () => {
    const { page } = await open();
    const box = page.locator('#message');
    await box.fill(await broken(box));
    const finding = page.locator('#findings li').filter({ hasText: 'field-unknown' });
    expect(await finding.locator('.remedy').textContent()).toContain('Did you mean "reply_to"?');
    await finding.getByRole('link', { name: 'line 6' }).click();
    expect(await page.evaluate('getSelection().toString()')).toBe('reply-to: main-chat');
    await finding.getByRole('link', { name: 'field-unknown' }).click();
    await page.waitForURL(new URL('../codes/field-unknown.html', served.url).href);
  });

  it('shows what could be understood of a message that is wrong, and its HTML as text', async () => {
    const { page, errors } = await open();
    const text = await broken(page.locator('#message'));
    await page.fill('#message', `${text}<img src=x onerror="document.title='taken'">\u202e`);
    const parts = page.locator('#parts');
    await parts.getByText('<img src=x onerror=').waitFor();
    expect(await parts.textContent()).toContain('The minutes are ready');
    expect(await parts.textContent()).toContain('\\u{202e}');
    expect(await page.title()).not.toBe('taken');
    expect(errors).toEqual([]);
  });

  it('selects the example when the box is gone to, so that a paste replaces it', async () => {
    const { page } = await open();
    await page.click('#message');
    await page.keyboard.insertText('Hello');
    expect(await page.inputValue('#message')).toBe('Hello');
    await page.click('#message');
    await page.keyboard.press('End');
    await page.keyboard.insertText('!');
    expect(await page.inputValue('#message')).toBe('Hello!');
  });

  it('clears the box and waits for a message', async () => {
    const { page } = await open();
    await page.click('#clear');
    await verdict(page).filter({ hasText: 'Nothing to check yet' }).waitFor();
    expect(await page.inputValue('#message')).toBe('');
    expect(await page.evaluate('document.activeElement.id')).toBe('message');
    expect(await page.locator('#report').isHidden()).toBe(true);
  });

  it('works by keyboard alone', async () => {
    const { page } = await open();
    const at = () => page.evaluate('document.activeElement.id || document.activeElement.textContent');
    const tabTo = async (id: string) => {
      for (let presses = 0; presses < 60 && (await at()) !== id; presses++) await page.keyboard.press('Tab');
      expect(await at()).toBe(id);
    };
    await tabTo('message');
    await page.keyboard.insertText('format: AIMF/1\nfrom: bot@example.com\n');
    await tabTo('check');
    await page.keyboard.press('Enter');
    await page.locator('#verdict:focus').waitFor();
    await tabTo('line 1');
    await page.keyboard.press('Enter');
    expect(await at()).toBe('message');
    await tabTo('vector');
    await page.keyboard.insertText('text/a02-bom.md');
    await page.keyboard.press('Enter');
    await verdict(page).filter({ hasText: 'It passes all four gates' }).waitFor();
  });

  it('recognises a pasted mail, and leads to the line of the text that was read', async () => {
    const { page } = await open();
    await page.fill('#message', String(await sample('inbox/04-colon.eml')));
    expect(await page.locator('input[name=form][value=mail]').isChecked()).toBe(true);
    await page.locator('#notice').filter({ hasText: 'has no agreement "AGR-2026-001"' }).waitFor();
    await page.selectOption('#agreement', { index: 1 });
    const link = page.locator('#findings a[data-line]').first();
    const line = await link.getAttribute('data-line');
    await link.click();
    expect(page.url()).toContain(`#line-${line}`);
    expect(await page.locator('.lines li:target').getAttribute('id')).toBe(`line-${line}`);
  });

  it('takes a dropped file as its exact bytes, and the files beside a dropped message', async () => {
    const { page } = await open();
    await dropFiles(page, [{ name: 'latin.md', bytes: Uint8Array.of(0x66, 0xe9) }]);
    await page.locator('#source').filter({ hasText: 'latin.md, 2 bytes' }).waitFor();
    await page.selectOption('#transport', 'folder');
    await page.selectOption('#agreement', 'AGR-2026-11-15-001');
    const message = String(await sample('drop/2026-11-30-011.md'));
    const bytes = new TextEncoder().encode(
      message.replace(/^agreement: .*$/m, 'agreement: AGR-2026-11-15-001'),
    );
    await dropFiles(page, [
      { name: 'setlist.txt', bytes: await sample('drop/setlist.txt') },
      { name: '2026-11-30-011.md', bytes },
    ]);
    await verdict(page).filter({ hasText: 'It passes all four gates' }).waitFor();
    expect(await page.locator('#parts').textContent()).toContain('setlist.txt');
  });

  it('answers a huge paste at once with a finding', async () => {
    const { page, errors } = await open();
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', document.getElementById('message').value + 'x'.repeat(36_000_000));
      document.getElementById('message').dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
    })()`);
    await page.locator('#findings').getByText('message-too-large').waitFor();
    expect(await page.locator('#source').textContent()).toContain('Too long to edit here');
    expect(errors).toEqual([]);
  });

  it('judges by an agreement that is chosen or written, by a stranger, and as of another moment', async () => {
    const { page } = await open();
    const shows = (words: string) => verdict(page).filter({ hasText: words }).waitFor();
    await page.selectOption('#agreement', 'AGR-2026-11-15-001');
    await shows('It stops at the agreement gate');
    await page.selectOption('#agreement', 'written');
    const written = await page.inputValue('#written');
    await page.fill('#written', 'agreement: [');
    await shows('The agreement is not in order');
    const id = /^agreement: (.*)$/m.exec(await page.inputValue('#message'))?.[1] ?? '';
    await page.fill('#written', written.replace('AGR-EXAMPLE', id));
    await shows('It passes all four gates');
    await page.selectOption('#sender', 'stranger');
    await shows('A first contact that asks for access');
    await page.selectOption('#sender', 'party');
    await page.selectOption('#transport', 'inbox');
    await shows('It stops at the agreement gate');
    await page.selectOption('#transport', 'chat');
    await page.check('input[name=moment][value=then]');
    await page.fill('#then', '2099-01-01T00:00:00');
    await shows('The agreement is closed, so it is ordinary mail');
  });

  it('says that DKIM is not checkable here', async () => {
    const { page } = await open();
    await page.fill('#vector', 'dkim/');
    await page.click('#load');
    await page.locator('#status').filter({ hasText: 'no test vector' }).waitFor();
    await page.locator('#vector').press('Home');
    const names = page.locator('#vector-names option[value^="dkim/"]');
    await page.fill('#vector', (await names.first().getAttribute('value')) ?? '');
    await page.click('#load');
    await page.locator('#notice').filter({ hasText: 'not checkable here' }).waitFor();
  });

  it('cannot connect to anything, not even to its own site', async () => {
    const { page } = await open();
    const tries = [
      "fetch('./').then(() => 'open', () => 'blocked')",
      "new Promise(done => { const image = new Image(); image.onload = () => done('open'); image.onerror = () => done('blocked'); image.src = 'https://example.com/x.png'; })",
      "new Promise(done => { const socket = new WebSocket('ws://' + location.host); socket.onopen = () => done('open'); socket.onerror = () => done('blocked'); })",
      "Promise.resolve(navigator.sendBeacon('./', 'x')).then(() => new Promise(done => addEventListener('securitypolicyviolation', () => done('blocked'), { once: true })), () => 'blocked')",
    ];
    for (const attempt of tries) expect(await page.evaluate(attempt)).toBe('blocked');
  });
});
