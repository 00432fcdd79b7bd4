import { BOUNDS } from '../finding/bounds.ts';
import { hasAt, u16, u32, u64 } from './byte-reader.ts';
import { readZipEnd } from './zip-end.ts';
import { decodeZipName, readExtra, unicodeName, zipNameFault } from './zip-name.ts';

/** One entry of a zip's directory; `stored` are its bytes where they were not compressed, else null. */
export type ZipEntry = {
  readonly name: string;
  readonly encrypted: boolean;
  readonly size: number;
  readonly stored: Uint8Array | null;
};
export type ZipDirectory = { readonly entries: readonly ZipEntry[] } | { readonly fault: string };

type Central = {
  readonly name: string;
  readonly rawName: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
  readonly encrypted: boolean;
};

const CENTRAL = [0x50, 0x4b, 1, 2];
const LOCAL = [0x50, 0x4b, 3, 4];
const DESCRIPTOR = [0x50, 0x4b, 7, 8];
const SATURATED = 0xffffffff;

/**
 * The directory of a zip, or why it cannot be relied on. Nothing is unpacked. Every byte of the file must belong to an
 * entry, the directory or the end record, in this order, and every local header must say what the directory says, so
 * that no other program can find other files in it. A fault is reported as `attachment-uninspectable`; specification
 * section 5.3.
 */
export function readZipDirectory(bytes: Uint8Array): ZipDirectory {
  const end = readZipEnd(bytes);
  if ('fault' in end) return end;
  if (end.count > BOUNDS.zipEntries) return { fault: `holds more than ${BOUNDS.zipEntries} entries` };
  const entries: Central[] = [];
  const names = new Set<string>();
  let at = end.start;
  for (let index = 0; index < end.count; index += 1) {
    const read = readCentral(bytes, at, end.stop);
    if ('fault' in read) return read;
    const key = read.entry.name.normalize('NFC');
    if (names.has(key)) return { fault: 'holds two entries of one name' };
    names.add(key);
    entries.push(read.entry);
    at = read.next;
  }
  if (at !== end.stop) return { fault: 'has a directory of another length than it says' };
  const tiled = tile(bytes, entries, end.start);
  return typeof tiled === 'string' ? { fault: tiled } : { entries: tiled };
}

function readCentral(
  bytes: Uint8Array,
  at: number,
  stop: number,
): { entry: Central; next: number } | { fault: string } {
  if (at + 46 > stop || !hasAt(bytes, at, CENTRAL)) return { fault: 'has a directory that does not read' };
  const nameEnd = at + 46 + u16(bytes, at + 28);
  const extraEnd = nameEnd + u16(bytes, at + 30);
  const next = extraEnd + u16(bytes, at + 32);
  if (next > stop) return { fault: 'has a directory that does not read' };
  const flags = u16(bytes, at + 8);
  const method = u16(bytes, at + 10);
  const rawName = bytes.subarray(at + 46, nameEnd);
  const extra = readExtra(bytes.subarray(nameEnd, extraEnd));
  const plain = decodeZipName(rawName, (flags & 0x800) !== 0);
  if (extra === null || plain === null) return { fault: 'has an entry that does not read' };
  const name = unicodeName(extra, rawName, plain);
  if (name === null) return { fault: 'has an entry with two names' };
  const bad = zipNameFault(name) ?? zipNameFault(plain);
  if (bad !== null) return { fault: bad };
  const numbers = wideNumbers(extra.get(1), [u32(bytes, at + 24), u32(bytes, at + 20), u32(bytes, at + 42)]);
  const disk = u16(bytes, at + 34);
  if (numbers === null || disk !== 0) return { fault: 'has an entry that does not read' };
  const [size = 0, packed = 0, offset = 0] = numbers;
  // A link would let a later entry be written outside the folder
  const kind = u16(bytes, at + 40) >> 12;
  if (kind !== 0 && kind !== 4 && kind !== 8) return { fault: 'holds a link or a device' };
  if (name.endsWith('/') && size !== 0) return { fault: 'holds a folder with content of its own' };
  if (method === 0 && (flags & 1) === 0 && size !== packed) return { fault: 'has an entry of two sizes' };
  const encrypted = (flags & 0x2041) !== 0 || method === 99 || extra.has(0x9901) || extra.has(0x17);
  return {
    entry: { name, rawName, flags, method, crc: u32(bytes, at + 16), packed, size, offset, encrypted },
    next,
  };
}

/** The three numbers, each taken from the zip64 field where its own place is full; null where it is not there. */
function wideNumbers(field: Uint8Array | undefined, numbers: readonly number[]): number[] | null {
  let at = 0;
  const out: number[] = [];
  for (const number of numbers) {
    if (number !== SATURATED) {
      out.push(number);
      continue;
    }
    if (field === undefined || at + 8 > field.length) return null;
    out.push(u64(field, at));
    at += 8;
  }
  return out;
}

/** The entries, if their local parts fill the file from its first byte to `start` without gap or overlap. */
function tile(bytes: Uint8Array, entries: readonly Central[], start: number): ZipEntry[] | string {
  const order = entries.toSorted((a, b) => a.offset - b.offset);
  const found = new Map<Central, ZipEntry>();
  let at = 0;
  for (const [index, entry] of order.entries()) {
    if (entry.offset !== at)
      return at === 0 ? 'has something in front of its first file' : 'has gaps or overlaps';
    const data = readLocal(bytes, entry, start);
    if (typeof data === 'string') return data;
    const dataEnd = data + entry.packed;
    const next = order[index + 1]?.offset ?? start;
    if (dataEnd > next || dataEnd > start) return 'has files that overlap or end outside it';
    if (!closes(bytes, entry, dataEnd, next)) return 'has gaps between its files';
    const stored = entry.method === 0 && !entry.encrypted ? bytes.subarray(data, dataEnd) : null;
    found.set(entry, { name: entry.name, encrypted: entry.encrypted, size: entry.size, stored });
    at = next;
  }
  if (at !== start) return 'has something in front of its directory';
  return entries.flatMap(entry => found.get(entry) ?? []);
}

/** Where the data of an entry begins, or how its local header differs from the directory. */
function readLocal(bytes: Uint8Array, entry: Central, stop: number): number | string {
  const at = entry.offset;
  if (at + 30 > stop || !hasAt(bytes, at, LOCAL)) return 'has a file that does not begin where it should';
  const nameEnd = at + 30 + u16(bytes, at + 26);
  const data = nameEnd + u16(bytes, at + 28);
  if (data > stop) return 'has a file that ends outside it';
  const rawName = bytes.subarray(at + 30, nameEnd);
  if (
    rawName.length !== entry.rawName.length ||
    rawName.some((byte, index) => byte !== entry.rawName[index])
  ) {
    return 'names a file in two ways';
  }
  const flags = u16(bytes, at + 6);
  const extra = readExtra(bytes.subarray(nameEnd, data));
  if (extra === null || ((flags ^ entry.flags) & 0x2849) !== 0 || u16(bytes, at + 8) !== entry.method) {
    return 'describes a file in two ways';
  }
  const plain = decodeZipName(rawName, (flags & 0x800) !== 0);
  if (plain === null || (extra.has(0x7075) && unicodeName(extra, rawName, plain) !== entry.name)) {
    return 'names a file in two ways';
  }
  const sizes = wideNumbers(extra.get(1), [u32(bytes, at + 22), u32(bytes, at + 18)]);
  if (sizes === null) return 'describes a file in two ways';
  const [size = 0, packed = 0] = sizes;
  const later = (flags & 8) !== 0;
  const same = (here: number, there: number): boolean => here === there || (later && here === 0);
  const crc = u32(bytes, at + 14);
  return same(size, entry.size) && same(packed, entry.packed) && same(crc, entry.crc)
    ? data
    : 'describes a file in two ways';
}

/** Whether nothing but the entry's own data descriptor lies between the end of its data and the next entry. */
function closes(bytes: Uint8Array, entry: Central, from: number, to: number): boolean {
  const length = to - from;
  if ((entry.flags & 8) === 0) return length === 0;
  // Some writers set the flag and write no descriptor where the sizes are known
  if (length === 0) return true;
  const signed = length === 16 || length === 24;
  if (!signed && length !== 12 && length !== 20) return false;
  if (signed && !hasAt(bytes, from, DESCRIPTOR)) return false;
  const at = from + (signed ? 4 : 0);
  const wide = length >= 20;
  const packed = wide ? u64(bytes, at + 4) : u32(bytes, at + 4);
  const size = wide ? u64(bytes, at + 12) : u32(bytes, at + 8);
  return u32(bytes, at) === entry.crc && packed === entry.packed && size === entry.size;
}
