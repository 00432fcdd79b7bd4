import { BOUNDS } from '../finding/bounds.ts';

/**
 * Characters that a reader of a file name cannot see, or that turn the text around: controls, lone surrogates, private
 * use (some file systems read U+F001-F0FF as ASCII), everything Unicode calls ignorable (bidirectional marks, joiners,
 * variation selectors, tags, fillers), and every space but U+0020 and the ideographic one.
 */
const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202a-\u202f\u205f\u2800\ufff9-\ufffb]/u;
const HIDDEN_ALL = new RegExp(HIDDEN.source, 'gu');

/** Names that Windows gives to devices, with any extension or none. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|conin\$|conout\$|clock\$)$/i;

/** `text` with `instead` in the place of every hidden character (spec 5.1). */
export function replaceHidden(text: string, instead: string): string {
  return text.replace(HIDDEN_ALL, instead);
}

/**
 * What is wrong with the name of a file, in words that follow "its name", or null for a good one. A bad name is never
 * cleaned into a good one. Reported as `attachment-name-refused`; specification section 5.1.
 */
export function fileNameFault(name: string): string | null {
  if (name === '') return 'is empty';
  const wide = name.normalize('NFKC');
  if (/^\.{1,2}$/.test(wide)) return 'is a folder, not a file';
  // Full-width forms too: older programs fold them into the plain ones
  if (/[/\\]/.test(wide)) return 'holds a path separator';
  if (/%(?:25)*(?:2f|5c|00)/i.test(name)) return 'holds an encoded path separator or NUL';
  if (name.includes(':')) return 'holds a colon (a drive letter or a second stream)';
  if (/\p{Cc}/u.test(name)) return 'holds a control character';
  if (/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(name)) {
    return 'holds a character that turns the direction of the text';
  }
  if (/\p{Cs}/u.test(name)) return 'holds half a character';
  if (HIDDEN.test(name)) return 'holds an invisible character or a space that is not a plain one';
  if (name.trim() !== name) return 'begins or ends with a space';
  if (wide.endsWith('.')) return 'ends with a dot';
  if (isDevice(wide)) return 'is a device on Windows';
  if (tooLong(name)) return `is longer than ${BOUNDS.fileNameBytes} bytes`;
  return null;
}

/** Whether Windows would open a device instead of a file: only what stands before the first dot counts. */
function isDevice(name: string): boolean {
  const dot = name.indexOf('.');
  return DEVICE.test((dot === -1 ? name : name.slice(0, dot)).trim());
}

function tooLong(name: string): boolean {
  if (name.length > BOUNDS.fileNameBytes) return true;
  return new TextEncoder().encode(name).length > BOUNDS.fileNameBytes;
}
