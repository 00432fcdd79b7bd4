import * as z from 'zod/mini';
import { BOUNDS } from '../core/finding/bounds.ts';
import { type Waiting, waitingOf } from '../core/proposal/waiting.ts';
import { jsonText, type ResultJson, resultJsonSchema } from '../core/report/json.ts';
import { quotable } from '../core/report/sentence.ts';
import { readBytes } from '../transport/read-bytes.ts';
import { openRecords } from './checkout.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { paintFor } from './paint.ts';
import type { CheckoutOptions } from './proposal.ts';

export type WaitingOptions = CheckoutOptions & { readonly judged?: readonly string[] };

const WORDS: Readonly<Record<Waiting['kind'], string>> = {
  proposal: 'a proposal waits for a decision',
  'access-request': 'somebody asks for access',
  held: 'a message is held',
  'ack-overdue': 'the acknowledgement is overdue',
  expires: 'the agreement ends soon',
  expired: 'the agreement has ended, and no posting says so yet',
  unwatched: 'the agreement does not say how this side watches for updates',
};

/** `aimf waiting`: everything that waits for the owner, in one view (sections 8.3, 8.6, 9.5 and 9.7). */
export async function waitingCommand(options: WaitingOptions, io: Io): Promise<ExitCode> {
  const judged = (await Promise.all((options.judged ?? []).map(readJudged))).flat();
  const { records, today } = await openRecords(options, io);
  const waiting = waitingOf(records, judged, today);
  if (options.json) io.out(`${jsonText({ aimf: 1, waiting })}\n`);
  else if (waiting.length === 0) io.out('Nothing waits for you\n');
  else for (const one of waiting) io.out(waitingText(one, io));
  if (records.faults.length > 0) return 2;
  return waiting.length === 0 ? 0 : 1;
}

function waitingText({ kind, about, agreement, day, who, next }: Waiting, io: Io): string {
  const paint = paintFor(io.color);
  const of = agreement === null || agreement === about ? '' : `, ${quotable(agreement)}`;
  const when = day === null ? '' : `, ${day}`;
  const head = `${paint.strong(quotable(about))}  ${WORDS[kind]}: ${quotable(who)}${of}${when}\n`;
  return next === null ? head : `${head}    ${paint.dim('→')} ${quotable(next)}\n`;
}

const judgedSchema = z.object({ results: z.array(resultJsonSchema) });

/** The results of `aimf judge --json`, or of the monitor, which prints more beside them. */
async function readJudged(path: string): Promise<readonly ResultJson[]> {
  const read = await readBytes(path, BOUNDS.wireBytes);
  if ('error' in read) throw new CommandError(`${quotable(path)} cannot be read: ${read.error}`);
  const result = z.safeParse(judgedSchema, parseJson(new TextDecoder().decode(read.bytes)));
  if (result.success) return result.data.results;
  throw new CommandError(`${quotable(path)} is not what "aimf judge --json" prints`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
