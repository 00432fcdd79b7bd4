import { Command, CommanderError } from 'commander';
import { escapeHidden } from '../core/finding/character.ts';
import { TRANSPORTS } from '../core/message/delivery.ts';
import { TYPES } from '../core/message/type.ts';
import { addAppCommands } from './app-commands.ts';
import { addAcksRecord, addDecisionCommands } from './decision-commands.ts';
import { addHubCommands } from './hub-commands.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { addMcpCommands } from './mcp-commands.ts';
import { addMessageOptions } from './message-options.ts';
import { addMonitorCommands } from './monitor-commands.ts';
import { addSiteCommands } from './site-commands.ts';

/** Runs one command line and gives its exit code; every error is told in words, and no stack trace reaches a person. */
export async function runCli(args: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = 0;
  const done = (result: ExitCode) => {
    code = result;
  };
  const program = buildProgram(io, done);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof CommandError)) throw error;
    io.err(`aimf: ${escapeHidden(error.message)}\n`);
    return 2;
  }
}

/** The command table: each command is loaded only when it is run. */
function buildProgram(io: Io, done: (code: ExitCode) => void): Command {
  const program = new Command('aimf')
    .description('AIMF, the Inbound Message Format: judge, compose and simulate messages')
    .version('1.0.0')
    .enablePositionalOptions()
    .exitOverride()
    // An option behind a subcommand is the subcommand's, even where its parent has one of that name
    .enablePositionalOptions()
    .configureOutput({ writeOut: io.out, writeErr: text => io.err(escapeHidden(text)) })
    .showHelpAfterError('(aimf --help shows what there is)');
  program
    .command('judge')
    .description('judge messages gate by gate and print the report')
    .argument('<file...>', 'mail (.eml), a dropped file or a chat text; - is standard input')
    .option('--config <file>', 'the private receiver file', 'aimf.yml')
    .option('--proof <how>', 'how this mailbox proves a sender: header-from, authserv or dkim')
    .option('--as <identity>', 'the identity that the transport proved, for anything but mail')
    .option('--transport <wire>', 'what a text stands for: folder or chat')
    .option('--at <time>', 'judge as at this moment of arrival')
    .option('--dns <zone>', 'answer DNS from this JSON file')
    .option('--json', 'print the machine form')
    .addHelpText('after', '\nExample:\n  aimf judge inbox/note.eml --config aimf.yml --proof header-from')
    .action(async (files: string[], options) => {
      const { judgeCommand } = await import('./judge.ts');
      done(await judgeCommand(files, options, io));
    });
  addMessageCommands(program, io, done);
  addRegistryCommands(program, io, done);
  addUpdateCommands(program, io, done);
  addPostingCommands(program, io, done);
  addReleaseCommands(program, io, done);
  addDecisionCommands(program, io, done);
  addAppCommands(program, io, done);
  addSiteCommands(program, io, done);
  addHubCommands(program, io, done);
  addMonitorCommands(program, io, done);
  addMcpCommands(program, io, done);
  program
    .command('tour')
    .description('judge the sample mailbox of this repository')
    .action(async () => {
      const { tourCommand } = await import('./tour.ts');
      done(await tourCommand(io));
    });
  return program;
}

type Done = (code: ExitCode) => void;

function addMessageCommands(program: Command, io: Io, done: Done): void {
  addMessageOptions(program.command('compose'))
    .description('write a conforming message; nothing is sent')
    .argument('<type>', TYPES.join(', '))
    .option('--eml', 'write a ready mail file instead of the text')
    .option('--to <address>', 'where the mail goes: the access point that you were given')
    .option('--attach <file...>', 'files to go along with the mail')
    .option('--out <file>', 'write to this file')
    .option('--force', 'replace the file where it exists')
    .addHelpText(
      'after',
      '\nExample:\n  aimf compose NOTE --from bot@example.com --agreement AGR-2026-001 --subject "Rehearsal moved"',
    )
    .action(async (type: string, options) => {
      const { composeCommand } = await import('./compose.ts');
      done(await composeCommand(type, options, io));
    });
  addMessageOptions(program.command('simulate'))
    .description('show the report that the receiving side would produce; nothing is sent')
    .argument('<what>', 'a message file, or a type to compose')
    .option('--registry <folder>', "the receiving side's public registry (default: the one of this package)")
    .option('--transport <wire>', `the wire it would travel on: ${TRANSPORTS.join(', ')} (default: email)`)
    .option(
      '--party <label>',
      'the label under which you are listed (default: the other party of the agreement)',
    )
    .option('--stranger', 'simulate a first contact: you are not listed')
    .option(
      '--real <verdict>',
      'compare with the real verdict: accepted, attempt/schema, or the JSON of aimf judge',
    )
    .option('--json', 'print the machine form')
    .addHelpText('after', '\nExample:\n  aimf simulate message.md --registry registry --real accepted')
    .action(async (what: string, options) => {
      const { simulateCommand } = await import('./simulate.ts');
      done(await simulateCommand(what, options, io));
    });
  program
    .command('vectors')
    .description('run every test vector')
    .option('--against <command>', 'run another implementation: it gets the arguments of aimf judge … --json')
    .option('--json', 'print the machine form')
    .addHelpText('after', '\nExample:\n  aimf vectors --against "python3 my_gate.py"')
    .action(async options => {
      const { vectorsCommand } = await import('./vectors.ts');
      done(await vectorsCommand(options, io));
    });
}

function addRegistryCommands(program: Command, io: Io, done: Done): void {
  const registry = program.command('registry').description('read a registry of agreements');
  const inFolder = (command: Command) =>
    command
      .option('--registry <folder>', 'the folder', 'registry')
      .option('--json', 'print the machine form');
  inFolder(registry.command('check'))
    .description('say what is wrong with its files')
    .addHelpText('after', '\nExample:\n  aimf registry check --registry registry')
    .action(async options => done(await (await import('./registry.ts')).registryCheck(options, io)));
  inFolder(registry.command('list'))
    .description('list its agreements')
    .addHelpText('after', '\nExample:\n  aimf registry list')
    .action(async options => done(await (await import('./registry.ts')).registryList(options, io)));
  inFolder(registry.command('show').argument('<id>', 'the id of an agreement'))
    .description('show one agreement whole')
    .addHelpText('after', '\nExample:\n  aimf registry show AGR-2026-10-26-001')
    .action(async (id: string, options) =>
      done(await (await import('./registry.ts')).registryShow(id, options, io)),
    );

  const party = program.command('party').description('keep the allowlist in the private file');
  const inFile = (command: Command) =>
    command.option('--config <file>', 'the private receiver file', 'aimf.yml');
  inFile(party.command('list'))
    .description('list who is on it')
    .option('--json', 'print the machine form')
    .addHelpText('after', '\nExample:\n  aimf party list')
    .action(async options => done(await (await import('./party.ts')).partyList(options, io)));
  inFile(party.command('add').argument('<label>', "the party's label"))
    .description('add a party, or an identity or an agreement of one')
    .option('--identity <identity...>', 'an address or account that the party writes as')
    .option('--agreement <id...>', 'the agreement it writes under; a further one is added to those it has')
    .option('--secret-env <name>', 'the variable that holds the shared secret')
    .addHelpText(
      'after',
      '\nExample:\n  aimf party add dana --identity dana@example.org --agreement AGR-2026-11-15-001',
    )
    .action(async (label: string, options) =>
      done(await (await import('./party.ts')).partyAdd(label, options, io)),
    );
  inFile(party.command('remove').argument('<label>', "the party's label"))
    .description('take a party off it')
    .addHelpText('after', '\nExample:\n  aimf party remove scott')
    .action(async (label: string, options) =>
      done(await (await import('./party.ts')).partyRemove(label, options, io)),
    );
}

function addUpdateCommands(program: Command, io: Io, done: Done): void {
  program
    .command('ack')
    .description('write the acknowledgement that answers an announcement; nothing is sent')
    .argument('<announcement>', 'the announcement, a mail or a text; - is standard input')
    .requiredOption('--from <address>', 'the address you send from')
    .option('--agreement <id>', 'your agreement (default: the one that the announcement cites)')
    .option('--id <id>', 'the id of the acknowledgement')
    .option('--sent <time>', 'RFC 3339 with an offset (default: now)')
    .addHelpText('after', '\nExample:\n  aimf ack announcement.eml --from bot@example.com')
    .action(async (file: string, options) => {
      const { ackCommand } = await import('./ack.ts');
      done(await ackCommand(file, options, io));
    });
  program
    .command('verify-prompt')
    .description('compare a pasted update prompt with the canonical one')
    .argument('<file>', 'the pasted prompt; - is standard input')
    .option('--canonical <file>', 'the canonical prompt (default: the one of this package)')
    .addHelpText('after', '\nExample:\n  aimf verify-prompt pasted.md')
    .action(async (file: string, options) => {
      const { verifyPromptCommand } = await import('./verify-prompt.ts');
      done(await verifyPromptCommand(file, options, io));
    });
}

function addReleaseCommands(program: Command, io: Io, done: Done): void {
  program
    .command('release')
    .description('write what goes out with the posting at HEAD; nothing is sent')
    .option('--out <folder>', 'where to write it', 'release')
    .option('--config <file>', 'the private receiver file, for the addresses (default: example addresses)')
    .option('--repo <folder>', 'the checkout', '.')
    .option('--dry-run', 'say what would be written and write nothing')
    .option('--json', 'print the machine form')
    .addHelpText('after', '\nExample:\n  aimf release --out release --config aimf.yml')
    .action(async options => done(await (await import('./release.ts')).releaseCommand(options, io)));
  const acks = program
    .command('acks')
    .description('say which agreements have acknowledged the version in force, and which are overdue')
    .option('--registry <folder>', 'the folder', 'registry')
    .option('--overdue', 'only those that are overdue')
    .option('--json', 'print the machine form')
    .addHelpText('after', '\nExample:\n  aimf acks --overdue')
    .action(async options => done(await (await import('./acks.ts')).acksCommand(options, io)));
  addAcksRecord(acks, io, done);
}

function addPostingCommands(program: Command, io: Io, done: Done): void {
  const posting = program
    .command('posting')
    .description('change all public surfaces together, or not at all');
  const inRepo = (command: Command) => command.option('--repo <folder>', 'the checkout', '.');
  inRepo(posting.command('init'))
    .description('write a posting manifest for a repository that has none')
    .option('--repository <owner/name>', 'the canonical repository (default: the remote "origin")')
    .option('--owner <login:id>', "the owner's login and numeric user id")
    .addHelpText(
      'after',
      '\nExample:\n  aimf posting init --repository andrewdhorowitz/aimf-protocol --owner andrewdhorowitz:1234',
    )
    .action(async options => done(await (await import('./posting.ts')).postingInit(options, io)));
  inRepo(posting.command('check'))
    .description('say whether a change is a complete posting')
    .option('--base <ref>', 'what it is to be merged into (default: the branch of the manifest, at origin)')
    .option('--head <ref>', 'the change (default: HEAD)')
    .option('--json', 'print the machine form')
    .addHelpText('after', '\nExample:\n  aimf posting check --base origin/main')
    .action(async options => done(await (await import('./posting.ts')).postingCheck(options, io)));
  inRepo(posting.command('prepare'))
    .description('turn edited documents or registry files into a complete posting')
    .requiredOption('--summary <text>', 'one line that says what changed')
    .option('--base <ref>', 'what it is to be merged into (default: the branch of the manifest, at origin)')
    .option('--version <vX.Y>', "the new version (default: the base's, its minor part raised)")
    .option('--effective <date>', 'when it takes effect (default: 7 days from today, UTC)')
    .option('--credit <party>', 'the party that proposed it')
    .option('--dry-run', 'print the plan and write nothing')
    .addHelpText('after', '\nExample:\n  aimf posting prepare --summary "STATUS may carry a link" --dry-run')
    .action(async options => done(await (await import('./posting.ts')).postingPrepare(options, io)));
  inRepo(posting.command('build'))
    .description('write every generated file anew')
    .addHelpText('after', '\nExample:\n  aimf posting build')
    .action(async options => done(await (await import('./posting.ts')).postingBuild(options, io)));
}
