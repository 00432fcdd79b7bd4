import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BOUNDS } from '../core/finding/bounds.ts';
import {
  type Registry,
  type RegistryFault,
  type RegistryFile,
  readRegistry,
} from '../core/registry/registry.ts';
import { quotable } from '../core/report/sentence.ts';
import { fileError, readBytes } from './read-bytes.ts';

/**
 * Reads the agreements, capability statements and `protocol.yml` of a registry's folder. A missing folder is an error in
 * words; a file that cannot be read is a fault of the registry.
 */
export async function readRegistryFolder(
  folder: string,
): Promise<{ registry: Registry; files: readonly RegistryFile[] } | { error: string }> {
  try {
    await readdir(folder);
  } catch (error) {
    return { error: `The registry ${quotable(folder)} cannot be read: ${fileError(error)}` };
  }
  const files: RegistryFile[] = [];
  const faults: RegistryFault[] = [];
  for (const path of await registryPaths(folder)) {
    const read = await readBytes(join(folder, path), BOUNDS.ownFileBytes);
    if ('bytes' in read) files.push({ path, text: new TextDecoder().decode(read.bytes) });
    else if (path !== 'protocol.yml') faults.push({ path, fault: read.error });
  }
  const registry = readRegistry(files);
  return { registry: { ...registry, faults: [...faults, ...registry.faults] }, files };
}

/** The records of acknowledgements in a registry's folder, for `readAcks`. One that cannot be read is left out. */
export async function readAckFiles(folder: string): Promise<readonly RegistryFile[]> {
  const names = await readdir(join(folder, 'acks'), { recursive: true, encoding: 'utf8' }).catch(() => []);
  const files: RegistryFile[] = [];
  for (const name of names.filter(one => /\.ya?ml$/.test(one)).sort()) {
    const read = await readBytes(join(folder, 'acks', name), BOUNDS.ownFileBytes);
    const path = `acks/${name.replaceAll('\\', '/')}`;
    if ('bytes' in read) files.push({ path, text: new TextDecoder().decode(read.bytes) });
  }
  return files;
}

async function registryPaths(folder: string): Promise<string[]> {
  const paths = ['protocol.yml'];
  for (const part of ['agreements', 'capabilities']) {
    const names = await readdir(join(folder, part)).catch(() => [] as string[]);
    paths.push(...names.filter(name => /\.ya?ml$/.test(name)).map(name => `${part}/${name}`));
  }
  return paths;
}
