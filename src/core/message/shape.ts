import { type Finding, finding } from '../finding/finding.ts';
import { lineAt } from './block.ts';
import { ENVELOPE_FIELDS } from './envelope.ts';
import { isMessageType } from './type.ts';

const KEY = new RegExp(`^(?:${ENVELOPE_FIELDS.join('|')})[ \\t]*:`);
const FORMAT_LINE = /^[ \t\ufeff]*["']?format["']?[ \t\u00a0]*:[ \t\u00a0]*["'“]?AIMF\//im;
const FENCE = /^[ \t]*(?:```|~~~)/;

/** Whether a line begins with the name of an envelope field. */
function isEnvelopeLine(line: string): boolean {
  return KEY.test(line);
}

/** The text's first line, without its line end. */
function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return end === -1 ? text : text.slice(0, end);
}

/**
 * Whether a text is AIMF-shaped: an unquoted line `format: AIMF/…` stands in it, or its first line is an envelope field,
 * or the subject, as sent, is one of the types. Everything else is ordinary. Specification section 3.1.
 */
export function isAimfShaped(text: string, subject: string | null | undefined): boolean {
  if (typeof subject === 'string' && isMessageType(subject.trim())) return true;
  return isEnvelopeLine(firstLine(text)) || FORMAT_LINE.test(text);
}

/**
 * Why the envelope does not begin on the first line, or null where it does: `envelope-in-fence`, `envelope-not-first`,
 * `envelope-missing`. Directives and document markers are left to the YAML reader, which names them. Section 3.1.
 */
export function misplacedEnvelope(text: string): Finding | null {
  const first = firstLine(text);
  if (isEnvelopeLine(first) || /^(?:%|---)/.test(first)) return null;
  const found = FORMAT_LINE.exec(text);
  if (found === null) return finding('envelope-missing', {}, { line: 1 });
  const line = lineAt(text, found.index + found[0].length);
  // It begins where it must, only not as it should (a name in quotes, a capital): the YAML reader tells of that
  if (line === 1 && !/^[ \t]/.test(text)) return null;
  if (
    text
      .slice(0, found.index)
      .split('\n')
      .some(row => FENCE.test(row))
  ) {
    return finding('envelope-in-fence', {}, { line });
  }
  return finding('envelope-not-first', { found: line }, { line, column: 1 });
}
