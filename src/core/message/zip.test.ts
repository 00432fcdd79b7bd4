import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileSafety } from './file-safety.ts';
import { readZipDirectory } from './zip.ts';

type Part = {
  name: string;
  data?: string;
  flags?: number;
  method?: number;
  localName?: string;
  localSize?: number;
  localFlags?: number;
  extra?: string;
  localExtra?: string;
  mode?: number;
  descriptor?: string;
  gap?: string;
  wide?: boolean;
};
type Zip = {
  comment?: string;
  count?: number;
  front?: string;
  between?: string;
  offset?: number;
  wide?: boolean;
};

const n = (value: number, width: number): string =>
  Array.from({ length: width }, (_, index) =>
    String.fromCharCode(Math.floor(value / 256 ** index) % 256),
  ).join('');
const bytes = (text: string): Uint8Array => Uint8Array.from(text, one => one.charCodeAt(0));
const utf8 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

/** A zip with what each part says; names and data are one character for each byte. The checksum is always 7. */
function zip(parts: readonly Part[], options: Zip = {}): string {
  let local = options.front ?? '';
  let central = '';
  for (const part of parts) {
    const { name, data = 'hi', flags = 0, method = 0, mode = 0x81a4, wide = false } = part;
    const offset = local.length + (options.offset ?? 0);
    const size = wide ? 0xffffffff : data.length;
    const sizes = n(data.length, 8) + n(data.length, 8);
    const extra = (wide ? n(1, 2) + n(24, 2) + sizes + n(offset, 8) : '') + (part.extra ?? '');
    const localExtra = (wide ? n(1, 2) + n(16, 2) + sizes : '') + (part.localExtra ?? '');
    const localName = part.localName ?? name;
    const localSize = part.localSize ?? size;
    local += `PK\x03\x04${n(20, 2)}${n(part.localFlags ?? flags, 2)}${n(method, 2)}${n(0, 4)}${n(7, 4)}${n(localSize, 4)}${n(localSize, 4)}`;
    local +=
      n(localName.length, 2) +
      n(localExtra.length, 2) +
      localName +
      localExtra +
      data +
      (part.descriptor ?? '') +
      (part.gap ?? '');
    central += `PK\x01\x02${n(0x314, 2)}${n(20, 2)}${n(flags, 2)}${n(method, 2)}${n(0, 4)}${n(7, 4)}${n(size, 4)}${n(size, 4)}`;
    central += n(name.length, 2) + n(extra.length, 2) + n(0, 6) + n(mode * 65536, 4);
    central += n(wide ? 0xffffffff : offset, 4) + name + extra;
  }
  const start = local.length + (options.offset ?? 0);
  const count = options.count ?? parts.length;
  let end = options.between ?? '';
  if (options.wide) {
    end += `PK\x06\x06${n(44, 8)}${n(0x2d, 2)}${n(0x2d, 2)}${n(0, 8)}${n(count, 8)}${n(count, 8)}${n(central.length, 8)}${n(start, 8)}`;
    end += `PK\x06\x07${n(0, 4)}${n(start + central.length, 8)}${n(1, 4)}PK\x05\x06${n(0, 4)}${n(0xffff, 2)}${n(0xffff, 2)}${'\xff'.repeat(8)}`;
  } else {
    end += `PK\x05\x06${n(0, 4)}${n(count, 2)}${n(count, 2)}${n(central.length, 4)}${n(start, 4)}`;
  }
  const comment = options.comment ?? '';
  return local + central + end + n(comment.length, 2) + comment;
}

const read = (text: string): ReturnType<typeof readZipDirectory> => readZipDirectory(bytes(text));
const fault = (text: string): string => {
  const directory = read(text);
  return 'fault' in directory ? directory.fault : '';
};
const safety = (text: string, name = 'docs.zip'): [string, unknown][] =>
  fileSafety({
    names: [name],
    mediaType: 'application/zip',
    inline: false,
    bytes: bytes(text),
    encodedBytes: text.length,
  }).map(one => [one.code, one.args.reason]);
const executable = (parts: readonly Part[], name?: string): unknown =>
  safety(zip(parts), name).find(([code]) => code === 'attachment-executable')?.[1];
const uninspectable = (parts: readonly Part[], name?: string): unknown =>
  safety(zip(parts), name).find(([code]) => code === 'attachment-uninspectable')?.[1];

const DESCRIBED = { flags: 8, localSize: 0 };

test.each<[string, string]>([
  ['plain', zip([{ name: 'a.txt' }, { name: 'd/', data: '', mode: 0x41ed }, { name: 'd/b.pdf', method: 8 }])],
  ['empty', zip([])],
  ['with a comment', zip([{ name: 'a.txt' }], { comment: 'hello' })],
  ['with zip64 sizes and end record', zip([{ name: 'a.txt', wide: true }], { wide: true })],
  [
    'with a data descriptor',
    zip([{ name: 'a.txt', ...DESCRIBED, descriptor: `PK\x07\x08${n(7, 4)}${n(2, 4)}${n(2, 4)}` }]),
  ],
  [
    'with a short data descriptor',
    zip([{ name: 'a.txt', ...DESCRIBED, descriptor: n(7, 4) + n(2, 4) + n(2, 4) }]),
  ],
  [
    'with a wide data descriptor',
    zip([{ name: 'a.txt', ...DESCRIBED, descriptor: `PK\x07\x08${n(7, 4)}${n(2, 8)}${n(2, 8)}` }]),
  ],
  ['with UTF-8 names', zip([{ name: utf8('Müller.txt'), flags: 0x800 }, { name: utf8('Ä.txt') }])],
  ['with CP437 names', zip([{ name: 'M\x81ller.txt' }])],
  [
    'with one name in two writings',
    zip([{ name: 'M\x81.txt', extra: `up${n(5 + 7, 2)}\x01${n(1, 4)}${utf8('Mü.txt')}` }]),
  ],
])('reads a zip that is %s (5.3)', (_, text) => {
  expect(fault(text)).toBe('');
  expect(safety(text)).toEqual([]);
});

test('gives name, size and stored bytes of each entry, in the order of the directory (5.3)', () => {
  expect(
    read(
      zip([
        { name: 'a.txt', data: 'abc' },
        { name: 'b', method: 8 },
        { name: 'c', flags: 1 },
      ]),
    ),
  ).toEqual({
    entries: [
      { name: 'a.txt', encrypted: false, size: 3, stored: bytes('abc') },
      { name: 'b', encrypted: false, size: 2, stored: null },
      { name: 'c', encrypted: true, size: 2, stored: null },
    ],
  });
});

const INNER = zip([{ name: 'evil.exe' }]);
test.each<[string, string]>([
  ['junk in front', `junk${zip([{ name: 'a.txt' }])}`],
  ['junk in front, offsets mended', zip([{ name: 'a.txt' }], { front: 'PK\x03\x04' })],
  ['junk behind', `${zip([{ name: 'a.txt' }])}x`],
  ['junk before the directory', zip([{ name: 'a.txt', gap: 'xxxx' }])],
  ['junk of the length of a descriptor', zip([{ name: 'a.txt', ...DESCRIBED, gap: 'x'.repeat(16) }])],
  ['a hidden file between two', zip([{ name: 'a.txt', gap: INNER.slice(0, 40) }, { name: 'b.txt' }])],
  ['something behind the directory', zip([{ name: 'a.txt' }], { between: 'junk' })],
  ['fewer files than it says', zip([{ name: 'a.txt' }], { count: 2 })],
  ['more files than it says', zip([{ name: 'a.txt' }, { name: 'b.txt' }], { count: 1 })],
  ['offsets outside', zip([{ name: 'a.txt' }], { offset: 5000 })],
  ['another local name', zip([{ name: 'a.txt', localName: 'a.exe' }])],
  ['another local size', zip([{ name: 'a.txt', localSize: 1 }])],
  ['another local encryption flag', zip([{ name: 'a.txt', localFlags: 1 }])],
  [
    'a comment that holds an end record',
    zip([{ name: 'a.txt' }], { comment: `xPK\x05\x06${'\0'.repeat(18)}` }),
  ],
  [
    'a comment that holds an end record further in',
    zip([{ name: 'a.txt' }], { comment: `PK\x05\x06${'\0'.repeat(30)}` }),
  ],
  ['a comment that is a zip', zip([{ name: 'a.txt' }], { comment: INNER })],
  ['two files of one name', zip([{ name: 'a.txt' }, { name: 'a.txt' }])],
  ['one name in two normal forms', zip([{ name: utf8('\u00e9.txt') }, { name: utf8('e\u0301.txt') }])],
  ['a path out of it', zip([{ name: '../a.txt' }])],
  ['a path out of it further in', zip([{ name: 'a/.. /b.txt' }])],
  ['an absolute path', zip([{ name: '/etc/passwd' }])],
  ['a drive', zip([{ name: 'C:a.txt' }])],
  ['a backslash', zip([{ name: 'a\\b.txt' }])],
  ['a NUL in a name', zip([{ name: 'a.exe\0.txt' }])],
  ['a control character in a name', zip([{ name: 'a\n.txt' }])],
  ['no name', zip([{ name: '' }])],
  ['a name that is no UTF-8 and says so', zip([{ name: 'a\xff.txt', flags: 0x800 }])],
  ['a Unicode name of something else', zip([{ name: 'a.txt', extra: `up${n(10, 2)}\x01${n(1, 4)}a.exe` }])],
  [
    'a local Unicode name of something else',
    zip([{ name: 'a.txt', localExtra: `up${n(10, 2)}\x01${n(1, 4)}a.exe` }]),
  ],
  ['an extra field that is too long', zip([{ name: 'a.txt', extra: 'xx\xff\0' }])],
  ['a link', zip([{ name: 'a.txt', mode: 0xa1ff }])],
  ['a folder with content', zip([{ name: 'a/', data: 'hi' }])],
  ['several volumes', zip([{ name: 'a.txt' }]).replace(/PK\x05\x06\0/, 'PK\x05\x06\x01')],
  ['20,000 entries', zip(Array.from({ length: 20_000 }, (_, index) => ({ name: `${index}.txt`, data: '' })))],
  ['zip64 without its locator', zip([{ name: 'a.txt' }], { wide: true }).replace('PK\x06\x07', 'PK\x06\x00')],
  [
    'zip64 that points elsewhere',
    zip([{ name: 'a.txt' }], { wide: true }).replace('PK\x06\x06,', 'PK\x06\x06-'),
  ],
  ['nothing but a beginning', 'PK\x03\x04'],
])('does not rely on a zip with %s (5.3)', (_, text) => {
  expect(fault(text)).not.toBe('');

  expect(safety(text).map(([code]) => code)).toEqual(['attachment-uninspectable']);
});

test('does not rely on a zip that was cut, wherever it was cut (5.3)', () => {
  const whole = zip([{ name: 'a.txt' }, { name: 'b.txt' }], { comment: 'end' });
  for (let length = 4; length < whole.length; length += 1) expect(fault(whole.slice(0, length))).not.toBe('');
});

test('does not rely on entries that share their bytes (5.3)', () => {
  const one = zip([{ name: 'a.txt' }, { name: 'b.txt' }]);
  const second = one.indexOf('PK\x03\x04', 4);
  const at = one.lastIndexOf('PK\x01\x02') + 42;
  expect(fault(one.slice(0, at) + n(0, 4) + one.slice(at + 4))).not.toBe('');
  expect(second).toBeGreaterThan(0);
});

test.each([
  'setup.exe',
  'a/b/c.scr',
  'x.JS',
  'a.pdf.lnk',
  'run.sh',
  'page.html',
  'lib.so',
  'App.app/Contents/info',
  'a.ex%65',
  utf8('ａ．ｅｘｅ'),
  `a.exe${utf8('\u200b')}`,
  'a.txt:b.exe',
  'Report.docm',
  'META-INF/x.class',
  'classes.dex',
])('refuses a zip that holds %j (5.3)', name => {
  expect(executable([{ name: 'readme.txt' }, { name, method: 8 }])).toContain('holds "');
});

test('takes folders with a dot in their name (5.3)', () => {
  expect(
    safety(zip([{ name: 'example.com/notes.js/a.txt' }, { name: 'v1.exe/', data: '', mode: 0x41ed }])),
  ).toEqual([]);
});

test('looks at stored bytes whatever they are called (5.3)', () => {
  expect(executable([{ name: 'a.txt', data: 'MZ\x90\0' }])).toContain('a Windows program');
  expect(executable([{ name: 'a.svg', data: '<svg onload="a()"/>' }])).toContain('event handler');
  expect(uninspectable([{ name: 'a.dat', data: INNER }])).toContain('on its own');
  expect(uninspectable([{ name: 'a.dat', data: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' }])).toContain(
    'on its own',
  );
  expect(uninspectable([{ name: 'a.dat', data: 'Rar!\x1a\x07\0' }])).toContain('RAR');
});

test.each(['b.zip', 'b.docx', 'b.xls', 'b.odt', 'b.7z', 'b.tar.gz', 'b.svg', 'b.eml', 'b.msg'])(
  'does not look into %s in a zip (5.3)',
  name => {
    expect(uninspectable([{ name, method: 8 }])).toContain('holds "');
  },
);

test.each([{ flags: 1 }, { flags: 0x41 }, { method: 99 }, { extra: `\x01\x99${n(0, 2)}` }])(
  'does not look into an encrypted entry (%j) (5.3)',
  part => {
    expect(uninspectable([{ name: 'a.txt', method: 8, ...part }])).toContain('encrypted');
  },
);

const DOCX = [
  '[Content_Types].xml',
  '_rels/.rels',
  'word/document.xml',
  'word/media/image1.png',
  'word/media/image2.svg',
];
const office = (...more: string[]): Part[] => [...DOCX, ...more].map(name => ({ name, method: 8 }));

test('takes Office and OpenDocument files without macros (5.3)', () => {
  expect(safety(zip(office('xl/printerSettings/printerSettings1.bin')), 'a.docx')).toEqual([]);
  const odt = [
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' },
    { name: 'content.xml', method: 8 },
  ];
  expect(safety(zip(odt), 'a.odt')).toEqual([]);
  expect(safety(zip([{ name: 'scripts/notes.txt' }]))).toEqual([]);
});

test.each([
  ['word/vbaProject.bin', 'macros'],
  ['x/VBAPROJECT.BIN', 'macros'],
  ['word/vbaData.xml', 'macros'],
  ['xl/macrosheets/sheet1.xml', 'macros'],
  ['xl/activeX/activeX1.xml', 'ActiveX'],
  ['word/embeddings/oleObject1.bin', 'object'],
])('refuses an Office file with %s, whatever it is called (5.3)', (name, word) => {
  for (const called of ['a.docx', 'a.zip', 'a.dat']) expect(executable(office(name), called)).toContain(word);
});

test('refuses macros and objects of OpenDocument (5.3)', () => {
  for (const name of ['Basic/Standard/Module1.xml', 'Scripts/x.txt', 'Object 1']) {
    expect(
      executable(
        [
          { name: 'mimetype', data: 'x' },
          { name, method: 8 },
        ],
        'a.odt',
      ),
    ).toContain('carries');
  }
});

test('refuses what it cannot look at in an Office file (5.3)', () => {
  expect(uninspectable(office('word/embeddings/Sheet1.xlsx'), 'a.docx')).toContain('on its own');
  expect(uninspectable(office('word/renamed.bin'), 'a.docx')).toContain('binary part');
  expect(uninspectable(office(), 'a.doc')).toContain('old Office');
});

test('refuses a zip behind other bytes, also with something after it (5.3)', () => {
  for (const text of [
    `%PDF-1.4\n${INNER}`,
    `GIF89a${INNER}`,
    `%PDF-1.4\n${INNER}\n%%EOF`,
    `x${zip([{ name: 'a', wide: true }], { wide: true })}`,
  ]) {
    expect(safety(text, 'a.pdf')).toEqual([['attachment-uninspectable', 'is a zip behind something else']]);
  }
});

test('takes text that begins with PK, and refuses a .zip that is none (5.3)', () => {
  expect(safety('PKI is a plan', 'a.txt')).toEqual([]);
  expect(safety('PKI is a plan', 'a.zip')).toEqual([
    ['attachment-uninspectable', 'is named .zip and is none'],
  ]);
});

test.each(['PK', 'PK\x05\x06', 'PK\x03\x04', 'PK\x01\x02', 'PK\x05\x06\xff\xff\xff\xff'])(
  'reads 25 MB of %j in bounded time (5.3)',
  unit => {
    const big = new Uint8Array(25_000_000);
    big.set(bytes(unit));
    for (let done = unit.length; done < big.length; done *= 2) big.copyWithin(done, 0, done);
    expect('fault' in readZipDirectory(big)).toBe(true);
    const file = { names: ['a.txt'], mediaType: 'text/plain', inline: false, bytes: big, encodedBytes: 0 };
    expect(fileSafety(file).map(one => one.code)).toEqual(unit === 'PK' ? [] : ['attachment-uninspectable']);
  },
);

test('never throws on a zip with any bytes changed (5.3)', () => {
  const whole = bytes(
    zip(
      [
        { name: 'a.txt', wide: true },
        { name: 'b.txt', ...DESCRIBED, descriptor: n(7, 4) + n(2, 4) + n(2, 4) },
      ],
      { wide: true },
    ),
  );
  const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), changes => {
      const copy = whole.slice();
      for (const [at, value] of changes) copy[at] = value;
      readZipDirectory(copy);
      fileSafety({ names: ['a.zip'], mediaType: '', inline: false, bytes: copy, encodedBytes: 0 });
    }),
    { numRuns: 2000 },
  );
});
