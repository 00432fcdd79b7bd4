import { parseArgs } from 'node:util';

/** What is measured: a server that runs already, or a hub of this checkout on a database of some kind. */
export type Target =
  | { readonly kind: 'server'; readonly base: URL }
  | { readonly kind: 'file' }
  | { readonly kind: 'postgres'; readonly database: string | null };

export type Options = {
  readonly target: Target;
  readonly connections: number;
  readonly seconds: number;
  readonly history: number;
  readonly chats: number;
};

export const USAGE = `Measures a hub over HTTP.

Usage: npm run bench:hub -- [options] [URL]

  URL                    a server of the same API that runs already, on loopback;
                         without it a hub of this checkout is started on a fresh file
  --postgres             the hub works on a PostgreSQL server that is started for it
  --database postgres:…  the hub works on this empty database, which keeps what is written
  --connections N        clients that write at once (64)
  --seconds N            how long each write is measured; reads up to 5 (10)
  --history N            messages that are put there before the second round (1000000)
  --chats N              chats that they are spread over (20)

Example: npm run bench:hub -- --postgres --seconds 3 --history 100000
`;

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Reads the command line; null asks for the usage, and what is wrong is thrown in words for a person. */
export function readOptions(args: readonly string[]): Options | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      postgres: { type: 'boolean' },
      database: { type: 'string' },
      connections: { type: 'string', default: '64' },
      seconds: { type: 'string', default: '10' },
      history: { type: 'string', default: '1000000' },
      chats: { type: 'string', default: '20' },
    },
  });
  if (values.help === true) return null;
  const given = [...positionals, ...(values.database === undefined ? [] : [values.database])];
  if (given.length + (values.postgres === true ? 1 : 0) > 1)
    throw new Error('give one of URL, --postgres and --database');
  return {
    target: targetOf(positionals[0], values.database, values.postgres === true),
    connections: numberOf('connections', values.connections, 1, 5000),
    seconds: numberOf('seconds', values.seconds, 1, 3600),
    history: numberOf('history', values.history, 0, 100_000_000),
    chats: numberOf('chats', values.chats, 1, 10_000),
  };
}

function targetOf(url: string | undefined, database: string | undefined, postgres: boolean): Target {
  if (url !== undefined) return { kind: 'server', base: loopback(url, /^http:$/, 'http://127.0.0.1:8422') };
  if (database !== undefined) {
    loopback(database, /^postgres(?:ql)?:$/, 'postgres://user@127.0.0.1/empty');
    return { kind: 'postgres', database };
  }
  return postgres ? { kind: 'postgres', database: null } : { kind: 'file' };
}

/** A URL on this machine: a benchmark is a load that nobody else should have to bear. */
function loopback(text: string, protocol: RegExp, example: string): URL {
  const url = URL.parse(text);
  if (url === null || !protocol.test(url.protocol)) throw new Error(`expected a URL such as ${example}`);
  if (!LOOPBACK.has(url.hostname))
    throw new Error(`${url.hostname} is not on loopback, and nobody else should have to bear this load`);
  return url;
}

function numberOf(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= min && value <= max) return value;
  throw new Error(`--${name} is "${text}"; it must be a whole number from ${min} to ${max}`);
}
