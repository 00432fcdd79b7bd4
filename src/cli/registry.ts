import { lifeCycle } from '../core/agreement/life-cycle.ts';
import { readLimits } from '../core/agreement/limits.ts';
import { checkRegistry } from '../core/registry/check.ts';
import type { Registry, RegistryFile } from '../core/registry/registry.ts';
import { jsonText } from '../core/report/json.ts';
import { quotable } from '../core/report/sentence.ts';
import { readRegistryFolder } from '../transport/registry-folder.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { paintFor } from './paint.ts';

export type RegistryOptions = { readonly registry: string; readonly json?: boolean };

/** `aimf registry check`: what is wrong with the files of a registry. */
export async function registryCheck(options: RegistryOptions, io: Io): Promise<ExitCode> {
  const { registry, files } = await load(options.registry);
  const faults = checkRegistry(registry, files);
  if (options.json) io.out(`${jsonText({ aimf: 1, faults })}\n`);
  else if (faults.length === 0) io.out(`${summaryOf(registry)}, in order\n`);
  else for (const { path, fault } of faults) io.out(`${quotable(path)}: ${quotable(fault)}\n`);
  return faults.length === 0 ? 0 : 1;
}

/** `aimf registry list`: one line an agreement. */
export async function registryList(options: RegistryOptions, io: Io): Promise<ExitCode> {
  const { registry } = await load(options.registry);
  const today = new Date(io.now()).toISOString().slice(0, 10);
  const agreements = [...registry.agreements].map(([id, entry]) => {
    if (entry.agreement === null) return { agreement: id, standing: 'unreadable', faults: entry.faults };
    const { version, level, parties, allowed_types, allowed_actions, expires } = entry.agreement;
    const standing = lifeCycle(entry.agreement, today);
    return { agreement: id, version, standing, level, parties, allowed_types, allowed_actions, expires };
  });
  if (options.json) {
    io.out(`${jsonText({ aimf: 1, protocol: registry.protocol, agreements })}\n`);
    return 0;
  }
  const paint = paintFor(io.color);
  const { protocol } = registry;
  if (protocol !== null) {
    io.out(
      `Protocol ${protocol.version}, posted ${protocol.posted}; ${protocol.normative} in force from ${protocol.effective}\n\n`,
    );
  }
  if (agreements.length === 0) io.out('No agreements\n');
  for (const one of agreements) {
    const standing = one.standing === 'active' ? paint.good(one.standing) : paint.wait(one.standing);
    io.out(`${paint.strong(quotable(one.agreement))}  ${standing}`);
    if (one.parties === undefined) io.out(`  ${quotable(one.faults?.[0] ?? '')}\n`);
    else {
      const allowed = [...one.allowed_types, ...(one.allowed_actions ?? [])].join(', ');
      io.out(
        `  v${one.version}, level ${one.level}, ${one.parties.join(' and ')}, until ${one.expires}: ${allowed}\n`,
      );
    }
  }
  return 0;
}

/** `aimf registry show ID`: one agreement whole, with its limits as figures. */
export async function registryShow(id: string, options: RegistryOptions, io: Io): Promise<ExitCode> {
  const { registry } = await load(options.registry);
  const entry = registry.agreements.get(id);
  if (entry === undefined) {
    const known = [...registry.agreements.keys()].join(', ') || 'none';
    throw new CommandError(
      `There is no agreement "${quotable(id)}" in ${quotable(options.registry)}; it has ${known}`,
    );
  }
  if (entry.agreement === null)
    throw new CommandError(
      `${entry.path} cannot be read:\n${entry.faults.map(one => `  ${one}`).join('\n')}`,
    );
  const { agreement } = entry;
  const standing = lifeCycle(agreement, new Date(io.now()).toISOString().slice(0, 10));
  const { limits } = readLimits(agreement.limits ?? '');
  if (options.json) {
    io.out(`${jsonText({ aimf: 1, standing, limits, agreement })}\n`);
    return 0;
  }
  io.out(`${paintFor(io.color).strong(agreement.agreement)}  ${standing}\n`);
  for (const [name, value] of Object.entries({ ...agreement, limits_read: limits })) {
    if (name !== 'agreement')
      io.out(`  ${name}: ${quotable(typeof value === 'object' ? JSON.stringify(value) : String(value))}\n`);
  }
  return 0;
}

async function load(folder: string): Promise<{ registry: Registry; files: readonly RegistryFile[] }> {
  const read = await readRegistryFolder(folder);
  if ('error' in read) throw new CommandError(`${read.error}. Name its folder with --registry`);
  return read;
}

function summaryOf(registry: Registry): string {
  const { agreements, capabilities, protocol } = registry;
  const count = (amount: number, word: string) => `${amount} ${word}${amount === 1 ? '' : 's'}`;
  const version = protocol === null ? 'no protocol.yml' : `protocol ${protocol.version}`;
  return `${count(agreements.size, 'agreement')}, ${count(capabilities.size, 'capability statement')}, ${version}`;
}
