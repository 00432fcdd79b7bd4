import { sha256Hex } from '../core/finding/hash.ts';
import { readChangelog } from '../core/posting/changelog.ts';
import type { SiteDocument } from './document.ts';
import { jsonFile } from './document.ts';
import { pageOfDocument } from './document-pages.ts';
import { documentPath, documentText, type Edition, type SiteSource } from './edition.ts';
import type { SiteFile } from './site-file.ts';

/** The page of all versions: their dates, and where their documents are. */
export function versionsDocument({ current, earlier }: SiteSource): SiteDocument {
  const editions = new Map([...earlier, current].map(one => [one.stamp.version, one]));
  const rows = readChangelog(documentText(current, 'changelog') ?? '').map(
    ({ version, posted, effective }) => {
      const edition = editions.get(version);
      const links = edition === undefined ? [] : documentLinks(edition);
      const where = links.length === 0 ? 'only in the changelog' : links.join(', ');
      return `| [${version}](/changelog.html#${version}) | ${posted ?? '-'} | ${effective ?? posted ?? '-'} | ${where} |`;
    },
  );
  return {
    path: 'versions.html',
    title: 'Versions',
    description: 'Every version of AIMF with its dates and its documents.',
    section: 'changelog.html',
    edition: current,
    source: '',
    markdown: `# Versions

The current version is ${current.stamp.version}. Every released version stays here at its own address, and each page of an older one says
that it is older. For programs there is [version.json](/version.json), and the sums of all documents are in
[.well-known/aimf.json](/.well-known/aimf.json).

| version | posted | effective | documents |
| --- | --- | --- | --- |
${rows.join('\n')}
`,
  };
}

function documentLinks(edition: Edition): readonly string[] {
  const names = ['spec', 'trial-prompt', 'changelog', 'update-prompt'];
  return names.flatMap(name => {
    const page = pageOfDocument(name);
    const isThere = page !== null && documentText(edition, name) !== null;
    return isThere ? [`[${name}](/${edition.folder}${page})`] : [];
  });
}

/** `version.json` and `.well-known/aimf.json`: what is newest, and the sums by which a copy is told to be genuine. */
export function versionFiles({ current, earlier, protocol }: SiteSource): readonly SiteFile[] {
  const { version, posted, effective } = current.stamp;
  const { normative, previous } = protocol;
  const head = { aimf: 1, version, posted, effective, normative, previous: previous ?? null };
  const documents = sums(current);
  const spec = documents.find(one => one.name === 'spec');
  const versions = [current, ...earlier].map(one => ({ ...one.stamp, documents: sums(one) }));
  return [
    jsonFile('version.json', {
      ...head,
      generated: posted,
      spec: spec ?? null,
      versions: versions.map(({ documents: _, ...stamp }) => stamp),
    }),
    jsonFile('.well-known/aimf.json', {
      ...head,
      generated: posted,
      repository: current.manifest.canonical.repository,
      documents,
      earlier: versions.slice(1),
    }),
  ];
}

type Sum = {
  readonly name: string;
  readonly path: string;
  readonly raw: string;
  readonly bytes: number;
  readonly sha256: string;
};

/** The documents of an edition, each with the sum of its bytes as they are committed. */
function sums(edition: Edition): readonly Sum[] {
  const { repository } = edition.manifest.canonical;
  return edition.manifest.surfaces.flatMap(({ name }) => {
    const given = documentPath(edition, name);
    const path = given?.endsWith('/') === true ? `${given}${FOLDER_DATA[name] ?? ''}` : given;
    const file = path === null ? undefined : edition.tree.get(path);
    if (path === null || file?.kind !== 'file') return [];
    const raw = `https://raw.githubusercontent.com/${repository}/${edition.ref}/${path}`;
    return [{ name, path, raw, bytes: file.bytes.length, sha256: sha256Hex(file.bytes) }];
  });
}

/** The file that stands for a surface that is a folder. */
const FOLDER_DATA: Readonly<Record<string, string>> = {
  registry: 'registry.json',
  'test-vectors': 'vectors.json',
};
