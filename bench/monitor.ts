import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { monitoringOf } from '../src/core/registry/monitoring.ts';
import { readReceiver } from '../src/core/registry/receiver.ts';
import { readRegistry } from '../src/core/registry/registry.ts';
import { AGREEMENT, mailOf, message, NOW, RECEIVER } from '../src/monitor/messages.test-support.ts';
import { watchOnce } from '../src/monitor/monitor.ts';
import { openState } from '../src/store/state-file.ts';
import { noDovecot, startDovecot } from '../src/transport/dovecot.test-support.ts';
import { imapWire } from '../src/transport/imap.ts';
import { median } from './measure.ts';

const MESSAGES = Number(process.argv[2] ?? 10_000);
const POLLS = 60;
/** The first polls load code and warm up. */
const WARM = 10;
const BIN = fileURLToPath(new URL('../bin/aimf.js', import.meta.url));
const missing = noDovecot();
if (missing !== null) throw new Error(missing);

const server = await startDovecot();
const folder = mkdtempSync(join(tmpdir(), 'aimf-bench-'));
try {
  for (let at = 0; at < MESSAGES; at += 1000) {
    const mails = Array.from(
      { length: Math.min(1000, MESSAGES - at) },
      (_, id) => `${mailOf(message(`${at + id}`))}${'word '.repeat(60)}`,
    );
    await server.append(mails.map(raw => ({ raw })));
  }
  await firstScan();
  await idlePolls();
} finally {
  await server.kill();
  rmSync(folder, { recursive: true });
}

/** The first scan of a full mailbox, by the command that its owner gives. */
async function firstScan(): Promise<void> {
  const { port, user } = server;
  const config = join(folder, 'aimf.yml');
  const wire = `{kind: imap, host: 127.0.0.1, port: ${port}, secure: false, user: ${user}, password_env: P}`;
  writeFileSync(config, `${RECEIVER}transports: [${wire}]\nreport: {jsonl: reports.jsonl}\n`);
  mkdirSync(join(folder, 'registry', 'agreements'), { recursive: true });
  writeFileSync(join(folder, 'registry', 'agreements', 'AGR-1.yml'), AGREEMENT);
  const order = [
    'monitor',
    'once',
    '--since',
    'all',
    '--at',
    new Date(NOW).toISOString(),
    '--config',
    config,
  ];
  const start = performance.now();
  const run = spawn(process.execPath, [BIN, ...order], {
    env: { P: server.password },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const peaks = new Map<number, Usage>();
  const watch = setInterval(() => {
    for (const pid of [run.pid ?? 0, ...childrenOf(run.pid)]) {
      const usage = usageOf(pid);
      if (usage !== null) peaks.set(pid, usage);
    }
  }, 100);
  await once(run, 'exit');
  clearInterval(watch);
  const seconds = (performance.now() - start) / 1000;
  const reported = readFileSync(join(folder, 'reports.jsonl'), 'utf8').trimEnd().split('\n').length;
  const [own, judge] = peaks.values();
  print(`first scan of ${MESSAGES} messages: ${reported} reported in ${seconds.toFixed(1)} s`);
  print(
    `processor time: ${own?.seconds.toFixed(1)} s, and ${judge?.seconds.toFixed(1)} s of the process that judges`,
  );
  print(
    `memory at its highest: ${own?.megabytes.toFixed(0)} MB (under 200), and ${judge?.megabytes.toFixed(0)} MB of the process that judges`,
  );
}

/** What one poll costs that finds nothing, in a monitor that goes on running. */
async function idlePolls(): Promise<void> {
  const state = join(folder, 'idle');
  const opened = openState(state, { reportsExist: false });
  const read = readReceiver(RECEIVER);
  if (opened.state !== 'open' || 'faults' in read) throw new Error('The state is not in order');
  const { port, user, password } = server;
  const credential = { kind: 'password', variable: 'P' } as const;
  const place = { kind: 'imap', host: '127.0.0.1', port, secure: false, mailbox: 'INBOX' } as const;
  const costs: number[] = [];
  for (let poll = 0; poll < POLLS; poll++) {
    const before = process.cpuUsage();
    const { wires } = await watchOnce({
      receiver: read.receiver,
      registry: readRegistry([{ path: 'agreements/AGR-1.yml', text: AGREEMENT }]),
      secrets: new Map(),
      store: opened.store,
      state,
      wires: [imapWire({ ...place, user, credential }, { secret: password })],
      now: NOW + poll * 900_000,
      clock: () => NOW + poll * 900_000,
      since: 'now',
      schedule: monitoringOf({}).schedule,
      canonical: null,
      ackFiles: [],
      channels: [],
      ping: null,
    });
    if (wires[0]?.ok !== true || wires[0].new > 0)
      throw new Error(`The poll was not idle: ${wires[0]?.error}`);
    const { user: own, system } = process.cpuUsage(before);
    if (poll >= WARM) costs.push((own + system) / 1000);
  }
  opened.store.close();
  print(
    `idle poll: ${median(costs).toFixed(1)} ms of CPU, ${Math.max(...costs).toFixed(1)} at most (under 50)`,
  );
}

function childrenOf(pid: number | undefined): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return children.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

type Usage = { readonly megabytes: number; readonly seconds: number };

/** The most memory that a process has had, and how long it has worked; null where it is gone, or where the system does not tell. */
function usageOf(pid: number): Usage | null {
  try {
    const memory = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    // A process that has ended has none
    if (memory === null) return null;
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { megabytes: Number(memory[1]) / 1024, seconds: (Number(fields[11]) + Number(fields[12])) / 100 };
  } catch {
    return null;
  }
}

function print(line: string): void {
  console.log(line);
}
