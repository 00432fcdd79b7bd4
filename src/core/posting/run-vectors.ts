import { filledMessage } from '../document/vector-fill.ts';
import type { Vector, Vectors } from '../document/vectors-page.ts';
import type { Context } from '../gate/context.ts';
import { Inbox } from '../gate/inbox.ts';
import { judge } from '../gate/judge.ts';
import { findingsOf, type Verdict } from '../gate/verdict.ts';
import type { DkimFact } from '../mail/dkim-proof.ts';
import { readMail } from '../mail/mail.ts';
import type { ProofPolicy } from '../mail/proof.ts';
import type { Delivery, ReceivedFile } from '../message/delivery.ts';
import { fileBeside, namesBeside, textSender } from '../message/drop.ts';
import { mailDelivery } from '../message/mail-delivery.ts';
import { textDelivery } from '../message/text-delivery.ts';
import { type Receiver, readReceiver } from '../registry/receiver.ts';
import { type Registry, readRegistry } from '../registry/registry.ts';

/** The files of a folder of vectors, by their path below it. */
export type VectorFiles = ReadonlyMap<string, Uint8Array>;

/** Checks the DKIM signatures of a mail with the vectors' own zone; the edge that has the library does it. */
export type DkimCheck = (raw: Uint8Array, from: string, at: number) => Promise<readonly DkimFact[]>;

/** A vector that does not hold: what it must give, and what it gives. */
export type VectorFault = { readonly file: string; readonly expected: string; readonly got: string };

/**
 * Runs every vector of a set in memory and gives those that do not hold: verdict, gate and the exact set of codes. A file or
 * a configuration that is not there is a fault of the vector. Specification section 7.3.
 */
export async function runVectorSet(
  set: Vectors,
  files: VectorFiles,
  dkim: DkimCheck,
): Promise<VectorFault[]> {
  const setups = new Map<string, Setup | string>();
  const faults: VectorFault[] = [];
  for (const vector of set.vectors) {
    const setup = setups.get(vector.config) ?? readSetup(vector.config, set, files);
    setups.set(vector.config, setup);
    const got = typeof setup === 'string' ? setup : await runVector(vector, set, setup, files, dkim);
    const expected = `${vector.expect.verdict.join(' or ')}${at(vector.expect.gate)}, ${[...vector.codes].sort().join(' ')}`;
    if (typeof got === 'string') faults.push({ file: vector.file, expected, got });
    else if (!holds(vector, got))
      faults.push({
        file: vector.file,
        expected,
        got: `${got.verdict}${at(got.gate)}, ${codesOf(got).join(' ')}`,
      });
  }
  return faults;
}

type Setup = {
  readonly receiver: Receiver;
  readonly registry: Registry;
  readonly secrets: ReadonlyMap<string, string>;
};

async function runVector(
  vector: Vector,
  set: Vectors,
  setup: Setup,
  files: VectorFiles,
  dkim: DkimCheck,
): Promise<Verdict | string> {
  const inbox = new Inbox();
  const context: Context = { ...setup, inbox };
  let last: Verdict | null = null;
  for (const file of [...(vector.after ?? []), vector.file]) {
    const bytes = files.get(file);
    if (bytes === undefined) return `there is no file ${file}`;
    const isLast = file === vector.file;
    const delivery = await deliver(
      vector,
      set,
      setup,
      file,
      isLast ? filledMessage(bytes, vector) : bytes,
      files,
      dkim,
    );
    last = judge(delivery, context);
    inbox.remember(last, delivery, setup.receiver.owner.timeZone);
  }
  return last ?? 'there is no file to judge';
}

async function deliver(
  vector: Vector,
  set: Vectors,
  setup: Setup,
  file: string,
  bytes: Uint8Array,
  files: VectorFiles,
  dkim: DkimCheck,
): Promise<Delivery> {
  const received = Date.parse(vector.at ?? set.at);
  if (file.endsWith('.eml')) {
    const mail = readMail(bytes);
    const { receiver } = setup;
    const method = vector.proof ?? receiver.mail?.proof ?? 'header-from';
    const facts =
      method === 'dkim' && mail.from.address !== null ? await dkim(bytes, mail.from.address, received) : [];
    const policies: Readonly<Record<typeof method, ProofPolicy>> = {
      'header-from': { kind: 'header-from' },
      authserv: { kind: 'authserv', id: receiver.mail?.authservId ?? '' },
      dkim: { kind: 'dkim', facts },
    };
    return mailDelivery(mail, policies[method], received);
  }
  const transport = vector.transport === 'folder' ? 'folder' : 'chat';
  const fileName = transport === 'folder' ? file.slice(file.lastIndexOf('/') + 1) : null;
  const beside = transport === 'folder' ? filesBeside(file, bytes, files) : [];
  return textDelivery(bytes, {
    transport,
    received,
    sender: textSender(vector.as ?? null, transport),
    fileName,
    files: beside,
  });
}

function filesBeside(file: string, bytes: Uint8Array, files: VectorFiles): ReceivedFile[] {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  return namesBeside(bytes).flatMap(name => {
    const content = files.get(folder + name);
    return content === undefined ? [] : [fileBeside(name, content)];
  });
}

function readSetup(config: string, set: Vectors, files: VectorFiles): Setup | string {
  const text = files.get(config);
  if (text === undefined) return `there is no configuration ${config}`;
  const decoder = new TextDecoder();
  const read = readReceiver(decoder.decode(text));
  if ('faults' in read) return `${config}: ${read.faults.join('; ')}`;
  const folder = config.slice(0, config.lastIndexOf('/') + 1);
  const registry = `${folder}${(read.receiver.registry ?? 'registry').replace(/^\.\//, '').replace(/\/$/, '')}/`;
  const records = [...files].filter(([path]) => path.startsWith(registry) && /\.ya?ml$/.test(path));
  const secrets = new Map<string, string>();
  for (const { party, secretEnv } of read.receiver.parties) {
    const secret = secretEnv === null ? undefined : set.env[secretEnv];
    if (secret !== undefined) secrets.set(party, secret);
  }
  return {
    receiver: read.receiver,
    registry: readRegistry(
      records.map(([path, bytes]) => ({ path: path.slice(registry.length), text: decoder.decode(bytes) })),
    ),
    secrets,
  };
}

function holds(vector: Vector, got: Verdict): boolean {
  const { verdict, gate } = vector.expect;
  return (
    verdict.includes(got.verdict) &&
    gate === got.gate &&
    codesOf(got).join() === [...vector.codes].sort().join()
  );
}

function codesOf(verdict: Verdict): readonly string[] {
  return [...new Set(findingsOf(verdict).map(one => one.code))].sort();
}

function at(gate: string | null): string {
  return gate === null ? '' : ` at ${gate}`;
}
