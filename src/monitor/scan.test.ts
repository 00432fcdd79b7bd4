import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sha256Hex } from '../core/finding/hash.ts';
import type { MonitorResult } from '../core/report/monitor-json.ts';
import { acceptedMemory } from '../store/accepted.ts';
import { databasePath } from '../store/state-file.ts';
import { temporaryFolder } from '../store/store.test-support.ts';
import { type Dovecot, noDovecot, startDovecot } from '../transport/dovecot.test-support.ts';
import { AGREEMENT, dropMail, mailOf, message, NOW, RECEIVER } from './messages.test-support.ts';
import type { ScanOrder } from './scan.test-support.ts';

const SCAN = fileURLToPath(new URL('./scan.test-support.ts', import.meta.url));
// biome-ignore lint/style/noProcessEnv: how often to kill, and with what seed, is up to who runs the tests
const { AIMF_KILLS, AIMF_SEED } = process.env;
const KILLS = Number(AIMF_KILLS ?? 20);

/** Numbers between 0 and 1 that a seed determines. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One scan in a process of its own, killed some ms after some lines; gives its last line, or null where it was killed. */
async function scan(order: ScanOrder, kill?: { after: number; delay: number }): Promise<string | null> {
  const child: ChildProcess = spawn(process.execPath, [SCAN, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise<NodeJS.Signals | null>(resolve => {
    child.once('exit', (_, signal) => resolve(signal));
  });
  const after = (lines: number) => {
    if (lines === kill?.after) setTimeout(() => child.kill('SIGKILL'), kill.delay);
  };
  let last = '';
  let lines = 0;
  after(lines);
  if (child.stdout === null) throw new Error('The scan has no output');
  for await (const line of createInterface(child.stdout)) {
    last = line;
    after(++lines);
  }
  return (await gone) === 'SIGKILL' ? null : last;
}

/** Five mails of different fates; the third has the id of the first. */
function mailsOf(round: number): string[] {
  return [
    mailOf(message(`note-${round}`)),
    dropMail(`drop-${round}`, `file ${round}`),
    mailOf(message(`note-${round}`), { subject: 'NOTE ' }),
    mailOf(message(`broken-${round}`).replace('subject', 'object')),
    mailOf('Are you coming?', { subject: `lunch ${round}` }),
  ];
}
const FATES = ['accepted', 'accepted', 'duplicate', 'attempt', null];

const missing = noDovecot();
describe.skipIf(missing !== null)(`a scan of a mailbox${missing === null ? '' : ` (${missing})`}`, () => {
  const start = async () => {
    const server = await startDovecot();
    onTestFinished(() => server.kill());
    const state = temporaryFolder();
    return { server, state, order: orderOf(server, state) };
  };
  const orderOf = ({ port, user, password }: Dovecot, state: string): ScanOrder => {
    return { state, port, user, password, receiver: RECEIVER, agreement: AGREEMENT, now: NOW };
  };
  const reportsOf = (state: string) => {
    const lines = readFileSync(join(state, 'reports.jsonl'), 'utf8').trimEnd().split('\n');
    return lines.map(line => JSON.parse(line) as MonitorResult);
  };

  it(`killed ${KILLS} times reports each message exactly once in the end (10.2)`, {
    timeout: 100_000 + KILLS * 40_000,
  }, async () => {
    const { server, state, order } = await start();
    const seed = Number(AIMF_SEED ?? Math.floor(Math.random() * 1e9));
    process.stdout.write(`kill -9: seed ${seed} (AIMF_SEED), ${KILLS} kills (AIMF_KILLS)\n`);
    const random = randomFrom(seed);
    let sent = 0;
    for (let kills = 0; kills < KILLS; ) {
      // A few mails a run, so that a kill meets the start, the scan and the reports alike
      const rounds = Math.floor(random() * 3);
      for (let round = 0; round < rounds; round++)
        await server.append(mailsOf(sent / 5 + round).map(raw => ({ raw })));
      sent += rounds * 5;
      const kill = { after: Math.floor(random() * (rounds * 5 + 1)), delay: random() ** 3 * 60 };
      if ((await scan(order, kill)) === null) kills++;
    }
    const before = await server.look('INBOX');
    const last = JSON.parse((await scan(order)) ?? '');
    expect(last).toMatchObject({ wires: [{ ok: true, error: null }], undelivered: [] });
    expect(await server.look('INBOX')).toEqual(before);

    const results = reportsOf(state);
    expect(new Set(results.map(one => one.key)).size).toBe(results.length);
    const expected = Array.from({ length: sent }, (_, at) => [at + 1, FATES[at % 5]] as const);
    expect(results.map(one => `${one.file} ${one.verdict}`)).toEqual(
      expected.flatMap(([uid, fate]) => (fate === null ? [] : [`INBOX/${uid} ${fate}`])),
    );
    const memory = acceptedMemory(databasePath(state));
    const days = new Set(results.map(one => one.arrived.slice(0, 10)));
    const accepted = [...days].reduce((sum, day) => sum + memory.acceptedOn('AGR-1', day), 0);
    expect(accepted).toBe((sent / 5) * 2);
    const paths = results.flatMap(one => one.stored);
    expect(paths).toHaveLength(sent / 5);
    for (const path of paths) expect(path.endsWith(sha256Hex(readFileSync(path)))).toBe(true);
    expect(readdirSync(join(state, 'files')).sort()).toEqual(paths.map(path => basename(path)).sort());
  });

  it('of many messages stays small, and changes no flag (10.2)', { timeout: 400_000 }, async () => {
    const { server, state, order } = await start();
    const count = 2000;
    const text = 'word '.repeat(200);
    const mails = Array.from({ length: count }, (_, at) => `${mailOf(message(`note-${at}`))}${text}`);
    await server.append(mails.map(raw => ({ raw })));
    const before = await server.look('INBOX');
    const last = JSON.parse((await scan(order)) ?? '');
    expect(last.wires).toMatchObject([{ ok: true, new: count }]);
    expect(last.reported).toBe(count);
    expect(last.megabytes).toBeLessThan(200);
    expect(reportsOf(state)).toHaveLength(count);
    expect(await server.look('INBOX')).toEqual(before);
  });
});
