import { BOUNDS } from '../core/finding/bounds.ts';
import { Inbox } from '../core/gate/inbox.ts';
import { judge } from '../core/gate/judge.ts';
import type { Verdict } from '../core/gate/verdict.ts';
import type { Delivery } from '../core/message/delivery.ts';
import { PROOFS, type Proof, type Receiver } from '../core/registry/receiver.ts';
import { exitCode } from '../core/report/exit.ts';
import { jsonText, type ResultJson, resultJson, unreadableJson } from '../core/report/json.ts';
import { redact } from '../core/report/redact.ts';
import { quotable } from '../core/report/sentence.ts';
import { textReport } from '../core/report/text.ts';
import type { Resolver } from '../transport/dns.ts';
import { type MailProof, mailFileDelivery } from '../transport/mail-file.ts';
import { readBytes, readStart } from '../transport/read-bytes.ts';
import { readSetup, type Setup } from '../transport/receiver-file.ts';
import { textFileDelivery } from '../transport/text-file.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { paintFor } from './paint.ts';

/** The options of `aimf judge`, as given. */
export type JudgeOptions = {
  readonly config: string;
  readonly proof?: string;
  readonly as?: string;
  readonly transport?: string;
  readonly at?: string;
  readonly dns?: string;
  readonly json?: boolean;
};

/** `aimf judge FILE…`: judges each file as one inbox, in order, and prints the report. */
export async function judgeCommand(
  files: readonly string[],
  options: JudgeOptions,
  io: Io,
): Promise<ExitCode> {
  const results = await judgeFiles(files, options, io);
  io.out(options.json ? `${jsonText({ aimf: 1, results })}\n` : textReport(results, paintFor(io.color)));
  return exitCode(results);
}

/** Judges files in order, one inbox a run: what was accepted before counts for duplicates and for messages a day. */
export async function judgeFiles(
  files: readonly string[],
  options: JudgeOptions,
  io: Io,
): Promise<ResultJson[]> {
  const { setup, wire } = await receiverOf(options, io);
  const inbox = new Inbox();
  const context = { receiver: setup.receiver, registry: setup.registry, inbox, secrets: setup.secrets };
  const results: ResultJson[] = [];
  for (const file of files) {
    const delivery = await deliver(file, wire, io);
    if ('error' in delivery) {
      results.push(redact(unreadableJson(file, delivery.error), [...setup.secrets.values()]));
      continue;
    }
    const verdict = judge(delivery, context);
    inbox.remember(verdict, delivery, setup.receiver.owner.timeZone);
    results.push(resultJson(file, verdict, [...setup.secrets.values()]));
  }
  tellUnsetSecrets(results, setup, io);
  if (options.as === undefined) tellUnproven(results, io);
  return results;
}

/** Judges one file alone, for a command that goes on with what it says. */
export async function judgeFile(
  file: string,
  options: JudgeOptions,
  io: Io,
): Promise<{ verdict: Verdict; result: ResultJson; receiver: Receiver }> {
  const { setup, wire } = await receiverOf(options, io);
  const delivery = await deliver(file, wire, io);
  if ('error' in delivery) throw new CommandError(`${quotable(file)} cannot be read: ${delivery.error}`);
  const { receiver, registry, secrets } = setup;
  const verdict = judge(delivery, { receiver, registry, inbox: new Inbox(), secrets });
  const result = resultJson(file, verdict, [...secrets.values()]);
  tellUnsetSecrets([result], setup, io);
  if (options.as === undefined) tellUnproven([result], io);
  return { verdict, result, receiver };
}

async function receiverOf(options: JudgeOptions, io: Io): Promise<{ setup: Setup; wire: Wire }> {
  const read = await readSetup(options.config, io.env);
  if ('error' in read) throw new CommandError(read.error);
  const { setup } = read;
  for (const { path, fault } of setup.registry.faults)
    io.err(`aimf: registry/${quotable(path)}: ${quotable(fault)}\n`);
  const received = options.at === undefined ? io.now() : timeOf(options.at);
  return { setup, wire: { ...wireOf(options), received, proof: proofOf(options, setup.receiver) } };
}

type Wire = {
  readonly transport: 'folder' | 'chat';
  readonly identity: string | null;
  readonly received: number;
  readonly proof: MailProof;
};

async function deliver(file: string, wire: Wire, io: Io): Promise<Delivery | { error: string }> {
  if (file === '-') return textFileDelivery(file, await io.stdin(), wire);
  if (!/\.eml$/i.test(file)) {
    const read = await readStart(file, BOUNDS.wireBytes + 1);
    return 'bytes' in read ? textFileDelivery(file, read.bytes, wire) : read;
  }
  return mailFileDelivery(file, wire.proof, wire.received);
}

function wireOf(options: JudgeOptions): Pick<Wire, 'transport' | 'identity'> {
  const transport = options.transport ?? 'chat';
  if (transport !== 'folder' && transport !== 'chat') {
    throw new CommandError(`--transport is folder or chat, not "${quotable(transport)}"`);
  }
  return { transport, identity: options.as ?? null };
}

function proofOf(options: JudgeOptions, receiver: Receiver): MailProof {
  const method = options.proof ?? receiver.mail?.proof ?? 'header-from';
  if (!(PROOFS as readonly string[]).includes(method)) {
    throw new CommandError(`--proof is one of ${PROOFS.join(', ')}, not "${quotable(method)}"`);
  }
  const authservId = receiver.mail?.authservId ?? null;
  return { method: method as Proof, authservId, resolver: () => resolverOf(options.dns) };
}

/** DNS from the network, or from the file of `--dns` so that a verification can be repeated offline. */
async function resolverOf(zoneFile: string | undefined): Promise<Resolver> {
  const { networkResolver, zoneResolver } = await import('../transport/dns.ts');
  return zoneFile === undefined ? networkResolver() : zoneResolver(await dnsZone(zoneFile));
}

/** The zone in the file of `--dns`, found to be in order. */
export async function dnsZone(zoneFile: string): Promise<unknown> {
  const { zoneResolver } = await import('../transport/dns.ts');
  const read = await readBytes(zoneFile, BOUNDS.wireBytes);
  if ('error' in read)
    throw new CommandError(`The DNS file ${quotable(zoneFile)} cannot be read: ${read.error}`);
  try {
    const zone: unknown = JSON.parse(new TextDecoder().decode(read.bytes));
    zoneResolver(zone);
    return zone;
  } catch (error) {
    throw new CommandError(
      `The DNS file ${quotable(zoneFile)} is not in order: ${quotable(error instanceof Error ? error.message : String(error))}`,
    );
  }
}

/** A moment given on the command line: RFC 3339, or a date for the start of that day in UTC. */
export function timeOf(text: string, option = '--at'): number {
  const time = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isNaN(time))
    throw new CommandError(`${option} "${quotable(text)}" is no time; write it like 2026-10-26T21:30:00Z`);
  return time;
}

/** The report speaks to the sender; the person who runs the command may just have left the identity out. */
function tellUnproven(results: readonly ResultJson[], io: Io): void {
  const unproven = (one: ResultJson) =>
    !/\.eml$/i.test(one.file) && one.findings.some(finding => finding.code === 'sender-unproven');
  if (!results.some(unproven)) return;
  io.err('aimf: nothing proves who sent a text; name the identity that the transport proved with --as\n');
}

/** Says of each party whose secret is not at hand what to set. */
export function tellMissingSecret({ party, secretEnv }: Receiver['parties'][number], io: Io): void {
  const what =
    secretEnv === null ? 'name its variable as secret_env' : `set ${secretEnv} (at least 4 characters)`;
  io.err(`aimf: the secret of ${party} is not at hand: ${what}\n`);
}

function tellUnsetSecrets(results: readonly ResultJson[], setup: Setup, io: Io): void {
  if (!results.some(one => one.findings.some(finding => finding.code === 'auth-secret-unset'))) return;
  for (const one of setup.receiver.parties) {
    if (!setup.secrets.has(one.party)) tellMissingSecret(one, io);
  }
}
