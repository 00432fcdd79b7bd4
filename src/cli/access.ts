import { BOUNDS } from '../core/finding/bounds.ts';
import { TRANSPORTS, type Transport } from '../core/message/delivery.ts';
import { DATE } from '../core/message/envelope.ts';
import { grantAccess } from '../core/proposal/access.ts';
import { labelFor, requestIn } from '../core/proposal/request.ts';
import { addParty } from '../core/registry/receiver-edit.ts';
import { quotable } from '../core/report/sentence.ts';
import { textReport } from '../core/report/text.ts';
import { readBytes } from '../transport/read-bytes.ts';
import { replaceFile } from '../transport/replace-file.ts';
import { openRecords } from './checkout.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { type JudgeOptions, judgeFile } from './judge.ts';
import { type CheckoutOptions, finishAmendment } from './proposal.ts';
import { given, refuse } from './proposal-view.ts';

export type AccessOptions = CheckoutOptions &
  JudgeOptions & {
    readonly party?: string;
    readonly actsFor?: string;
    readonly purpose?: string;
    readonly updateWatch?: string;
    readonly expires?: string;
    readonly wire?: string;
  };

/**
 * `aimf access approve FILE`: a first contact answered with yes: a level 1 agreement as a complete posting in the checkout, and the
 * party's entry in the private file (specification section 9.7).
 */
export async function accessApprove(file: string, options: AccessOptions, io: Io): Promise<ExitCode> {
  const { verdict, result, receiver } = await judgeFile(file, options, io);
  const identity = verdict.envelope?.from;
  if (verdict.verdict !== 'access-request' || identity === undefined) {
    io.err(textReport([result]));
    io.err('aimf: this is no access request; nothing was written\n');
    return 1;
  }
  const { actsFor, purpose, updateWatch } = options;
  const party = options.party ?? labelFor(identity);
  const answers = given({ party, acts_for: actsFor, purpose, update_watch: updateWatch });
  const asked = requestIn(verdict, answers);
  if (asked === null || 'findings' in asked) {
    io.err('aimf: say what the message leaves open with --party, --acts-for, --purpose and --update-watch\n');
    return refuse(asked?.findings ?? [], options, io);
  }
  if (asked.request.form !== 'access-request') throw new CommandError('This is no access request');
  if (options.expires !== undefined && !DATE.test(options.expires))
    throw new CommandError(`--expires "${quotable(options.expires)}" is no date; write it like 2027-06-30`);
  const { checkout, records, today } = await openRecords(options, io);
  const { repository } = checkout.manifest.canonical;
  const terms = {
    owner: receiver.owner.name,
    transport: wireOf(options, file),
    githubId: null,
    expires: options.expires ?? null,
    updatesLocation: `https://github.com/${repository}`,
  };
  const granted = grantAccess(asked.request, terms, records, today);
  if ('findings' in granted) return refuse(granted.findings, options, io);
  const entry = { party: asked.request.party, identities: [identity], agreements: [granted.agreement] };
  const listed = addParty(await privateText(options.config), entry);
  if ('error' in listed)
    throw new CommandError(`${quotable(options.config)} was left as it is: ${quotable(listed.error)}`);
  const code = await finishAmendment(granted, checkout, today, options, io);
  if (code !== 0 || options.dryRun === true) return code;
  await replaceFile(options.config, listed.text);
  if (options.json !== true)
    io.out(`${quotable(entry.party)} is on the allowlist of ${quotable(options.config)}\n`);
  return 0;
}

function wireOf(options: AccessOptions, file: string): Transport {
  const wire = options.wire ?? (/\.eml$/i.test(file) ? 'email' : (options.transport ?? 'chat'));
  const known = TRANSPORTS.find(one => one === wire);
  if (known === undefined)
    throw new CommandError(`--wire is one of ${TRANSPORTS.join(', ')}, not "${quotable(wire)}"`);
  return known;
}

async function privateText(path: string): Promise<string> {
  const read = await readBytes(path, BOUNDS.ownFileBytes);
  if ('error' in read)
    throw new CommandError(`The private file ${quotable(path)} cannot be read: ${read.error}`);
  return new TextDecoder().decode(read.bytes);
}
