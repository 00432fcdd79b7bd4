import { existsSync } from 'node:fs';
import { exportChat } from '../hub/export.ts';
import type { Reader } from '../hub/store/contract.ts';
import { backUpDatabase, type Census, restoreDatabase } from '../hub/store/sqlite-backup.ts';
import { SqliteConnection } from '../hub/store/sqlite-connection.ts';
import { onFile } from '../hub/store/sqlite-fault.ts';
import { isOwnFile } from '../hub/store/sqlite-migrate.ts';
import { told } from './hub.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';

type Options = { readonly database?: string; readonly json?: boolean };

/** `aimf hub backup` */
export async function hubBackup(file: string, options: Options, io: Io): Promise<ExitCode> {
  const database = fileOf(options, io);
  const census = await told(() => backUpDatabase(database, file));
  io.out(
    options.json === true ? json({ file, ...census }) : `${file} is a checked copy: ${summary(census)}.\n`,
  );
  return 0;
}

/** `aimf hub restore` */
export async function hubRestore(
  file: string,
  options: Options & { readonly newInstance?: boolean },
  io: Io,
): Promise<ExitCode> {
  const database = fileOf(options, io);
  const stamp = new Date(io.now()).toISOString().replaceAll(/[-:]/g, '').slice(0, 15);
  const newInstance = options.newInstance === true;
  const { census, former } = await told(() => restoreDatabase(file, database, { newInstance, stamp }));
  if (options.json === true) {
    io.out(json({ database, former, ...census }));
    return 0;
  }
  io.out(`${database} is restored from ${file}: ${summary(census)}.\n`);
  if (former !== null)
    io.out(`What was there is kept as ${former}; ids that it gave will not be given again.\n`);
  else if (!newInstance)
    io.out('If ids were given after this backup, restore with --new-instance: they would be given again.\n');
  return 0;
}

/** `aimf hub export` */
export async function hubExport(
  chat: string,
  options: Options & { readonly format: string },
  io: Io,
): Promise<ExitCode> {
  const { format } = options;
  if (format !== 'markdown' && format !== 'jsonl')
    throw new CommandError(`--format is "${format}"; it must be markdown or jsonl`);
  await told(async () => {
    const { reader, close } = await openReader(options, io);
    try {
      const text = await exportChat(reader, chat, format);
      if (text === null) throw new CommandError(`The database has no chat with the id or name "${chat}"`);
      for await (const piece of text) io.out(piece);
    } finally {
      await close();
    }
  });
  return 0;
}

/** The database that is asked about: a file by name, the one that AIM_DATABASE_URL leads to, or the hub's file. */
async function openReader(options: Options, io: Io): Promise<{ reader: Reader; close: () => Promise<void> }> {
  const url = io.env.AIM_DATABASE_URL;
  if (options.database === undefined && url !== undefined && url !== '') {
    const { PostgresStore } = await import('../hub/store/postgres.ts');
    const store = await PostgresStore.open(url);
    return { reader: store.read, close: () => store.close() };
  }
  const database = databaseOf(options, io);
  if (!existsSync(database)) throw new CommandError(`${database} does not exist`);
  const connection = onFile(database, () => new SqliteConnection(database, { readOnly: true }));
  const close = async () => connection.db.close();
  try {
    if (onFile(database, () => isOwnFile(connection.db))) return { reader: connection, close };
    throw new CommandError(
      `${database} is no database of a hub of this version. Start the hub on it once: it takes older ones over`,
    );
  } catch (error) {
    await close();
    throw error;
  }
}

/** The file that is copied or replaced; where the hub works on PostgreSQL, a file that lies about is not meant. */
function fileOf(options: Options, io: Io): string {
  if (options.database === undefined && (io.env.AIM_DATABASE_URL ?? '') !== '')
    throw new CommandError(
      'AIM_DATABASE_URL is set, so the hub keeps no file: use pg_dump and pg_restore, or name a file with --database',
    );
  return databaseOf(options, io);
}

function databaseOf(options: Options, io: Io): string {
  return options.database ?? (io.env.AIM_DB_PATH || './data/aim.db');
}

function summary({ instance, ...counts }: Census): string {
  const parts = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return `${parts.join(', ')}; instance ${instance}`;
}

function json(value: object): string {
  return `${JSON.stringify({ aimf: 1, ...value })}\n`;
}
