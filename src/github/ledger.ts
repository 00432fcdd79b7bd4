import { type LedgerRow, ledgerOf, readAcks } from '../core/registry/acks.ts';
import type { Protocol } from '../core/registry/protocol.ts';
import type { RegistryFault } from '../core/registry/registry.ts';
import { readAckFiles, readRegistryFolder } from '../transport/registry-folder.ts';

/** Who has acknowledged the version in force, and the records that could not be read. */
export type Ledger = {
  readonly protocol: Protocol;
  readonly rows: readonly LedgerRow[];
  readonly faults: readonly RegistryFault[];
};

/** The ledger of a registry's folder on a day (`YYYY-MM-DD`), or why there is none (specification section 9.5). */
export async function readLedger(folder: string, today: string): Promise<Ledger | { error: string }> {
  const read = await readRegistryFolder(folder);
  if ('error' in read) return read;
  const { protocol } = read.registry;
  if (protocol === null) return { error: `${folder}/protocol.yml is missing or cannot be read` };
  const { acks, faults } = readAcks(await readAckFiles(folder));
  return { protocol, rows: ledgerOf({ ...read.registry, protocol }, acks, today), faults };
}
