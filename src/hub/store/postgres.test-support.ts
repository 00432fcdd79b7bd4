import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const ROOT = '/usr/lib/postgresql';

/** Why PostgreSQL's tests are skipped here, or null. In CI they are never skipped, so that they fail where it is missing. */
export function noPostgres(): string | null {
  // biome-ignore lint/style/noProcessEnv: only the machine that runs the tests can say whether it is CI
  if (process.env.CI !== undefined || programs() !== null) return null;
  return `${ROOT} has no server (apt-get install postgresql)`;
}

function programs(): string | null {
  if (!existsSync(ROOT)) return null;
  const folders = readdirSync(ROOT).map(version => join(ROOT, version, 'bin'));
  return folders.filter(folder => existsSync(join(folder, 'initdb'))).at(-1) ?? null;
}

/** A PostgreSQL server of the tests' own, on loopback. */
export type Cluster = {
  /** Makes an empty database and gives its URL. */
  readonly database: () => Promise<string>;
  readonly stop: () => void;
};

/**
 * Starts a cluster in a temporary folder, as the user "postgres" where the tests run as root. It waits for the disk only
 * where that is wanted.
 */
export async function startCluster({ durable = false } = {}): Promise<Cluster> {
  const bin = programs();
  if (bin === null) throw new Error(`${ROOT} has no server (apt-get install postgresql)`);
  const folder = mkdtempSync(join(tmpdir(), 'aimf-postgres-'));
  chmodSync(folder, 0o755);
  const asRoot = process.getuid?.() === 0;
  if (asRoot) chownSync(folder, idOf('-u'), idOf('-g'));
  const [data, log, port] = [join(folder, 'data'), join(folder, 'log'), await freePort()];
  const run = (program: string, ...args: string[]) => {
    const command = [join(bin, program), ...args];
    const [first = '', ...rest] = asRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    execFileSync(first, rest, { stdio: ['ignore', 'ignore', 'ignore'], cwd: folder });
  };
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N');
  const options = `-h 127.0.0.1 -p ${port} -k ${folder} -c fsync=${durable ? 'on' : 'off'}`;
  run('pg_ctl', '-D', data, '-w', '-l', log, '-o', options, 'start');
  const url = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  let count = 0;
  return {
    database: async () => {
      const name = `hub${++count}`;
      const client = new pg.Client({ connectionString: url('postgres') });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return url(name);
    },
    stop: () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function idOf(flag: string): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
