import { jsonText } from '../core/report/json.ts';
import { quotable } from '../core/report/sentence.ts';
import { readLedger } from '../github/ledger.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { paintFor } from './paint.ts';

export type AcksOptions = { readonly registry: string; readonly overdue?: boolean; readonly json?: boolean };

/** `aimf acks`: which active agreements have acknowledged the version in force, and which are overdue (section 9.5). */
export async function acksCommand(options: AcksOptions, io: Io): Promise<ExitCode> {
  const ledger = await readLedger(options.registry, new Date(io.now()).toISOString().slice(0, 10));
  if ('error' in ledger) throw new CommandError(ledger.error);
  const { protocol, faults } = ledger;
  for (const { path, fault } of faults) io.err(`aimf: ${quotable(path)}: ${quotable(fault)}\n`);
  const rows = ledger.rows.filter(row => options.overdue !== true || row.state === 'overdue');
  if (options.json) {
    io.out(
      `${jsonText({ aimf: 1, version: protocol.normative, effective: protocol.effective, ledger: rows })}\n`,
    );
  } else {
    const paint = paintFor(io.color);
    io.out(`${paint.strong(protocol.normative)}, effective ${protocol.effective}\n`);
    for (const row of rows) {
      const tone = { acknowledged: paint.good, awaited: paint.dim, overdue: paint.bad }[row.state];
      const day = row.acknowledged === null ? '' : ` on ${row.acknowledged}`;
      io.out(`  ${quotable(row.agreement)}  ${row.parties.join(' and ')}  ${tone(row.state)}${day}\n`);
    }
    if (rows.length === 0) io.out(options.overdue ? '  None is overdue\n' : '  No active agreement\n');
  }
  if (faults.length > 0) return 2;
  return ledger.rows.some(row => row.state === 'overdue') ? 1 : 0;
}
