import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../finding/bounds.ts';
import { readMail } from './mail.ts';

const HEADER = [
  'From: Scott <scott@example.com>',
  'To: Andrew <andrew@example.net>',
  'Subject: NOTE',
  'Date: Mon, 26 Oct 2026 17:00:05 -0400',
  'Message-ID: <m1@example.com>',
  'MIME-Version: 1.0',
];

const read = (...lines: string[]) => readMail(new TextEncoder().encode([...HEADER, ...lines].join('\r\n')));
const part = (...lines: string[]) => ['--b1', ...lines];
const mixed = (...parts: string[][]) =>
  read('Content-Type: multipart/mixed; boundary="b1"', '', ...parts.flat(), '--b1--', '');
const BODY = part('Content-Type: text/plain; charset=utf-8', '', 'body');
const codes = (mail: ReturnType<typeof readMail>) => mail.findings.map(one => one.code);

describe('readMail', () => {
  it('reads a plain mail (2.3)', () => {
    const mail = read('Content-Type: text/plain; charset=utf-8', '', 'café', '', 'end', '');
    expect(mail).toMatchObject({
      from: { address: 'scott@example.com', displayName: 'Scott' },
      subject: 'NOTE',
      date: 'Mon, 26 Oct 2026 17:00:05 -0400',
      messageId: '<m1@example.com>',
      automatic: null,
      text: 'café\r\n\r\nend\r\n',
      displayText: null,
      files: [],
      headerFindings: [],
      findings: [],
    });
  });

  it('takes a mail without content fields as plain text, and one without any as a mail (2.3)', () => {
    expect(readMail(new TextEncoder().encode('From: a@example.com\n\nbody\n')).text).toBe('body\n');
    const mail = readMail(new Uint8Array());
    expect(mail).toMatchObject({ text: '', subject: undefined, date: null, messageId: null, size: 0 });
    expect(mail.from.findings.map(one => one.code)).toEqual(['from-missing']);
  });

  it('decodes the subject (2.4)', () => {
    expect(readMail(new TextEncoder().encode('Subject: =?utf-8?B?Tk9URQ==?=\n\n')).subject).toBe('NOTE');
    expect(readMail(new TextEncoder().encode('Subject:\n\n')).subject).toBe('');
  });

  it('keeps findings about the sender apart from those about the mail (2.3)', () => {
    const mail = read('X: \0', 'no colon', 'Subject: again', '', 'body');
    expect(mail.headerFindings.map(one => one.code)).toEqual([
      'header-control-character',
      'header-malformed',
    ]);
    expect(codes(mail)).toEqual(['header-repeated']);
  });

  it.each([
    [['Auto-Submitted: auto-replied'], 'Auto-Submitted: auto-replied'],
    [['Auto-Submitted: Auto-Generated (rejected); x=y'], 'Auto-Submitted: auto-generated'],
    [['Auto-Submitted: no'], null],
    [['Auto-Submitted: No (a person)'], null],
    [['Return-Path: <>'], 'an empty Return-Path'],
    [['Return-Path: <scott@example.com>'], null],
    [['Content-Type: multipart/report; report-type=delivery-status; boundary=b1'], 'a multipart/report'],
  ])('sees whether %j is automatic (2.3)', (lines, reason) => {
    expect(read(...lines, '', 'body').automatic).toBe(reason);
  });

  it('reads only the header of a mail that is too large (2.3)', () => {
    const bytes = new Uint8Array(BOUNDS.wireBytes + 1).fill(97);
    bytes.set(new TextEncoder().encode([...HEADER, '', ''].join('\n')));
    const mail = readMail(bytes);
    expect(mail.findings).toMatchObject([
      { code: 'message-too-large', args: { bytes: BOUNDS.wireBytes + 1, limit: BOUNDS.wireBytes } },
    ]);
    expect(mail).toMatchObject({ text: null, subject: 'NOTE', from: { address: 'scott@example.com' } });
    expect(readMail(bytes.subarray(0, BOUNDS.wireBytes)).findings).toEqual([]);
    // Of which only the start was fetched
    const start = readMail(bytes.subarray(0, 10_000), bytes.length);
    expect(start).toMatchObject({ findings: mail.findings, text: null, subject: 'NOTE', size: bytes.length });
  });

  it('does not trust a From above 3 MB of header, nor read a part with one (2.3)', () => {
    const mail = read('X: a\r\n'.repeat(500_000), '', 'body');
    expect(codes(mail)).toContain('mail-header-too-large');
    expect(mail.from.findings.map(one => one.code)).toEqual(['from-unreadable']);
    expect(codes(mixed(BODY, part('X: a\r\n'.repeat(500_000))))).toEqual(['mail-header-too-large']);
  });

  it('reads a line of 1 MB (2.3)', () => {
    const line = 'a'.repeat(1_000_000);
    expect(read('Content-Type: text/plain', '', line)).toMatchObject({ text: line, findings: [] });
    expect(mixed(part('', line)).text).toBe(line);
  });

  it('gives a mail for any bytes (2.3)', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '',
        ...HEADER,
        'Content-Type: multipart/mixed; boundary=b',
        'Content-Type: multipart/alternative; boundary="c"',
        'Content-Type: text/html',
        'Content-Type: text/plain; format=flowed; delsp=yes',
        "Content-Disposition: attachment; filename*0*=utf-8''%4; filename*1=x",
        'Content-Transfer-Encoding: base64',
        'Content-Transfer-Encoding: quoted-printable',
        '--b',
        '--b--',
        '--c',
        '--c--',
        'format: AIMF/1',
        '<p hidden>id: 1<br></b>',
        '=',
      ),
      fc.string(),
    );
    const lines = fc.tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('\r\n', '\n', '\r'));
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      lines.map(([all, end]) => new TextEncoder().encode(all.join(end))),
    );
    fc.assert(
      fc.property(bytes, input => {
        const mail = readMail(input);
        expect(mail.size).toBe(input.length);
        if (mail.text === null) expect(mail.findings.some(one => one.level === 'error')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
