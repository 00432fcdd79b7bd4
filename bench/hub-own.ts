import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { type Cluster, startCluster } from '../src/hub/store/postgres.test-support.ts';

/** A database of the benchmark's own, which can be filled past the wire while no hub works on it. */
export type Database = {
  readonly env: Readonly<Record<string, string>>;
  /** Puts so many messages into each of some chats. */
  readonly fill: (rooms: readonly number[], sender: number, each: number) => Promise<void>;
  readonly drop: () => Promise<void>;
};

/** A fresh SQLite file. */
export function fileDatabase(): Database {
  const folder = mkdtempSync(join(tmpdir(), 'aimf-bench-'));
  const path = join(folder, 'aim.db');
  return {
    env: { AIM_DB_PATH: path },
    fill: async (rooms, sender, each) => {
      const db = new DatabaseSync(path);
      db.exec(`BEGIN; ${fillSqlite(rooms, sender, each)}; ${count(rooms)}; COMMIT;`);
      db.close();
    },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** An empty PostgreSQL database; without a URL, on a server that is started for it and waits for the disk. */
export async function postgresDatabase(given: string | null): Promise<Database> {
  const cluster: Cluster | null = given === null ? await startCluster({ durable: true }) : null;
  const url = given ?? (await cluster?.database()) ?? '';
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const [found] = await run("SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'");
  if (found?.tables !== 0) throw new Error('the database has tables already; give an empty one');
  return {
    env: { AIM_DATABASE_URL: url },
    fill: async (rooms, sender, each) => {
      await run(`BEGIN; ${fillPostgres(rooms, sender, each)}; ${count(rooms)}; COMMIT`);
      await run('ANALYZE');
    },
    drop: async () => cluster?.stop(),
  };
}

const TEXT = "'a message of the history, number ' || i || ' of its chat, as long as usual'";

function fillSqlite(rooms: readonly number[], sender: number, each: number): string {
  const at =
    "strftime('%Y-%m-%dT%H:%M:%S', coalesce(c.last_message_at, c.created_at), '+' || i || ' seconds')";
  return `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${each})
    INSERT INTO messages (chat_id, seq, sender_id, text, is_introduction, created_at)
      SELECT c.id, c.last_seq + i, ${sender}, ${TEXT}, 0, ${at} || printf('.%06dZ', c.id)
      FROM n CROSS JOIN chats c WHERE c.id IN (${rooms.join(',')})`;
}

function fillPostgres(rooms: readonly number[], sender: number, each: number): string {
  const moment = 'coalesce(c.last_message_at, c.created_at)::timestamptz + make_interval(secs => i)';
  const at = `to_char((${moment}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')`;
  return `INSERT INTO messages (chat_id, seq, sender_id, text, is_introduction, created_at)
      SELECT c.id, c.last_seq + i, ${sender}, ${TEXT}, 0, ${at} || '.' || lpad(c.id::text, 6, '0') || 'Z'
      FROM generate_series(1, ${each}) AS i CROSS JOIN chats c WHERE c.id IN (${rooms.join(',')})
      ORDER BY i, c.id`;
}

/** Makes the chats' counters true again. */
function count(rooms: readonly number[]): string {
  const chats = `id IN (${rooms.join(',')})`;
  return `UPDATE chats SET
      last_seq = (SELECT max(seq) FROM messages m WHERE m.chat_id = chats.id),
      message_count = (SELECT count(*) FROM messages m WHERE m.chat_id = chats.id),
      last_message_id = (SELECT id FROM messages m WHERE m.chat_id = chats.id ORDER BY seq DESC LIMIT 1)
      WHERE ${chats};
    UPDATE chats SET last_message_at = (SELECT created_at FROM messages WHERE id = last_message_id) WHERE ${chats};
    UPDATE chats SET active_at = last_message_at WHERE ${chats}`;
}

/** A hub of this checkout, in a process of its own. */
export type Own = { readonly base: URL; readonly child: ChildProcess };

export async function startOwn({ env }: Database): Promise<Own> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  server.close();
  const child = spawn(process.execPath, [new URL('../bin/aimf.js', import.meta.url).pathname, 'hub'], {
    env: { ...env, AIM_HOST: '127.0.0.1', AIM_ALLOW_LOOPBACK: '1', AIM_PORT: `${port}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  for await (const chunk of child.stderr ?? []) {
    said += chunk;
    if (said.includes('answers at')) return { base: new URL(`http://127.0.0.1:${port}`), child };
  }
  throw new Error(`the hub did not start: ${said}`);
}

export async function stopOwn({ child }: Own): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Most memory in MB and processor seconds so far of a hub, where the system tells. */
export function usageOf({ child }: Own): { megabytes: number; seconds: number } | null {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
    return { megabytes: kilobytes / 1024, seconds: (Number(fields[11]) + Number(fields[12])) / 100 };
  } catch {
    return null;
  }
}
