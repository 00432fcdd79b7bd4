import { finding } from '../finding/finding.ts';
import type { Sender } from '../mail/sender.ts';
import { namedFiles } from './attachment.ts';
import { decodeText } from './decode.ts';
import type { ReceivedFile } from './delivery.ts';
import { fileNameFault } from './file-name.ts';
import { parseMessage } from './parse.ts';

/** The sender of a plain text: the identity that the wire proved, or nobody (specification section 2.1). */
export function textSender(identity: string | null, transport: 'folder' | 'chat'): Sender {
  if (identity === null) return { status: 'unproven', claimed: null, findings: [] };
  const by = transport === 'folder' ? 'folder' : 'account';
  return { status: 'proven', identity, by, findings: [finding('sender-proven', { identity, by })] };
}

/**
 * The names of the files that a dropped message expects beside it: those that a FILE_DROP names, plain names only, so that
 * none reaches out of the folder. Specification section 2.1.
 */
export function namesBeside(bytes: Uint8Array): readonly string[] {
  const { text } = decodeText(bytes);
  const reading = text === null ? null : parseMessage(text);
  const names = reading?.type === 'FILE_DROP' ? namedFiles(reading.fields) : [];
  return [...new Set(names)].filter(name => fileNameFault(name) === null);
}

/** A file that lay beside a dropped message (specification section 2.1). */
export function fileBeside(name: string, bytes: Uint8Array): ReceivedFile {
  const mediaType = 'application/octet-stream';
  return { names: [name], mediaType, inline: false, bytes, encodedBytes: bytes.length };
}
