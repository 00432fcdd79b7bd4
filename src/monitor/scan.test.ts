import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '../core/finding/hash.ts';
import { acceptedMemory } from '../store/accepted.ts';
import { databasePath, openState } from '../store/state-file.ts';
import { temporaryFolder } from '../store/store.test-support.ts';
import { type Dovecot, noDovecot, startDovecot } from '../transport/dovecot.test-support.ts';
import type { ScanOrder } from './scan.test-support.ts';
import { AGREEMENT, dropMail, mailOf, message, NOW, RECEIVER } from './world.test-support.ts';

const SCAN = fileURLToPath(new URL('./scan.test-support.ts', import.meta.url));
// biome-ignore lint/style/noProcessEnv: how often to kill, and with what seed, is up to who runs the tests
const { AIMF_KILLS, AIMF_SEED } = process.env;
const KILLS = Number(AIMF_KILLS ?? 20);

/** Numbers between 0 and 1 that a seed determines (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One scan in a process of its own, killed after some messages; gives its last line, or null where it was killed. */
async function scan(
  order: ScanOrder,
  killAfter = Number.POSITIVE_INFINITY,
  delay = 0,
): Promise<string | null> {
  const child: ChildProcess = spawn(process.execPath, [SCAN, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise<NodeJS.Signals | null>(resolve =>
    child.once('exit', (_, signal) => resolve(signal)),
  );
  const kill = () => setTimeout(() => child.kill('SIGKILL'), delay);
  if (killAfter === 0) kill();
  let last = '';
  let lines = 0;
  if (child.stdout === null) throw new Error('The scan has no output');
  for await (const line of createInterface(child.stdout)) {
    last = line;
    if (++lines === killAfter) kill();
  }
  return (await gone) === 'SIGKILL' ? null : last;
}

const missing = noDovecot();
describe.skipIf(missing !== null)(`a scan of a mailbox${missing === null ? '' : ` (${missing})`}`, () => {
  let server: Dovecot;
  beforeAll(async () => {
    server = await startDovecot();
  });
  afterAll(() => server?.kill());
  const orderOf = (state: string): ScanOrder => {
    const { port, user, password } = server;
    return { state, port, user, password, receiver: RECEIVER, agreement: AGREEMENT, now: NOW };
  };
  const entriesOf = (state: string) => {
    const opened = openState(state, { reportsExist: true, readOnly: true });
    if (opened.state !== 'open') throw new Error(opened.state);
    const results = [...opened.store.entriesSince(0)].flatMap(one =>
      one.kind === 'result' ? [one.result] : [],
    );
    opened.store.close();
    return results;
  };

  it(`killed ${KILLS} times reports each message exactly once in the end (10.2)`, {
    timeout: 60_000 + KILLS * 15_000,
  }, async () => {
    const seed = Number(AIMF_SEED ?? Math.floor(Math.random() * 1e9));
    process.stdout.write(`kill -9: seed ${seed} (AIMF_SEED), ${KILLS} kills (AIMF_KILLS)\n`);
    const random = randomFrom(seed);
    const mails: string[] = [];
    for (let at = 0; mails.length < KILLS * 6; at++) {
      mails.push(mailOf(message(`note-${at}`)));
      mails.push(dropMail(`drop-${at}`, `file ${at}`));
      mails.push(mailOf(message(`note-${at}`), { subject: 'NOTE ' }));
      mails.push(mailOf(message(`broken-${at}`).replace('subject', 'object')));
      mails.push(mailOf('Are you coming?', { subject: `lunch ${at}` }));
    }
    await server.append(mails.map(raw => ({ raw })));
    const before = await server.look('INBOX');
    const state = temporaryFolder();
    const order = orderOf(state);
    for (let kills = 0; kills < KILLS; kills++) {
      // The first messages of a run are as good a moment as its start
      await scan(order, Math.floor(random() * 12), random() * 4);
    }
    const last = JSON.parse((await scan(order)) ?? '');
    expect(last.wires).toMatchObject([{ ok: true, error: null }]);
    expect(await server.look('INBOX')).toEqual(before);

    const results = entriesOf(state);
    const files = results.map(one => one.file);
    expect(new Set(files).size).toBe(files.length);
    const expected = mails.flatMap((_, at) => {
      const verdict = ['accepted', 'accepted', 'duplicate', 'attempt', null][at % 5];
      return verdict === null ? [] : [`INBOX/${at + 1} ${verdict}`];
    });
    expect(results.map(one => `${one.file} ${one.verdict}`)).toEqual(expected);
    const rounds = mails.length / 5;
    const days = new Set(results.map(one => one.arrived.slice(0, 10)));
    const memory = acceptedMemory(databasePath(state));
    const counted = [...days].reduce((sum, day) => sum + memory.acceptedOn('AGR-1', day), 0);
    expect(counted).toBe(2 * rounds);
    for (const { stored } of results.filter(one => one.envelope?.type === 'FILE_DROP')) {
      const [path = ''] = stored;
      expect(path.endsWith(sha256Hex(readFileSync(path)))).toBe(true);
    }
    const kept = readdirSync(join(state, 'files')).filter(name => !name.endsWith('.tmp'));
    expect(kept).toHaveLength(rounds);
  });
});
