/** A file of a repository at a commit. A symbolic link is no regular file: it may point anywhere. */
export type SnapshotFile = { readonly kind: 'file' | 'link' | 'other'; readonly bytes: Uint8Array };

/** The files of a repository at a commit that a decision needs, by path with forward slashes. */
export type Snapshot = ReadonlyMap<string, SnapshotFile>;

/** Decoding is done once for bytes that several trees share. */
const decoded = new WeakMap<Uint8Array, string | false>();

/** The text of a regular file, or null where there is none or it is not UTF-8. */
export function textAt(snapshot: Snapshot, path: string): string | null {
  const file = snapshot.get(path);
  if (file?.kind !== 'file') return null;
  const text = decoded.get(file.bytes) ?? decode(file.bytes);
  decoded.set(file.bytes, text);
  return text === false ? null : text;
}

function decode(bytes: Uint8Array): string | false {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
}

/** A snapshot's paths below a folder (`registry/`), or the one path itself where it is no folder. */
export function pathsUnder(snapshot: Snapshot, path: string): readonly string[] {
  if (!path.endsWith('/')) return snapshot.has(path) ? [path] : [];
  return [...snapshot.keys()].filter(one => one.startsWith(path)).sort();
}

/** A snapshot with files written over it. */
export function withTexts(snapshot: Snapshot, texts: ReadonlyMap<string, string>): Snapshot {
  const next = new Map(snapshot);
  for (const [path, text] of texts) next.set(path, { kind: 'file', bytes: new TextEncoder().encode(text) });
  return next;
}
