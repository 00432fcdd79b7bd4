import { u16, u32 } from './byte-reader.ts';
import type { ContentFaults } from './content-faults.ts';

const CLEAN: ContentFaults = { executable: null, uninspectable: null };
const MACROS: ContentFaults = { executable: 'carries macros', uninspectable: null };
const OBJECT: ContentFaults = { executable: 'carries an embedded object', uninspectable: null };
const ENCRYPTED: ContentFaults = { executable: null, uninspectable: 'is encrypted' };
const BROKEN: ContentFaults = { executable: null, uninspectable: 'is an Office file that does not read' };
const ANCIENT: ContentFaults = { executable: null, uninspectable: 'is an Office file of before 1997' };

/**
 * What the workbook of an old Excel file says about itself: macro sheets of Excel 4 stand among its sheets and in no
 * storage of their own. Its first part lists all sheets. Specification section 5.3.
 */
export function workbookFaults(bytes: Uint8Array): ContentFaults {
  const first = u16(bytes, 0);
  if (bytes.length < 8 || first !== 0x0809) return BROKEN;
  let at = 0;
  while (at + 4 <= bytes.length) {
    const record = u16(bytes, at);
    const length = u16(bytes, at + 2);
    const data = at + 4;
    if (data + length > bytes.length) return BROKEN;
    // The list of sheets; 1 is a macro sheet, 6 a module of Excel 5
    if (record === 0x85 && (length < 6 || [1, 6].includes(bytes[data + 5] ?? 0))) return MACROS;
    if (record === 0x2f) return ENCRYPTED;
    if (record === 0xd3) return MACROS;
    if (record === 0x0a) return CLEAN;
    at = data + length;
  }
  return BROKEN;
}

/**
 * What the header of an old Word file says: encrypted, or of a Word whose macros stand in the text itself (section
 * 5.3).
 */
export function wordFaults(bytes: Uint8Array): ContentFaults {
  if (bytes.length < 32) return BROKEN;
  const magic = u16(bytes, 0);
  if (magic !== 0xa5ec || u16(bytes, 2) < 0xc1) return ANCIENT;
  return (u16(bytes, 10) & 0x0100) === 0 ? CLEAN : ENCRYPTED;
}

/**
 * What the records of an old PowerPoint file hold: its macros and embedded objects are packed storages inside its one
 * stream. Containers are entered, not skipped, so every record is seen once. Specification section 5.3.
 */
export function powerPointFaults(bytes: Uint8Array): ContentFaults {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const version = u16(bytes, at) & 0x0f;
    const record = u16(bytes, at + 2);
    const length = u32(bytes, at + 4);
    if (at + 8 + length > bytes.length) return BROKEN;
    if (record === 0x1011) return OBJECT;
    if (record === 0x0400 && u32(bytes, at + 12) !== 0) return MACROS;
    if (record === 0x2f14) return ENCRYPTED;
    at += version === 0x0f ? 8 : 8 + length;
  }
  return CLEAN;
}
