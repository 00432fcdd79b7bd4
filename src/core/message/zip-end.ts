import { hasAt, u16, u32, u64 } from './byte-reader.ts';

/** Where a zip's directory lies and how many entries it says it has. */
export type ZipEnd = { readonly start: number; readonly stop: number; readonly count: number };

const END = [0x50, 0x4b, 5, 6];
const CENTRAL = [0x50, 0x4b, 1, 2];
const END64 = [0x50, 0x4b, 6, 6];
const LOCATOR = [0x50, 0x4b, 6, 7];
const END_LENGTH = 22;
const REACH = END_LENGTH + 0xffff;

/**
 * The end record of a zip and the directory it points to, or why they do not fit the file exactly. Specification
 * section 5.3.
 */
export function readZipEnd(bytes: Uint8Array): ZipEnd | { fault: string } {
  const found = endRecords(bytes);
  const at = found.find(one => one + END_LENGTH + u16(bytes, one + 20) === bytes.length);
  if (at === undefined) return { fault: 'has no end record at its end, or something behind it' };
  // A second record in the comment would be the one that another program finds
  if (found.some(one => one > at)) return { fault: 'has two end records' };
  const disks = u16(bytes, at + 4) + u16(bytes, at + 6);
  const wide = hasAt(bytes, at - 20, LOCATOR);
  if (disks !== 0 && !wide) return { fault: 'is one volume of several' };
  const plain = {
    here: u16(bytes, at + 8),
    count: u16(bytes, at + 10),
    length: u32(bytes, at + 12),
    start: u32(bytes, at + 16),
  };
  if (!wide) {
    if (plain.here !== plain.count) return { fault: 'is one volume of several' };
    return fitting(plain.start, plain.length, plain.count, at);
  }
  return readZip64End(bytes, at, plain);
}

type Plain = { here: number; count: number; length: number; start: number };

function readZip64End(bytes: Uint8Array, at: number, plain: Plain): ZipEnd | { fault: string } {
  const end = at - 20 - 56;
  const fault = { fault: 'has a zip64 end record that does not fit' };
  if (!hasAt(bytes, end, END64) || u64(bytes, at - 12) !== end || u64(bytes, end + 4) !== 44) return fault;
  if (u32(bytes, at - 16) !== 0 || u32(bytes, at - 4) !== 1) return fault;
  if (u32(bytes, end + 16) !== 0 || u32(bytes, end + 20) !== 0) return fault;
  const count = u64(bytes, end + 32);
  const length = u64(bytes, end + 40);
  const start = u64(bytes, end + 48);
  const same = (short: number, full: number, long: number): boolean => short === full || short === long;
  if (u64(bytes, end + 24) !== count || !same(plain.count, 0xffff, count)) return fault;
  if (!same(plain.length, 0xffffffff, length) || !same(plain.start, 0xffffffff, start)) return fault;
  return fitting(start, length, count, end);
}

function fitting(start: number, length: number, count: number, stop: number): ZipEnd | { fault: string } {
  if (start + length !== stop)
    return { fault: 'has something in front of it, or between its directory and its end' };
  return count * 46 > length ? { fault: 'has fewer entries than it says' } : { start, stop, count };
}

/** Positions of all end records within the reach of a comment, the last first. */
function endRecords(bytes: Uint8Array): number[] {
  const found: number[] = [];
  const first = Math.max(0, bytes.length - REACH);
  for (let at = bytes.length - END_LENGTH; at >= first; at -= 1) {
    if (bytes[at] === 0x50 && hasAt(bytes, at, END)) found.push(at);
  }
  return found;
}

/**
 * Whether the file begins as a zip does, or as one that was cut into volumes or has lost its beginning (section 5.3).
 */
export function beginsAsZip(bytes: Uint8Array): boolean {
  if (!hasAt(bytes, 0, 'PK')) return false;
  const [third = 0x20, fourth = 0x20] = bytes.subarray(2, 4);
  // Text may well begin with "PK"; every record of a zip goes on with a control character
  return third < 0x09 || (third < 0x20 && fourth < 0x20) || hasAt(bytes, 0, 'PK00PK');
}

/**
 * Whether a file that does not begin as a zip ends as one: a program that looks for the end record would open it as an
 * archive. Only the reach of a comment is searched, and the record must point at a directory. Specification section 5.3.
 */
export function endsAsZip(bytes: Uint8Array): boolean {
  return endRecords(bytes).some(at => {
    if (u16(bytes, at + 10) === 0) return false;
    const length = u32(bytes, at + 12);
    if (hasAt(bytes, at - 20, LOCATOR)) return true;
    return hasAt(bytes, at - length, CENTRAL) || hasAt(bytes, u32(bytes, at + 16), CENTRAL);
  });
}
