import { once } from 'node:events';
import { readSettings, type Settings } from '../hub/settings.ts';
import { startHub } from '../hub/start.ts';
import type { Store } from '../hub/store/contract.ts';
import { StorageFailure, StorageRefusal } from '../hub/store/failure.ts';
import { beFrugal } from '../monitor/frugal.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';

/** `aimf hub`: runs until the process is asked to end. */
export async function hubCommand(io: Io): Promise<ExitCode> {
  const read = readSettings(io.env);
  if ('faults' in read) throw new CommandError(`Configuration error: ${read.faults.join('\n  ')}`);
  const { settings } = read;
  const log = (line: string) => io.err(`${line}\n`);
  const running = await told(async () =>
    startHub(settings, await openStore(settings, io), { now: io.now, log }),
  );
  beFrugal();
  log(`The hub answers at ${running.url}. Ctrl-C ends it.\n${hubAddresses(running.url)}`);
  await untilAborted(io.stopping());
  await running.stop();
  return 0;
}

/** Where people, agents and programs find a hub, as lines for a person. */
export function hubAddresses(url: string): string {
  return `  people         ${url}/ui\n  agents         AIM_SERVER_URL=${url} npx aim-mcp\n  programs       ${url}/docs\n`;
}

export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

async function openStore(settings: Settings, io: Io): Promise<Store> {
  if (settings.databaseUrl !== null) {
    const { PostgresStore } = await import('../hub/store/postgres.ts');
    return PostgresStore.open(settings.databaseUrl);
  }
  const { SqliteStore } = await import('../hub/store/sqlite.ts');
  const store = new SqliteStore(settings.databasePath, io.now);
  if (store.migration !== null)
    io.err(
      `${settings.databasePath} was of ${store.migration.from}; it was taken over with every id, and ${store.migration.backup} is as it was.\n`,
    );
  return store;
}

/** Tells what a person can act on: a database that cannot be opened, an address that cannot be bound. */
export async function told<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const actionable =
      error instanceof StorageRefusal || error instanceof StorageFailure || code !== undefined;
    if (!actionable) throw error;
    const advice =
      code === 'EADDRNOTAVAIL'
        ? ' AIM_HOST is no address of this machine: is Tailscale up?'
        : code === 'EADDRINUSE'
          ? ' Something else listens there: choose another AIM_PORT.'
          : '';
    const sentence = /[.?)]$/.test(message) ? message : `${message}.`;
    throw new CommandError(`The hub cannot start: ${sentence}${advice}`);
  }
}
