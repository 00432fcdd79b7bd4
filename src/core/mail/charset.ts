const ASCII: ReadonlySet<string> = new Set(['us-ascii', 'ascii']);

/**
 * `bytes` decoded by the named charset, or null where the charset is unknown or a byte does not belong to it.
 * Specification section 2.3.
 */
export function decodeStrictly(bytes: Uint8Array, charset: string): string | null {
  const label = charset.toLowerCase();
  // TextDecoder takes "us-ascii" as another name of windows-1252
  if (ASCII.has(label) && bytes.some(byte => byte > 127)) return null;
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** `bytes` for looking at only: unknown charsets are read as UTF-8, and broken bytes become U+FFFD (section 2.3). */
export function decodeForDisplay(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
}
