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

describe('the parts of a mail', () => {
  it('cuts parts at LF line ends too, and passes over preamble, epilogue and white space after a boundary (2.3)', () => {
    const lines = [
      ...HEADER,
      'Content-Type: multipart/mixed; boundary="b 1"',
      '',
      'preamble',
      '--b 1 \t',
      '',
      'body',
    ];
    const mail = readMail(
      new TextEncoder().encode([...lines, '--b 1--', 'epilogue', '--b 1', '', 'no'].join('\n')),
    );
    expect(mail).toMatchObject({ text: 'body', files: [], findings: [] });
  });

  it('takes a line for a boundary only where it is the whole line (2.3)', () => {
    expect(mixed(part('', 'one', '--b12', '--b1x', ' --b1', '-- b1', '--B1', 'two')).text).toBe(
      'one\r\n--b12\r\n--b1x\r\n --b1\r\n-- b1\r\n--B1\r\ntwo',
    );
  });

  it('takes what stands in an attached multipart for files (2.3)', () => {
    const inner = [
      'Content-Type: multipart/mixed; boundary=b2',
      'Content-Disposition: attachment',
      '',
      '--b2',
      '',
      'x',
      '--b2--',
    ];
    const mail = mixed(part(...inner), part('', 'body'));
    expect(mail.text).toBe('body');
    expect(mail.files).toMatchObject([{ names: [], mediaType: 'text/plain' }]);
  });

  it('reads nested multiparts whose boundaries begin alike (2.3)', () => {
    const inner = ['Content-Type: multipart/related; boundary=b11', '', '--b11', '', 'deep', '--b11--'];
    expect(mixed(part(...inner), part('Content-Type: a/b', '', 'x'))).toMatchObject({
      text: 'deep',
      findings: [],
    });
  });

  it.each([
    ['multipart/mixed', 'a multipart without a boundary'],
    ['multipart/mixed; boundary=""', 'a multipart without a boundary'],
    [`multipart/mixed; boundary=${'b'.repeat(71)}`, 'a boundary that is too long'],
    ['multipart/mixed; boundary=b1; boundary=b2', 'Content-Type: the parameter boundary twice'],
    ['text', 'Content-Type: no media type'],
    ['text/plain; charset', 'Content-Type: a parameter without a value'],
  ])('calls Content-Type %s malformed (2.3)', (type, reason) => {
    const mail = read(`Content-Type: ${type}`, '', '--b1', '', 'x', '--b1--');
    expect(mail.findings[0]).toMatchObject({ code: 'mail-part-malformed', args: { reason } });
  });

  it.each([
    [
      ['Content-Disposition: attachment; filename=a; filename=b'],
      'Content-Disposition: the parameter filename twice',
    ],
    [['Content-Type: multipart/mixed; boundary=b1'], 'one boundary for two multiparts'],
    [['Content-Type: multipart/mixed; boundary=b2'], 'a multipart without a part'],
    [
      ['Content-Type: multipart/mixed; boundary=b2', 'Content-Transfer-Encoding: base64'],
      'a multipart with a transfer encoding',
    ],
    [['X: \0'], 'a control character in its header'],
    [['no colon'], 'in its header: a line without a colon'],
  ])('calls a part with %j malformed, and says nothing about the sender (2.3)', (lines, reason) => {
    const mail = mixed(BODY, part(...lines, '', 'x'));
    expect(mail.findings).toContainEqual(
      expect.objectContaining({ code: 'mail-part-malformed', args: { reason, part: 2 } }),
    );
    expect(mail.headerFindings).toEqual([]);
  });

  it('names a content field that a part has twice (2.3)', () => {
    const mail = mixed(BODY, part('Content-Type: a/b', 'Content-Type: text/plain', '', 'x'));
    expect(mail.findings).toMatchObject([{ code: 'header-repeated', args: { name: 'Content-Type' } }]);
  });

  it('flags a mail that is cut off and reads what came (2.3)', () => {
    const cut = read('Content-Type: multipart/mixed; boundary=b1', '', '--b1', '', 'body');
    expect(cut.text).toBe('body');
    expect(codes(cut)).toEqual(['mail-cut-off']);
    const inHeader = read(
      'Content-Type: multipart/mixed; boundary=b1',
      '',
      ...BODY,
      '--b1',
      'Content-Type: a/b',
    );
    expect(codes(inHeader)).toEqual(['mail-cut-off']);
    const inner = part('Content-Type: multipart/mixed; boundary=b2', '', '--b2', '', 'inner');
    expect(codes(mixed(inner))).toEqual(['mail-cut-off']);
    expect(codes(read('Content-Type: multipart/mixed; boundary=b1', '', 'nothing'))).toEqual([
      'mail-part-malformed',
      'mail-cut-off',
      'text-part-missing',
    ]);
  });

  it('reads a part that is nothing but a header (2.3)', () => {
    const mail = read(
      'Content-Type: multipart/mixed; boundary=b1',
      '',
      '--b1',
      'Content-Type: text/plain',
      '--b1--',
    );
    expect(mail).toMatchObject({ text: '', findings: [] });
  });

  it('stops at 100,000 parts before anything is read (2.3)', () => {
    const mail = mixed([Array.from({ length: 100_000 }, () => '--b1\r\n\r\nx').join('\r\n')]);
    expect(mail.findings).toMatchObject([
      { code: 'mail-too-many-parts', args: { count: 100_000, limit: BOUNDS.mimeParts } },
    ]);
    expect(mail).toMatchObject({ text: null, files: [] });
  });

  it('reads as many parts as the bound allows (2.3)', () => {
    const parts = (count: number) => Array.from({ length: count }, () => part('Content-Type: a/b', '', 'x'));
    expect(mixed(...parts(BOUNDS.mimeParts)).files).toHaveLength(BOUNDS.mimeParts);
    expect(codes(mixed(...parts(BOUNDS.mimeParts + 1)))).toEqual(['mail-too-many-parts']);
  });

  it('stops at 10,000 nested multiparts (2.3)', () => {
    const nest = (levels: number) =>
      Array.from({ length: levels }, (_, level) => [
        `Content-Type: multipart/mixed; boundary=n${level}`,
        '',
        `--n${level}`,
      ]);
    expect(codes(read(...nest(10_000).flat(), '', 'x'))).toEqual(['mail-too-deep']);
    expect(codes(read(...nest(BOUNDS.mimeDepth).flat(), '', 'x'))).toEqual(['mail-cut-off']);
  });
});
