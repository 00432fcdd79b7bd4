import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../cli/fake-io.test-support.ts';
import { projectPath } from '../cli/project-files.ts';
import { clipboardText, describeInBrowser } from './browser.test-support.ts';
import type { Served } from './serve.ts';
import {
  dropFiles,
  openValidator,
  sample,
  servedValidator,
  settled,
  verdict,
} from './validator.test-support.ts';

const FIRST_CONTACT = `format: AIMF/1
id: 1
from: zoe@example.org
type: NOTE
sent: 2026-11-30T09:00:00Z
reply_to: none

subject: May I?
`;

describeInBrowser('the report of the validator', browser => {
  let served: Served;
  beforeAll(async () => {
    served = await servedValidator();
  }, 60_000);
  afterAll(() => served.stop());
  const open = (view = {}) => openValidator(browser, served.url, view);
  const json = (page: { inputValue(id: string): Promise<string> }) => page.inputValue('#report-json');

  it('is copied as text and as JSON, exactly as the command line prints them', async () => {
    const { page } = await open();
    const said = (words: string) => page.locator('#status').filter({ hasText: words }).waitFor();
    const message = await page.inputValue('#message');
    const now = new Date().toISOString();
    await page.click('#copy-json');
    await said('JSON report copied, ');
    expect(await clipboardText(page)).toBe(
      (await run(['simulate', '-', '--json'], { stdin: message, now })).out,
    );
    await page.click('#copy-text');
    await said('Report copied, ');
    expect(await clipboardText(page)).toBe((await run(['simulate', '-'], { stdin: message, now })).out);
  });

  it('is that of aimf simulate for other senders, transports and messages', async () => {
    const { page } = await open();
    const now = new Date().toISOString();
    for (const transport of ['email', 'chat', 'folder', 'github']) {
      for (const [sender, options] of [
        ['party', []],
        ['stranger', ['--stranger']],
      ] as const) {
        for (const message of [FIRST_CONTACT, FIRST_CONTACT.replace('id: 1\n', ''), 'Hello!\n']) {
          await page.selectOption('#transport', transport);
          await page.selectOption('#sender', sender);
          await page.fill('#message', message);
          await page.click('#check');
          await page.locator('#verdict:focus').waitFor();
          const args = ['simulate', '-', '--json', '--transport', transport, ...options];
          expect(await json(page)).toBe((await run(args, { stdin: message, now })).out);
        }
      }
    }
  });

  it('is that of aimf judge for files, by a private file and its registry', async () => {
    const { page } = await open();
    await page.check('input[name=side][value=judge]');
    await page.fill('#receiver', String(await sample('aimf.yml')));
    const records = ['agreements/AGR-2026-001.yml', 'agreements/AGR-2026-002.yml', 'protocol.yml'].map(
      async path => `# file: ${path}\n${await sample(`registry/${path}`)}`,
    );
    await page.fill('#records', (await Promise.all(records)).join('\n'));
    await page.check('input[name=moment][value=then]');
    await page.fill('#then', '2026-11-30T15:00:00');
    await page.selectOption('#wire', 'folder');
    await page.fill('#identity', 'scott');
    const names = ['01-note', '02-schedule', '03-forged', '04-colon', '05-first-contact', '06-disguised'];
    const files = [
      ...names.map(name => `inbox/${name}.eml`),
      'inbox/08-newsletter.eml',
      'drop/2026-11-30-011.md',
    ];
    for (const path of files) {
      const name = path.slice(path.indexOf('/') + 1);
      const beside = path.startsWith('drop/')
        ? [{ name: 'setlist.txt', bytes: await sample('drop/setlist.txt') }]
        : [];
      await dropFiles(page, [{ name, bytes: await sample(path) }, ...beside]);
      await page.locator(`#result[data-file="${name}"]`).waitFor();
      const file = projectPath(`samples/${path}`);
      const args = [
        'judge',
        file,
        '--config',
        projectPath('samples/aimf.yml'),
        '--at',
        '2026-11-30T15:00:00Z',
      ];
      const { out } = await run([...args, '--as', 'scott', '--transport', 'folder', '--json']);
      expect(await json(page)).toBe(out.replaceAll(file, name));
    }
  });

  it.each(['denied', 'missing'] as const)('is left selected where the clipboard is %s', async clipboard => {
    const { page } = await open({ clipboard });
    await page.evaluate('document.execCommand = () => false');
    await page.click('#copy-json');
    await page.locator('#status').filter({ hasText: 'It is selected: press Ctrl+C' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('report-json');
    expect(await page.evaluate('getSelection().toString()')).toBe(await json(page));
  });

  it('is copied in the old way where there is no clipboard but that', async () => {
    const { page } = await open({ clipboard: 'missing' });
    await page.click('#copy-text');
    await page.locator('#status').filter({ hasText: 'Report copied, ' }).waitFor();
  });

  it('asks for the clipboard within the tap itself', async () => {
    const { page } = await open();
    const within = `(() => {
      let inside = false, seen = false;
      navigator.clipboard.writeText = () => { seen = inside; return Promise.resolve(); };
      inside = true; document.getElementById('copy-json').click(); inside = false;
      return seen;
    })()`;
    expect(await page.evaluate(within)).toBe(true);
  });

  it('makes a link that opens to the same report, with its size and what it contains', async () => {
    const { page, elsewhere } = await open();
    await page.selectOption('#sender', 'stranger');
    await page.selectOption('#transport', 'chat');
    await page.fill('#message', `${FIRST_CONTACT}\u00e9\u{1f600}`);
    await page.click('#check');
    await page.locator('#verdict:focus').waitFor();
    const before = await json(page);
    await page.click('#share');
    await page.locator('#link-part:not([hidden])').waitFor();
    const link = await page.inputValue('#link');
    expect(link.startsWith(`${served.url}#m=`)).toBe(true);
    expect(await page.locator('#link-note').textContent()).toContain(`${link.length} characters`);
    expect(await page.locator('#link-note').textContent()).toContain('contains the text of the message');
    const other = await browser.visit(link);
    await settled(other.page);
    expect(await json(other.page)).toBe(before.replace('"file": "-"', '"file": "-"'));
    expect(await other.page.inputValue('#transport')).toBe('chat');
    expect([...elsewhere, ...other.elsewhere]).toEqual([]);
  });

  it('keeps secrets out of a link, and follows a fragment that changes', async () => {
    const { page } = await open();
    await page.evaluate("location.hash = '#vector=auth/' + 'x'");
    await page.locator('#status').filter({ hasText: 'no test vector called "auth/x"' }).waitFor();
    await page.evaluate("location.hash = '#vector=text/a02-bom.md'");
    await page.locator('#result[data-file="messages/text/a02-bom.md"]').waitFor();
    const before = await json(page);
    expect(await page.inputValue('#secrets')).not.toBe('');
    await page.click('#share');
    await page.locator('#link-part:not([hidden])').waitFor();
    const other = await browser.visit(await page.inputValue('#link'));
    await settled(other.page);
    expect(await json(other.page)).toBe(before);
    expect(await other.page.inputValue('#secrets')).toBe('');
  });

  it('takes a hostile fragment for data, and says when it cannot be read', async () => {
    const { page, errors, elsewhere } = await open();
    const pack = (text: string) => deflateRawSync(Buffer.from(text)).toString('base64url');
    const wish = '{"kind":"simulate","agreement":"x","written":"","stranger":false,"transport":"email"}';
    const whole = (more: string) =>
      `{"name":"-","bytes":"x","beside":[],"moment":null,"wish":${wish}${more}}`;
    const hostile = [
      '!!!',
      pack('not JSON'),
      pack(whole(',"__proto__":{"polluted":1},"more":1')),
      pack(whole('').replace('"email"', '"javascript:alert(1)"')),
      pack(whole('').replace('null', '1e400')),
      deflateRawSync(Buffer.alloc(64_000_000, ' ')).toString('base64url'),
    ];
    for (const one of hostile) {
      await page.evaluate(`location.hash = ${JSON.stringify(`#m=${one}`)}`);
      await verdict(page).filter({ hasText: 'The link cannot be read' }).waitFor();
      await page.click('#clear');
      await verdict(page).filter({ hasText: 'Nothing to check yet' }).waitFor();
    }
    const markup = whole('').replace('"-"', '"<img src=x onerror=alert(1)>"');
    await page.evaluate(`location.hash = ${JSON.stringify(`#m=${pack(markup)}`)}`);
    await page.locator('#source').filter({ hasText: '<img src=x' }).waitFor();
    expect(await page.evaluate('Object.prototype.polluted')).toBeUndefined();
    expect({ errors, elsewhere }).toEqual({ errors: [], elsewhere: [] });
  });
});
