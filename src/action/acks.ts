import { join } from 'node:path';
import { readLedger } from '../github/ledger.ts';
import { ActionError, type ActionResult, type ActionWorld } from './command.ts';
import { listSummary } from './summary.ts';

/** `command: acks`: who has acknowledged the version in force; an overdue one is a warning (specification section 9.5). */
export async function acksCommand(world: ActionWorld): Promise<ActionResult> {
  const today = new Date(world.now).toISOString().slice(0, 10);
  const ledger = await readLedger(join(world.folder, 'registry'), today);
  if ('error' in ledger) throw new ActionError(ledger.error);
  const { protocol, rows, faults } = ledger;
  const head = `Acknowledgements of ${protocol.normative}, effective ${protocol.effective}`;
  const overdue = rows.filter(row => row.state === 'overdue');
  const cells = rows.map(row => [row.agreement, row.parties.join(', '), row.state, row.acknowledged ?? '']);
  return {
    exit: 0,
    log: `${head}\n${rows.map(row => `  ${row.agreement}  ${row.state}\n`).join('')}`,
    annotations: [
      ...faults.map(({ path, fault }) => ({
        level: 'error' as const,
        title: 'AIMF acknowledgement',
        message: fault,
        file: `registry/${path}`,
      })),
      ...overdue.map(row => ({
        level: 'warning' as const,
        title: 'AIMF acknowledgement overdue',
        message: `${row.agreement} (${row.parties.join(', ')}) has not acknowledged ${row.version}`,
      })),
    ],
    summary: listSummary(head, ['Agreement', 'Parties', 'State', 'On'], cells),
    outputs: {
      verdict: overdue.length > 0 ? 'partial' : 'complete',
      version: protocol.normative,
      findings: String(overdue.length),
    },
  };
}
