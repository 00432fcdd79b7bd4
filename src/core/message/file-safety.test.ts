import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReceivedFile } from './delivery.ts';
import { fileSafety, isNestedMessage } from './file-safety.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, one => one.charCodeAt(0));
const file = (
  names: string | readonly string[],
  text = 'x',
  mediaType = 'application/octet-stream',
): ReceivedFile => ({
  names: typeof names === 'string' ? [names] : names,
  mediaType,
  inline: false,
  bytes: bytes(text),
  encodedBytes: text.length,
});
const codes = (one: ReceivedFile): string[] =>
  fileSafety(one).map(found => found.code.replace('attachment-', ''));

const PDF = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n';
const PE = `MZ${'\0'.repeat(62)}\x80\0\0\0${'\0'.repeat(60)}PE\0\0`;
const D12 =
  'UEsDBBQAAAAIAAAAAACsKpPYBAAAAAIAAAAKAAAAcmVhZG1lLnR4dMvIBABQSwMEFAAAAAgAAAAAAOWbzQUQAAAATAEAAAkAAABzZXR1cC5leGXzjWIg' +
  'GzQwUA4CXBmGDQAAUEsBAhQAFAAAAAgAAAAAAKwqk9gEAAAAAgAAAAoAAAAAAAAAAAAAAAAAAAAAAHJlYWRtZS50eHRQSwECFAAUAAAACAAAAAAA5ZvN' +
  'BRAAAABMAQAACQAAAAAAAAAAAAAAAAAsAAAAc2V0dXAuZXhlUEsFBgAAAAACAAIAbwAAAGMAAAAAAA==';

test.each<[string, ReceivedFile, string[]]>([
  ['d01', file('café list.pdf', PDF, 'application/pdf'), []],
  ['d03', file('../../.ssh/authorized_keys'), ['name-refused']],
  ['d05', file('invoice\u202efdp.exe', PE), ['name-refused', 'executable']],
  ['d06', file('report.pdf.exe', PDF), ['executable']],
  ['d08', file('report.pdf', PE, 'application/pdf'), ['executable']],
  ['d09', file(['report.pdf', 'report.exe'], PDF), ['executable']],
  ['d12', file('docs.zip', atob(D12), 'application/zip'), ['executable']],
  [
    'd16',
    file('winmail.dat', `\x78\x9f\x3e\x22\x01${'\0'.repeat(20)}`, 'application/ms-tnef'),
    ['uninspectable'],
  ],
  ['d17', file('image001.png', '\x89PNG\r\n\x1a\n', 'image/png'), []],
  ['d20', file('notes.txt', '#!/bin/sh\necho hi\n', 'text/plain'), ['executable']],
  ['d24 html', file('page.html', '<p>hi</p>', 'text/html'), ['executable']],
  [
    'd24 svg',
    file('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    ['executable'],
  ],
  ['d24 docm', file('a.docm', 'x'), ['executable']],
  ['d26', file('list.txt', 'one\ntwo\n', 'text/plain'), []],
])('judges case %s (5.3)', (_, one, expected) => {
  expect(codes(one)).toEqual(expected);
});

test('says why, in words that follow the name (5.3)', () => {
  expect(fileSafety(file('docs.zip', atob(D12)))[0]).toMatchObject({
    args: { name: 'docs.zip', reason: 'holds "setup.exe", a Windows program' },
    level: 'error',
  });
  expect(fileSafety(file('a.pdf', PE))[0]?.args.reason).toBe('is a Windows program');
  expect(fileSafety(file('a.exe'))[0]?.args.reason).toBe('is named .exe, a Windows program');
  expect(fileSafety(file('a/b'))[0]?.args).toEqual({ name: 'a/b', fault: 'holds a path separator' });
});

test.each([
  'report.v2.final.pdf',
  'Dr. Müller.pdf',
  '2026.10.26 list.xlsx',
  'résumé.docx',
  'a.b.c.txt',
  'a.csv',
  'a.md',
  'a.ics',
  'a.json',
])('takes the harmless file %j (5.3)', name => {
  expect(codes(file(name, 'plain text'))).toEqual([]);
  expect(codes(file(name, ''))).toEqual([]);
});

test('looks at all names and at the media type (5.3)', () => {
  expect(codes(file(['a.txt', 'b\u200b.txt', 'c.7z']))).toEqual(['name-refused', 'uninspectable']);
  expect(codes(file('report', 'Dear all', 'TEXT/HTML; charset=utf-8'))).toEqual(['executable']);
  expect(codes(file('report', 'x', 'message/partial'))).toEqual(['uninspectable']);
  expect(codes(file('report', 'x', 'message/external-body'))).toEqual(['uninspectable']);
  expect(codes(file('drawing', '', 'image/svg+xml'))).toEqual(['executable']);
  expect(codes(file([], PE))).toEqual(['executable']);
  expect(codes(file([], 'x'))).toEqual([]);
});

test('knows a mail of its own, and refuses a saved page that only looks like one (5.3)', () => {
  const mail = 'MIME-Version: 1.0\nContent-Type: multipart/related\n';
  expect(isNestedMessage(file('a.EML'))).toBe(true);
  expect(isNestedMessage(file([], 'x', 'message/rfc822; x=y'))).toBe(true);
  expect(isNestedMessage(file('a.txt'))).toBe(false);
  expect(codes(file('a.eml', mail, 'message/rfc822'))).toEqual([]);
  expect(codes(file('a.doc', mail))).toEqual(['executable']);
  expect(codes(file('a.doc', `x\r\n${mail}`))).toEqual(['executable']);
  expect(codes(file('a.txt', 'MIME-Version: 1.0\n\nplain mail'))).toEqual([]);
  expect(codes(file('a.doc', mail, 'message/rfc822'))).toEqual(['executable']);
  expect(codes(file('a.eml', PE, 'message/rfc822'))).toEqual(['executable']);
});

test('never throws, whatever the name, type and bytes (5.3)', () => {
  const heads = fc.constantFrom(
    '',
    'PK\x03\x04',
    'PK\x05\x06',
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    '<svg ',
    '{\\rtf',
    '<?xml ',
  );
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string(),
      heads,
      fc.uint8Array({ maxLength: 3000 }),
      (name, type, head, rest) => {
        const content = Uint8Array.from([...bytes(head), ...rest]);
        const found = fileSafety({
          names: [name],
          mediaType: type,
          inline: false,
          bytes: content,
          encodedBytes: 0,
        });
        expect(Array.isArray(found)).toBe(true);
      },
    ),
  );
});
