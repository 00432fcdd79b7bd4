import { editYaml } from '../message/yaml-edit.ts';
import { readReceiver } from './receiver.ts';

/** A change of the private file: its new text, or why it cannot be made. */
export type ReceiverEdit = { readonly text: string } | { readonly error: string };

/** A party to be added, or an identity to be added to one that is there. */
export type PartyEntry = {
  readonly party: string;
  readonly identities: readonly string[];
  readonly agreement?: string;
  readonly secretEnv?: string;
};

/**
 * The private file with a party added, or with more identities for one that is listed: comments, order and everything else
 * stay as they are. The result is a file that can be read, or an error. Specification section 6.1.
 */
export function addParty(text: string, entry: PartyEntry): ReceiverEdit {
  return edited(text, parties => {
    const at = parties.findIndex(one => one.party === entry.party);
    if (at === -1) {
      const { party, agreement, identities, secretEnv } = entry;
      const added = {
        party,
        ...(agreement === undefined ? {} : { agreement }),
        identities: [...identities],
        ...(secretEnv === undefined ? {} : { secret_env: secretEnv }),
      };
      return [{ path: ['parties'], add: added }];
    }
    const listed = parties[at]?.identities ?? [];
    const fresh = entry.identities.filter(identity => !listed.includes(identity));
    return [
      ...fresh.map(identity => ({ path: ['parties', at, 'identities'], add: identity })),
      ...(entry.agreement === undefined
        ? []
        : [{ path: ['parties', at, 'agreement'], set: entry.agreement }]),
      ...(entry.secretEnv === undefined
        ? []
        : [{ path: ['parties', at, 'secret_env'], set: entry.secretEnv }]),
    ];
  });
}

/** The private file without a party: its path closes at once (specification section 8.6). */
export function removeParty(text: string, party: string): ReceiverEdit {
  return edited(text, parties => {
    const at = parties.findIndex(one => one.party === party);
    return at === -1 ? `${party} is not listed` : [{ path: ['parties', at], remove: true }];
  });
}

type Listed = readonly { readonly party?: string; readonly identities?: readonly string[] }[];

function edited(
  text: string,
  change: (parties: Listed) => Parameters<typeof editYaml>[1] | string,
): ReceiverEdit {
  const before = readReceiver(text);
  if ('faults' in before) return { error: before.faults.join('; ') };
  const changes = change(before.receiver.parties);
  if (typeof changes === 'string') return { error: changes };
  const after = editYaml(text, changes);
  if (after === null) return { error: 'it cannot be changed with its comments kept' };
  const check = readReceiver(after);
  return 'faults' in check ? { error: check.faults.join('; ') } : { text: after };
}
