import type { Agreement } from '../agreement/agreement.ts';
import type { Registry } from '../registry/registry.ts';
import type { Shown } from './update-prompt.ts';

/** `registry/registry.json`: the whole registry for programs, generated from its files alone (specification section 8.2). */
export function registryJson(registry: Registry, shown: Shown): string {
  const { version, posted, effective } = shown;
  const agreements = agreementsOf(registry);
  const capabilities = [...registry.capabilities.values()].sort((a, b) => (a.party < b.party ? -1 : 1));
  return `${JSON.stringify({ version, posted, effective, protocol: registry.protocol, agreements, capabilities }, null, 2)}\n`;
}

/** `registry/README.md`: the registry for people, generated from its files alone (specification section 8.2). */
export function registryReadme(registry: Registry, shown: Shown): string {
  const rows = agreementsOf(registry).map(
    one =>
      `| [${one.agreement}](agreements/${one.agreement}.yml) | ${one.version} | ${one.status} | ${one.parties.join(', ')} | ${one.level} | ` +
      `${[...one.allowed_types, ...(one.allowed_actions ?? [])].join(', ')} | ${one.expires} | ${cell(one.purpose)} |`,
  );
  return `# Registry

The agreements under which messages are exchanged, as of ${shown.version} (posted ${shown.posted}). Labels stand for people; no address, access
point or secret ever stands here. This page and [registry.json](registry.json) are generated: change the files in
\`agreements/\`, \`capabilities/\` and \`protocol.yml\` instead.

| agreement | version | status | parties | level | allowed | until | purpose |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

/** The readable agreements of a registry, by id. */
export function agreementsOf(registry: Registry): readonly Agreement[] {
  return [...registry.agreements.values()]
    .flatMap(entry => (entry.agreement === null ? [] : [entry.agreement]))
    .sort((a, b) => (a.agreement < b.agreement ? -1 : 1));
}

/** A text in one cell: it may be a stranger's words, and nothing in it ends the cell or is more than text. */
function cell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|#~!&]/g, '\\$&');
}
