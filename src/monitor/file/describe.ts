import type { FileDescription } from '../../core/report/monitor-json.ts';
import { starts as hasAt, readImage } from './image.ts';
import { pdfPages } from './pdf.ts';

/** Lines of a text that are shown, and characters of each. */
const LINES = 5;
const LINE_LENGTH = 160;
/** Bytes at the start of a file by which a text is told from other data. */
const HEAD = 4096;

const TYPES: readonly (readonly [number, string, string])[] = [
  [0, '%PDF-', 'application/pdf'],
  [0, 'PK\x03\x04', 'application/zip'],
  [0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-ole-storage'],
  [0, '{\\rtf', 'application/rtf'],
  [0, 'II*\x00', 'image/tiff'],
  [0, 'MM\x00*', 'image/tiff'],
  [0, 'BM', 'image/bmp'],
  [4, 'ftypheic', 'image/heic'],
  [4, 'ftypavif', 'image/avif'],
  [4, 'ftyp', 'video/mp4'],
  [0, 'ID3', 'audio/mpeg'],
  [0, '\xff\xfb', 'audio/mpeg'],
  [0, 'OggS', 'application/ogg'],
  [0, 'fLaC', 'audio/flac'],
  [8, 'WAVE', 'audio/wav'],
];

const OFFICE = 'application/vnd.openxmlformats-officedocument';
/** What a zip archive is that holds an entry of such a name near its start. */
const PACKED: readonly (readonly [string, string])[] = [
  ['word/', `${OFFICE}.wordprocessingml.document`],
  ['xl/', `${OFFICE}.spreadsheetml.sheet`],
  ['ppt/', `${OFFICE}.presentationml.presentation`],
  ['mimetypeapplication/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text'],
  [
    'mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.spreadsheet',
  ],
  ['mimetypeapplication/epub+zip', 'application/epub+zip'],
];

/**
 * Describes a file by its bytes alone: nothing in it is run, opened or believed. Any bytes are fine, and the cost is linear in
 * their number. Specification section 5.4.
 */
export function describeFile(name: string, bytes: Uint8Array): FileDescription {
  const plain = { name, bytes: bytes.length, type: null, pages: null, width: null, height: null, lines: [] };
  const image = readImage(bytes);
  if (image !== null) {
    const { type, size } = image;
    return { ...plain, type, width: size?.width ?? null, height: size?.height ?? null };
  }
  const type = typeOf(bytes);
  if (type !== null) return { ...plain, type, pages: type === 'application/pdf' ? pdfPages(bytes) : null };
  const text = textOf(bytes);
  return text === null ? plain : { ...plain, type: 'text/plain', lines: firstLines(text) };
}

function typeOf(bytes: Uint8Array): string | null {
  const type = TYPES.find(([at, magic]) => hasAt(bytes, at, magic))?.[2] ?? null;
  if (type !== 'application/zip') return type;
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString('latin1');
  return PACKED.find(([entry]) => head.includes(entry))?.[1] ?? type;
}

/** The start of a file as text; null where it is none. */
function textOf(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, HEAD);
  if (head.length === 0 || head.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: bytes.length > HEAD });
  } catch {
    return null;
  }
}

function firstLines(text: string): string[] {
  const rows = text
    .split(/\r?\n/)
    .map(row => row.trimEnd())
    .filter(row => row !== '');
  return rows.slice(0, LINES).map(row => (row.length > LINE_LENGTH ? `${row.slice(0, LINE_LENGTH)}…` : row));
}
