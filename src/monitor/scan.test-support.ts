import { readReceiver } from '../core/registry/receiver.ts';
import { readRegistry } from '../core/registry/registry.ts';
import { openState } from '../store/state-file.ts';
import { imapWire } from '../transport/imap.ts';
import { runMonitor } from './run.ts';

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

// One run over a whole mailbox in a process that a test can kill: each message is a line, and the last line is JSON
const { state, port, user, password, receiver, agreement, now } = JSON.parse(
  process.argv[2] ?? '',
) as ScanOrder;
const opened = openState(state, { reportsExist: false });
const read = readReceiver(receiver);
if (opened.state !== 'open' || 'faults' in read) throw new Error(JSON.stringify([opened, read]));
const { store } = opened;
const credential = { kind: 'password', variable: 'P' } as const;
const transport = {
  kind: 'imap',
  host: '127.0.0.1',
  port,
  secure: false,
  user,
  credential,
  mailbox: 'INBOX',
} as const;
const report = await runMonitor({
  receiver: read.receiver,
  registry: readRegistry([{ path: 'agreements/AGR-1.yml', text: agreement }]),
  secrets: new Map(),
  store,
  state,
  wires: [imapWire(transport, { secret: password })],
  now,
  since: 'all',
  progress: ({ done }) => process.stdout.write(`${done}\n`),
});
const cpu = process.cpuUsage();
store.close();
const megabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(
  `${JSON.stringify({ wires: report.wires, megabytes, millis: (cpu.user + cpu.system) / 1000 })}\n`,
);
