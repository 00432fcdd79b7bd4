import { basename, dirname, join } from 'node:path';
import { BOUNDS } from '../core/finding/bounds.ts';
import { type Finding, finding } from '../core/finding/finding.ts';
import type { Sender } from '../core/mail/sender.ts';
import { namedFiles } from '../core/message/attachment.ts';
import { decodeText } from '../core/message/decode.ts';
import type { Delivery, ReceivedFile } from '../core/message/delivery.ts';
import { fileNameFault } from '../core/message/file-name.ts';
import { parseMessage } from '../core/message/parse.ts';
import { textDelivery } from '../core/message/text-delivery.ts';
import { readBytes } from './read-bytes.ts';

/** How a text file is to be taken: which wire it stands for, who sent it, and when it came. */
export type TextFileOptions = {
  readonly transport: 'folder' | 'chat';
  readonly received: number;
  /** The identity that the wire proved, or null where it proved nobody. */
  readonly identity: string | null;
};

/**
 * A dropped file or a chat text as a delivery. In a folder the files that a FILE_DROP names are read from beside it: regular files
 * and only plain names, so that no name reaches out of the folder. Specification section 2.1.
 */
export async function textFileDelivery(
  path: string,
  bytes: Uint8Array,
  options: TextFileOptions,
): Promise<Delivery> {
  const folder = path === '-' || options.transport !== 'folder' ? null : dirname(path);
  const beside = folder === null ? { files: [], findings: [] } : await filesBeside(folder, bytes);
  const delivery = textDelivery(bytes, {
    transport: options.transport,
    received: options.received,
    sender: senderOf(options),
    fileName: options.transport === 'folder' && path !== '-' ? basename(path) : null,
    files: beside.files,
  });
  return { ...delivery, findings: [...delivery.findings, ...beside.findings] };
}

function senderOf({ identity, transport }: TextFileOptions): Sender {
  if (identity === null) return { status: 'unproven', claimed: null, findings: [] };
  const by = transport === 'folder' ? 'folder' : 'account';
  return { status: 'proven', identity, by, findings: [finding('sender-proven', { identity, by })] };
}

async function filesBeside(
  folder: string,
  bytes: Uint8Array,
): Promise<{ files: ReceivedFile[]; findings: Finding[] }> {
  const { text } = decodeText(bytes);
  const reading = text === null ? null : parseMessage(text);
  const names = reading?.type === 'FILE_DROP' ? namedFiles(reading.fields) : [];
  const files: ReceivedFile[] = [];
  const findings: Finding[] = [];
  for (const name of new Set(names)) {
    if (fileNameFault(name) !== null) continue;
    const read = await readBytes(join(folder, name), BOUNDS.filesBytes, false);
    if ('bytes' in read) {
      const { length } = read.bytes;
      files.push({
        names: [name],
        mediaType: 'application/octet-stream',
        inline: false,
        bytes: read.bytes,
        encodedBytes: length,
      });
    } else if (read.tooLarge !== undefined) {
      findings.push(finding('attachments-too-large', { bytes: read.tooLarge, limit: BOUNDS.filesBytes }));
    }
  }
  return { files, findings };
}
