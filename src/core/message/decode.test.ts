import { describe, expect, it } from 'vitest';
import { decodeText } from './decode.ts';
import { textDelivery } from './text-delivery.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, little: boolean, mark: boolean) => {
  const units = [...(mark ? '\ufeff' : ''), ...text].map(one => one.charCodeAt(0));
  return new Uint8Array(units.flatMap(unit => (little ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])));
};

describe('decodeText', () => {
  it('reads UTF-8 as it is, byte order mark and all (3.2)', () => {
    const text = '\ufeffformat: AIMF/1\r\né 😀';
    expect(decodeText(utf8(text))).toEqual({ text, shown: text, findings: [] });
    expect(decodeText(new Uint8Array())).toEqual({ text: '', shown: '', findings: [] });
  });

  it.each([
    [true, true],
    [false, true],
    [true, false],
    [false, false],
  ])('refuses UTF-16, but can show it (little-endian %s, mark %s) (3.2)', (little, mark) => {
    const decoded = decodeText(utf16('format: AIMF/1', little, mark));
    expect(decoded.text).toBeNull();
    expect(decoded.findings.map(one => one.code)).toEqual(['text-utf16']);
    expect(decoded.shown).toContain('format: AIMF/1');
  });

  it.each([
    ['a stray byte', [0xff]],
    ['Latin-1', [0x63, 0x61, 0x66, 0xe9]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a cut character', [0xe2, 0x82]],
  ])('refuses %s (3.2)', (_, bytes) => {
    const decoded = decodeText(new Uint8Array([...utf8('format: AIMF/1\n'), ...bytes]));
    expect(decoded.text).toBeNull();
    expect(decoded.findings.map(one => one.code)).toEqual(['text-not-utf8']);
    expect(decoded.shown).toContain('format: AIMF/1');
  });

  it('a text that cannot be decoded is a delivery with a text for looking at only (3.1)', () => {
    const wire = {
      transport: 'chat',
      received: 0,
      sender: { status: 'unproven', claimed: null, findings: [] },
      fileName: null,
      files: [],
    } as const;
    expect(textDelivery(new Uint8Array([0x69, 0xff]), wire)).toMatchObject({
      text: null,
      displayText: 'i\ufffd',
      subject: null,
      automatic: null,
    });
    expect(textDelivery(utf8('id'), wire)).toMatchObject({ text: 'id', displayText: null, findings: [] });
  });
});
