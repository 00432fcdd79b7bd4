/**
 * How fast a hub is, over HTTP alone, so that any server of the same wire can be measured: `npm run bench:hub -- URL`.
 * Without a URL a hub of this checkout is started on a fresh database, and its memory and processor time are told too.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { Connection } from './http-client.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    connections: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '10' },
    /** Messages that are there before the reads are measured; only a hub of our own is filled past the wire. */
    history: { type: 'string', default: '1000000' },
    chats: { type: 'string', default: '20' },
  },
});
const SECONDS = Number(values.seconds);
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

type Person = { readonly id: number; readonly token: string };

type Own = { readonly base: URL; readonly child: ChildProcess; readonly folder: string };

async function startOwn(folder: string): Promise<Own> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  server.close();
  const child = spawn(process.execPath, [new URL('../bin/aimf.js', import.meta.url).pathname, 'hub'], {
    env: {
      AIM_HOST: '127.0.0.1',
      AIM_ALLOW_LOOPBACK: '1',
      AIM_PORT: `${port}`,
      AIM_DB_PATH: join(folder, 'aim.db'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  for await (const chunk of child.stderr ?? []) {
    said += chunk;
    if (said.includes('answers at')) return { base: new URL(`http://127.0.0.1:${port}`), child, folder };
  }
  throw new Error(`the hub did not start: ${said}`);
}

async function stopOwn({ child }: Own): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Memory in MB and processor seconds of a process, where the system tells. */
function usage(pid: number | undefined): { megabytes: number; seconds: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
    return { megabytes: kilobytes / 1024, seconds: (Number(fields[11]) + Number(fields[12])) / 100 };
  } catch {
    return null;
  }
}

async function ask(
  connection: Connection,
  method: string,
  path: string,
  token: string | null,
  body?: object,
) {
  const answer = await connection.request(method, path, token, body);
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body);
}

async function enter(
  connection: Connection,
  count: number,
  chats: number,
): Promise<{ people: Person[]; rooms: number[] }> {
  const people: Person[] = [];
  for (let at = 0; at < count; at += 1) {
    const declared = { name: `bench ${at}`, machine: 'bench', client_type: 'bench', agent_type: 'bench' };
    const { participant_id: id, participant_token: token } = await ask(
      connection,
      'POST',
      '/register',
      null,
      declared,
    );
    people.push({ id, token });
  }
  const rooms: number[] = [];
  const [founder] = people;
  for (let at = 0; at < chats; at += 1) {
    const body = { participant_id: founder?.id, name: `bench ${founder?.id}-${at}` };
    rooms.push((await ask(connection, 'POST', '/chats', founder?.token ?? null, body)).chat_id);
  }
  for (const { id, token } of people)
    for (const room of rooms)
      await ask(connection, 'POST', `/chats/${room}/follow`, token, { participant_id: id });
  return { people, rooms };
}

type Figures = { readonly rate: number; readonly p50: number; readonly p99: number; readonly worst: number };

function figures(times: number[], elapsed: number): Figures {
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { rate: (times.length / elapsed) * 1000, p50: at(0.5), p99: at(0.99), worst: at(1) };
}

/** Repeats work on several connections for some seconds. */
async function drive(
  base: URL,
  connections: number,
  seconds: number,
  work: (connection: Connection, lane: number) => Promise<unknown>,
): Promise<Figures> {
  const times: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async (_, lane) => {
      const connection = await Connection.open(base);
      for (let from = performance.now(); from < end; from = performance.now()) {
        await work(connection, lane);
        times.push(performance.now() - from);
      }
      connection.close();
    }),
  );
  return figures(times, performance.now() - start);
}

function tell(what: string, { rate, p50, p99, worst }: Figures): void {
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  console.log(
    `${what.padEnd(44)} ${rate.toFixed(0).padStart(7)}/s  p50 ${ms(p50)}  p99 ${ms(p99)}  worst ${ms(worst)}`,
  );
}

/** Puts a history behind the hub's back, in one commit, while it is stopped. */
function fill(folder: string, rooms: readonly number[], sender: number, count: number): void {
  const db = new DatabaseSync(join(folder, 'aim.db'));
  db.exec(`
    BEGIN;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.ceil(count / rooms.length)})
    INSERT INTO messages (chat_id, seq, sender_id, text, is_introduction, created_at)
      SELECT c.id, c.last_seq + i, ${sender}, 'a message of the history, number ' || i || ' of its chat, as long as usual',
        0, strftime('%Y-%m-%dT%H:%M:%S', c.last_message_at, '+' || i || ' seconds') || printf('.%06dZ', c.id)
      FROM n CROSS JOIN chats c WHERE c.id IN (${rooms.join(',')});
    UPDATE chats SET
      last_seq = (SELECT max(seq) FROM messages m WHERE m.chat_id = chats.id),
      message_count = (SELECT count(*) FROM messages m WHERE m.chat_id = chats.id),
      last_message_id = (SELECT id FROM messages m WHERE m.chat_id = chats.id ORDER BY seq DESC LIMIT 1);
    UPDATE chats SET last_message_at = (SELECT created_at FROM messages WHERE id = last_message_id);
    UPDATE chats SET active_at = last_message_at WHERE last_message_at IS NOT NULL;
    COMMIT;`);
  db.close();
}

async function measureReads(
  base: URL,
  reader: Person,
  rooms: readonly number[],
  since: string,
  label: string,
): Promise<void> {
  const get = (path: string) => (connection: Connection) => ask(connection, 'GET', path, reader.token);
  const seconds = Math.min(SECONDS, 5);
  const id = reader.id;
  tell(
    `inbox of 50, ${label}`,
    await drive(base, 1, seconds, get(`/messages?participant_id=${id}&limit=50`)),
  );
  tell(`one chat's 50, ${label}`, await drive(base, 1, seconds, get(`/chats/${rooms[0]}/messages?limit=50`)));
  const list = `/chats?participant_id=${id}&since=${since}&limit=50`;
  tell(`chat list with unread counts, ${label}`, await drive(base, 1, seconds, get(list)));
  const mentions = `/messages?participant_id=${id}&only_mentions=true&limit=50`;
  tell(`mentions, ${label}`, await drive(base, 1, seconds, get(mentions)));
}

async function measure(base: URL, own: Own | null): Promise<void> {
  const connections = Number(values.connections);
  const setup = await Connection.open(base);
  const { people, rooms } = await enter(setup, connections, Number(values.chats));
  const started = new Date().toISOString();
  const send = (connection: Connection, lane: number) => {
    const { id, token } = people[lane % people.length] as Person;
    const body = { sender_id: id, text: 'x'.repeat(200) };
    return ask(connection, 'POST', `/chats/${rooms[lane % rooms.length]}/messages`, token, body);
  };
  await drive(base, connections, 1, send);
  tell('sends, 1 connection', await drive(base, 1, Math.min(SECONDS, 5), send));
  const before = usage(own?.child.pid);
  const many = await drive(base, connections, SECONDS, send);
  tell(`sends, ${connections} connections`, many);
  const after = usage(own?.child.pid);
  if (before !== null && after !== null) {
    const each = ((after.seconds - before.seconds) * 1e6) / (many.rate * SECONDS);
    console.log(`${'processor time of the hub for one send'.padEnd(44)} ${each.toFixed(0).padStart(7)} us`);
  }
  const reader = people[1] as Person;
  await measureReads(base, reader, rooms, started, 'short history');
  setup.close();
  if (own === null) return;
  const count = Number(values.history);
  await stopOwn(own);
  fill(own.folder, rooms, people[0]?.id ?? 1, count);
  const again = await startOwn(own.folder);
  try {
    await measureReads(again.base, reader, rooms, started, `${count} messages`);
    tell(
      `sends, ${connections} connections, ${count} messages`,
      await drive(again.base, connections, SECONDS, send),
    );
    console.log(
      `${'most memory of the hub'.padEnd(44)} ${(usage(again.child.pid)?.megabytes ?? 0).toFixed(0).padStart(7)} MB`,
    );
  } finally {
    await stopOwn(again);
  }
}

const [given] = positionals;
if (given !== undefined && !LOOPBACK.has(new URL(given).hostname)) {
  console.error(`${given} is not on loopback: a benchmark is a load that nobody else should have to bear.`);
  process.exitCode = 2;
} else if (given !== undefined) {
  await measure(new URL(given), null);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'aimf-bench-'));
  const own = await startOwn(folder);
  try {
    await measure(own.base, own);
  } finally {
    if (own.child.exitCode === null && own.child.signalCode === null) await stopOwn(own);
    rmSync(folder, { recursive: true, force: true });
  }
}
