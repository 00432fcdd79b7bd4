/** Whether `bytes` hold exactly `expected` at `at`; nothing is read outside them. */
export function hasAt(bytes: Uint8Array, at: number, expected: readonly number[] | string): boolean {
  if (at < 0 || at + expected.length > bytes.length) return false;
  for (let index = 0; index < expected.length; index += 1) {
    const want = typeof expected === 'string' ? expected.charCodeAt(index) : expected[index];
    if (bytes[at + index] !== want) return false;
  }
  return true;
}

/** The little-endian 16-bit number at `at`; bytes outside count as zero, so check the reach first. */
export function u16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

/** The little-endian unsigned 32-bit number at `at`; bytes outside count as zero, so check the reach first. */
export function u32(bytes: Uint8Array, at: number): number {
  return u16(bytes, at) + u16(bytes, at + 2) * 0x10000;
}

/** The little-endian 64-bit number at `at` as a float: exact wherever it can be an offset in a file of this size. */
export function u64(bytes: Uint8Array, at: number): number {
  return u32(bytes, at) + u32(bytes, at + 4) * 0x100000000;
}

/** Bytes as text, one character each, so that positions stay the same. */
export function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}
