import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../finding/bounds.ts';
import { scanHeader, valuesOf } from './header.ts';

const scan = (text: string) => scanHeader(new TextEncoder().encode(text));
const found = (text: string) => scan(text).findings.map(one => [one.code, one.args]);

describe('scanHeader', () => {
  it.each(['\r\n', '\n'])('reads fields, folding and the start of the body with line ends %j (2.3)', end => {
    const text = ['From: a@example.com', 'Subject: one', '\ttwo ', 'X-Empty:', '', 'body'].join(end);
    const header = scan(text);
    expect(header.fields).toEqual([
      { name: 'from', value: 'a@example.com', line: 1 },
      { name: 'subject', value: 'one\ttwo', line: 2 },
      { name: 'x-empty', value: '', line: 4 },
    ]);
    expect(text.slice(header.bodyStart ?? -1)).toBe('body');
    expect(header.findings).toEqual([]);
  });

  it('reads UTF-8 values and keeps the count of bytes (2.3)', () => {
    const header = scan('Subject: café\r\nFrom: é <a@example.com>\r\n\r\nbody');
    expect(valuesOf(header.fields, 'subject')).toEqual(['café']);
    expect(valuesOf(header.fields, 'from')).toEqual(['é <a@example.com>']);
    expect(header.bodyStart).toBe(44);
  });

  it('takes an empty first line as an empty header, and no empty line as no body (2.3)', () => {
    expect(scan('\r\nFrom: a@example.com\r\n')).toEqual({ fields: [], bodyStart: 2, findings: [] });
    expect(scan('From: a@example.com').bodyStart).toBe(19);
    expect(scan('')).toEqual({ fields: [], bodyStart: 0, findings: [] });
  });

  it('takes a space before the colon as the same field (2.3)', () => {
    const header = scan('From : a@example.com\r\nFROM\t: b@example.com\r\n\r\n');
    expect(valuesOf(header.fields, 'from')).toEqual(['a@example.com', 'b@example.com']);
    expect(header.findings).toEqual([]);
  });

  it.each([
    ['From: scott@example.com\0.evil.example\r\n\r\n', 'U+0000', 1],
    ['A: b\r\nFrom: a\x1b[2J\r\n\r\n', 'U+001B', 2],
    ['A: b\rFrom: a@example.com\r\n\r\n', 'U+000D', 1],
    ['A: b\x7f\n\n', 'U+007F', 1],
    ['A: b\n\x0bFrom: c\n\n', 'U+000B', 2],
  ])('finds a control character in %j (2.3)', (text, character, line) => {
    expect(found(text)).toContainEqual(['header-control-character', { character, line }]);
  });

  it('does not look for control characters in the body (2.3)', () => {
    expect(found('A: b\r\n\r\n\0\x1b\r')).toEqual([]);
  });

  it.each([
    ['A: b\r\nno colon here\r\n\r\n', 2, 'a line without a colon'],
    ['A: b\r\n: value\r\n\r\n', 2, 'a field without a name'],
    [
      'From a@example.com Mon Oct 26 17:00:05 2026\r\nA: b\r\n\r\n',
      1,
      'a field name with characters that no field name has',
    ],
    ['Fröm: a@example.com\r\n\r\n', 1, 'a field name with characters that no field name has'],
    ['\uFEFFFrom: a@example.com\r\n\r\n', 1, 'a byte order mark before the first field'],
    ['\uFEFF\r\nFrom: a@example.com\r\n\r\n', 1, 'a byte order mark before the first field'],
    [' folded: first\r\nA: b\r\n\r\n', 1, 'white space before the first field'],
    ['A: b\r\n \t\r\nB: c\r\n\r\n', 2, 'a line of white space only'],
  ])('finds a malformed line in %j (2.3)', (text, line, reason) => {
    expect(found(text)).toEqual([['header-malformed', { line, reason }]]);
  });

  it('does not take a field behind a byte order mark or a no-break space for that field (2.3)', () => {
    expect(valuesOf(scan('\uFEFFFrom: a@example.com\r\n\r\n').fields, 'from')).toEqual([]);
    expect(valuesOf(scan('A: b\r\n\u00a0From: a@example.com\r\n\r\n').fields, 'from')).toEqual([]);
  });

  it('names each field that may stand once and stands twice (2.3)', () => {
    const text =
      'Subject: a\r\nsubject: b\r\nSUBJECT : c\r\nDate: d\r\nDate: e\r\nTo: f\r\nTo: g\r\nReceived: h\r\nReceived: i\r\n\r\n';
    expect(found(text)).toEqual([
      ['header-repeated', { name: 'Subject', count: 3 }],
      ['header-repeated', { name: 'Date', count: 2 }],
    ]);
  });

  it('reads no further than its bound: 3 MB of fields, or one line of 3 MB (2.3)', () => {
    for (const text of ['X-Long: value\r\n'.repeat(200_000), `X-Long: ${'a'.repeat(3_000_000)}`]) {
      const header = scan(`${text}\r\n\r\nbody`);
      expect(header.bodyStart).toBeNull();
      expect(header.findings.map(one => one.code)).toEqual(['mail-header-too-large']);
      expect(header.fields.length * 15).toBeLessThan(BOUNDS.headerBytes + 15);
    }
  });

  it('reads a header of exactly the bound (2.3)', () => {
    const text = `X: ${'a'.repeat(BOUNDS.headerBytes - 5)}\n`;
    expect(scan(`${text}\nbody`).bodyStart).toBe(BOUNDS.headerBytes);
    expect(scan(`a${text}\nbody`).bodyStart).toBeNull();
  });
});
