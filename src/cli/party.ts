import { BOUNDS } from '../core/finding/bounds.ts';
import { addParty, type PartyEntry, type ReceiverEdit, removeParty } from '../core/registry/receiver-edit.ts';
import { jsonText } from '../core/report/json.ts';
import { quotable } from '../core/report/sentence.ts';
import { readBytes } from '../transport/read-bytes.ts';
import { readReceiverFile, secretsOf } from '../transport/receiver-file.ts';
import { replaceFile } from '../transport/replace-file.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';

export type PartyOptions = {
  readonly config: string;
  readonly identity?: readonly string[];
  readonly agreement?: string;
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

/** `aimf party add LABEL`: lists a party, or adds identities to a listed one. */
export async function partyAdd(party: string, options: PartyOptions, io: Io): Promise<ExitCode> {
  const identities = options.identity ?? [];
  const entry: PartyEntry = {
    party,
    identities,
    ...(options.agreement === undefined ? {} : { agreement: options.agreement }),
    ...(options.secretEnv === undefined ? {} : { secretEnv: options.secretEnv }),
  };
  if (identities.length === 0 && options.agreement === undefined && options.secretEnv === undefined) {
    throw new CommandError('Give at least one --identity that the party writes as');
  }
  await change(options.config, text => addParty(text, entry));
  io.out(`${quotable(party)} is on the allowlist of ${quotable(options.config)}\n`);
  return 0;
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
