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

/** What else shows nothing: joiners, Khmer and Mongolian marks, the variation selectors that no emoji needs, controls of notes. */
const UNSEEN =
  '\\u034f\\u17b4\\u17b5\\u180b-\\u180f\\ufff0-\\ufff8\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0080}-\\u{e0fff}';

const FIRST_UNPRINTED = new RegExp(`[${HIDDEN}${UNSEEN}]`, 'u');
const ALL_UNPRINTED = new RegExp(`[${HIDDEN}${UNSEEN}]`, 'gu');

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
 * The text with each such character, and each other one that shows nothing, written out as `\u{202e}` (or as `write` does),
 * so that it can neither repaint nor forge a line (section 3.2).
 */
export function escapeHidden(text: string, write = (character: string) => `\\u{${hex(character)}}`): string {
  if (!FIRST_UNPRINTED.test(text)) return text;
  // A long text has few different ones
  const written = new Map<string, string>();
  return text.replaceAll(ALL_UNPRINTED, character => {
    const known = written.get(character) ?? write(character);
    written.set(character, known);
    return known;
  });
}

/** A character's code point as people write it: `U+202E` (specification section 3.2). */
export function codePointName(character: string): string {
  return `U+${hex(character).toUpperCase().padStart(4, '0')}`;
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}
