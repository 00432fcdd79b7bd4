import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { quotable } from '../../core/report/sentence.ts';
import { fileError } from '../../transport/read-bytes.ts';
import { markdownReport, wiresMarkdown } from '../report/markdown.ts';
import { isEmpty, reportOf } from '../report/report.ts';
import { rollUpMarkdown } from '../report/roll-up.ts';
import type { StepContext } from '../report/steps.ts';
import { type Channel, DeliveryError } from './channel.ts';

/** Results of one Markdown file; a first scan of a full mailbox makes more than one. */
const SIZE = 1000;

/**
 * The folder with one Markdown file a run, and one a day. A file is there whole or not at all, and a second try writes the same
 * file again. Section 10.2.
 */
export function folderChannel(folder: string, options: StepContext & { readonly timeZone: string }): Channel {
  const write = async (name: string, text: string) => {
    try {
      await writeWhole(folder, name, text);
    } catch (error) {
      throw new DeliveryError(`${quotable(join(folder, name))} cannot be written: ${fileError(error)}`);
    }
  };
  return {
    name: 'folder',
    size: SIZE,
    deliver: async ({ id, at, entries }) => {
      const report = reportOf(entries, {
        ...options,
        at,
        wires: [],
        surface: 'everywhere',
        limit: SIZE,
      });
      if (isEmpty(report)) return;
      await write(`${stamp(at)}-${id.slice(0, 8)}.md`, markdownReport(report, options.timeZone));
    },
    deliverWires: (wires, { id, at }) =>
      write(`${stamp(at)}-${id.slice(0, 8)}.md`, wiresMarkdown(wires, at, options.timeZone)),
    deliverDay: rollUp => write(`day-${rollUp.day}.md`, rollUpMarkdown(rollUp)),
  };
}

/** Writes a file in one step: under another name first, then in its place. */
export async function writeWhole(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fresh = join(folder, `.${name}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(fresh, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, join(folder, name));
  } catch (error) {
    await unlink(fresh).catch(() => undefined);
    throw error;
  }
}

/** `2026-11-30T143000Z`: a moment as part of a file's name on every system. */
function stamp(at: number): string {
  return new Date(at).toISOString().replaceAll(':', '').replace(/\.\d+/, '');
}
