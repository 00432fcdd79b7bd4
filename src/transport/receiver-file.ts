import { dirname, resolve } from 'node:path';
import { BOUNDS } from '../core/finding/bounds.ts';
import { type PrivateFile, type Receiver, readReceiver } from '../core/registry/receiver.ts';
import type { Registry } from '../core/registry/registry.ts';
import { quotable } from '../core/report/sentence.ts';
import { readBytes } from './read-bytes.ts';
import { readRegistryFolder } from './registry-folder.ts';

/** The private file with what it points to: the registry, and each party's secret that the environment holds. */
export type Setup = PrivateFile & {
  readonly registry: Registry;
  readonly secrets: ReadonlyMap<string, string>;
  readonly folder: string;
};

/** Reads `aimf.yml` alone; an error is in words, never a throw. */
export async function readReceiverFile(path: string): Promise<PrivateFile | { error: string }> {
  const read = await readBytes(path, BOUNDS.ownFileBytes);
  if ('error' in read) {
    return {
      error: `The private file ${quotable(path)} cannot be read: ${read.error}. Name it with --config, copy aimf.example.yml to aimf.yml, or let "aimf monitor init" write it`,
    };
  }
  const file = readReceiver(new TextDecoder().decode(read.bytes));
  if ('receiver' in file) return file;
  const faults = file.faults.map(one => `  ${quotable(one)}`).join('\n');
  return { error: `The private file ${quotable(path)} is not in order:\n${faults}` };
}

/** Reads `aimf.yml`, the registry it names (paths are relative to it) and the secrets; an error is in words, never a throw. */
export async function readSetup(
  path: string,
  env: NodeJS.ProcessEnv,
): Promise<{ setup: Setup } | { error: string }> {
  const file = await readReceiverFile(path);
  if ('error' in file) return file;
  const folder = dirname(resolve(path));
  const registry = await readRegistryFolder(resolve(folder, file.receiver.registry ?? 'registry'));
  if ('error' in registry)
    return { error: `${registry.error}. Say where it lies with "registry:" in ${quotable(path)}` };
  return {
    setup: {
      ...file,
      registry: registry.registry,
      secrets: secretsOf(file.receiver, env),
      folder,
    },
  };
}

/** Characters of a shared secret: a shorter one could not be kept out of a report without garbling it. */
const LEAST_SECRET = 4;

/** The secret of each party that the environment holds. */
export function secretsOf(receiver: Receiver, env: NodeJS.ProcessEnv): Map<string, string> {
  const secrets = new Map<string, string>();
  for (const { party, secretEnv } of receiver.parties) {
    const secret = secretEnv === null ? undefined : env[secretEnv];
    if (secret !== undefined && secret.length >= LEAST_SECRET) secrets.set(party, secret);
  }
  return secrets;
}
