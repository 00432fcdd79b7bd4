/** Where the parts of a YAML file stand in its text, so that it can be changed without being written anew. */
export type Located = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'map'; readonly flow: boolean; readonly entries: readonly LocatedEntry[] }
  | { readonly kind: 'list'; readonly flow: boolean; readonly items: readonly Located[] }
  | { readonly kind: 'text' }
);
export type LocatedEntry = { readonly key: string; readonly start: number; readonly value: Located | null };

/** The first entry whose name its mapping has already, or null where there is none; in linear time (section 8.2). */
export function repeatedEntry(node: Located | null): LocatedEntry | null {
  if (node?.kind === 'map') {
    const seen = new Set<string>();
    for (const entry of node.entries) {
      if (seen.has(entry.key)) return entry;
      seen.add(entry.key);
    }
  }
  for (const child of childrenOf(node)) {
    const found = repeatedEntry(child);
    if (found !== null) return found;
  }
  return null;
}

function childrenOf(node: Located | null): readonly (Located | null)[] {
  if (node?.kind === 'map') return node.entries.map(entry => entry.value);
  return node?.kind === 'list' ? node.items : [];
}
