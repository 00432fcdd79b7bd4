import type { Agreement } from '../agreement/agreement.ts';
import { registryFiles } from '../posting/check-records.ts';
import { type Manifest, surfaceNamed } from '../posting/manifest.ts';
import { pathsUnder, type Snapshot, textAt } from '../posting/snapshot.ts';
import { type Ack, readAcks } from '../registry/acks.ts';
import { type ProposalRecord, readProposals } from '../registry/proposals.ts';
import { type Registry, type RegistryFault, readRegistry } from '../registry/registry.ts';

/** The registry of a tree with the records beside it, and the text of each agreement's file (sections 8.2, 8.3 and 9.5). */
export type Records = {
  /** The registry's folder in the repository, with a slash at its end. */
  readonly folder: string;
  readonly registry: Registry;
  readonly proposals: readonly ProposalRecord[];
  readonly acks: readonly Ack[];
  readonly faults: readonly RegistryFault[];
  readonly tree: Snapshot;
};

/** Reads the records of a tree; null where its manifest names no folder of a registry. */
export function recordsAt(tree: Snapshot, manifest: Manifest): Records | null {
  const surface = surfaceNamed(manifest, 'registry');
  if (surface === null || !surface.path.endsWith('/')) return null;
  const { path: folder } = surface;
  const beside = ['acks/', 'proposals/'].flatMap(part => pathsUnder(tree, `${folder}${part}`));
  const files = beside.flatMap(path => {
    const text = textAt(tree, path);
    return text === null ? [] : [{ path: path.slice(folder.length), text }];
  });
  const { proposals, faults } = readProposals(files);
  const read = readAcks(files);
  const registry = readRegistry(registryFiles(tree, surface));
  return { folder, registry, proposals, acks: read.acks, faults: [...faults, ...read.faults], tree };
}

/** An agreement of the records with its file, or null where there is none that can be read. */
export function agreementFile(
  { folder, registry, tree }: Records,
  id: string,
): { readonly path: string; readonly text: string; readonly agreement: Agreement } | null {
  const entry = registry.agreements.get(id);
  if (entry === undefined || entry.agreement === null) return null;
  const path = `${folder}${entry.path}`;
  const text = textAt(tree, path);
  return text === null ? null : { path, text, agreement: entry.agreement };
}
