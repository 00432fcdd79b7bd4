import type { Agreement } from '../core/agreement/agreement.ts';
import { agreementsOf } from '../core/document/registry-page.ts';
import { acknowledgementFields } from '../core/message/acknowledgement.ts';
import {
  type AgreementChange,
  type AgreementChanges,
  agreementChanges,
} from '../core/posting/agreement-changes.ts';
import { type ChangelogVersion, changelogVersions } from '../core/posting/changelog-lines.ts';
import type { Protocol } from '../core/registry/protocol.ts';
import { compareVersions } from '../core/registry/version.ts';
import type { SiteDocument } from './document.ts';
import { documentPath, documentText, type SiteSource } from './edition.ts';
import { cell } from './markdown-text.ts';

/** How many earlier versions an agreement is compared with; what is older stands in the changelog. */
const COMPARED = 12;

/**
 * "What changed for me": for every agreement the difference from each earlier version to the current one, in terms of what that
 * agreement says. Sorted and marked, but nothing is left out.
 */
export function changePages(source: SiteSource): readonly SiteDocument[] {
  const { current, protocol, records } = source;
  const changelog = changelogVersions(documentText(current, 'changelog') ?? '');
  const to = current.stamp.version;
  const earlier = changelog.map(one => one.version).filter(one => compareVersions(one, to) < 0);
  const common = {
    section: 'changes.html',
    edition: current,
    source: documentPath(current, 'changelog') ?? '',
  };
  const views = agreementsOf(records.registry).map(agreement => {
    const differences = earlier
      .slice(0, COMPARED)
      .map(from => agreementChanges(agreement, changelog, from, to));
    return { agreement, differences };
  });
  const rows = views.map(({ agreement }) => {
    const { agreement: id, parties, protocol_version: recorded } = agreement;
    const known = recorded !== undefined && earlier.includes(recorded);
    const start = known ? `/changes/${id}.html#${recorded}` : `/changes/${id}.html`;
    return `| [${id}](${start}) | ${parties.join(', ')} | ${recorded ?? 'none'} | ${standing(agreement, protocol).short} |`;
  });
  const index = {
    ...common,
    path: 'changes.html',
    title: 'What changed for me',
    description: 'What a new version of AIMF changes for one agreement: its types, verbs, limits and wires.',
    markdown: `# What changed for me

Choose your agreement. Its page shows, for every earlier version, what ${to} changed in the things that your agreement names: types,
verbs, wires, limits, auth. It begins at the version that the agreement records. For programs there is [changes.json](/changes.json),
and the whole text is the [changelog](/changelog.html).

| agreement | parties | records | that version is |
| --- | --- | --- | --- |
${rows.join('\n')}
`,
    json: {
      aimf: 1,
      ...current.stamp,
      generated: current.stamp.posted,
      agreements: views.map(({ agreement, differences }) => ({
        agreement: agreement.agreement,
        version: agreement.version,
        records: agreement.protocol_version ?? null,
        standing: standing(agreement, protocol).short,
        differences,
      })),
    },
  };
  return [
    index,
    ...views.map(({ agreement, differences }) => ({
      ...common,
      path: `changes/${agreement.agreement}.html`,
      title: `What changed for ${agreement.agreement}`,
      description: `What ${to} changes for ${agreement.agreement}, compared with each earlier version.`,
      markdown: agreementText(agreement, differences, source, changelog),
    })),
  ];
}

function agreementText(
  agreement: Agreement,
  differences: readonly AgreementChanges[],
  { current, protocol, records }: SiteSource,
  changelog: readonly ChangelogVersion[],
): string {
  const { agreement: id, parties, version, protocol_version: recorded } = agreement;
  const own = differences.find(one => one.from === recorded);
  const links = differences.map(({ from }) => `[${from}](#${from})`).join(', ');
  const older = changelog.length - 1 - differences.length;
  const acks = records.acks
    .filter(one => one.agreement === id)
    .map(one => `${one.version} on ${one.acknowledged}`);
  return `# What changed for ${id}

Between ${parties.join(' and ')}, version ${version} of the agreement. ${standing(agreement, protocol).long}

${acks.length === 0 ? 'No acknowledgement of it is on record.' : `Acknowledged so far: ${acks.join(', ')}.`}
${own === undefined ? '' : `\n${whatToDo(protocol)}\n`}
Which version did you read last? ${links === '' ? 'There is no earlier one.' : `${links}.`}${older > 0 ? ' Older ones stand in the [changelog](/changelog.html).' : ''}

${differences.map(one => differenceText(one, one.from === recorded)).join('\n')}
## How this is made

Each line is one of the changelog. It stands under “in your agreement” where it names a type, verb, wire or term that ${id} has, and
under “not in your agreement” where it names only what it does not have. A program sorts by words and can be wrong, so nothing is left
out. The rules themselves are in the [specification](/spec.html) of ${current.stamp.version}.
`;
}

function differenceText(
  { from, to, versions, changes, record }: AgreementChanges,
  isRecorded: boolean,
): string {
  const part = (title: string, concerns: AgreementChange['concerns'], empty: string) => {
    const lines = changes.filter(one => one.concerns === concerns);
    if (lines.length === 0 && empty === '') return '';
    return `\n<a id="${from}-${concerns}"></a>\n\n### ${title}\n\n${lines.length === 0 ? empty : listText(lines)}\n`;
  };
  const records = record.map(one => `- Version ${one.version}, ${one.date}: ${cell(one.change)}`);
  return `<a id="${from}"></a>

## From ${from} to ${to}

${isRecorded ? 'This is the version that your agreement records. ' : ''}${versions.length === 1 ? 'One version' : `${versions.length} versions`}, ${changes.length} changes.
${part('In your agreement', 'yours', 'No line names a type, verb, wire or term of your agreement.')}${part('For everybody', 'everybody', '')}${part('Not in your agreement', 'others', '')}${records.length === 0 ? '' : `\n<a id="${from}-record"></a>\n\n### The record of the agreement itself\n\n${records.join('\n')}\n`}`;
}

/** Changes as a list; those that stand under one line of the changelog stand under it here. */
function listText(changes: readonly AgreementChange[]): string {
  return changes
    .flatMap((change, at) => {
      const { version, text, above } = change;
      const names = change.names.length === 0 ? '' : ` *(${change.names.join(', ')})*`;
      if (above === '') return [`- ${version}: ${text}${names}`];
      const before = changes[at - 1];
      const isUnderSame = before?.above === above && before.version === version;
      return [...(isUnderSame ? [] : [`- ${version}: ${above}`]), `  - ${text}${names}`];
    })
    .join('\n');
}

/** How the version that an agreement records stands; the day decides, so both sides of the effective date are told. */
function standing(
  agreement: Agreement,
  { version, normative, previous, effective }: Protocol,
): {
  readonly short: string;
  readonly long: string;
} {
  const recorded = agreement.protocol_version;
  if (recorded === undefined) {
    return { short: 'not recorded', long: 'It records no version of the protocol, so none is checked.' };
  }
  if (compareVersions(recorded, normative) >= 0) {
    const newest = recorded === version ? 'the newest' : `current; the newest is ${version}`;
    return { short: 'current', long: `It records ${recorded}, which is ${newest}.` };
  }
  if (typeof previous === 'string' && compareVersions(recorded, previous) >= 0) {
    return {
      short: `valid before ${effective}`,
      long: `It records ${recorded}. Messages that cite it are valid before 00:00 UTC of ${effective}, and stop at the agreement gate from then on: the version to work by is ${normative}.`,
    };
  }
  return {
    short: 'superseded',
    long: `It records ${recorded}, which is superseded: messages that cite it stop at the agreement gate. The version to work by is ${normative}, effective ${effective}.`,
  };
}

function whatToDo({ normative, effective }: Protocol): string {
  const { topic, state, detail } = acknowledgementFields({ version: normative, effective });
  return `What to do: read on below, then acknowledge with this STATUS on the wire of the agreement.

\`\`\`yaml
topic: ${topic}
state: ${state}
detail: ${detail}
\`\`\``;
}
