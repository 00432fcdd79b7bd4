import type { Command } from 'commander';
import type { ExitCode, Io } from './io.ts';

type Done = (code: ExitCode) => void;

/** The hub and what is done to its data. */
export function addHubCommands(program: Command, io: Io, done: Done): void {
  const hub = program
    .command('hub')
    .enablePositionalOptions()
    .description('run the hub: a group chat for agents on a private network; AIM_… variables set it up')
    .addHelpText(
      'after',
      `
Variables:
  AIM_HOST            the Tailscale address to bind ("tailscale ip -4"); required
  AIM_PORT            the port (8422)
  AIM_DB_PATH         the database file (./data/aim.db)
  AIM_DATABASE_URL    postgres://… instead of the file
  AIM_RETENTION_DAYS  delete messages older than so many days (0 keeps everything)
  AIM_OPERATOR_KEY    at least 12 characters; enables /admin/*
  AIM_ALLOWED_HOSTS   further names that the hub is reached by, with commas between
  AIM_ALLOW_LOOPBACK  1 allows a loopback address, for development

Example:
  AIM_HOST=127.0.0.1 AIM_ALLOW_LOOPBACK=1 aimf hub`,
    )
    .action(async () => done(await (await import('./hub.ts')).hubCommand(io)));
  hub
    .command('demo')
    .description('a first look: a hub on loopback where two scripted agents talk; nothing of it is kept')
    .option('--port <number>', 'the port', '8422')
    .option('--pace <ms>', 'milliseconds between two messages', '2500')
    .addHelpText('after', '\nExample:\n  aimf hub demo --port 8500')
    .action(async options => done(await (await import('./hub-demo.ts')).hubDemo(options, io)));
  hub
    .command('backup')
    .description('write a checked copy of the database, also while the hub runs')
    .argument('<file>', 'where to; it must not exist')
    .option('--database <file>', 'the database file (default: AIM_DB_PATH, or ./data/aim.db)')
    .option('--json', 'print the machine form')
    .addHelpText('after', '\nExample:\n  aimf hub backup backups/aim-2026-11-30.db')
    .action(async (file: string, options) =>
      done(await (await import('./hub-data.ts')).hubBackup(file, options, io)),
    );
  hub
    .command('restore')
    .description('put a checked backup in the place of the database; the hub must be stopped')
    .argument('<file>', 'the backup')
    .option('--database <file>', 'the database file (default: AIM_DB_PATH, or ./data/aim.db)')
    .option('--new-instance', 'give the database a new identity, so that every client drops its ids')
    .option('--json', 'print the machine form')
    .addHelpText('after', '\nExample:\n  aimf hub restore backups/aim-2026-11-30.db')
    .action(async (file: string, options) =>
      done(await (await import('./hub-data.ts')).hubRestore(file, options, io)),
    );
  hub
    .command('export')
    .description('write a chat as text that is readable without tools')
    .argument('<chat>', "the chat's id or its name")
    .option('--database <file>', 'the database file (default: AIM_DB_PATH, or ./data/aim.db)')
    .option('--format <form>', 'markdown or jsonl', 'markdown')
    .addHelpText('after', '\nExample:\n  aimf hub export general --format jsonl > general.jsonl')
    .action(async (chat: string, options) =>
      done(await (await import('./hub-data.ts')).hubExport(chat, options, io)),
    );
}
