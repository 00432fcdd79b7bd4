import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BOUNDS } from '../finding/bounds.ts';
import { fileNameFault, replaceHidden } from './file-name.ts';

const GOOD = [
  'report.v2.final.pdf',
  'Dr. Müller.pdf',
  '2026.10.26 list.xlsx',
  'résumé.docx',
  'a.b.c.txt',
  '日本語　資料.pdf',
  'notes',
  '.profile',
  'What now?.pdf',
  '50% done.txt',
  'console.txt',
  'COM10.txt',
  'x'.repeat(255),
  '会议：纪要.docx',
  '👍.png',
];

test.each(GOOD)('takes the good name %j (5.1)', name => {
  expect(fileNameFault(name)).toBeNull();
});

const BAD: [string, string][] = [
  ['', 'empty'],
  ['.', 'folder'],
  ['..', 'folder'],
  ['\u2024\u2024', 'folder'],
  ['../../.ssh/authorized_keys', 'separator'],
  ['a\\b.txt', 'separator'],
  ['a／b.txt', 'separator'],
  ['..%2fx', 'encoded'],
  ['..%255Cx', 'encoded'],
  ['a%00.txt', 'encoded'],
  ['C:x.txt', 'colon'],
  ['a.txt:evil', 'colon'],
  ['a\0.txt', 'control'],
  ['a\x7f.txt', 'control'],
  ['a\x85.txt', 'control'],
  ['a\n.txt', 'control'],
  ['invoice\u202efdp.exe', 'direction'],
  ['a\u2066b', 'direction'],
  ['a\u061cb', 'direction'],
  ['a\u00adb', 'invisible'],
  ['a\u180eb', 'invisible'],
  ['a\u200bb', 'invisible'],
  ['a\u2028b', 'invisible'],
  ['a\u2060b', 'invisible'],
  ['a\ufeffb', 'invisible'],
  ['a\ufe0fb', 'invisible'],
  ['a\u{e0041}b', 'invisible'],
  ['a\u00a0b', 'invisible'],
  ['a\u3164b', 'invisible'],
  ['a\u2800b', 'invisible'],
  ['a\uf03ab', 'invisible'],
  ['a\ud800b', 'half'],
  ['\udc00', 'half'],
  [' a', 'space'],
  ['a ', 'space'],
  ['\u3000a', 'space'],
  ['a.', 'dot'],
  ['a．', 'dot'],
  ['con', 'device'],
  ['NUL.txt', 'device'],
  ['COM1', 'device'],
  ['com¹.log', 'device'],
  ['LPT9.a.b', 'device'],
  ['aux .txt', 'device'],
  ['CONIN$', 'device'],
  ['x'.repeat(256), 'longer'],
  ['ü'.repeat(128), 'longer'],
];

test.each(BAD)('refuses the name %j: %s (5.1)', (name, word) => {
  expect(fileNameFault(name)).toContain(word);
});

test('takes no name that another program would read as a path, whatever it is (5.1)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), name => {
      if (fileNameFault(name) !== null) return;
      expect(name).not.toMatch(/[/\\:\0]/);
      expect(replaceHidden(name, '')).toBe(name);
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(BOUNDS.fileNameBytes);
    }),
  );
});

test('reads a name of megabytes in linear time (5.1)', () => {
  expect(fileNameFault('\u200b'.repeat(5_000_000))).not.toBeNull();
  expect(fileNameFault('. '.repeat(5_000_000))).not.toBeNull();
});
