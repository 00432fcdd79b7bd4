import { recordAck } from '../core/proposal/acknowledgement-record.ts';
import { requestIn } from '../core/proposal/request.ts';
import { jsonText } from '../core/report/json.ts';
import { quotable } from '../core/report/sentence.ts';
import { textReport } from '../core/report/text.ts';
import { openRecords, writeAll } from './checkout.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { type JudgeOptions, judgeFile } from './judge.ts';
import type { CheckoutOptions } from './proposal.ts';
import { refuse } from './proposal-view.ts';

/** `aimf acks record FILE`: an acknowledgement that came by mail or by text, written beside the registry (section 9.5). */
export async function acksRecord(
  file: string,
  options: CheckoutOptions & JudgeOptions,
  io: Io,
): Promise<ExitCode> {
  const { verdict, result } = await judgeFile(file, options, io);
  if (verdict.verdict !== 'accepted') {
    io.err(textReport([result]));
    io.err('aimf: only an accepted message can acknowledge; nothing was written\n');
    return 1;
  }
  const asked = requestIn(verdict);
  if (asked !== null && 'findings' in asked) return refuse(asked.findings, options, io);
  if (asked === null || asked.request.form !== 'acknowledgement') {
    throw new CommandError(
      `${quotable(file)} is no acknowledgement: that is a STATUS with the topic "AIMF protocol update", the state ok, and a detail that names the version and its effective date`,
    );
  }
  const { checkout, records, today } = await openRecords(options, io);
  const record = recordAck(asked.request, verdict.party, records, today);
  if ('findings' in record) return refuse(record.findings, options, io);
  const isNew = !record.known && options.dryRun !== true;
  if (isNew) await writeAll(checkout.folder, new Map([[record.path, record.text]]));
  if (options.json) {
    io.out(`${jsonText({ aimf: 1, written: isNew, path: record.path, ack: record.ack })}\n`);
    return 0;
  }
  const { agreement, version, acknowledged } = record.ack;
  io.out(`${quotable(agreement)} acknowledged ${version} on ${acknowledged}\n`);
  if (record.known) io.out(`${record.path} says so already\n`);
  else
    io.out(options.dryRun ? 'Nothing was written (--dry-run)\n' : `Written to ${record.path}; commit it\n`);
  return 0;
}
