import type { Command } from 'commander';
import { TERMS } from '../core/proposal/form.ts';
import type { ExitCode, Io } from './io.ts';

type Done = (code: ExitCode) => void;

/** The commands that decide from a checkout what the App decides from an issue (specification sections 8.3, 9.5 and 9.7). */
export function addDecisionCommands(program: Command, io: Io, done: Done): void {
  addProposalCommands(program, io, done);
  addAgreementCommands(program, io, done);
  const access = program.command('access').description('answer a first contact');
  judged(inCheckout(access.command('approve')))
    .description('give access: a level 1 agreement as a complete posting, and the entry in the private file')
    .argument('<file>', 'the access request, a mail or a text; - is standard input')
    .option('--party <label>', "the party's label (default: the name in front of the @)")
    .option('--acts-for <who>', 'the person or the group behind it')
    .option('--purpose <text>', 'one sentence')
    .option('--update-watch <how>', 'how the party watches for updates')
    .option('--expires <date>', 'the last day (default: 180 days from today)')
    .option('--wire <wire>', 'the wire of the agreement (default: the one that the request came on)')
    .addHelpText('after', '\nExample:\n  aimf access approve inbox/first-contact.eml --party carol --dry-run')
    .action(async (file: string, options) =>
      done(await (await import('./access.ts')).accessApprove(file, options, io)),
    );
  inCheckout(program.command('waiting'))
    .description('show everything that waits for you: proposals, requests, held messages, acks, agreements')
    .option(
      '--judged <file...>',
      'what "aimf judge --json" or the monitor printed, for requests and held mail',
    )
    .addHelpText('after', '\nExample:\n  aimf waiting --judged judged.json')
    .action(async options => done(await (await import('./waiting.ts')).waitingCommand(options, io)));
}

/** The subcommand that records an ack, beside the ledger itself. */
export function addAcksRecord(acks: Command, io: Io, done: Done): void {
  acks.enablePositionalOptions();
  judged(inCheckout(acks.command('record')))
    .description('write down an acknowledgement that came by mail or by text')
    .argument('<file>', 'the acknowledgement, a mail or a text; - is standard input')
    .addHelpText('after', '\nExample:\n  aimf acks record inbox/ack.eml')
    .action(async (file: string, options) =>
      done(await (await import('./acks-record.ts')).acksRecord(file, options, io)),
    );
}

function addProposalCommands(program: Command, io: Io, done: Done): void {
  const proposal = program.command('proposal').description('decide what a party asks to be changed');
  judged(inCheckout(proposal.command('record')))
    .description('write down a proposal as waiting, and show what approving it would do')
    .argument(
      '<file>',
      'a "Proposal:" NOTE or a FILE_DROP with a redraft, a mail or a text; - is standard input',
    )
    .option('--agreement <id>', 'the agreement (default: the one that the message cites)')
    .option('--term <term>', `what it is to change: ${TERMS.join(', ')}`)
    .option('--value <text>', 'to what')
    .option('--reason <text>', 'why, where the message does not say it')
    .addHelpText(
      'after',
      '\nExample:\n  aimf proposal record inbox/proposal.eml --term expires --value 2027-06-30',
    )
    .action(async (file: string, options) =>
      done(await (await import('./proposal.ts')).proposalRecord(file, options, io)),
    );
  inCheckout(proposal.command('approve'))
    .description('put a proposal into force: the complete posting is written into the checkout')
    .argument('<number>', "the proposal's number")
    .argument('<hash>', 'the hash that was shown: it binds the approval to what you read')
    .addHelpText('after', '\nExample:\n  aimf proposal approve 100001 1f3a9c0042ab')
    .action(async (number: string, hash: string, options) =>
      done(await (await import('./proposal.ts')).proposalApprove(number, hash, options, io)),
    );
  judged(inCheckout(proposal.command('accept')))
    .description("put the owner's own proposal into force once the party has accepted it")
    .argument('<number>', "the proposal's number")
    .argument('<file>', "the party's message, whose free text holds the line /accept HASH")
    .addHelpText('after', '\nExample:\n  aimf proposal accept 100002 inbox/yes.eml')
    .action(async (number: string, file: string, options) =>
      done(await (await import('./proposal.ts')).proposalAccept(number, file, options, io)),
    );
  inCheckout(proposal.command('decline'))
    .description('say no to a proposal, with the reason on record')
    .argument('<number>', "the proposal's number")
    .argument('<reason>', 'why')
    .addHelpText('after', '\nExample:\n  aimf proposal decline 100001 "Not before the spring"')
    .action(async (number: string, reason: string, options) =>
      done(await (await import('./proposal.ts')).proposalDecline(number, reason, options, io)),
    );
  inCheckout(proposal.command('list'))
    .description('list the proposals that wait')
    .option('--all', 'those that were decided too')
    .addHelpText('after', '\nExample:\n  aimf proposal list --all')
    .action(async options => done(await (await import('./proposal.ts')).proposalList(options, io)));
}

function addAgreementCommands(program: Command, io: Io, done: Done): void {
  const agreement = program.command('agreement').description('pause, resume or revoke an agreement');
  const turn = (name: 'pause' | 'resume' | 'revoke') =>
    inCheckout(agreement.command(name).argument('<agreement>', 'its id'));
  turn('pause')
    .description('hold the messages under it until the humans have settled something')
    .argument('<reason>', 'why; it is public')
    .addHelpText('after', '\nExample:\n  aimf agreement pause AGR-2026-001 "cannot implement v1.11"')
    .action(async (id: string, reason: string, options) =>
      done(await (await import('./agreement.ts')).agreementTurn('pause', id, reason, options, io)),
    );
  turn('resume')
    .description('judge what was held, and go on')
    .addHelpText('after', '\nExample:\n  aimf agreement resume AGR-2026-001')
    .action(async (id: string, options) =>
      done(await (await import('./agreement.ts')).agreementTurn('resume', id, null, options, io)),
    );
  turn('revoke')
    .description('end it for good, and show the message that tells the other side')
    .option('--config <file>', 'the private receiver file, for your address in that message', 'aimf.yml')
    .addHelpText('after', '\nExample:\n  aimf agreement revoke AGR-2026-001')
    .action(async (id: string, options) =>
      done(await (await import('./agreement.ts')).agreementTurn('revoke', id, null, options, io)),
    );
}

function inCheckout(command: Command): Command {
  return command
    .option('--repo <folder>', 'the checkout', '.')
    .option('--base <ref>', 'what it is to be merged into (default: the branch of the manifest, at origin)')
    .option('--dry-run', 'show what would be written and write nothing')
    .option('--json', 'print the machine form');
}

/** The options with which a file is judged, as those of `aimf judge`. */
function judged(command: Command): Command {
  return command
    .option('--config <file>', 'the private receiver file', 'aimf.yml')
    .option('--proof <how>', 'how this mailbox proves a sender: header-from, authserv or dkim')
    .option('--as <identity>', 'the identity that the transport proved, for anything but mail')
    .option('--transport <wire>', 'what a text stands for: folder or chat')
    .option('--at <time>', 'judge as at this moment of arrival')
    .option('--dns <zone>', 'answer DNS from this JSON file');
}
