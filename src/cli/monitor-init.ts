import { chmod, lstat, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CANONICAL } from '../core/registry/protocol.ts';
import { PROOFS, type Proof, readReceiver } from '../core/registry/receiver.ts';
import { quotable } from '../core/report/sentence.ts';
import { readCanonical } from '../monitor/canonical.ts';
import { type Answers, privateFileText } from '../monitor/private-file.ts';
import { forgedHeaderTest, probeMail } from '../monitor/self-test.ts';
import { type Wire, WireError } from '../transport/wire.ts';
import { openWires } from '../transport/wires.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { INIT_QUESTIONS, type InitOptions, type Question } from './monitor-questions.ts';
import { type Configured, readConfigured } from './monitor-setup.ts';

/** `aimf monitor init`: writes the private file from a few answers, tries every wire, and tests the proof of the sender. */
export async function monitorInit(options: InitOptions, io: Io): Promise<ExitCode> {
  const path = resolve(options.config);
  const exists = (await lstat(path).catch(() => null)) !== null;
  if (exists && options.force !== true)
    throw new CommandError(
      `${quotable(path)} is there already; --force replaces it, and keeps the old one beside it`,
    );
  const answers = await ask(options, io);
  const text = privateFileText({ ...answers, canonical: await canonicalOf(options, io) });
  const read = readReceiver(text);
  if ('faults' in read)
    throw new CommandError(
      `The answers do not fit together:\n${read.faults.map(one => `  ${quotable(one)}`).join('\n')}`,
    );
  await writePrivate(path, text, exists);
  io.out(`${quotable(path)} is written; only you can read it\n`);
  const isReached = await tryWires(path, io);
  const holds = answers.mail === null || (await testProof(answers, answers.mail, path, io));
  io.out(`\nNext: aimf monitor once --config ${quotable(options.config)}\n`);
  if (!isReached) return 2;
  return holds ? 0 : 1;
}

/** The answers of the options, and where a person can be asked, of the person. */
async function ask(options: InitOptions, io: Io): Promise<Omit<Answers, 'canonical'>> {
  const given = new Map<string, string>();
  const missing: string[] = [];
  for (const question of INIT_QUESTIONS) {
    if (question.when !== undefined && !question.when(given)) continue;
    const answer = await answerTo(question, options, given, io);
    if (answer !== '') given.set(question.option, answer);
    else if (question.required === true) missing.push(`--${question.option}`);
  }
  if (!['imap', 'folder', 'github'].some(wire => given.has(wire)))
    missing.push('one of --imap, --folder and --github');
  if (missing.length > 0)
    throw new CommandError(`${missing.join(', ')}: missing, and nobody can be asked here`);
  return answersOf(given, options.imapClear === true);
}

async function answerTo(
  question: Question,
  options: InitOptions,
  given: ReadonlyMap<string, string>,
  io: Io,
): Promise<string> {
  const option = options[camel(question.option)];
  if (typeof option === 'string') return option.trim();
  const usual = question.usual?.(given) ?? '';
  if (io.ask === null) return usual;
  const answer = (await io.ask(`${question.text}${usual === '' ? '' : ` [${usual}]`}: `)).trim();
  return answer === '' ? usual : answer;
}

function answersOf(given: ReadonlyMap<string, string>, isClear: boolean): Omit<Answers, 'canonical'> {
  const of = (name: string) => given.get(name) ?? null;
  const text = (name: string) => given.get(name) ?? '';
  const imap = of('imap');
  const folder = of('folder');
  const github = of('github');
  const label = of('party');
  return {
    name: text('name'),
    addresses: text('address')
      .split(/[\s,]+/)
      .filter(one => one !== ''),
    timeZone: text('time-zone'),
    registry: text('registry'),
    mail: imap === null ? null : { proof: proofOf(text('proof')), authservId: of('authserv-id') },
    party: label === null ? null : { label, identity: text('identity'), agreement: of('agreement') },
    imap: imap === null ? null : imapOf(imap, of, isClear),
    folder: folder === null ? null : { path: folder, party: of('folder-party') },
    github: github === null ? null : { repository: github, tokenEnv: of('github-token-env') },
    report: {
      folder: of('report-folder'),
      jsonl: of('jsonl'),
      mailTo: of('mail-to'),
      smtpEnv: of('smtp-env'),
      webhookEnv: of('webhook-env'),
      pingEnv: of('ping-env'),
    },
    state: text('state'),
    every: text('every'),
    hours: text('hours'),
  };
}

function imapOf(
  host: string,
  of: (name: string) => string | null,
  isClear: boolean,
): NonNullable<Answers['imap']> {
  const port = of('imap-port');
  if (port !== null && !/^\d{1,5}$/.test(port))
    throw new CommandError(`--imap-port "${quotable(port)}" is no number of a port`);
  const tokenEnv = of('token-env');
  return {
    host,
    port: port === null ? null : Number(port),
    secure: !isClear,
    user: of('imap-user') ?? '',
    passwordEnv: tokenEnv === null ? of('password-env') : null,
    tokenEnv,
    mailbox: of('mailbox'),
  };
}

function proofOf(text: string): Proof {
  const proof = PROOFS.find(one => one === text);
  if (proof === undefined)
    throw new CommandError(`--proof is one of ${PROOFS.join(', ')}, not "${quotable(text)}"`);
  return proof;
}

/** Where the canonical documents are watched: where the owner says, else at their home if that can be read from here. */
async function canonicalOf(options: InitOptions, io: Io): Promise<string | null> {
  const { canonical } = options;
  if (canonical === 'none') return null;
  if (typeof canonical === 'string') return canonical;
  const home = `https://github.com/${CANONICAL.repository}`;
  const seen = await readCanonical(home);
  if (!('error' in seen)) return home;
  io.out(
    `The canonical documents are not watched: ${quotable(seen.error)}. Add "canonical: ${home}" to watch them\n`,
  );
  return null;
}

/** Written for the owner's eyes alone; the file before it, if any, is kept. */
async function writePrivate(path: string, text: string, exists: boolean): Promise<void> {
  if (exists) await rename(path, `${path}.before`);
  await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  await chmod(path, 0o600);
}

/** Connects to every wire as a first run would, and takes nothing. */
async function tryWires(path: string, io: Io): Promise<boolean> {
  let configured: Configured;
  try {
    configured = await readConfigured(path, io);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    io.out(`Not ready yet: ${quotable(error.message)}\n`);
    return false;
  }
  const { monitoring, registry, folder } = configured;
  let isReached = true;
  for (const wire of await openWires({ monitoring, registry, folder }, io.env)) {
    const fault = await tryWire(wire, io);
    io.out(`${wire.kind} ${quotable(wire.name)}: ${fault === null ? 'can be read' : quotable(fault)}\n`);
    if (fault !== null) isReached = false;
  }
  return isReached;
}

async function tryWire(wire: Wire, io: Io): Promise<string | null> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), 30_000);
  try {
    const { signal } = controller;
    const request = {
      from: null,
      since: 'now',
      now: io.now(),
      isSeen: () => false,
      unseen: (transportIds: readonly string[]) => transportIds,
      alive: () => {},
      signal,
    } as const;
    for await (const _ of wire.poll(request)) if (signal.aborted) return 'It does not answer in time';
    return null;
  } catch (error) {
    if (error instanceof WireError) return error.message;
    if (controller.signal.aborted) return 'It does not answer in time';
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Judges forged mails by the chosen proof, says in words what that means, and lays a probe ready that can travel. */
async function testProof(
  answers: Omit<Answers, 'canonical'>,
  mail: NonNullable<Answers['mail']>,
  path: string,
  io: Io,
): Promise<boolean> {
  const trials = await forgedHeaderTest({ method: mail.proof, authservId: mail.authservId }, io.now());
  const holds = trials.every(one => one.holds);
  io.out(`\nThe proof of the sender (${mail.proof}), tried with forged mails:\n`);
  for (const { forged, verdict, holds: held } of trials)
    io.out(`  ${held ? 'held    ' : 'ACCEPTED'}  ${forged} (${verdict})\n`);
  io.out(holds ? WORDS.held : WORDS.open);
  const probe = join(path, '..', 'aimf-probe.eml');
  const sender = answers.party?.identity ?? 'probe@example.com';
  const text = probeMail(sender, answers.addresses[0] ?? '', mail.authservId, io.now());
  await writeFile(probe, text, { mode: 0o600 });
  io.out(`${WORDS.probe}\n  ${quotable(probe)}\n`);
  return holds;
}

const WORDS = {
  held: 'None was accepted: nobody gets in by writing somebody else’s name.\n',
  open:
    'A forged mail was accepted: this proof believes the From line, so it is only as good as the provider that checked it before. ' +
    'Use it where the provider refuses mail whose sender it cannot prove (as Gmail does under DMARC "reject"); else choose authserv or dkim.\n',
  probe:
    'What no test here can show is whether your provider takes a forged result out of a mail that arrives. Send this one from an ' +
    'account outside; the next report must call it an attempt:',
} as const;

function camel(option: string): string {
  return option.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
