import fc from 'fast-check';
import { expect, test } from 'vitest';
import { executableKind, executableName, uninspectableName } from './executable-name.ts';

test.each([
  'report.v2.final.pdf',
  'Dr. Müller.pdf',
  '2026.10.26 list.xlsx',
  'résumé.docx',
  'a.b.c.txt',
  'St. Pl. 3.pdf',
  'exe',
  'exe.txt',
  'logo.svg',
  'a.xlsx',
  'a.pptx',
  'a.csv',
  'a.md',
  'a.png',
  'a.jpg',
  'a.zip',
  'a.ics',
  'a.json',
  'a.xml',
  'a.eml',
  'a.doc',
  'README.ko.md',
  'Vertrag.pl.pdf',
  'Job.application.pdf',
  'chapter.one.pdf',
  '12.mar.2026.pdf',
  'films.ts',
  'id.pub',
  'cert.cer',
  'data.bin',
  '50%.pdf',
  'Report #3.pdf',
  'What now? No. 2.txt',
  '',
])('takes the name %j (5.3)', name => {
  expect(executableName(name)).toBeNull();
  expect(uninspectableName(name)).toBeNull();
});

const ENDINGS =
  `exe com scr pif cpl dll msi msp mst msix appx appref-ms gadget application bat cmd ps1 psm1 vbs vbe js jse mjs
  cjs wsf wsh wsc sct hta sh bash zsh fish command tool py pyw pyz rb pl php phtml phar aspx jsp lua tcl awk applescript scpt lnk
  url webloc desktop inf reg scf library-ms settingcontent-ms search-ms chm hlp job theme themepack jar jnlp class war apk dex
  ipa app dmg pkg mpkg deb rpm appimage run elf so dylib ko wasm iso img vhd vhdx vmdk udf html htm xhtml shtml mht mhtml docm
  dotm xlsm xltm xlam xll xlsb pptm potm ppam ppsm sldm one slk iqy`.split(/\s+/);

test.each(ENDINGS)('refuses a name that ends in .%s (5.3)', ending => {
  for (const name of [
    `a.${ending}`,
    `a.${ending.toUpperCase()}`,
    `a.pdf.${ending}`,
    `a.${ending}.`,
    `a.${ending} . `,
    `.${ending}`,
  ]) {
    expect(executableName(name)).toBe(ending);
  }
  expect(executableKind(ending)).not.toBeNull();
});

test.each([
  ['report.exe.pdf', 'exe'],
  ['report.exe .pdf', 'exe'],
  ['invoice\u202efdp.exe', 'exe'],
  ['a.e\u200bxe', 'exe'],
  ['a.exe\u200bpdf', 'exe'],
  ['a.exe\0.pdf', 'exe'],
  ['a.exe\0pdf', 'exe'],
  ['a．ｅｘｅ', 'exe'],
  ['a\u2024exe', 'exe'],
  ['a。exe', 'exe'],
  ['a.txt:evil.exe', 'exe'],
  ['a.exe::$DATA', 'exe'],
  ['a.asp;.jpg', 'asp'],
  ['x/y.exe', 'exe'],
  ['x\\y.exe\\z.txt', 'exe'],
  ['a%2Eexe', 'exe'],
  ['a%252eexe', 'exe'],
  ['a.%65xe', 'exe'],
  ['a.ex%00e', 'exe'],
  ['a％2eexe', 'exe'],
  ['a.exe"', 'exe'],
  ["a.exe'", 'exe'],
  ['a.exe_', 'exe'],
  ['a. exe', 'exe'],
  ['a.php?.jpg', 'php'],
  ['a.éxe', 'exe'],
  ['a.jſ', 'js'],
  ['a.{3050F4D8-98B5-11CF-BB82-00AA00BDCE0B}', '{3050f4d8-98b5-11cf-bb82-00aa00bdce0b}'],
  ['desktop.ini', 'ini'],
  ['a.exe%E2%80%AE', 'exe'],
  ['a.txt\u2028.scr', 'scr'],
])('refuses %j in any reading (5.3)', (name, ending) => {
  expect(executableName(name)).toBe(ending);
});

test.each([
  '7z',
  'rar',
  'tar.gz',
  'tgz',
  'bz2',
  'xz',
  'zst',
  'tar',
  'cab',
  'arj',
  'lzh',
  'ace',
  'z',
  'lz4',
  'zipx',
  'svgz',
  'pst',
  '7z.001',
  'zip.002',
  'part1.rar',
  'r01',
  'z01',
  'ＲＡＲ',
  'GZ. ',
  'r\u200bar',
])('does not look into a name that ends in .%s (5.3)', ending => {
  expect(uninspectableName(`a.${ending}`)).not.toBeNull();
});

test('never throws, and finds the ending behind anything (5.3)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), name => {
      expect(executableName(`${name}.exe`)).not.toBeNull();
      expect(typeof (uninspectableName(name) ?? '')).toBe('string');
    }),
  );
});

test('reads a name of a megabyte in linear time (5.3)', () => {
  for (const unit of ['.', '%2', '\u200b.', ' ', 'é.', '%25'])
    expect(executableName(unit.repeat(300_000))).toBeNull();
});
