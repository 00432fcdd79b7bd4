import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFile } from './describe.ts';
import { pdfPages } from './pdf.ts';

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  new Uint8Array(
    Buffer.concat(
      parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    ),
  );
const be16 = (value: number) => [value >> 8, value & 255];
const be32 = (value: number) => [...be16(value >>> 16), ...be16(value & 0xffff)];
const le16 = (value: number) => [value & 255, value >> 8];

const PNG = bytes('\x89PNG\r\n\x1a\n', be32(13), 'IHDR', be32(640), be32(480), [8, 6, 0, 0, 0]);
const GIF = bytes('GIF89a', le16(12), le16(34), [0, 0, 0]);
const JPEG = bytes(
  '\xff\xd8\xff\xe0',
  be16(16),
  'JFIF\0',
  [1, 1, 0, 0, 1, 0, 1, 0, 0],
  '\xff\xc0',
  be16(17),
  [8],
  be16(300),
  be16(400),
  [3],
);
const VP8X = bytes(
  'RIFF',
  [0, 0, 0, 0],
  'WEBPVP8X',
  [10, 0, 0, 0, 0, 0, 0, 0],
  [0x3f, 1, 0],
  [0xef, 0, 0],
  [0],
);
const VP8L = bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [9, 0, 0, 0, 0x2f], [99, 0xc0, 12, 0], [0, 0, 0, 0, 0]);
const VP8 = bytes(
  'RIFF',
  [0, 0, 0, 0],
  'WEBPVP8 ',
  [9, 0, 0, 0],
  [0, 0, 0, 0x9d, 1, 0x2a],
  le16(70),
  le16(50),
);

describe('a stored file', () => {
  it.each([
    ['image/png', PNG, 640, 480],
    ['image/gif', GIF, 12, 34],
    ['image/jpeg', JPEG, 400, 300],
    ['image/webp', VP8X, 320, 240],
    ['image/webp', VP8L, 100, 52],
    ['image/webp', VP8, 70, 50],
  ])('%s is told with its dimensions (10.2)', (type, file, width, height) => {
    expect(describeFile('a', file)).toEqual({
      name: 'a',
      bytes: file.length,
      type,
      pages: null,
      width,
      height,
      lines: [],
    });
  });

  it('text shows its first lines, cut (10.2)', () => {
    const file = new TextEncoder().encode(`one\r\n\r\ntwo é\n${'x'.repeat(500)}\n4\n5\n6\n`);
    expect(describeFile('a', file)).toMatchObject({
      type: 'text/plain',
      lines: ['one', 'two é', `${'x'.repeat(160)}…`, '4', '5'],
    });
    // The window may end in the middle of a character
    const long = new TextEncoder().encode(`${'x'.repeat(4095)}é and more`);
    expect(describeFile('a', long).type).toBe('text/plain');
  });

  it.each([
    [null, bytes()],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      bytes('PK\x03\x04', [20, 0, 0, 0], 'word/document.xml', [0]),
    ],
    [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      bytes('PK\x03\x04', [0], '[Content_Types].xml', [0], 'xl/workbook.xml'),
    ],
    ['application/zip', bytes('PK\x03\x04', [0], 'a.csv')],
    [null, bytes([1, 2, 3, 0])],
    ['video/mp4', bytes([0, 0, 0, 24], 'ftypmp42')],
  ])('%s is told (10.2)', (type, file) => expect(describeFile('a', file).type).toBe(type));

  it('a PDF is told with its pages, however it keeps them (10.2)', () => {
    const tree = '1 0 obj <</Type /Pages /Kids [2 0 R 3 0 R] /Count 2>> endobj';
    expect(describeFile('a', bytes(`%PDF-1.4\n${tree}`))).toMatchObject({
      type: 'application/pdf',
      pages: 2,
    });
    expect(pdfPages(bytes('%PDF-1.4\n<</Linearized 1 /L 9 /N 31 /T 7>>'))).toBe(31);
    expect(pdfPages(bytes('%PDF-1.4\n<</Type/Page>> <</Type /Page /Parent 1 0 R>>'))).toBe(2);
    const packed = deflateSync('5 0 <</Type/Pages/Count 12/Kids[]>>').toString('latin1');
    const stream = `<</Type/ObjStm/N 1/Filter/FlateDecode>>stream\r\n${packed}\r\nendstream`;
    expect(pdfPages(bytes(`%PDF-1.7\n${stream}`))).toBe(12);
    expect(pdfPages(bytes('%PDF-1.7\nnothing'))).toBeNull();
  });

  it('a stream that unpacks without end is given up (10.2)', () => {
    const bomb = deflateSync(Buffer.alloc(50_000_000)).toString('latin1');
    const stream = `<</Type/ObjStm>>stream\n${bomb}\nendstream `;
    expect(pdfPages(bytes('%PDF-1.7\n', stream.repeat(300)))).toBeNull();
  });

  it('any bytes have a description (10.2)', () => {
    const heads = fc.constantFrom(PNG, GIF, JPEG, VP8, bytes('%PDF-1.7 /Type/ObjStm stream\n'), bytes());
    fc.assert(
      fc.property(heads, fc.nat(30), fc.uint8Array({ maxLength: 200 }), (head, cut, rest) => {
        const file = new Uint8Array(Buffer.concat([head.subarray(0, cut), rest]));
        expect(describeFile('a', file).bytes).toBe(file.length);
      }),
    );
  });
});
