import { type Finding, finding } from '../finding/finding.ts';

/** A text file's bytes decoded; where that fails, `shown` is a guess that decides the shape and nothing else. */
export type Decoded = {
  readonly text: string | null;
  readonly shown: string;
  readonly findings: readonly Finding[];
};

/** Decodes the bytes of a dropped file or a chat text: UTF-8 and nothing else (specification section 3.2). Never throws. */
export function decodeText(bytes: Uint8Array): Decoded {
  const wide = wideEncoding(bytes);
  if (wide !== null) {
    return { text: null, shown: new TextDecoder(wide).decode(bytes), findings: [finding('text-utf16')] };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, shown: text, findings: [] };
  } catch {
    return {
      text: null,
      shown: new TextDecoder('utf-8').decode(bytes),
      findings: [finding('text-not-utf8')],
    };
  }
}

/** UTF-16 by its byte order mark, or by the zero beside the first character that every envelope has. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first = 1, second = 1] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return null;
}
