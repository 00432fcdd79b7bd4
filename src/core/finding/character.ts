/**
 * Characters that can hide, reorder or forge what a reader sees: C0 and C1 controls (tab and line feed apart), the
 * no-break space, soft hyphen, zero-width and bidirectional characters, line and paragraph separators, the byte order
 * mark, tag characters and lone surrogates. Refused inside the two blocks (specification section 3.2) and escaped
 * wherever they are printed.
 */
const HIDDEN =
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00a0\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b-\\u200f' +
  '\\u2028-\\u202f\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}\\p{Surrogate}';

const FIRST_HIDDEN = new RegExp(`[${HIDDEN}]`, 'u');
const ALL_HIDDEN = new RegExp(`[${HIDDEN}]`, 'gu');

/** The offset of the first character that could deceive a reader, or -1 (specification section 3.2). */
export function hiddenCharacterAt(text: string): number {
  return text.search(FIRST_HIDDEN);
}

/** How many such characters the text has (specification section 3.2). */
export function countHiddenCharacters(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(ALL_HIDDEN)) count++;
  return count;
}

/**
 * The text with each such character written out as `\u{202e}`, so that it can neither repaint nor forge a line
 * (section 3.2).
 */
export function escapeHidden(text: string): string {
  return FIRST_HIDDEN.test(text) ? text.replaceAll(ALL_HIDDEN, character => `\\u{${hex(character)}}`) : text;
}

/** A character's code point as people write it: `U+202E` (specification section 3.2). */
export function codePointName(character: string): string {
  return `U+${hex(character).toUpperCase().padStart(4, '0')}`;
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}
