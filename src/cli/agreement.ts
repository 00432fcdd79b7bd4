import type { Agreement } from '../core/agreement/agreement.ts';
import { changeStatus } from '../core/proposal/amendment.ts';
import { readCommand } from '../core/proposal/command.ts';
import { rule } from '../core/proposal/decision.ts';
import { openRecords } from './checkout.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { type CheckoutOptions, finishAmendment } from './proposal.ts';
import { refuse } from './proposal-view.ts';

/** What the owner does to an agreement by a command. */
export type Turn = 'pause' | 'resume' | 'revoke';

const TURNS: Readonly<Record<Turn, { status: Agreement['status']; word: string }>> = {
  pause: { status: 'paused', word: 'paused' },
  resume: { status: 'active', word: 'resumed' },
  revoke: { status: 'revoked', word: 'revoked' },
};

/** `aimf agreement pause|resume|revoke`: what the App does at the same command, from a checkout (specification section 8.6). */
export async function agreementTurn(
  turn: Turn,
  agreement: string,
  reason: string | null,
  options: CheckoutOptions,
  io: Io,
): Promise<ExitCode> {
  const words = [`/${turn}`, agreement, ...(reason === null ? [] : [reason.replaceAll(/\s+/g, ' ')])];
  const { command, findings } = readCommand(words.join(' '));
  if (command === null) return refuse(findings, options, io);
  const { checkout, records, today } = await openRecords(options, io);
  const scene = { proposal: null, number: null, record: null, registry: records.registry, today };
  const ruling = rule(command, { owner: true, parties: new Map() }, scene);
  if (ruling.ruling === 'nothing') return refuse(ruling.findings, options, io);
  if (ruling.ruling !== turn) throw new CommandError(`"${agreement}" is no id of an agreement`);
  const { status, word } = TURNS[turn];
  const why = ruling.reason === null ? '' : `: ${ruling.reason}`;
  const changed = changeStatus(
    ruling.agreement,
    { status, words: `${word} by the owner${why}` },
    records,
    today,
  );
  if ('findings' in changed) return refuse(changed.findings, options, io);
  return finishAmendment(changed, checkout, today, options, io);
}
