import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { quotable } from '../core/report/sentence.ts';
import type { WatchSetup } from '../monitor/monitor.ts';
import { type Channel, unsetChannel } from '../monitor/output/channel.ts';
import { folderChannel } from '../monitor/output/folder.ts';
import { jsonlChannel } from '../monitor/output/jsonl.ts';
import { mailChannel } from '../monitor/output/mail.ts';
import { ping } from '../monitor/output/ping.ts';
import { webhookChannel } from '../monitor/output/webhook.ts';
import type { StepContext } from '../monitor/report/steps.ts';
import { StateError } from '../store/sqlite.ts';
import { openState } from '../store/state-file.ts';
import type { Store } from '../store/store.ts';
import { readSetup, type Setup } from '../transport/receiver-file.ts';
import { readAckFiles } from '../transport/registry-folder.ts';
import { openWires } from '../transport/wires.ts';
import { CommandError, type Io } from './io.ts';
import { dnsZone } from './judge.ts';

/** The private file, absolute, with what it says. */
export type Configured = Setup & { readonly config: string };

/** Reads the private file and the registry, and says what of the registry cannot be read. */
export async function readConfigured(path: string, io: Io): Promise<Configured> {
  const read = await readSetup(path, io.env);
  if ('error' in read) throw new CommandError(read.error);
  for (const { path: file, fault } of read.setup.registry.faults)
    io.err(`aimf: registry/${quotable(file)}: ${quotable(fault)}\n`);
  return { ...read.setup, config: resolve(path) };
}

/** The state folder, absolute. */
export function stateFolder({ folder, monitoring }: Configured): string {
  return resolve(folder, monitoring.state);
}

/** Opens the state; null where another run holds it. A damaged one is an error that says what to do. */
export async function openStore(configured: Configured, readOnly = false): Promise<Store | null | 'absent'> {
  const { folder, monitoring, config } = configured;
  const { jsonl } = monitoring.report;
  const reports = jsonl === null ? null : await stat(resolve(folder, jsonl)).catch(() => null);
  const reportsExist = reports !== null && reports.size > 0;
  const opened = orCommandError(() => openState(stateFolder(configured), { reportsExist, readOnly }));
  switch (opened.state) {
    case 'open':
      return opened.store;
    case 'busy':
      return null;
    case 'absent':
      return 'absent';
    case 'damaged':
      throw new CommandError(damaged(opened.why, config));
  }
}

/** The result of work on the state; where that fails (a full disk, a folder that is not ours), an error in words. */
export function orCommandError<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw stateFault(error);
  }
}

/** A failure of the state as an error of the command; every other error stays what it is. */
export function stateFault(error: unknown): unknown {
  return error instanceof StateError
    ? new CommandError(`The monitor's state failed: ${error.message}`)
    : error;
}

/** What is said of a state that cannot be trusted. */
export function damaged(why: string, config: string): string {
  return `The monitor's state cannot be trusted: ${why}. Nothing is judged until you decide: "aimf monitor reset --config ${config}" sets it aside, keeps it, and begins a new one`;
}

/** When a run is made, from where a first one begins, and who answers DNS. */
export type RunWish = Pick<WatchSetup, 'now' | 'clock' | 'since' | 'stopping'> & {
  readonly dns: string | undefined;
};

/** What one watch works with, read anew for each so that a changed agreement or allowlist counts at once. */
export async function watchSetup(
  configured: Configured,
  store: Store,
  run: RunWish,
  io: Io,
): Promise<Omit<WatchSetup, 'progress'>> {
  const { receiver, registry, secrets, monitoring, folder } = configured;
  const { dns, ...wish } = run;
  const zone = dns === undefined ? {} : { zone: await dnsZone(dns) };
  return {
    ...{ receiver, registry, secrets, store, ...wish, ...zone },
    state: stateFolder(configured),
    wires: await openWires({ monitoring, registry, folder }, io.env),
    schedule: monitoring.schedule,
    canonical: monitoring.canonical,
    ackFiles: await readAckFiles(resolve(folder, receiver.registry ?? 'registry')),
    channels: channelsOf(configured, store, io),
    ping: pingOf(monitoring.report.pingVariable, io),
  };
}

/** What a report needs to know of its owner: the time zone, and that by which its commands work wherever the owner stands. */
export function reportContext({
  config,
  receiver,
  folder,
}: Configured): StepContext & { readonly timeZone: string } {
  const registry = resolve(folder, receiver.registry ?? 'registry');
  const { addresses, timeZone } = receiver.owner;
  return { config, checkout: checkoutAbove(registry), own: addresses[0] ?? '', timeZone };
}

/** The folder of the git checkout that another one lies in, or null. */
function checkoutAbove(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? null : checkoutAbove(above);
}

/** The ways by which reports leave. One whose variable is not set keeps its queue, and says so at every run. */
function channelsOf(configured: Configured, store: Store, io: Io): readonly Channel[] {
  const { monitoring, folder } = configured;
  const context = reportContext(configured);
  const { folder: reports, jsonl, mailTo, smtpVariable, webhookVariable } = monitoring.report;
  const channels: Channel[] = [];
  if (jsonl !== null) channels.push(jsonlChannel(resolve(folder, jsonl), store));
  if (reports !== null) channels.push(folderChannel(resolve(folder, reports), context));
  if (webhookVariable !== null) {
    const address = io.env[webhookVariable];
    channels.push(
      address ? webhookChannel(address, mailTo === null) : unsetChannel('webhook', webhookVariable),
    );
  }
  if (mailTo !== null && smtpVariable !== null) {
    const server = io.env[smtpVariable];
    const isAlone = webhookVariable === null && reports === null;
    channels.push(
      server ? mailChannel({ ...context, to: mailTo, server, isAlone }) : unsetChannel('mail', smtpVariable),
    );
  }
  return channels;
}

function pingOf(variable: string | null, io: Io): WatchSetup['ping'] {
  if (variable === null) return null;
  const address = io.env[variable];
  return sign => (address ? ping(address, sign) : Promise.resolve(`The variable ${variable} is not set`));
}
