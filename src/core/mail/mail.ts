import { BOUNDS } from '../finding/bounds.ts';
import { gateOf } from '../finding/codes.ts';
import { type Finding, finding } from '../finding/finding.ts';
import { automaticReason } from './automatic.ts';
import { type Content, EMPTY, readContent } from './content.ts';
import { decodeWords } from './encoded-word.ts';
import { type FromReading, readFrom } from './from.ts';
import { type HeaderField, scanHeader, valuesOf } from './header.ts';

/**
 * A mail as it was read. `headerFindings` are those of the allowlist gate on the header section, for the proof of the
 * sender; `findings` are all others.
 */
export type Mail = Content & {
  readonly fields: readonly HeaderField[];
  readonly headerFindings: readonly Finding[];
  readonly from: FromReading;
  /** The first Subject, decoded; undefined where there is none. */
  readonly subject: string | undefined;
  /** The first Date as sent: it is the sender's word and proves nothing. */
  readonly date: string | null;
  readonly messageId: string | null;
  /** Why this is automatic mail, else null. */
  readonly automatic: string | null;
  readonly size: number;
};

/**
 * A mail read from its bytes, in linear time and within the bounds, whatever the bytes are: it never throws. What is
 * wrong with it is in its findings. `size` is that of the whole mail where only its start was fetched. Specification
 * section 2.3.
 */
export function readMail(bytes: Uint8Array, size: number = bytes.length): Mail {
  const header = scanHeader(bytes);
  const { fields, bodyStart } = header;
  const isSenders = (found: Finding) => gateOf(found.code) === 'allowlist';
  const content = bodyStart === null ? EMPTY : readBody(bytes, bodyStart, fields, size);
  const [subject] = valuesOf(fields, 'subject');
  return {
    ...content,
    findings: [...header.findings.filter(found => !isSenders(found)), ...content.findings],
    fields,
    headerFindings: header.findings.filter(isSenders),
    from: bodyStart === null ? unreadable('the header section is too large to read') : readFrom(fields),
    subject: subject === undefined ? undefined : decodeWords(subject).text,
    date: valuesOf(fields, 'date')[0] ?? null,
    messageId: valuesOf(fields, 'message-id')[0] || null,
    automatic: automaticReason(fields),
    size,
  };
}

function readBody(
  bytes: Uint8Array,
  bodyStart: number,
  fields: readonly HeaderField[],
  size: number,
): Content {
  if (size <= BOUNDS.wireBytes) return readContent(bytes, bodyStart, fields);
  const tooLarge = finding('message-too-large', { bytes: size, limit: BOUNDS.wireBytes });
  return { ...EMPTY, findings: [tooLarge] };
}

// A second From may stand in what was not read
function unreadable(reason: string): FromReading {
  return { address: null, findings: [finding('from-unreadable', { reason })] };
}
