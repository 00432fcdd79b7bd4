import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeTransfer } from './transfer.ts';

const decode = (text: string, encoding: string) => {
  const bytes = decodeTransfer(new TextEncoder().encode(text), encoding);
  return bytes === null ? null : new TextDecoder().decode(bytes);
};

describe('decodeTransfer', () => {
  it('decodes what Node encodes as base64, whatever the line length (2.3)', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 80 }), (bytes, width) => {
        const encoded = Buffer.from(bytes)
          .toString('base64')
          .replace(new RegExp(`.{${width}}`, 'g'), '$&\r\n');
        expect(decodeTransfer(new TextEncoder().encode(encoded), 'base64')).toEqual(bytes);
      }),
    );
  });

  it.each([
    'QQ',
    'QQ=',
    'Q===',
    '=',
    'QUJ',
    'QQ==QQ==',
    'QUI=x',
    'QUJD!',
    'QUJD-_',
    'QUJDR',
    'QUJD====',
    '-- footer',
  ])('refuses %j as base64 (2.3)', text => {
    expect(decode(text, 'base64')).toBeNull();
  });

  it.each([
    ['caf=C3=A9 a=3db', 'café a=b'],
    ['one=\r\ntwo=  \r\nthree=\nfour', 'onetwothreefour'],
    ['trailing \t\r\nnext \n last  ', 'trailing\r\nnext\n last'],
    ['kept=20\r\n', 'kept \r\n'],
    ['cut=', 'cut'],
  ])('decodes %j as quoted-printable (2.3)', (text, decoded) => {
    expect(decode(text, 'quoted-printable')).toBe(decoded);
  });

  it.each(['a=b', 'a=4', 'a=G1', 'café', '100= sure'])('refuses %j as quoted-printable (2.3)', text => {
    expect(decode(text, 'quoted-printable')).toBeNull();
  });

  it('leaves 7bit, 8bit and binary alone and knows nothing else (2.3)', () => {
    for (const encoding of ['7bit', '8bit', 'binary']) expect(decode('a=\r\nb', encoding)).toBe('a=\r\nb');
    for (const encoding of ['', 'x-uuencode', 'base-64']) expect(decode('QUJD', encoding)).toBeNull();
  });
});
