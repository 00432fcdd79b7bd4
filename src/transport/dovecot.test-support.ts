import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const DOVECOT = '/usr/sbin/dovecot';
/** Nobody's number: as root, Dovecot gives its mail processes to somebody else. */
const NOBODY = 65_534;

/** Why Dovecot's tests are skipped here, or null. In CI they are never skipped, so that they fail where it is missing. */
export function noDovecot(): string | null {
  // biome-ignore lint/style/noProcessEnv: only the machine that runs the tests can say whether it is CI
  if (existsSync(DOVECOT) || process.env.CI !== undefined) return null;
  return `${DOVECOT} is not installed (apt-get install dovecot-imapd)`;
}

/** A message as it lies in a mailbox: its bytes, and when it arrived. */
export type Mailed = { readonly raw: string | Uint8Array; readonly arrived?: string };

/** A mail server with one user and an empty mailbox, on loopback. */
export type Dovecot = {
  readonly port: number;
  readonly securePort: number;
  /** The certificate of the secure port, as PEM. */
  readonly ca: string;
  readonly user: string;
  readonly password: string;
  readonly append: (messages: readonly Mailed[], mailbox?: string) => Promise<void>;
  /** Gives a command to the server and gives all its lines, the last one without its tag. */
  readonly command: (line: string) => Promise<string[]>;
  /** All that there is to see of a mailbox: its numbers, and uid, flags, date and size of each message. */
  readonly look: (mailbox: string) => Promise<string[]>;
  /** Removes messages for good, by their uids. */
  readonly expunge: (mailbox: string, uids: string) => Promise<void>;
  /** Gives a mailbox a new UIDVALIDITY, and its messages new uids. */
  readonly renumber: (mailbox: string) => Promise<void>;
  /** Ends the server at once, in the middle of whatever it does. */
  readonly kill: () => Promise<void>;
};

/** Starts a Dovecot of its own in a temporary folder; the caller stops it with `kill`. */
export async function startDovecot(): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'aimf-dovecot-'));
  chmodSync(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  const [port, securePort] = [await freePort(), await freePort()];
  for (const name of ['run', 'mail']) mkdirSync(join(folder, name));
  if (isRoot) chownSync(join(folder, 'mail'), NOBODY, NOBODY);
  const ca = certificate(folder);
  writeFileSync(join(folder, 'users'), 'owner@example.net:{PLAIN}open sesame::::::\n');
  writeFileSync(join(folder, 'dovecot.conf'), configuration(folder, port, securePort, isRoot));
  const server = spawn(DOVECOT, ['-F', '-c', join(folder, 'dovecot.conf')], {
    stdio: 'ignore',
    detached: true,
  });
  const user = 'owner@example.net';
  const password = 'open sesame';
  const dialogue = async (lines: readonly (string | Uint8Array)[]) => {
    const client = await greeted(port, folder);
    try {
      await client.say([`LOGIN ${user} "${password}"`]);
      return await client.say(lines);
    } finally {
      client.close();
    }
  };
  const append = async (messages: readonly Mailed[], mailbox = 'INBOX') => {
    const parts: (string | Uint8Array)[] = [`APPEND ${mailbox}`];
    for (const { raw, arrived } of messages) {
      const bytes = Buffer.from(raw as string);
      const date = arrived === undefined ? '' : ` "${internalDate(arrived)}"`;
      parts[parts.length - 1] += `${date} {${bytes.length}+}\r\n`;
      parts.push(bytes, '');
    }
    await dialogue(parts);
  };
  const within = async (open: string, ...lines: string[]) => {
    const client = await greeted(port, folder);
    try {
      await client.say([`LOGIN ${user} "${password}"`]);
      await client.say([open]);
      const said: string[] = [];
      for (const line of lines) said.push(...(await client.say([line])));
      return said;
    } finally {
      client.close();
    }
  };
  const kill = async () => {
    await ended(server);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  await greeted(port, folder).then(
    client => client.close(),
    async error => {
      await kill();
      throw error;
    },
  );
  return {
    port,
    securePort,
    ca,
    user,
    password,
    append,
    command: line => dialogue([line]),
    look: async mailbox => {
      const status = await dialogue([
        `STATUS ${mailbox} (MESSAGES UIDNEXT UIDVALIDITY UNSEEN HIGHESTMODSEQ)`,
      ]);
      const rows = await within(`EXAMINE ${mailbox}`, 'UID FETCH 1:* (FLAGS INTERNALDATE RFC822.SIZE)');
      return [...status, ...rows].filter(line => line.startsWith('*'));
    },
    expunge: async (mailbox, uids) => {
      await within(`SELECT ${mailbox}`, `UID STORE ${uids} +FLAGS (\\Deleted)`, 'EXPUNGE');
    },
    renumber: async mailbox => {
      await dialogue([`RENAME ${mailbox} before-${mailbox}`]);
      // A number is the second of its making, and must be another one
      await wait(1100);
      await dialogue([`CREATE ${mailbox}`]);
      await within(`EXAMINE before-${mailbox}`, `COPY 1:* ${mailbox}`);
      await dialogue([`DELETE before-${mailbox}`]);
    },
    kill,
  };
}

/** Stops the server and whatever it has started. */
async function ended(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise(resolve => server.once('exit', resolve));
  process.kill(-server.pid, 'SIGKILL');
  await gone;
}

function configuration(folder: string, port: number, securePort: number, isRoot: boolean): string {
  const { username } = userInfo();
  const own = isRoot
    ? []
    : [
        `default_internal_user = ${username}`,
        `default_login_user = ${username}`,
        `default_internal_group = ${execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim()}`,
      ];
  const [uid, gid] = isRoot ? [NOBODY, NOBODY] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  return [
    `base_dir = ${folder}/run`,
    `state_dir = ${folder}/run`,
    `log_path = ${folder}/dovecot.log`,
    ...own,
    'protocols = imap',
    'listen = 127.0.0.1',
    'ssl = yes',
    `ssl_cert = <${folder}/cert.pem`,
    `ssl_key = <${folder}/key.pem`,
    'disable_plaintext_auth = no',
    'auth_failure_delay = 0',
    'first_valid_uid = 1',
    `mail_location = mdbox:${folder}/mail/%u`,
    'mail_fsync = never',
    'passdb {',
    '  driver = passwd-file',
    `  args = ${folder}/users`,
    '}',
    'userdb {',
    '  driver = static',
    `  args = uid=${uid} gid=${gid} home=${folder}/mail/%u`,
    '}',
    'namespace inbox {',
    '  inbox = yes',
    '  separator = /',
    '}',
    'service imap-login {',
    '  chroot =',
    '  service_count = 0',
    '  inet_listener imap {',
    `    port = ${port}`,
    '  }',
    '  inet_listener imaps {',
    `    port = ${securePort}`,
    '    ssl = yes',
    '  }',
    '}',
    'service anvil {',
    '  chroot =',
    '}',
    'service stats {',
    '  chroot =',
    '}',
    'service imap {',
    '  process_limit = 64',
    '}',
    '',
  ].join('\n');
}

function certificate(folder: string): string {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const form = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '30',
  ];
  execFileSync('openssl', [...form, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
  return readFileSync(cert, 'utf8');
}

/** `30-Nov-2026 14:30:00 +0000` for an RFC 3339 time. */
function internalDate(time: string): string {
  const [, day, month, year, clock] =
    /^\w+, (\d\d) (\w+) (\d+) ([\d:]+)/.exec(new Date(time).toUTCString()) ?? [];
  return `${day}-${month}-${year} ${clock} +0000`;
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

type Client = {
  readonly say: (parts: readonly (string | Uint8Array)[]) => Promise<string[]>;
  readonly close: () => void;
};

/** A connection that the server has greeted; it has some seconds to start. */
async function greeted(port: number, folder: string): Promise<Client> {
  for (let tries = 0; ; tries++) {
    try {
      return await dial(port);
    } catch (error) {
      const log = join(folder, 'dovecot.log');
      if (tries === 500)
        throw new Error(`Dovecot does not start: ${existsSync(log) ? readFileSync(log, 'utf8') : error}`);
      await wait(50);
    }
  }
}

async function dial(port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  const lines = linesOf(socket);
  const { value: greeting } = await lines.next();
  if (greeting?.startsWith('* OK') !== true) throw new Error(`No greeting: ${greeting}`);
  let tag = 0;
  return {
    say: async parts => {
      const name = `t${++tag}`;
      socket.write(`${name} `);
      for (const part of parts) socket.write(part);
      socket.write('\r\n');
      const said: string[] = [];
      for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
        if (line.value.startsWith(`${name} OK`)) return [...said, line.value.slice(name.length + 1)];
        if (line.value.startsWith(`${name} `)) throw new Error(line.value);
        said.push(line.value);
      }
      throw new Error('The server has gone');
    },
    close: () => socket.destroy(),
  };
}

async function* linesOf(socket: Socket): AsyncGenerator<string, void> {
  let rest = '';
  for await (const chunk of socket) {
    rest += String(chunk);
    const lines = rest.split('\r\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
