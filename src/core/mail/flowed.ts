/** A text with its flowed lines joined: `changed` says whether a line was joined or lost a stuffed space. */
export type Unflowed = { readonly text: string; readonly changed: boolean };

type Line = { readonly depth: number; readonly content: string; readonly raw: string; readonly end: string };

const SIGNATURE = '-- ';

/**
 * `text` un-flowed by RFC 3676: stuffed spaces taken off, each flowed line joined with the next of the same quote depth,
 * the signature separator left alone; `delSp` drops the space before each join. Specification section 2.3.
 */
export function unflow(text: string, delSp: boolean): Unflowed {
  const pieces: string[] = [];
  let changed = false;
  let open: Line | null = null;
  for (const line of linesOf(text)) {
    const joins = open !== null && open.depth === line.depth && line.content !== SIGNATURE;
    if (open !== null && !joins) pieces.push(open.end);
    if (joins) {
      changed = true;
      const last = pieces.at(-1) ?? '';
      if (delSp) pieces.splice(-1, 1, last.slice(0, -1));
      pieces.push(line.content);
    } else {
      // A quoted line stays as sent, so that it stays quoted
      pieces.push(line.depth > 0 ? line.raw : line.content);
      if (line.depth === 0 && line.raw !== line.content) changed = true;
    }
    if (line.content.endsWith(' ') && line.content !== SIGNATURE) open = line;
    else {
      pieces.push(line.end);
      open = null;
    }
  }
  if (open !== null) pieces.push(open.end);
  return { text: pieces.join(''), changed };
}

function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const next = feed === -1 ? text.length : feed + 1;
    let stop = feed === -1 ? next : feed;
    if (feed > start && text[feed - 1] === '\r') stop--;
    const raw = text.slice(start, stop);
    let depth = 0;
    while (raw[depth] === '>') depth++;
    const content = raw.slice(raw[depth] === ' ' ? depth + 1 : depth);
    yield { depth, content, raw, end: text.slice(stop, next) };
    start = next;
  }
}
