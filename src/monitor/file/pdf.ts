import { inflateSync } from 'node:zlib';

/** Bytes of one unpacked object stream: a hundred page objects are some 20 KB. */
const STREAM_BYTES = 1_000_000;
/** Trees of pages that are looked at, and bytes around each in which its count stands. */
const TREES = 2000;
const NEAR = 2000;
/** Object streams that are unpacked: a book has some dozens. */
const STREAMS = 200;
/** Bytes of all unpacked object streams of one file. */
const ALL_BYTES = 16_000_000;

/**
 * How many pages a PDF says it has, as well as that can be told without reading it whole: null where it cannot. A newer file keeps its
 * pages in packed streams; those are unpacked within bounds, so that no file costs more than a moment.
 */
export function pdfPages(bytes: Uint8Array): number | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const linear = /\/Linearized[^>]{0,300}?\/N\s{1,4}(\d{1,6})\b/.exec(text.slice(0, 2048))?.[1];
  if (linear !== undefined) return Number(linear);
  const pieces = [text, ...objectStreams(bytes, text)];
  const counted = Math.max(0, ...pieces.map(rootCount));
  if (counted > 0) return counted;
  const pages = pieces.reduce(
    (sum, piece) => sum + occurrences(piece, /\/Type\s{0,4}\/Page(?![A-Za-z])/g),
    0,
  );
  return pages > 0 ? pages : null;
}

/** The largest count of a tree of pages: that of its root. */
function rootCount(piece: string): number {
  let largest = 0;
  let trees = 0;
  for (const { index } of piece.matchAll(/\/Type\s{0,4}\/Pages(?![A-Za-z])/g)) {
    if (trees++ >= TREES) break;
    const around = piece.slice(Math.max(0, index - NEAR), index + NEAR);
    for (const [, count] of around.matchAll(/\/Count\s{1,4}(\d{1,6})\b/g)) {
      largest = Math.max(largest, Number(count));
    }
  }
  return largest;
}

function* objectStreams(bytes: Uint8Array, text: string): Generator<string> {
  let left = ALL_BYTES;
  let streams = 0;
  for (const { index } of text.matchAll(/\/Type\s{0,4}\/ObjStm\b/g)) {
    if (streams++ >= STREAMS || left <= 0) return;
    const begin = /stream\r?\n/.exec(text.slice(index, index + NEAR));
    if (begin === null) continue;
    const start = index + begin.index + begin[0].length;
    const piece = unpack(bytes.subarray(start, start + STREAM_BYTES));
    left -= piece.length;
    yield piece;
  }
}

/** What follows the packed data is passed over. */
function unpack(packed: Uint8Array): string {
  try {
    return inflateSync(packed, { maxOutputLength: STREAM_BYTES }).toString('latin1');
  } catch {
    return '';
  }
}

function occurrences(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count++;
  return count;
}
