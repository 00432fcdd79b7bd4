import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { BOUNDS } from '../core/finding/bounds.ts';
import { normalizeAddress } from '../core/mail/address.ts';
import { quotable } from '../core/report/sentence.ts';
import { emlBytes } from '../transport/eml.ts';
import { fileError, readBytes } from '../transport/read-bytes.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { composeText, type MessageOptions } from './message-options.ts';

/** `aimf compose TYPE`: writes a conforming message as text, or as a ready mail file; nothing is sent. */
export async function composeCommand(type: string, options: MessageOptions, io: Io): Promise<ExitCode> {
  const text = await composeText(type, options, io);
  const out = typeof options.out === 'string' ? options.out : null;
  const content =
    options.eml === true || typeof options.to === 'string' ? await mailOf(type, text, options, io) : text;
  if (out === null) {
    io.out(typeof content === 'string' ? content : new TextDecoder().decode(content));
    return 0;
  }
  try {
    await writeFile(out, content, { flag: options.force === true ? 'w' : 'wx' });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new CommandError(
      `${quotable(out)} was not written: ${exists ? 'it exists; add --force to replace it' : fileError(error)}`,
    );
  }
  io.err(`Wrote ${out}. Nothing was sent.\n`);
  return 0;
}

async function mailOf(type: string, text: string, options: MessageOptions, io: Io): Promise<Uint8Array> {
  if (typeof options.to !== 'string')
    throw new CommandError('A mail needs --to, the access point that you were given');
  if (normalizeAddress(options.to) === null)
    throw new CommandError(
      `--to is one plain address such as inbox@example.net, not "${quotable(options.to)}"`,
    );
  const from = /^from: (.*)$/m.exec(text)?.[1] ?? '';
  const files = [];
  for (const path of [options.attach ?? []].flat().map(String)) {
    const read = await readBytes(path, BOUNDS.filesBytes);
    if ('error' in read) throw new CommandError(`${quotable(path)} cannot be attached: ${read.error}`);
    files.push({ name: basename(path), bytes: read.bytes });
  }
  return emlBytes({ from, to: options.to, subject: type, text, date: new Date(io.now()), files });
}
