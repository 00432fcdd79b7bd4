import { type Finding, finding } from '../finding/finding.ts';
import { decodeForDisplay } from './charset.ts';
import { unflow } from './flowed.ts';
import { parameterOf } from './parameter.ts';
import type { Leaf } from './part.ts';
import { decodeTransfer } from './transfer.ts';

/** The text of a part, or null with the findings that say why, and then `displayText` for looking at only. */
export type TextReading = {
  readonly text: string | null;
  readonly displayText: string | null;
  readonly findings: readonly Finding[];
};

const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The text of a text/plain part, decoded strictly and un-flowed, its line ends as sent. Gives findings
 * `text-transfer-encoding`, `text-charset`, `text-not-utf8` and the note `text-unflowed`. Specification section 2.3.
 */
export function readText(leaf: Leaf): TextReading {
  const charset = (parameterOf(leaf.type, 'charset') ?? 'us-ascii').trim().toLowerCase();
  const bytes = decodeTransfer(leaf.raw, leaf.encoding);
  if (bytes === null)
    return unread(leaf.raw, charset, finding('text-transfer-encoding', { encoding: leaf.encoding }));
  if (!CHARSETS.has(charset)) return unread(bytes, charset, finding('text-charset', { charset }));
  let text: string;
  try {
    text = strict.decode(bytes);
  } catch {
    return unread(bytes, charset, finding('text-not-utf8'));
  }
  if (parameterOf(leaf.type, 'format')?.toLowerCase() !== 'flowed')
    return { text, displayText: null, findings: [] };
  const unflowed = unflow(text, parameterOf(leaf.type, 'delsp')?.toLowerCase() === 'yes');
  return {
    text: unflowed.text,
    displayText: null,
    findings: unflowed.changed ? [finding('text-unflowed')] : [],
  };
}

function unread(bytes: Uint8Array, charset: string, why: Finding): TextReading {
  return { text: null, displayText: decodeForDisplay(bytes, charset), findings: [why] };
}
