import { MCP_BOUNDS } from '../bounds.ts';

/** What of a message its place in the order depends on. */
export type Placed = { readonly id: number };

/** Reads the newest messages, newest first and a full page at most, whose id is over `after` and, where given, under `before`. */
export type ReadPage<M extends Placed> = (after: number, before: number | null) => Promise<readonly M[]>;

/** What waits behind a marker. */
export type Unread<M> = {
  /** The oldest, in order. */
  readonly oldest: readonly M[];
  /** How many there are beyond these; null where the pages do not show it. */
  readonly more: number | null;
};

/**
 * The oldest messages over a marker, at most `limit` of them. The hub gives the newest page only, so where there are more than
 * one page the span of ids is halved until what is left of it fits one: the cost grows with the logarithm of what waits.
 */
export async function oldestUnread<M extends Placed>(
  read: ReadPage<M>,
  marker: number,
  limit: number,
): Promise<Unread<M>> {
  let above = inOrder(await read(marker, null));
  if (above.length < MCP_BOUNDS.page)
    return { oldest: above.slice(0, limit), more: Math.max(0, above.length - limit) };
  const found: M[] = [];
  let low = marker;
  // All up to `low` is found, and from the first of `above` on it is known; between the two it is looked for
  for (let gap = gapTo(above, low); found.length < limit && gap > 1; gap = gapTo(above, low)) {
    const middle = low + Math.floor(gap / 2);
    const page = inOrder(await read(low, middle + 1));
    if (page.length === MCP_BOUNDS.page) {
      above = page;
    } else {
      found.push(...page);
      low = middle;
    }
  }
  const joined = gapTo(above, low) <= 1 ? [...found, ...above] : found;
  return { oldest: joined.slice(0, limit), more: null };
}

/** How many messages are over a marker; at most as many as a bounded number of pages shows. */
export async function countUnread<M extends Placed>(read: ReadPage<M>, marker: number): Promise<number> {
  let count = 0;
  let before: number | null = null;
  for (let pages = 0; pages < MCP_BOUNDS.countedPages; pages++) {
    const page: readonly M[] = await read(marker, before);
    count += page.length;
    before = page.at(-1)?.id ?? null;
    if (page.length < MCP_BOUNDS.page) break;
  }
  return count;
}

function inOrder<M extends Placed>(page: readonly M[]): readonly M[] {
  return page.toSorted((one, other) => one.id - other.id);
}

function gapTo(above: readonly Placed[], low: number): number {
  return (above[0]?.id ?? low) - low;
}
