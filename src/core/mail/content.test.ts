import { describe, expect, it } from 'vitest';
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
const text = (bytes: Uint8Array | undefined) => new TextDecoder('latin1').decode(bytes);

describe('the content of a mail', () => {
  it('keeps the bytes of a 7bit file: the line break before a boundary is no part of it (5.2)', () => {
    const csv = [
      'Content-Type: text/csv',
      'Content-Disposition: attachment; filename=f.csv',
      '',
      'a,b',
      '1,2',
    ];
    const mail = mixed(BODY, part(...csv));
    expect(mail).toMatchObject({ text: 'body', findings: [] });
    expect(mail.files).toMatchObject([
      { names: ['f.csv'], mediaType: 'text/csv', inline: false, encodedBytes: 8 },
    ]);
    expect(text(mail.files[0]?.bytes)).toBe('a,b\r\n1,2');
    expect(text(mixed(BODY, part(...csv, '')).files[0]?.bytes)).toBe('a,b\r\n1,2\r\n');
    expect(text(mixed(BODY, part(...csv.slice(0, 2), '')).files[0]?.bytes)).toBe('');
  });

  it('decodes base64 and quoted-printable files and counts what travelled (5.2)', () => {
    const file = (encoding: string, ...content: string[]) =>
      part(
        'Content-Disposition: attachment; filename=a.bin',
        `Content-Transfer-Encoding: ${encoding}`,
        '',
        ...content,
      );
    const mail = mixed(BODY, file('BASE64', 'QUJD', 'RA=='), file('Quoted-Printable', 'a=00=', 'b'));
    expect(mail.files.map(one => [text(one.bytes), one.encodedBytes])).toEqual([
      ['ABCD', 10],
      ['a\0b', 8],
    ]);
    expect(mail.findings).toEqual([]);
  });

  it('hands on the bytes of a file that cannot be decoded, with the finding (5.3)', () => {
    for (const [encoding, content] of [
      ['base64', 'QUJ'],
      ['quoted-printable', '=X'],
      ['x-uuencode', 'begin'],
    ] as const) {
      const lines = [
        'Content-Disposition: attachment; filename=a.bin',
        `Content-Transfer-Encoding: ${encoding}`,
      ];
      const mail = mixed(BODY, part(...lines, '', content));
      expect(mail.findings).toMatchObject([{ code: 'attachment-undecodable', args: { name: 'a.bin' } }]);
      expect(text(mail.files[0]?.bytes)).toBe(content);
    }
  });

  it.each([
    [['Content-Type: application/pdf'], [], false],
    [['Content-Type: text/plain', 'Content-Disposition: attachment'], [], false],
    [['Content-Type: text/plain; name=notes.txt'], ['notes.txt'], false],
    [['Content-Type: text/html; name=page.html'], ['page.html'], false],
    [['Content-Type: text/html', 'Content-Disposition: attachment'], [], false],
    [['Content-Type: text/calendar'], [], false],
    [['Content-Type: message/rfc822'], [], false],
    [['Content-Type: image/png; name=i.png', 'Content-ID: <i1@x>'], ['i.png'], true],
    [
      ['Content-Type: image/png', 'Content-Disposition: inline; filename=i.png', 'Content-ID: <i1@x>'],
      ['i.png'],
      true,
    ],
    [['Content-Type: image/png', 'Content-Disposition: inline; filename=i.png'], ['i.png'], false],
    [
      ['Content-Type: image/png', 'Content-Disposition: attachment; filename=i.png', 'Content-ID: <i1@x>'],
      ['i.png'],
      false,
    ],
    [
      ['Content-Type: image/png', 'Content-Disposition: x-other; filename=i.png', 'Content-ID: <i1@x>'],
      ['i.png'],
      false,
    ],
  ])('takes a part with %j for a file (5.1)', (lines, names, inline) => {
    expect(mixed(BODY, part(...lines, '', 'x')).files).toMatchObject([{ names, inline }]);
  });

  it('takes a nested mail as data and never looks for an envelope in it (2.3)', () => {
    const nested = [
      'Subject: x',
      'Content-Type: multipart/mixed; boundary=b2',
      '',
      '--b2',
      '',
      'format: AIMF/1',
      '--b2--',
    ];
    const mail = mixed(part('Content-Type: message/rfc822', '', ...nested), part('', 'fyi'));
    expect(mail.text).toBe('fyi');
    expect(text(mail.files[0]?.bytes)).toBe(nested.join('\r\n'));
    const digest = read(
      'Content-Type: multipart/digest; boundary=b1',
      '',
      '--b1',
      '',
      'Subject: x',
      '',
      'y',
      '--b1--',
    );
    expect(codes(digest)).toEqual(['text-part-missing']);
    expect(digest.files).toMatchObject([{ mediaType: 'message/rfc822' }]);
  });

  it('takes the first inline text in tree order as the body (2.3)', () => {
    const inner = ['Content-Type: multipart/alternative; boundary=b2', '', '--b2', '', 'inner', '--b2--', ''];
    const attached = part('Content-Disposition: attachment; filename=a.txt', '', 'attached');
    const mail = mixed(attached, part(...inner), part('', 'second'), part('', 'third'));
    expect(mail.text).toBe('inner');
    expect(mail.findings).toMatchObject([{ code: 'text-part-extra', args: { count: 2 } }]);
    expect(mail.files).toHaveLength(1);
  });

  it('shows HTML where there is no text, for looking at only (2.3)', () => {
    const mail = read(
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>format: AIMF/1<br>id: 1</p><script>x</script>',
    );
    expect(mail).toMatchObject({ text: null, displayText: 'format: AIMF/1\nid: 1' });
    expect(codes(mail)).toEqual(['text-part-missing']);
    expect(read('Content-Type: application/pdf', '', 'x').displayText).toBeNull();
  });

  it.each([
    ['text/plain; charset=utf-8', '7bit', 'caf\u00c3\u00a9', 'café'],
    ['text/plain', '7bit', 'caf\u00c3\u00a9', 'café'],
    ['text/plain; charset="US-ASCII"', '7bit', 'cafe', 'cafe'],
    ['text/plain; charset=utf-8', 'base64', 'Y2Fmw6k=', 'café'],
    ['text/plain; charset=utf-8', 'quoted-printable', 'caf=C3=A9', 'café'],
    ['text/plain; charset=utf-8', '8bit', '\u00ef\u00bb\u00bfx', '\uFEFFx'],
  ])('reads text as %s in %s (2.3)', (type, encoding, content, expected) => {
    const lines = [...HEADER, `Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, '', content];
    const mail = readMail(Uint8Array.from(lines.join('\r\n'), character => character.charCodeAt(0)));
    expect(mail).toMatchObject({ text: expected, findings: [] });
  });

  it.each([
    [
      'text/plain; charset=iso-8859-1',
      '8bit',
      'caf\u00e9',
      'text-charset',
      { charset: 'iso-8859-1' },
      'café',
    ],
    [
      'text/plain; charset=Windows-1252',
      '8bit',
      '\u0093NOTE\u0094',
      'text-charset',
      { charset: 'windows-1252' },
      '“NOTE”',
    ],
    ['text/plain; charset=utf-16le', 'binary', 'N\0O\0', 'text-charset', { charset: 'utf-16le' }, 'NO'],
    ['text/plain; charset=x-none', '8bit', 'NOTE', 'text-charset', { charset: 'x-none' }, 'NOTE'],
    ['text/plain; charset=utf-8', '8bit', 'caf\u00e9', 'text-not-utf8', {}, 'caf\uFFFD'],
    ['text/plain', '8bit', 'caf\u00e9', 'text-not-utf8', {}, undefined],
    ['text/plain; charset=utf-8', '8bit', '\u00ed\u00a0\u0080', 'text-not-utf8', {}, undefined],
    [
      'text/plain; charset=utf-8',
      'base64',
      'Tk9UR',
      'text-transfer-encoding',
      { encoding: 'base64' },
      'Tk9UR',
    ],
    [
      'text/plain; charset=utf-8',
      'quoted-printable',
      'a=b',
      'text-transfer-encoding',
      { encoding: 'quoted-printable' },
      'a=b',
    ],
    [
      'text/plain; charset=utf-8',
      'x-uuencode',
      'NOTE',
      'text-transfer-encoding',
      { encoding: 'x-uuencode' },
      'NOTE',
    ],
  ])('does not read text as %s in %s (2.3) [%#]', (type, encoding, content, code, args, display) => {
    const lines = [...HEADER, `Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, '', content];
    const mail = readMail(Uint8Array.from(lines.join('\r\n'), character => character.charCodeAt(0)));
    expect(mail.text).toBeNull();
    expect(mail.findings).toMatchObject([{ code, args }]);
    if (display !== undefined) expect(mail.displayText).toBe(display);
  });

  it('un-flows the text where it says so (2.3)', () => {
    const flowed = read(
      'Content-Type: text/plain; format=flowed; charset=utf-8',
      '',
      'one ',
      'two',
      ' >three',
      'x',
      '',
    );
    expect(flowed.text).toBe('one two\r\n>three\r\nx\r\n');
    expect(codes(flowed)).toEqual(['text-unflowed']);
    const plain = read('Content-Type: text/plain; format=flowed', '', 'one', 'two', '');
    expect(plain).toMatchObject({ text: 'one\r\ntwo\r\n', findings: [] });
    expect(read('Content-Type: text/plain; format=fixed', '', 'one ', 'two').text).toBe('one \r\ntwo');
  });

  it('reads 1 MB of one page and no more than 4 MB of all (2.3)', () => {
    const page = part('Content-Type: text/html', '', `<p>seen</p>${'<b>x</b> '.repeat(200_000)}`);
    const mail = mixed(BODY, page, page);
    expect(codes(mail)).toEqual([]);
    expect(mixed(page).displayText?.startsWith('seen\nx x')).toBe(true);
    expect(codes(mixed(BODY, page, page, page, page, page))).toEqual(['mail-part-malformed']);
  });
});
