import { starts as hasAt, readImage } from './image.ts';
import { pdfPages } from './pdf.ts';

/** What a stored file is, as far as its bytes tell: nothing of it is run, opened or believed (specification section 5). */
export type FileDescription = {
  /** In words: "PDF document", "PNG image", "text". */
  readonly kind: string;
  readonly bytes: number;
  readonly pages: number | null;
  readonly size: { readonly width: number; readonly height: number } | null;
  /** The first lines of a text, as they are; empty for anything else. */
  readonly lines: readonly string[];
};

/** Lines of a text that are shown, and characters of each. */
const LINES = 5;
const LINE_LENGTH = 160;
/** Bytes at the start of a file by which a text is told from other data. */
const HEAD = 4096;

const KINDS: readonly (readonly [string, string])[] = [
  ['%PDF-', 'PDF document'],
  ['PK\x03\x04', 'zip archive'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'older Office document'],
  ['II*\x00', 'TIFF image'],
  ['MM\x00*', 'TIFF image'],
  ['BM', 'bitmap image'],
  ['ID3', 'MP3 sound'],
  ['\xff\xfb', 'MP3 sound'],
  ['OggS', 'Ogg sound or film'],
  ['fLaC', 'FLAC sound'],
  ['{\\rtf', 'rich text (RTF)'],
];

/** What a zip archive is that holds a certain entry near its start. */
const PACKED: readonly (readonly [string, string])[] = [
  ['word/', 'Word document'],
  ['xl/', 'Excel workbook'],
  ['ppt/', 'PowerPoint slides'],
  ['mimetypeapplication/vnd.oasis.opendocument', 'OpenDocument file'],
  ['mimetypeapplication/epub', 'EPUB book'],
];

/** Describes a file by its bytes. Any bytes are fine, and the cost is linear in their number. */
export function describeFile(bytes: Uint8Array): FileDescription {
  const plain = { bytes: bytes.length, pages: null, size: null, lines: [] };
  const image = readImage(bytes);
  if (image !== null) return { ...plain, kind: `${image.kind} image`, size: image.size };
  const text = textOf(bytes);
  if (text !== null) return { ...plain, kind: 'text', lines: firstLines(text) };
  const kind = kindOf(bytes);
  return { ...plain, kind, pages: kind === 'PDF document' ? pdfPages(bytes) : null };
}

function kindOf(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'empty file';
  const kind = KINDS.find(([magic]) => hasAt(bytes, 0, magic))?.[1];
  if (kind === 'zip archive') {
    const head = Buffer.from(bytes.subarray(0, HEAD)).toString('latin1');
    return PACKED.find(([name]) => head.includes(name))?.[1] ?? kind;
  }
  if (kind !== undefined) return kind;
  if (hasAt(bytes, 4, 'ftyp')) return 'film or picture (MP4 family)';
  return hasAt(bytes, 0, 'RIFF') && hasAt(bytes, 8, 'WAVE') ? 'WAVE sound' : 'data of an unknown kind';
}

/** The start of a file as text; null where it is none. */
function textOf(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, HEAD);
  if (head.length === 0 || head.includes(0) || hasAt(bytes, 0, '%PDF-')) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: bytes.length > HEAD });
  } catch {
    return null;
  }
}

function firstLines(text: string): readonly string[] {
  const rows = text
    .split(/\r?\n/)
    .map(row => row.trimEnd())
    .filter(row => row !== '');
  return rows.slice(0, LINES).map(row => (row.length > LINE_LENGTH ? `${row.slice(0, LINE_LENGTH)}…` : row));
}
