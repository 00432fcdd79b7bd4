import { registryJson } from '../core/document/registry-page.ts';
import { textAt } from '../core/posting/snapshot.ts';
import { stampOf } from '../core/posting/stamp.ts';
import { codeSpan } from '../core/proposal/inert.ts';
import { recordsAt } from '../core/proposal/records.ts';
import { ackDue, ledgerOf } from '../core/registry/acks.ts';
import type { SiteDocument } from './document.ts';
import { documentPath, type Edition, type SiteSource } from './edition.ts';

/** The registry of an edition as a page, made of its own generated page; null where that edition has none. */
export function registryDocument(edition: Edition): SiteDocument | null {
  const folder = documentPath(edition, 'registry');
  if (folder === null) return null;
  const source = folder.endsWith('/') ? `${folder}README.md` : folder;
  const markdown = textAt(edition.tree, source);
  if (markdown === null) return null;
  const registry = recordsAt(edition.tree, edition.manifest)?.registry ?? null;
  const protocol = registry?.protocol ?? null;
  return {
    path: `${edition.folder}registry.html`,
    title: edition.isCurrent ? 'Registry' : `Registry, ${edition.stamp.version}`,
    description: 'The agreements under which messages are exchanged: labels, level, version, status.',
    ...(edition.isCurrent ? { section: 'registry.html' } : { newest: 'registry.html' }),
    markdown: edition.isCurrent ? `${markdown.trimEnd()}\n\n${FURTHER}\n` : markdown,
    edition,
    source,
    ...(registry === null || protocol === null
      ? {}
      : { json: JSON.parse(registryJson(registry, stampOf(protocol))) }),
  };
}

const FURTHER = `What a version changed for one of them: [what changed for me](/changes.html). Who has acknowledged which version, and
what was proposed: [the ledger](/ledger.html).`;

/**
 * The ledger: who has acknowledged the version in force and by when it is due, every acknowledgement on record, and every
 * proposal. It says nothing that depends on the day on which it is built. Specification sections 8.3 and 9.5.
 */
export function ledgerDocument({ current, protocol, records }: SiteSource): SiteDocument {
  const { acks, proposals, registry } = records;
  const rows = ledgerOf({ ...registry, protocol }, acks, protocol.posted).map(
    ({ agreement, parties, version, effective, acknowledged }) => ({
      ...{ agreement, parties, version, effective, acknowledged },
      due: ackDue(effective),
    }),
  );
  const asked = rows.map(
    one =>
      `| [${one.agreement}](/changes/${one.agreement}.html) | ${one.parties.join(', ')} | ${one.version} | ${one.acknowledged ?? `not yet; overdue after ${one.due}`} |`,
  );
  const known = [...acks]
    .sort((a, b) => (a.acknowledged === b.acknowledged ? 0 : a.acknowledged < b.acknowledged ? 1 : -1))
    .map(one => `| ${one.acknowledged} | ${one.agreement} | ${one.party} | ${one.version} |`);
  const proposed = proposals.map(
    one =>
      `| ${one.proposal} | ${one.agreement} | ${one.by} | ${one.term}: ${codeSpan(one.value).replaceAll('|', '\\|')} | ${one.state}${one.decided === undefined ? '' : `, ${one.decided}`} |`,
  );
  const table = (head: string, lines: readonly string[], none: string) =>
    lines.length === 0
      ? none
      : `| ${head} |\n| ${head
          .split(' | ')
          .map(() => '---')
          .join(' | ')} |\n${lines.join('\n')}`;
  return {
    path: 'ledger.html',
    title: 'Ledger',
    description: 'Who has acknowledged which version, and what was proposed and decided.',
    section: 'registry.html',
    edition: current,
    source: '',
    json: {
      aimf: 1,
      ...current.stamp,
      generated: current.stamp.posted,
      acknowledgements: rows,
      acks,
      proposals: proposals.map(({ digest, ...one }) => ({ ...one, digest })),
    },
    markdown: `# Ledger

Every posting of new rules is announced to each agreement that is active, and each acknowledges it with a STATUS. Who stays
silent until seven days after the effective date is overdue. For programs there is [ledger.json](/ledger.json).

## The version in force

${table('agreement | parties | version | acknowledged', asked, 'No agreement is active.')}

## Acknowledgements on record

${table('day | agreement | party | version', known, 'There are none yet.')}

## Proposals

${table('number | agreement | by | what | state', proposed, 'There are none yet.')}
`,
  };
}
