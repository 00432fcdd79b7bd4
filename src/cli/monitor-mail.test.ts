import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dovecot, noDovecot, startDovecot } from '../transport/dovecot.test-support.ts';
import { run } from './fake-io.test-support.ts';
import { Desk } from './monitor.test-support.ts';
import { splitWords } from './run-program.ts';

const missing = noDovecot();

const mail = (id: string, type: string, fields: string, from = 'scott@example.com') =>
  [
    ...[`From: ${from}`, 'To: andrew@example.net', `Subject: ${type}`, `Message-ID: <${id}@example.com>`],
    ...[
      'Date: Mon, 30 Nov 2026 12:00:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
    ],
    ...['', 'format: AIMF/1', `id: ${id}`, `from: ${from}`, `type: ${type}`, 'sent: 2026-11-30T12:00:00Z'],
    ...['reply_to: main-chat', 'agreement: AGR-2026-001', '', ...fields.split('\n'), ''],
  ].join('\r\n');
const PROPOSAL = 'subject: "Proposal: longer"\n\nterm: expires\nvalue: 2027-12-31\nreason: More time';

describe.skipIf(missing !== null)('a mailbox, from the first question to a command', () => {
  let server: Dovecot;
  const desk = new Desk();
  beforeAll(async () => {
    server = await startDovecot();
    desk.env = { AIMF_IMAP_PASSWORD: server.password };
    await server.append([
      { raw: mail('n1', 'NOTE', 'subject: Hello'), arrived: '2026-11-30T13:00:00Z' },
      { raw: mail('p1', 'NOTE', PROPOSAL), arrived: '2026-11-30T14:00:00Z' },
      {
        raw: mail('x1', 'NOTE', 'subject: May I?', 'dana@example.org').replace(
          'agreement: AGR-2026-001\r\n',
          '',
        ),
        arrived: '2026-11-30T15:00:00Z',
      },
    ]);
  });
  afterAll(() => server.kill());

  it('init connects to it, and says how good its proof is (10.1)', async () => {
    const owner = ['--name', 'andrew', '--address', 'andrew@example.net', '--time-zone', 'America/New_York'];
    const imap = [
      '--imap',
      '127.0.0.1',
      '--imap-port',
      String(server.port),
      '--imap-clear',
      '--imap-user',
      server.user,
    ];
    const rest = ['--proof', 'header-from', '--jsonl', './reports.jsonl', '--canonical', 'none', '--force'];
    const party = ['--party', 'scott', '--identity', 'scott@example.com', '--agreement', 'AGR-2026-001'];
    const { code, out } = await desk.monitor(['init', ...owner, ...imap, ...party, ...rest]);
    expect(out).toMatch(/imap .*: can be read/);
    expect(out).toContain('this proof believes the From line');
    expect(code).toBe(1);
  });

  it('each mail is judged, and a command that is shown works as it stands (8.3 and 9.7)', async () => {
    const { code, out } = await desk.monitor(['once', '--since', 'all']);
    expect(code).toBe(1);
    expect(desk.lines().map(one => [one.verdict, one.transport])).toEqual([
      ['accepted', 'email'],
      ['accepted', 'email'],
      ['access-request', 'email'],
    ]);
    for (const [line, verdict] of [
      [/aimf proposal record (.*)$/m, 'accepted'],
      [/aimf access approve (.*) --party LABEL --dry-run$/m, 'access-request'],
    ] as const) {
      // The command goes on with a message only if it is judged as it was
      const words = splitWords(line.exec(out)?.[1] ?? '') ?? [];
      expect(words[0]).toMatch(/\/state\/messages\/[0-9a-f]{64}\.eml$/);
      const judged = await run(['judge', ...words, '--json']);
      expect(JSON.parse(judged.out).results).toMatchObject([{ verdict }]);
    }
  });

  it('a server that is gone is told, and the watermark stays (10.2)', async () => {
    const before = await desk.once();
    expect(before).toMatchObject({ code: 0, results: [], wires: [{ ok: true, new: 0 }] });
    await server.kill();
    const after = await desk.once();
    expect(after).toMatchObject({ code: 2, results: [], wires: [{ ok: false, error: expect.any(String) }] });
    expect(after.wires[0]?.watermark).toEqual(before.wires[0]?.watermark);
  });
});
