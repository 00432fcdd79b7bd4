import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { jsonLine } from '../../core/report/json.ts';
import { quotable } from '../../core/report/sentence.ts';
import type { ReportEntry, Store } from '../../store/store.ts';
import { fileError } from '../../transport/read-bytes.ts';
import { type Batch, type Channel, DeliveryError } from './channel.ts';

/** Where the store remembers how long the file was when it and the file last agreed. */
const MARK = 'jsonl:end';
/** Bytes that are read from the file at once. */
const CHUNK = 1 << 16;

/**
 * The file with one result or duty a line. A key stands there once: whatever a kill left behind the remembered end is read back
 * before anything is added, and half a line is cut off. FORMATS: the monitor.
 */
export function jsonlChannel(path: string, store: Store): Channel {
  let end = 0;
  return {
    name: 'jsonl',
    size: 500,
    // Only what the store knows as delivered lies before the mark
    settled: () => store.setValue(MARK, String(end)),
    deliver: async batch => {
      try {
        end = await append(path, batch, Number(store.value(MARK) ?? 0));
      } catch (error) {
        throw new DeliveryError(`${quotable(path)} cannot be written: ${fileError(error)}`);
      }
    },
    deliverDay: null,
    deliverWires: null,
  };
}

/** Adds the entries that the file does not hold yet, and gives the length at which it now ends. */
async function append(path: string, batch: Batch, agreed: number): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    const { size } = await file.stat();
    // A shorter file is another one: it was moved away or cut by hand
    const { keys, end } = await keysBehind(file, size < agreed ? 0 : agreed);
    if (end < size) await file.truncate(end);
    let at = end;
    for (const entry of batch.entries) {
      if (keys.has(entry.key)) continue;
      const line = Buffer.from(`${jsonLine(lineOf(entry, batch.at))}\n`);
      at += await writeAll(file, line, at);
    }
    await file.sync();
    return at;
  } finally {
    await file.close();
  }
}

/** The keys of the whole lines behind a place, and where the last of those ends. */
async function keysBehind(file: FileHandle, from: number): Promise<{ keys: Set<string>; end: number }> {
  const keys = new Set<string>();
  const chunk = Buffer.alloc(CHUNK);
  let rest = Buffer.alloc(0);
  let end = from;
  for (let at = from; ; ) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK, at);
    if (bytesRead === 0) return { keys, end };
    at += bytesRead;
    rest = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    for (let newline = rest.indexOf(10); newline !== -1; newline = rest.indexOf(10)) {
      const key = keyIn(rest.toString('utf8', 0, newline));
      if (key !== null) keys.add(key);
      rest = rest.subarray(newline + 1);
      end = at - rest.length;
    }
  }
}

function keyIn(line: string): string | null {
  try {
    const { key } = JSON.parse(line) as { key?: unknown };
    return typeof key === 'string' ? key : null;
  } catch {
    return null;
  }
}

function lineOf(entry: ReportEntry, reported: number): Record<string, unknown> {
  const { kind, key } = entry;
  const body = entry.kind === 'duty' ? entry.duty : entry.result;
  return { kind, ...body, key, reported: new Date(reported).toISOString() };
}

async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<number> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  }
  return bytes.length;
}
