const SIGNATURE = '-- ';
const UNITS = new TextDecoder('utf-16le', { ignoreBOM: true });

/** A text with its flowed lines joined: `changed` says whether a line was joined or lost a stuffed space. */
export type Unflowed = { readonly text: string; readonly changed: boolean };

/**
 * `text` un-flowed by RFC 3676: stuffed spaces taken off, each flowed line joined with the next of the same quote depth,
 * the signature separator left alone; `delSp` drops the space before each join. Specification section 2.3.
 */
export function unflow(text: string, delSp: boolean): Unflowed {
  // Units and not pieces: a text of 36 MB may have ten million lines
  const units = new Uint16Array(text.length);
  let length = 0;
  const keep = (from: number, to: number) => {
    for (let at = from; at < to; at++) units[length++] = text.charCodeAt(at);
  };
  let changed = false;
  // What stands from here on is kept as it is; the flowed line before, if any, has this depth and ends here
  let kept = 0;
  let openDepth = -1;
  let openStop = 0;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const next = feed === -1 ? text.length : feed + 1;
    let stop = feed === -1 ? next : feed;
    if (feed > start && text[feed - 1] === '\r') stop--;
    let content = start;
    while (content < stop && text[content] === '>') content++;
    const depth = content - start;
    if (content < stop && text[content] === ' ') content++;
    const isSignature = stop - content === SIGNATURE.length && text.startsWith(SIGNATURE, content);
    // A quoted line stays as sent, so that it stays quoted
    const joins = openDepth === depth && !isSignature;
    if (joins || (depth === 0 && content > start)) {
      keep(kept, joins ? openStop - (delSp ? 1 : 0) : start);
      kept = content;
      changed = true;
    }
    openDepth = stop > content && text[stop - 1] === ' ' && !isSignature ? depth : -1;
    openStop = stop;
    start = next;
  }
  if (!changed) return { text, changed };
  keep(kept, text.length);
  return { text: UNITS.decode(units.subarray(0, length)), changed };
}
