import { editYaml } from '../message/yaml-edit.ts';
import { type Receiver, readReceiver } from './receiver.ts';

/** A change of the private file: its new text, or why it cannot be made. */
export type ReceiverEdit = { readonly text: string } | { readonly error: string };

/** A party to be added, or identities and agreements to be added to one that is there. */
export type PartyEntry = {
  readonly party: string;
  readonly identities: readonly string[];
  readonly agreements: readonly string[];
  readonly secretEnv?: string;
};

/**
 * The private file with a party added, or with more identities and agreements for one that is listed: comments, order and everything else
 * stay as they are. The result is a file that can be read, or an error. Specification section 6.1.
 */
export function addParty(text: string, entry: PartyEntry): ReceiverEdit {
  return edited(text, parties => {
    const at = parties.findIndex(one => one.party === entry.party);
    if (at === -1) {
      const { party, agreements, identities, secretEnv } = entry;
      const added = {
        party,
        ...(agreements.length === 0 ? {} : { agreement: oneOrList(agreements) }),
        identities: [...identities],
        ...(secretEnv === undefined ? {} : { secret_env: secretEnv }),
      };
      return [{ path: ['parties'], add: added }];
    }
    const { identities: listed = [], agreements: before = [] } = parties[at] ?? {};
    const agreements = [...new Set([...before, ...entry.agreements])];
    const fresh = entry.identities.filter(identity => !listed.includes(identity));
    return [
      ...fresh.map(identity => ({ path: ['parties', at, 'identities'], add: identity })),
      ...(agreements.length === before.length
        ? []
        : [{ path: ['parties', at, 'agreement'], set: oneOrList(agreements) }]),
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

/** As a person writes it: one id, or a list (FORMATS: the private file). */
function oneOrList(ids: readonly string[]): string | readonly string[] {
  const [only, ...more] = ids;
  return only === undefined || more.length > 0 ? ids : only;
}

type Listed = Receiver['parties'];

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
