import type { Agreement } from '../agreement/agreement.ts';
import { readLimits } from '../agreement/limits.ts';
import { type Registry, type RegistryFault, type RegistryFile, stemOf } from './registry.ts';

/** It starts where a word starts: from within a long word every start would read to its end. */
const ADDRESS = /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)/g;
const EXAMPLE_DOMAIN = /(?:^|\.)example(?:\.(?:com|net|org))?$/i;

/**
 * What is wrong with a registry beyond what stops it from being read: names that do not match, versions that do not rise by
 * one, a ladder rung that does not fit, a limits clause that cannot be read, no update watching, an address on a public file.
 * Specification sections 8.2, 8.4, 8.5 and 9.5.
 */
export function checkRegistry(registry: Registry, files: readonly RegistryFile[]): readonly RegistryFault[] {
  const faults: RegistryFault[] = [...registry.faults];
  for (const entry of registry.agreements.values()) {
    if (entry.agreement === null) continue;
    for (const fault of agreementFaults(entry.agreement, stemOf(entry.path)))
      faults.push({ path: entry.path, fault });
  }
  for (const { party, limits } of registry.capabilities.values()) {
    for (const clause of readLimits(limits ?? '').unreadable) {
      faults.push({
        path: `capabilities/${party}.yml`,
        fault: `limits: the clause "${clause}" cannot be read`,
      });
    }
  }
  for (const file of files) {
    for (const address of addressesIn(file.text)) {
      const fault = `holds the address ${address}; public files hold labels, never an address`;
      faults.push({ path: file.path, fault });
    }
  }
  return faults;
}

/** The addresses in a public text that are not of an example domain, in linear time (specification section 8.2). */
export function addressesIn(text: string): readonly string[] {
  return [...text.matchAll(ADDRESS)]
    .filter(([, domain]) => !EXAMPLE_DOMAIN.test(domain ?? ''))
    .map(([address]) => address);
}

function agreementFaults(agreement: Agreement, stem: string): string[] {
  const faults: string[] = [];
  const {
    parties,
    level,
    allowed_actions: actions = [],
    allowed_types: types,
    history = [],
    version,
  } = agreement;
  if (stem !== agreement.agreement)
    faults.push(`says it is ${agreement.agreement}; the file must be called ${agreement.agreement}.yml`);
  if (new Set(parties).size !== parties.length) faults.push('parties: a label stands twice');
  if (level === 1 && (actions.length > 0 || types.includes('REQUEST'))) {
    faults.push('level: level 1 allows no REQUEST and no action; name actions one at a time at level 2');
  }
  if (actions.length > 0 && !types.includes('REQUEST'))
    faults.push('allowed_types: actions are listed, but REQUEST is not');
  if (history.length === 0) faults.push('history: is missing; every version has its line');
  else if (history.some((one, at) => one.version !== at + 1) || history.at(-1)?.version !== version) {
    faults.push(`history: versions must rise by one from 1 to ${version}`);
  }
  for (const clause of readLimits(agreement.limits ?? '').unreadable) {
    faults.push(
      `limits: the clause "${clause}" cannot be read; write it like "10 files / 25 MB per message; 5 messages/day"`,
    );
  }
  for (const party of agreement.status === 'active' ? parties : []) {
    if ((agreement.update_watch?.[party] ?? '').trim() === '') {
      faults.push(
        `update_watch: does not say how ${party} watches for updates (a monitor or a scheduled pull)`,
      );
    }
  }
  return faults;
}
