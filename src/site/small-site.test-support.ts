import { generatedFiles } from '../core/posting/generated.ts';
import { readManifest } from '../core/posting/manifest.ts';
import { BASE, MANIFEST_TEXT } from '../core/posting/small-repository.test-support.ts';
import { type Snapshot, textAt, withTexts } from '../core/posting/snapshot.ts';
import { GitRepository } from '../github/git-repository.test-support.ts';
import { bytesOf, type SiteFile } from './site-file.ts';

/** Where the small repository's site lives. */
export const PAGES = 'https://andrew.example/protocol/';

/** A manifest that says where the site lives. */
const MANIFEST = MANIFEST_TEXT.replace('branch: main}', `branch: main, pages: ${PAGES}}`);

/** A real repository with one posting (v1.10), and two released versions before it: one with the documents at the top. */
export function smallRepository(): GitRepository {
  const repository = GitRepository.create({
    'SPEC.md':
      '# Old rules\n\nVersion: v1.8\n\nSee [the changelog](CHANGELOG.md) and [a file](notes/a.md).\n',
    'CHANGELOG.md': '# Changelog\n\n## v1.8 — 2026-10-20\n\n- Eight.\n',
  });
  repository.git('tag', 'v1.8');
  repository.git('rm', '-q', 'SPEC.md', 'CHANGELOG.md');
  repository.commit('v1.9', filesOf(olderTree()));
  repository.git('tag', 'v1.9');
  repository.git('tag', 'v2.0');
  repository.git('tag', 'vnext');
  repository.commit('v1.10', filesOf(newestTree()));
  return repository;
}

function newestTree(): Snapshot {
  const records = {
    '.github/posting.yml': MANIFEST,
    'spec/SPEC.md': `# Rules\n\nVersion: v1.10 (posted 2026-11-30, effective 2026-12-07)\n\nSee [the changelog](CHANGELOG.md#v1.9), [a vector](../test-vectors/messages/text/a.md), [code](../src/a.ts) and [one](#s1).\n\n<a id="s1"></a>\n\n## 1 One rule\n`,
    'test-vectors/vectors.json': JSON.stringify({
      ...{ version: 'v1.10', at: '2026-11-30T12:00:00Z', dns: 'dns.json', env: {} },
      vectors: [
        {
          ...{ file: 'messages/text/a.md', transport: 'chat', config: 'config/a.yml' },
          ...{
            expect: { verdict: ['attempt'], gate: 'schema' },
            codes: ['field-missing'],
            why: 'An `id` | is missing',
          },
        },
      ],
    }),
    'test-vectors/messages/text/a.md': 'format: AIMF/1\nfrom: dana@example.com\n',
    'test-vectors/config/a.yml': 'agreements: registry\n',
    'spec/schema/note.json': '{"title":"note"}\n',
    'registry/acks/v1.9/AGR-1.yml':
      'agreement: AGR-1\nversion: v1.9\neffective: 2026-10-26\nparty: dana\nacknowledged: 2026-10-27\n',
    'registry/proposals/7.yml': `proposal: 7\nagreement: AGR-1\nby: dana\nside: party\nterm: purpose\nvalue: "Share <script>alert(1)</script> | [x](javascript:y)"\nreason: because\ndigest: ${'a'.repeat(64)}\nstate: waiting\nrecorded: 2026-11-29\n`,
  };
  const tree = withTexts(BASE, new Map(Object.entries(records)));
  return generated(tree);
}

function olderTree(): Snapshot {
  const stamp = 'v1.9 (posted 2026-10-26, effective 2026-10-26)';
  const old = new Map(
    [...newestTree()].flatMap(([path, file]) => {
      const text = textAt(new Map([[path, file]]), path) ?? '';
      if (/acks|proposals/.test(path)) return [];
      const shown = text.replaceAll('v1.10 (posted 2026-11-30, effective 2026-12-07)', stamp);
      return [[path, shown.replaceAll('v1.10', 'v1.9').replaceAll('2026-11-30', '2026-10-26')] as const];
    }),
  );
  return withTexts(new Map(), old);
}

function generated(tree: Snapshot): Snapshot {
  const read = readManifest(MANIFEST);
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return withTexts(tree, generatedFiles(tree, read.manifest) ?? new Map());
}

function filesOf(tree: Snapshot): Readonly<Record<string, Uint8Array>> {
  return Object.fromEntries([...tree].map(([path, file]) => [path, file.bytes]));
}

/** A site's files as texts, by path. */
export function textsOf(files: readonly SiteFile[]): ReadonlyMap<string, string> {
  return new Map(files.map(({ path, content }) => [path, new TextDecoder().decode(bytesOf(content))]));
}
