import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readReceiver } from '../core/registry/receiver.ts';
import { run, type World } from './fake-io.test-support.ts';

// Judging starts a process, on machines that have other work too
vi.setConfig({ testTimeout: 120_000 });

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'aimf-init-'));
  for (const name of ['registry', 'drop']) mkdirSync(join(folder, name));
  const config = join(folder, 'aimf.yml');
  const init = (words: readonly string[], world?: World) =>
    run(['monitor', 'init', '--config', config, '--canonical', 'none', ...words], world);
  const read = () => {
    const file = readReceiver(readFileSync(config, 'utf8'));
    if ('faults' in file) throw new Error(file.faults.join('\n'));
    return file;
  };
  return { folder, config, init, read };
}
const OWNER = ['--name', 'andrew', '--address', 'andrew@example.net', '--time-zone', 'America/New_York'];
const FOLDER = ['--folder', './drop', '--folder-party', 'scott', '--identity', 'scott@example.com'];

describe('aimf monitor init', () => {
  it('runs with nobody there, and writes a private file that works (10.1)', async () => {
    const { folder, config, init, read } = place();
    const { code, out } = await init([...OWNER, ...FOLDER, '--agreement', 'AGR-1', '--every', '30m']);
    expect(out).toContain('folder ./drop: can be read');
    expect(code).toBe(0);
    expect(statSync(config).mode & 0o777).toBe(0o600);
    const { receiver, monitoring } = read();
    expect(receiver).toMatchObject({
      owner: { name: 'andrew', addresses: ['andrew@example.net'], timeZone: 'America/New_York' },
      parties: [{ party: 'scott', agreements: ['AGR-1'], identities: ['scott@example.com'] }],
    });
    expect(monitoring).toMatchObject({
      transports: [{ kind: 'folder', path: './drop', proves: { party: 'scott' } }],
      report: { folder: './reports', jsonl: './reports/reports.jsonl', mailTo: null },
      schedule: { every: 1_800_000, hours: { from: 420, to: 1320 } },
      canonical: null,
    });
    // Trying a wire takes nothing and leaves nothing
    expect(existsSync(join(folder, 'state'))).toBe(false);
    expect((await run(['monitor', 'once', '--config', config])).code).toBe(0);
  });

  it('asks a person what no option says (10.1)', async () => {
    const { init, read } = place();
    const answers = ['andrew', 'andrew@example.net, a@example.org', 'Europe/Berlin', '', '', './drop', ''];
    const { code } = await init([], { answers: [...answers, '', 'scott', 'scott@example.com'] });
    expect(code).toBe(0);
    const { receiver, monitoring } = read();
    expect(receiver.owner.addresses).toEqual(['andrew@example.net', 'a@example.org']);
    expect(receiver.owner.timeZone).toBe('Europe/Berlin');
    expect(monitoring.transports).toMatchObject([{ kind: 'folder', proves: null }]);
    expect(receiver.parties).toMatchObject([{ party: 'scott' }]);
  });

  it('never overwrites without --force, and then keeps what was there (10.1)', async () => {
    const { config, init } = place();
    writeFileSync(config, 'mine: yes\n');
    chmodSync(config, 0o644);
    const refused = await init([...OWNER, ...FOLDER]);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--force')]);
    expect(readFileSync(config, 'utf8')).toBe('mine: yes\n');
    expect((await init([...OWNER, ...FOLDER, '--force'])).code).toBe(0);
    expect(readFileSync(`${config}.before`, 'utf8')).toBe('mine: yes\n');
    expect(statSync(config).mode & 0o777).toBe(0o600);
  });

  it.each([
    [[], '--name, --address, one of --imap, --folder and --github'],
    [OWNER, 'one of --imap, --folder and --github'],
    [[...OWNER, '--imap', 'imap.example.net', '--proof', 'authserv'], '--authserv-id'],
    [[...OWNER, ...FOLDER, '--every', 'often'], 'schedule.every'],
    [[...OWNER, '--imap', 'imap.example.net', '--proof', 'hope'], '--proof is one of'],
    [[...OWNER, '--imap', 'imap.example.net', '--imap-clear'], 'allow_clear'],
  ])('%j: what is missing or wrong is said, and nothing is written (10.1)', async (words, said) => {
    const { config, init } = place();
    const { code, err } = await init(words);
    expect([code, err]).toEqual([2, expect.stringContaining(said)]);
    expect(existsSync(config)).toBe(false);
  });

  it('any answer stays the text that it was (10.1)', async () => {
    const { init, read } = place();
    const words = ['--report-folder', './my "reports": #1, [x]', '--state', 'null'];
    await init([...OWNER, ...FOLDER, ...words]);
    expect(read().monitoring).toMatchObject({ report: { folder: './my "reports": #1, [x]' }, state: 'null' });
  });
});

describe('the forged-header self-test', () => {
  const imap = ['--imap', '127.0.0.1', '--imap-port', '1', '--imap-clear'];
  const env = { AIMF_IMAP_PASSWORD: 'x' };

  it('says in words that a proof holds, and lays a probe ready (2.2)', async () => {
    const { folder, init } = place();
    const { code, out } = await init(
      [...OWNER, ...imap, '--proof', 'authserv', '--authserv-id', 'mx.example.net'],
      {
        env,
      },
    );
    expect(out.match(/^ {2}held /gm)).toHaveLength(4);
    expect(out).toContain('None was accepted');
    expect(readFileSync(join(folder, 'aimf-probe.eml'), 'utf8')).toContain('mx.example.net; dmarc=pass');
    // The server is not there, which is said too
    expect(out).toMatch(/imap .*: .*(?:refused|connect)/i);
    expect(code).toBe(2);
  });

  it('says where a forged mail is accepted (2.2)', async () => {
    const { init } = place();
    const { out } = await init([...OWNER, ...imap, '--proof', 'header-from'], { env });
    expect(out.match(/^ {2}ACCEPTED /gm)).toHaveLength(4);
    expect(out).toContain('this proof believes the From line');
  });
});
