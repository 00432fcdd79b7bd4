import { type Agreement, readAgreement } from '../agreement/agreement.ts';
import { type Capability, readCapability } from '../agreement/capability.ts';
import { type Protocol, readProtocol } from './protocol.ts';

/** A file of the registry: its path below the registry's folder, with forward slashes, and its text. */
export type RegistryFile = { readonly path: string; readonly text: string };

/** Something wrong with a file of the registry, in words. */
export type RegistryFault = { readonly path: string; readonly fault: string };

/** An agreement of the registry: its value, or why there is none; `path` is the file it came from. */
export type Entry =
  | { readonly path: string; readonly agreement: Agreement }
  | { readonly path: string; readonly agreement: null; readonly faults: readonly string[] };

/** The whole registry as one value: agreements by id, capability statements by party, the protocol's versions. */
export type Registry = {
  readonly agreements: ReadonlyMap<string, Entry>;
  readonly capabilities: ReadonlyMap<string, Capability>;
  /** Null where no `protocol.yml` is there, or it cannot be read: nothing is superseded then. */
  readonly protocol: Protocol | null;
  readonly faults: readonly RegistryFault[];
};

/**
 * Reads a folder of files into one registry (specification sections 8.1, 8.2 and 9.4). A file that cannot be read takes
 * nothing with it: it becomes a fault, and an agreement that two files claim becomes unusable, since nobody can say which
 * holds. Records (`proposals/`, `acks/`) and generated files are passed over.
 */
export function readRegistry(files: readonly RegistryFile[]): Registry {
  const agreements = new Map<string, Entry>();
  const capabilities = new Map<string, Capability>();
  const faults: RegistryFault[] = [];
  let protocol: Protocol | null = null;
  for (const file of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    if (/^agreements\/[^/]+\.ya?ml$/.test(file.path)) addAgreement(file, agreements, faults);
    else if (/^capabilities\/[^/]+\.ya?ml$/.test(file.path)) addCapability(file, capabilities, faults);
    else if (file.path === 'protocol.yml') {
      const read = readProtocol(file.text);
      if ('protocol' in read) protocol = read.protocol;
      else for (const fault of read.faults) faults.push({ path: file.path, fault });
    }
  }
  return { agreements, capabilities, protocol, faults };
}

/** The name of a file without folder and ending: the id that an agreement's file must carry (section 8.2). */
export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.ya?ml$/, '');
}

function addAgreement(file: RegistryFile, agreements: Map<string, Entry>, faults: RegistryFault[]): void {
  const read = readAgreement(file.text);
  const id = 'agreement' in read ? read.agreement.agreement : stemOf(file.path);
  const before = agreements.get(id);
  if (before !== undefined) {
    const fault = `${before.path} and ${file.path} both say they are ${id}`;
    faults.push({ path: file.path, fault });
    agreements.set(id, { path: before.path, agreement: null, faults: [fault] });
  } else if ('agreement' in read) {
    agreements.set(id, { path: file.path, agreement: read.agreement });
  } else {
    agreements.set(id, { path: file.path, agreement: null, faults: read.faults });
    for (const fault of read.faults) faults.push({ path: file.path, fault });
  }
}

function addCapability(
  file: RegistryFile,
  capabilities: Map<string, Capability>,
  faults: RegistryFault[],
): void {
  const read = readCapability(file.text);
  if ('faults' in read) for (const fault of read.faults) faults.push({ path: file.path, fault });
  else if (capabilities.has(read.capability.party)) {
    faults.push({ path: file.path, fault: `${read.capability.party} already has a capability statement` });
  } else capabilities.set(read.capability.party, read.capability);
}
