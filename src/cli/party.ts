import { dirname, resolve } from 'node:path';
import { BOUNDS } from '../core/finding/bounds.ts';
import { addParty, type PartyEntry, type ReceiverEdit, removeParty } from '../core/registry/receiver-edit.ts';
import { jsonText } from '../core/report/json.ts';
import { quotable } from '../core/report/sentence.ts';
import { readBytes } from '../transport/read-bytes.ts';
import { readReceiverFile, secretsOf } from '../transport/receiver-file.ts';
import { readRegistryFolder } from '../transport/registry-folder.ts';
import { replaceFile } from '../transport/replace-file.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';

export type PartyOptions = {
  readonly config: string;
  readonly identity?: readonly string[];
  readonly agreement?: readonly string[];
  readonly secretEnv?: string;
  readonly json?: boolean;
};

/** `aimf party list`: who is on the allowlist. A secret is named by its variable and by whether it is set, never shown. */
export async function partyList(options: PartyOptions, io: Io): Promise<ExitCode> {
  const read = await readReceiverFile(options.config);
  if ('error' in read) throw new CommandError(read.error);
  const { receiver } = read;
  const secrets = secretsOf(receiver, io.env);
  const parties = receiver.parties.map(({ party, agreements, identities, secretEnv }) => ({
    party,
    agreements,
    identities,
    secret: secretEnv === null ? null : { variable: secretEnv, set: secrets.has(party) },
  }));
  if (options.json) io.out(`${jsonText({ aimf: 1, parties })}\n`);
  else if (parties.length === 0) io.out('Nobody is on the allowlist\n');
  else {
    for (const { party, agreements, identities, secret } of parties) {
      const secretNote =
        secret === null ? '' : `, secret in ${secret.variable} (${secret.set ? 'set' : 'not set'})`;
      io.out(
        `${quotable(party)}  ${identities.map(quotable).join(', ')}  ${agreements.join(', ') || 'no agreement named'}${secretNote}\n`,
      );
    }
  }
  return 0;
}

/** `aimf party add LABEL`: lists a party, or adds identities and agreements to a listed one. */
export async function partyAdd(party: string, options: PartyOptions, io: Io): Promise<ExitCode> {
  const { identity: identities = [], agreement: agreements = [], secretEnv } = options;
  const entry: PartyEntry = {
    ...{ party, identities, agreements },
    ...(secretEnv === undefined ? {} : { secretEnv }),
  };
  if (identities.length === 0 && agreements.length === 0 && secretEnv === undefined) {
    throw new CommandError('Give at least one --identity that the party writes as');
  }
  if (agreements.length > 0) await checkAgreements(entry, options.config, io);
  await change(options.config, text => addParty(text, entry));
  io.out(`${quotable(party)} is on the allowlist of ${quotable(options.config)}\n`);
  return 0;
}

/** Refuses an agreement that the registry does not have: nothing that the party writes under it would get through. */
async function checkAgreements({ party, agreements }: PartyEntry, config: string, io: Io): Promise<void> {
  const read = await readReceiverFile(config);
  if ('error' in read) throw new CommandError(read.error);
  const folder = resolve(dirname(resolve(config)), read.receiver.registry ?? 'registry');
  const found = await readRegistryFolder(folder);
  if ('error' in found) {
    io.err(`aimf: ${found.error}; whether it has ${agreements.map(quotable).join(', ')} is not checked\n`);
    return;
  }
  const known = found.registry.agreements;
  for (const id of agreements) {
    const entry = known.get(id);
    if (entry === undefined)
      throw new CommandError(
        `The registry ${quotable(folder)} has no agreement "${quotable(id)}"; it has ${[...known.keys()].map(quotable).join(', ') || 'none'}. Put the agreement there first, or name one of these`,
      );
    const parties = entry.agreement?.parties ?? null;
    if (parties?.includes(party) === false)
      io.err(
        `aimf: ${quotable(id)} is between ${parties.map(quotable).join(' and ')}: ${quotable(party)} cannot write under it\n`,
      );
  }
}

/** `aimf party remove LABEL`: takes a party off the allowlist, which closes its path at once. */
export async function partyRemove(party: string, options: PartyOptions, io: Io): Promise<ExitCode> {
  await change(options.config, text => removeParty(text, party));
  io.out(`${quotable(party)} is off the allowlist of ${quotable(options.config)}\n`);
  return 0;
}

async function change(path: string, edit: (text: string) => ReceiverEdit): Promise<void> {
  const read = await readBytes(path, BOUNDS.ownFileBytes);
  if ('error' in read)
    throw new CommandError(`The private file ${quotable(path)} cannot be read: ${read.error}`);
  const result = edit(new TextDecoder().decode(read.bytes));
  if ('error' in result)
    throw new CommandError(`${quotable(path)} was left as it is: ${quotable(result.error)}`);
  await replaceFile(path, result.text);
}
