import type { Agreement } from '../core/agreement/agreement.ts';
import { ownerLabel } from '../core/proposal/actor.ts';
import { changeStatus } from '../core/proposal/amendment.ts';
import { readCommand } from '../core/proposal/command.ts';
import { rule } from '../core/proposal/decision.ts';
import type { Records } from '../core/proposal/records.ts';
import { revocationNotice } from '../core/proposal/revocation.ts';
import { readReceiverFile } from '../transport/receiver-file.ts';
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
  options: CheckoutOptions & { readonly config?: string },
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
  const revoked = turn === 'revoke' ? registryAgreement(records, ruling.agreement) : null;
  const notice = revoked === null ? null : await noticeOf(revoked, records, options.config, io);
  return finishAmendment(changed, checkout, today, options, io, notice);
}

function registryAgreement({ registry }: Records, id: string): Agreement | null {
  return registry.agreements.get(id)?.agreement ?? null;
}

/** The message that tells the other side of a revocation: from the owner's address where the private file gives it, else the label. */
async function noticeOf(
  agreement: Agreement,
  { registry }: Records,
  config: string | undefined,
  io: Io,
): Promise<string | null> {
  const sent = new Date(io.now()).toISOString().replace(/\.\d+Z$/, 'Z');
  const label = ownerLabel(registry) ?? agreement.parties[0] ?? 'owner';
  const read = config === undefined ? null : await readReceiverFile(config);
  const address = read === null || 'error' in read ? undefined : read.receiver.owner.addresses[0];
  return address === undefined
    ? revocationNotice(agreement, label, { from: label, sent }, 'label')
    : revocationNotice(agreement, label, { from: address, sent });
}
