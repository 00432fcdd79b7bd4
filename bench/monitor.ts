import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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
const missing = noDovecot();
if (missing !== null) throw new Error(missing);

const server = await startDovecot();
const state = mkdtempSync(join(tmpdir(), 'aimf-bench-'));
try {
  for (let at = 0; at < MESSAGES; at += 1000) {
    const mails = Array.from(
      { length: 1000 },
      (_, id) => `${mailOf(message(`${at + id}`))}${'word '.repeat(60)}`,
    );
    await server.append(mails.map(raw => ({ raw })));
  }
  await firstScan();
  await idlePolls();
} finally {
  await server.kill();
  rmSync(state, { recursive: true });
}

/** The first scan of a full mailbox, in a process of its own as `aimf monitor once` is one. */
async function firstScan(): Promise<void> {
  const { port, user, password } = server;
  const order = { state, port, user, password, receiver: RECEIVER, agreement: AGREEMENT, now: NOW };
  const main = fileURLToPath(new URL('../src/monitor/scan.test-support.ts', import.meta.url));
  const start = performance.now();
  const run = spawn(process.execPath, [main, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let judge = 0;
  let last = '';
  for await (const line of createInterface(run.stdout)) {
    last = line;
    if (line.endsWith('00')) judge = Math.max(judge, ...childrenOf(run.pid).map(peakOf));
  }
  const { reported, megabytes, millis } = JSON.parse(last) as Record<string, number>;
  const seconds = (performance.now() - start) / 1000;
  print(
    `first scan of ${MESSAGES} messages: ${reported} reported in ${seconds.toFixed(1)} s, ${Math.round(millis ?? 0)} ms of its CPU`,
  );
  print(
    `memory at its highest: ${Math.round(megabytes ?? 0)} MB, and ${Math.round(judge)} MB of the judging process (under 200)`,
  );
}

/** What one poll costs that finds nothing, in a monitor that goes on running. */
async function idlePolls(): Promise<void> {
  const opened = openState(state, { reportsExist: true });
  const read = readReceiver(RECEIVER);
  if (opened.state !== 'open' || 'faults' in read) throw new Error('The state is not in order');
  const { port, user, password } = server;
  const credential = { kind: 'password', variable: 'P' } as const;
  const place = { kind: 'imap', host: '127.0.0.1', port, secure: false, mailbox: 'INBOX' } as const;
  const costs: number[] = [];
  for (let poll = 0; poll < 60; poll++) {
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
    // The first polls load and warm up
    if (poll >= 10) costs.push((own + system) / 1000);
  }
  opened.store.close();
  print(
    `idle poll: ${median(costs).toFixed(1)} ms of CPU, ${Math.max(...costs).toFixed(1)} at most (under 50)`,
  );
}

function childrenOf(pid: number | undefined): string[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n');
  } catch {
    return [];
  }
}

/** The most memory that a process has had, in MB. */
function peakOf(pid: string): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function print(line: string): void {
  console.log(line);
}
