import type { Command } from 'commander';
import type { ExitCode, Io } from './io.ts';
import { INIT_QUESTIONS } from './monitor-questions.ts';

type Done = (code: ExitCode) => void;

/** The commands of the monitor (specification section 10). */
export function addMonitorCommands(program: Command, io: Io, done: Done): void {
  const monitor = program
    .command('monitor')
    .description('watch your inbox, and report; it never answers or acts');
  const configured = (command: Command) =>
    command.option('--config <file>', 'the private receiver file', 'aimf.yml');
  configured(monitor.command('once'))
    .description('look at every wire once, and report what is new')
    .option('--since <date>', 'on a first run: judge what arrived since then, or all (default: from now on)')
    .option('--at <time>', "the run's clock, instead of now")
    .option('--dns <zone>', 'answer DNS from this JSON file')
    .option('--json', 'print the machine form')
    .addHelpText(
      'after',
      '\nExample:\n  aimf monitor once --since 2026-11-01\n\nExit: 0 nothing needs you, 1 something does, 2 something could not be read',
    )
    .action(async options => done(await (await import('./monitor-once.ts')).monitorOnce(options, io)));
  configured(monitor.command('run'))
    .description('look at once, and then on the schedule of the private file, until told to end')
    .option('--live-test', 'look as often as live_test says, at every hour')
    .option('--dns <zone>', 'answer DNS from this JSON file')
    .addHelpText('after', '\nExample:\n  aimf monitor run --config ~/aimf/aimf.yml')
    .action(async options => done(await (await import('./monitor-run.ts')).monitorRun(options, io)));
  configured(monitor.command('status'))
    .description('say whether it runs, and what is open')
    .option('--at <time>', 'as at this moment, instead of now')
    .option('--json', 'print the machine form')
    .addHelpText(
      'after',
      '\nExample:\n  aimf monitor status || notify-send "The AIMF monitor does not run"\n\nExit: 0 healthy, 1 missed runs, 2 never ran',
    )
    .action(async options => done(await (await import('./monitor-status.ts')).monitorStatus(options, io)));
  configured(monitor.command('reset'))
    .description('set a damaged state aside, keep it, and begin a new one')
    .addHelpText('after', '\nExample:\n  aimf monitor reset')
    .action(async options => done(await (await import('./monitor-reset.ts')).monitorReset(options, io)));
  addInit(configured(monitor.command('init')), io, done);
}

function addInit(command: Command, io: Io, done: Done): void {
  command.description(
    'write the private file from a few answers, try the wires, and test the proof of the sender',
  );
  for (const { option, text, value } of INIT_QUESTIONS) command.option(`--${option} ${value}`, text);
  command
    .option('--imap-clear', 'connect to IMAP without encryption; only for a server on this machine')
    .option('--canonical <address>', 'where the canonical documents are watched, or none')
    .option('--force', 'replace a private file that is there; it is kept beside the new one')
    .addHelpText(
      'after',
      '\nExample:\n  aimf monitor init --name andrew --address andrew@example.net --imap imap.example.net --proof dkim',
    )
    .action(async options => done(await (await import('./monitor-init.ts')).monitorInit(options, io)));
}
