import { basename, dirname, join } from 'node:path';
import { BOUNDS } from '../core/finding/bounds.ts';
import { type Finding, finding } from '../core/finding/finding.ts';
import type { Delivery, ReceivedFile } from '../core/message/delivery.ts';
import { fileBeside, namesBeside, textSender } from '../core/message/drop.ts';
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
    sender: textSender(options.identity, options.transport),
    fileName: options.transport === 'folder' && path !== '-' ? basename(path) : null,
    files: beside.files,
  });
  return { ...delivery, findings: [...delivery.findings, ...beside.findings] };
}

async function filesBeside(
  folder: string,
  bytes: Uint8Array,
): Promise<{ files: ReceivedFile[]; findings: Finding[] }> {
  const files: ReceivedFile[] = [];
  const findings: Finding[] = [];
  for (const name of namesBeside(bytes)) {
    const read = await readBytes(join(folder, name), BOUNDS.filesBytes, false);
    if ('bytes' in read) {
      files.push(fileBeside(name, read.bytes));
    } else if (read.tooLarge !== undefined) {
      findings.push(finding('attachments-too-large', { bytes: read.tooLarge, limit: BOUNDS.filesBytes }));
    }
  }
  return { files, findings };
}
