import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCompoundFile } from './compound-file.ts';
import { fileSafety } from './file-safety.ts';

type Part = { name: string; storage?: boolean; data?: string; classId?: string };

const END = 0xfffffffe;
const bytes = (text: string): Uint8Array => Uint8Array.from(text, one => one.charCodeAt(0));

/**
 * A compound file of 512-byte sectors: sector 0 is the table, then the directory, then the streams, each of at least 4096
 * bytes or, if shorter, in the mini stream.
 */
function compound(parts: readonly Part[], rootClass = ''): Uint8Array {
  const dirSectors = Math.ceil((parts.length + 1) / 4);
  const large = parts.map(part => (part.data === undefined || part.data.length < 4096 ? '' : part.data));
  const small = parts.map(part => (part.data === undefined || part.data.length >= 4096 ? '' : part.data));
  const miniLength = small.reduce((sum, one) => sum + Math.ceil(one.length / 64) * 64, 0);
  const miniSectors = Math.ceil(miniLength / 512);
  const total =
    2 + dirSectors + miniSectors + large.reduce((sum, one) => sum + Math.ceil(one.length / 512), 0);
  const out = new Uint8Array(512 * (total + 1));
  const view = new DataView(out.buffer);
  out.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    view.setUint16(at, value, true);
  const header = [
    [44, 1],
    [48, 2],
    [56, 4096],
    [60, miniLength > 0 ? 1 : END],
    [64, 1],
    [68, END],
    [72, 0],
    [76, 0],
  ] as const;
  for (const [at, value] of header) view.setUint32(at, value, true);
  out.fill(0xff, 80, 1024);
  out.fill(0xff, 1024, 1536);
  const fat = (sector: number, next: number): void => view.setUint32(512 + sector * 4, next, true);
  const chain = (from: number, count: number): void => {
    for (let index = 0; index < count; index += 1)
      fat(from + index, index === count - 1 ? END : from + index + 1);
  };
  fat(0, 0xfffffffd);
  fat(1, END);
  chain(2, dirSectors);
  let next = 2 + dirSectors;
  const miniStart = next;
  chain(miniStart, miniSectors);
  next += miniSectors;
  let mini = 0;
  const entry = (
    index: number,
    name: string,
    type: number,
    start: number,
    size: number,
    classId: string,
  ): void => {
    const at = 1536 + index * 128;
    for (const [place, one] of [...name].entries()) view.setUint16(at + place * 2, one.charCodeAt(0), true);
    view.setUint16(at + 64, name.length * 2 + 2, true);
    out[at + 66] = type;
    out.fill(0xff, at + 68, at + 80);
    for (let place = 0; place < classId.length / 2; place += 1) {
      out[at + 80 + place] = Number.parseInt(classId.slice(place * 2, place * 2 + 2), 16);
    }
    view.setUint32(at + 116, start, true);
    view.setUint32(at + 120, size, true);
  };
  entry(0, 'Root Entry', 5, miniLength > 0 ? miniStart : END, miniLength, rootClass);
  for (const [index, part] of parts.entries()) {
    const data = part.data ?? '';
    const { name, classId = '' } = part;
    if (part.storage) entry(index + 1, name, 1, 0, 0, classId);
    else if (data.length >= 4096) {
      const count = Math.ceil(data.length / 512);
      chain(next, count);
      out.set(bytes(data), 512 * (next + 1));
      entry(index + 1, name, 2, next, data.length, classId);
      next += count;
    } else {
      const count = Math.ceil(data.length / 64);
      for (let step = 0; step < count; step += 1) {
        view.setUint32(1024 + (mini + step) * 4, step === count - 1 ? END : mini + step + 1, true);
      }
      out.set(bytes(data), 512 * (miniStart + 1) + mini * 64);
      entry(index + 1, name, 2, data === '' ? END : mini, data.length, classId);
      mini += count;
    }
  }
  return out;
}

const safety = (content: Uint8Array, name = 'a.doc'): [string, unknown][] =>
  fileSafety({ names: [name], mediaType: '', inline: false, bytes: content, encodedBytes: 0 }).map(one => [
    one.code,
    one.args.reason,
  ]);
const only = (content: Uint8Array): [string, unknown] => safety(content)[0] ?? ['', ''];

const WORD = `\xec\xa5\xc1\0${'\0'.repeat(40)}`;
const record = (type: number, data: string): string =>
  String.fromCharCode(type & 255, type >> 8, data.length & 255, data.length >> 8) + data;
const BOF = record(0x809, '\0\x06\x05\0\0\0\0\0');
const sheet = (kind: number): string => record(0x85, `\0\0\0\0\0${String.fromCharCode(kind)}\x01\0A`);
const book = (...records: string[]): Part[] => [
  { name: 'Workbook', data: BOF + records.join('') + record(0x0a, '') },
];
const slide = (type: number, data: string): Part[] => {
  const atom = `\0\0${record(type, '').slice(0, 2)}${String.fromCharCode(data.length)}\0\0\0${data}`;
  return [
    { name: 'PowerPoint Document', data: `\x0f\0\xe8\x03${String.fromCharCode(atom.length)}\0\0\0${atom}` },
  ];
};

test('takes an old Office file without macros (5.3)', () => {
  expect(
    safety(
      compound([
        { name: 'WordDocument', data: WORD },
        { name: '1Table', data: 'x'.repeat(5000) },
      ]),
    ),
  ).toEqual([]);
  expect(safety(compound(book(sheet(0), sheet(2))), 'a.xls')).toEqual([]);
  expect(
    safety(
      compound([{ name: 'Workbook', data: BOF + sheet(0) + record(0x0a, '') + 'x'.repeat(6000) }]),
      'a.xls',
    ),
  ).toEqual([]);
  expect(safety(compound(slide(0x0400, '\0'.repeat(12))), 'a.ppt')).toEqual([]);
});

test('gives the entries with their streams, short and long (5.3)', () => {
  const directory = readCompoundFile(
    compound([
      { name: 'a', data: 'abc' },
      { name: 'b', data: 'x'.repeat(4100) },
      { name: 'c', storage: true },
    ]),
  );
  if ('fault' in directory) throw new Error(directory.fault);
  expect(directory.entries.map(one => [one.name, one.kind, one.read()?.length ?? null])).toEqual([
    ['Root Entry', 'root', null],
    ['a', 'stream', 3],
    ['b', 'stream', 4100],
    ['c', 'storage', null],
  ]);
});

test.each<[string, Part[], string]>([
  ['a VBA storage', [{ name: 'VBA', storage: true }], 'macros'],
  ['_VBA_PROJECT', [{ name: '_VBA_PROJECT' }], 'macros'],
  ['_VBA_PROJECT_CUR', [{ name: '_vba_project_cur', storage: true }], 'macros'],
  ['Macros', [{ name: 'Macros', storage: true }], 'macros'],
  ['an embedded program', [{ name: '\x01Ole10Native', data: 'MZ' }], 'object'],
  [
    'a packager object',
    [{ name: 'x', storage: true, classId: '0c00030000000000c000000000000046' }],
    'object',
  ],
  ['installer tables', [{ name: '\u4840\u3f3f\u4577\u446c\u3b6a\u45e4\u4824' }], 'installer'],
  ['a macro sheet of Excel 4', book(sheet(0), sheet(1)), 'macros'],
  ['a module of Excel 5', book(sheet(6)), 'macros'],
  ['a project in the workbook', book(record(0xd3, '')), 'macros'],
  ['macros of PowerPoint', slide(0x0400, `\0\0\0\0\x01\0\0\0\0\0\0\0`), 'macros'],
  ['a packed object of PowerPoint', slide(0x1011, 'xxxx'), 'object'],
])('refuses an OLE file with %s (5.3)', (_, parts, word) => {
  const [code, reason] = only(compound(parts));
  expect(code).toBe('attachment-executable');
  expect(reason).toContain(word);
});

test.each(['84', '86', '82'])('refuses a Windows installer by its class, 000C10%s (5.3)', kind => {
  expect(only(compound([{ name: 'x' }], `${kind}100c0000000000c000000000000046`))).toEqual([
    'attachment-executable',
    expect.stringContaining('installer'),
  ]);
});

test.each<[string, Part[]]>([
  ['EncryptedPackage', [{ name: 'EncryptedPackage', data: 'x' }]],
  ['EncryptionInfo', [{ name: 'EncryptionInfo', data: 'x' }]],
  [
    'an encrypted text',
    [{ name: 'WordDocument', data: `\xec\xa5\xc1\0\0\0\0\0\0\0\0\x01${'\0'.repeat(30)}` }],
  ],
  ['an encrypted workbook', book(record(0x2f, '\0\0'), sheet(1))],
  ['a text of before 1997', [{ name: 'WordDocument', data: `\xdc\xa5\x65\0${'\0'.repeat(40)}` }]],
  ['a workbook without an end', [{ name: 'Workbook', data: BOF }]],
  ['a workbook that is none', [{ name: 'Workbook', data: 'x'.repeat(40) }]],
  ['a slide that ends outside', [{ name: 'PowerPoint Document', data: '\x0f\0\xe8\x03\xff\xff\0\0' }]],
  ['a packed Office file', [{ name: 'Package', data: 'PK' }]],
  ['attachments of a mail', [{ name: '__attach_version1.0_#00000000', storage: true }]],
])('does not look into an OLE file with %s (5.3)', (_, parts) => {
  expect(only(compound(parts))[0]).toBe('attachment-uninspectable');
});

const CLEAN = compound([
  { name: 'WordDocument', data: WORD },
  { name: '1Table', data: 'x'.repeat(5000) },
]);
const changed = (...changes: [number, number][]): Uint8Array => {
  const copy = CLEAN.slice();
  for (const [at, value] of changes) new DataView(copy.buffer).setUint32(at, value, true);
  return copy;
};
test.each<[string, Uint8Array]>([
  ['nothing but a beginning', CLEAN.slice(0, 8)],
  ['its end cut off', CLEAN.slice(0, CLEAN.length - 1024)],
  ['a directory in a circle', changed([512 + 2 * 4, 2])],
  ['a directory outside', changed([48, 5000])],
  ['a table outside', changed([76, 5000])],
  ['a table of impossible size', changed([44, 0xffffffff])],
  ['a table chain in a circle', changed([44, 12], [68, 3])],
  ['a mini stream in a circle', changed([512 + 3 * 4, 3], [1536 + 120, 5000])],
  ['a short stream in a circle', changed([1024, 0], [1536 + 128 + 120, 2000])],
  ['no root', changed([1536 + 64, 22])],
  ['an unknown version', changed([26, 9])],
  ['a stream larger than the file', changed([1536 + 128 + 120, 0x7fffffff])],
])('does not rely on an OLE file with %s (5.3)', (_, content) => {
  expect(safety(CLEAN)).toEqual([]);
  expect(only(content)).toEqual(['attachment-uninspectable', expect.stringContaining('does not read')]);
});

test('reads 25 MB of a hostile OLE file in bounded time (5.3)', () => {
  for (const fill of [0, 1, 0xff]) {
    const big = new Uint8Array(25_000_000).fill(fill);
    big.set(CLEAN.subarray(0, 1536));
    new DataView(big.buffer).setUint32(44, 381, true);
    new DataView(big.buffer).setUint32(68, 1, true);
    expect(safety(big)).toEqual([['attachment-uninspectable', 'is an OLE file that does not read']]);
  }
});

test('never throws on an OLE file with any bytes changed (5.3)', () => {
  const change = fc.tuple(fc.nat(2400), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), changes => {
      const copy = CLEAN.slice();
      for (const [at, value] of changes) copy[at] = value;
      safety(copy);
    }),
    { numRuns: 2000 },
  );
});
