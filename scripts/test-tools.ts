/** Installs the programs beyond npm that the tests start, where this machine lets it, and says so where it does not. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

interface Tool {
  readonly name: string;
  readonly packages: readonly string[];
  readonly isHere: () => boolean;
}

const TOOLS: readonly Tool[] = [
  { name: 'Chromium', packages: ['chromium'], isHere: () => existsSync('/usr/bin/chromium') },
  {
    name: 'Dovecot',
    packages: ['dovecot-imapd'],
    isHere: () => existsSync('/usr/sbin/dovecot') && existsSync('/usr/lib/dovecot/imap'),
  },
  { name: 'PostgreSQL', packages: ['postgresql'], isHere: () => postgresVersions().length > 0 },
];

function postgresVersions(): string[] {
  const root = '/usr/lib/postgresql';
  return existsSync(root) ? readdirSync(root).filter(one => existsSync(`${root}/${one}/bin/initdb`)) : [];
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The words in front of apt-get that make it allowed here; null where it is not. */
function elevation(): string[] | null {
  if (!existsSync('/usr/bin/apt-get')) return null;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null;
}

function apt(prefix: readonly string[], args: readonly string[]): boolean {
  const [command = 'apt-get', ...rest] = [
    ...prefix,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    ...args,
  ];
  return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

function installTools(): void {
  const missing = TOOLS.filter(tool => !tool.isHere());
  if (missing.length === 0) return;
  const names = missing.map(tool => tool.name).join(', ');
  const prefix = elevation();
  if (prefix === null) {
    say(`The tests want ${names}, which this machine lacks and does not let this script install.`);
    say(`On Debian: sudo apt-get install ${missing.flatMap(tool => tool.packages).join(' ')}`);
    return;
  }
  say(`Installing ${names} for the tests…`);
  const install = ['install', '-y', '--no-install-recommends', ...missing.flatMap(tool => tool.packages)];
  const done = apt(prefix, install) || (apt(prefix, ['update']) && apt(prefix, install));
  if (!done) say(`${names} could not be installed; the tests that need it will say so.`);
}

installTools();
