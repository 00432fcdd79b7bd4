import { hasAt, u16, u32, u64 } from './byte-reader.ts';

/** One entry of a compound file's directory; `read` gives the bytes of a stream, or null where its chain is broken. */
export type CompoundEntry = {
  readonly name: string;
  readonly kind: 'storage' | 'stream' | 'root';
  readonly classId: string;
  readonly read: () => Uint8Array | null;
};
export type CompoundDirectory = { readonly entries: readonly CompoundEntry[] } | { readonly fault: string };

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const FREE = 0xffffffff;
const END = 0xfffffffe;
const LARGEST = 0xfffffffa;
const HEADER_DIFAT = 109;
const CUTOFF = 4096;

/**
 * Whether the file begins as an OLE compound file: an old Office file, an installer, an Outlook message (section 5.3).
 */
export function hasCompoundSignature(bytes: Uint8Array): boolean {
  return hasAt(bytes, 0, SIGNATURE);
}

/**
 * The directory of an OLE compound file, or why it does not read. Every chain is followed at most as far as the file has
 * sectors, so a cycle ends; all entries count, also those that the directory's tree does not reach. A fault is reported
 * as `attachment-uninspectable`; specification section 5.3.
 */
export function readCompoundFile(bytes: Uint8Array): CompoundDirectory {
  const fault = { fault: 'is an OLE file that does not read' };
  if (!hasCompoundSignature(bytes) || bytes.length < 1536) return fault;
  const major = u16(bytes, 26);
  const shift = u16(bytes, 30);
  const known = (major === 3 && shift === 9) || (major === 4 && shift === 12);
  if (!known || u16(bytes, 28) !== 0xfffe || u16(bytes, 32) !== 6 || u32(bytes, 56) !== CUTOFF) return fault;
  const sectors = sectorsOf(bytes, 2 ** shift);
  if (sectors === null) return fault;
  const directory = sectors.chain(u32(bytes, 48), null);
  if (directory === null || directory.length < 128 || directory[66] !== 5) return fault;
  const miniTable = u32(bytes, 60) === END ? new Uint8Array(0) : sectors.chain(u32(bytes, 60), null);
  const rootSize = u32(directory, 120);
  const miniStream = rootSize === 0 ? new Uint8Array(0) : sectors.chain(u32(directory, 116), rootSize);
  if (miniTable === null || miniStream === null) return fault;
  const mini = new Chains(miniStream, 0, 64, miniTable);
  const budget = { left: 2 * bytes.length };

  const entries: CompoundEntry[] = [];
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    const type = directory[at + 66] ?? 0;
    if (type === 0) continue;
    const kind = kindOf(type, at);
    const name = nameAt(directory, at);
    if (kind === null || name === null) return fault;
    const start = u32(directory, at + 116);
    // The upper half is not always cleared in files with small sectors
    const size = major === 3 ? u32(directory, at + 120) : u64(directory, at + 120);
    if (size > bytes.length) return fault;
    const read = (): Uint8Array | null => {
      budget.left -= size;
      // Streams that share their sectors would be read again and again
      if (kind !== 'stream' || budget.left < 0) return null;
      if (size === 0) return new Uint8Array(0);
      return size < CUTOFF ? mini.chain(start, size) : sectors.chain(start, size);
    };
    entries.push({ name, kind, classId: classIdAt(directory, at + 80), read });
  }
  return { entries };
}

/** The file's sectors with their table, or null where the table itself does not read. */
function sectorsOf(bytes: Uint8Array, size: number): Chains | null {
  const count = Math.ceil(bytes.length / size) - 1;
  const tables = tableSectors(bytes, size, count);
  if (tables === null) return null;
  const table = new Uint8Array(tables.length * size);
  for (const [index, sector] of tables.entries()) {
    const from = (sector + 1) * size;
    if (sector >= count || from + size > bytes.length) return null;
    table.set(bytes.subarray(from, from + size), index * size);
  }
  // A sector that is in use beyond the end of the file shows that the file was cut
  for (let sector = count; sector * 4 < table.length; sector += 1) {
    if (u32(table, sector * 4) !== FREE) return null;
  }
  return new Chains(bytes, size, size, table);
}

/** Which sectors hold the table: the first 109 stand in the header, more in a chain of their own. */
function tableSectors(bytes: Uint8Array, size: number, count: number): number[] | null {
  const wanted = u32(bytes, 44);
  if (wanted === 0 || wanted > count) return null;
  const found: number[] = [];
  for (let index = 0; index < Math.min(wanted, HEADER_DIFAT); index += 1)
    found.push(u32(bytes, 76 + index * 4));
  let sector = u32(bytes, 68);
  for (let steps = 0; found.length < wanted; steps += 1) {
    const from = (sector + 1) * size;
    if (steps > count || sector >= count || from + size > bytes.length) return null;
    for (let at = 0; at < size - 4 && found.length < wanted; at += 4) found.push(u32(bytes, from + at));
    sector = u32(bytes, from + size - 4);
  }
  return found;
}

/** Blocks of one size after `offset` bytes, chained by a table of 32-bit numbers. */
class Chains {
  readonly #bytes: Uint8Array;
  readonly #offset: number;
  readonly #size: number;
  readonly #table: Uint8Array;

  constructor(bytes: Uint8Array, offset: number, size: number, table: Uint8Array) {
    this.#bytes = bytes;
    this.#offset = offset;
    this.#size = size;
    this.#table = table;
  }

  /** The bytes of the chain from `start`: `length` of them, or all; null where it is broken, too short or a cycle. */
  chain(start: number, length: number | null): Uint8Array | null {
    const most = Math.ceil(this.#bytes.length / this.#size);
    const wanted = length === null ? most : Math.ceil(length / this.#size);
    if (wanted > most) return null;
    const blocks = new Set<number>();
    let block = start;
    while (block !== END && (length === null || blocks.size < wanted)) {
      if (block > LARGEST || block * 4 + 4 > this.#table.length || blocks.has(block)) return null;
      if (this.#offset + block * this.#size >= this.#bytes.length) return null;
      blocks.add(block);
      block = u32(this.#table, block * 4);
    }
    if (length !== null && blocks.size < wanted) return null;
    const out = new Uint8Array(length ?? blocks.size * this.#size);
    for (const [index, one] of [...blocks].entries()) {
      const from = this.#offset + one * this.#size;
      const rest = Math.min(this.#size, out.length - index * this.#size);
      if (from + rest > this.#bytes.length) return null;
      out.set(this.#bytes.subarray(from, from + rest), index * this.#size);
    }
    return out;
  }
}

function kindOf(type: number, at: number): CompoundEntry['kind'] | null {
  if (type === 5) return at === 0 ? 'root' : null;
  if (type === 1) return 'storage';
  return type === 2 ? 'stream' : null;
}

function nameAt(directory: Uint8Array, at: number): string | null {
  const length = u16(directory, at + 64);
  if (length > 64 || length % 2 !== 0) return null;
  let name = '';
  for (let index = 0; index < length - 2; index += 2) name += String.fromCharCode(u16(directory, at + index));
  return name;
}

/** A class id as it is written in a registry, in lower case. */
function classIdAt(bytes: Uint8Array, at: number): string {
  const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];
  const hex = order.map(index => (bytes[at + index] ?? 0).toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
