import { BOUNDS } from '../../core/finding/bounds.ts';

/** A message as it is to be judged: its exact bytes, and the files that lie beside it. */
export type Source = {
  /** The name of its file; `-` for a text that was written or pasted, as on the command line. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly beside: ReadonlyMap<string, Uint8Array>;
};

const NO_FILES: ReadonlyMap<string, Uint8Array> = new Map();

/** Fields that stand in the header section of a mail and in no envelope. */
const MAIL_FIELD =
  /^(?:received|return-path|delivered-to|mime-version|message-id|date|to|subject|content-type|dkim-signature|authentication-results):/i;

/** Whether a source is read as a mail: by its name alone, as on the command line. */
export function isMail(source: Pick<Source, 'name'>): boolean {
  return /\.eml$/i.test(source.name);
}

/** A written or pasted text as a source; a mail gets the name of a mail file. */
export function writtenSource(text: string, mail: boolean): Source {
  return { name: mail ? 'message.eml' : '-', bytes: new TextEncoder().encode(text), beside: NO_FILES };
}

/** Whether a text looks like a mail as it travels: two fields of a header section before the first blank line. */
export function looksLikeMail(text: string): boolean {
  const head = text.slice(0, 16_384).split(/\r?\n\r?\n/, 1)[0] ?? '';
  return head.split('\n').filter(line => MAIL_FIELD.test(line)).length >= 2;
}

/** A source's bytes as text for the box; what is no UTF-8 shows as the replacement character. */
export function shownText(source: Source, characters: number): { text: string; whole: boolean } {
  const whole = source.bytes.length <= characters;
  const bytes = whole ? source.bytes : source.bytes.subarray(0, characters);
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), whole };
}

/**
 * Files that were dropped or chosen together: the message is the one mail among them, else the first Markdown file, else the
 * first; the others lie beside it. Of a message no more is read than the reader looks at.
 */
export async function fileSource(files: readonly File[]): Promise<Source | null> {
  const message =
    files.find(one => /\.eml$/i.test(one.name)) ?? files.find(one => /\.md$/i.test(one.name)) ?? files[0];
  if (message === undefined) return null;
  const beside = new Map<string, Uint8Array>();
  for (const file of files) {
    if (file !== message) beside.set(file.name, await bytesOf(file, BOUNDS.filesBytes));
  }
  return { name: message.name, bytes: await bytesOf(message, BOUNDS.wireBytes + 1), beside };
}

async function bytesOf(file: File, limit: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, limit).arrayBuffer());
}
