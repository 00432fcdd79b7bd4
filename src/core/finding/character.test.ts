import { describe, expect, it } from 'vitest';
import { codePointName, countHiddenCharacters, escapeHidden, hiddenCharacterAt } from './character.ts';

/** The ranges of section 3.2, written out here a second time on purpose. */
const REFUSED: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xa0, 0xa0],
  [0xad, 0xad],
  [0x200b, 0x200f],
  [0x2028, 0x202f],
  [0x2060, 0x206f],
  [0xfeff, 0xfeff],
  [0xd800, 0xdfff],
];

describe('hidden characters', () => {
  it('refuses every character of the table (3.2)', () => {
    for (const [from, to] of REFUSED) {
      for (let point = from; point <= to; point++) {
        expect(hiddenCharacterAt(`a${String.fromCodePoint(point)}`), point.toString(16)).toBe(1);
      }
    }
  });

  it('lets dashes, curly quotes, accents, scripts and emoji pass (3.2)', () => {
    const text = '\t\n – — “curly” ‘q’ é e\u0301 中文 العربية עברית हिन्दी 👩 \u3000';
    expect(hiddenCharacterAt(text)).toBe(-1);
    expect(escapeHidden(text)).toBe(text);
  });

  it('shows each by its code point, and escaped (3.2)', () => {
    expect(codePointName('\u202e')).toBe('U+202E');
    expect(codePointName('\u0000')).toBe('U+0000');
    expect(escapeHidden('a\u202eb\u001b[31m\u{e0041}\ud800')).toBe(
      'a\\u{202e}b\\u{1b}[31m\\u{e0041}\\u{d800}',
    );
    expect(countHiddenCharacters('a\u202eb\u001b[31m\u{e0041}')).toBe(3);
  });

  it('escapes what shows nothing, but not the style of an emoji, though none of it is refused (3.2)', () => {
    const unseen = 'a\u034f\u17b4\u180b\ufff0\u{1d173}\u{e0101}';
    expect(hiddenCharacterAt(unseen)).toBe(-1);
    expect(escapeHidden(unseen)).toBe('a\\u{34f}\\u{17b4}\\u{180b}\\u{fff0}\\u{1d173}\\u{e0101}');
    expect(escapeHidden('❤\ufe0f')).toBe('❤\ufe0f');
  });
});
