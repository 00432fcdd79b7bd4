import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { monitoringOf } from '../core/registry/monitoring.ts';
import { readReceiver } from '../core/registry/receiver.ts';
import { readRegistry } from '../core/registry/registry.ts';
import { openState } from '../store/state-file.ts';
import { imapWire } from '../transport/imap.ts';
import { beFrugal } from './frugal.ts';
import { printed, watchOnce } from './monitor.ts';
import { jsonlChannel } from './output/jsonl.ts';

/** What the process is started with, as JSON in its first argument. */
export type ScanOrder = {
  readonly state: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly receiver: string;
  readonly agreement: string;
  readonly now: number;
};

// One watch of a whole mailbox in a process that a test can kill: each message is a line, and the last line is JSON
const { state, port, user, password, receiver, agreement, now } = JSON.parse(
  process.argv[2] ?? '',
) as ScanOrder;
const reports = join(state, 'reports.jsonl');
const opened = openState(state, { reportsExist: existsSync(reports) });
const read = readReceiver(receiver);
if (opened.state !== 'open' || 'faults' in read) throw new Error(JSON.stringify([opened, read]));
beFrugal();
const { store } = opened;
const credential = { kind: 'password', variable: 'P' } as const;
const place = { kind: 'imap', host: '127.0.0.1', port, secure: false, mailbox: 'INBOX' } as const;
const { wires, entries, undelivered } = await watchOnce({
  receiver: read.receiver,
  registry: readRegistry([{ path: 'agreements/AGR-1.yml', text: agreement }]),
  secrets: new Map(),
  store,
  state,
  wires: [imapWire({ ...place, user, credential }, { secret: password })],
  now,
  clock: () => now,
  since: 'all',
  schedule: monitoringOf({}).schedule,
  canonical: null,
  ackFiles: [],
  channels: [jsonlChannel(reports, store)],
  ping: null,
  progress: ({ done }) => process.stdout.write(`${done}\n`),
});
let reported = 0;
for (const { key } of entries) {
  printed(store, [key], now);
  reported++;
}
store.close();
const { user: own, system } = process.cpuUsage();
const [megabytes, millis] = [process.resourceUsage().maxRSS / 1024, (own + system) / 1000];
process.stdout.write(`${JSON.stringify({ wires, undelivered, reported, megabytes, millis })}\n`);
