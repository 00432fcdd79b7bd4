import { type Correspondence, EXAMPLE_CORRESPONDENCE } from '../core/posting/announcement.ts';
import { readSetup } from '../transport/receiver-file.ts';

/**
 * The addresses that the announcements are written with: those of a private file (the owner's first address, each party's
 * first identity that is one), or examples where none is given. An error is in words.
 */
export async function readCorrespondence(
  config: string | undefined,
): Promise<{ correspondence: Correspondence } | { error: string }> {
  if (config === undefined || config === '') return { correspondence: EXAMPLE_CORRESPONDENCE };
  // Announcements carry no auth line, so no secret is read
  const read = await readSetup(config, {});
  if ('error' in read) return read;
  const { owner, parties } = read.setup.receiver;
  const addresses = new Map<string, string>();
  for (const { party, identities } of parties) {
    const address = identities.find(identity => identity.includes('@'));
    if (address !== undefined && !addresses.has(party)) addresses.set(party, address);
  }
  const [own] = owner.addresses;
  if (own !== undefined) addresses.set(owner.name, own);
  return { correspondence: { owner: owner.name, addressOf: label => addresses.get(label) ?? null } };
}
