import { describe, expect, it } from 'vitest';
import { POSTING_CODES, type PostingCode } from '../finding/posting-codes.ts';
import {
  AGREEMENT,
  BASE,
  COMPLETE,
  codesOf,
  decide,
  EDITED,
  edit,
  MANIFEST,
  manifestOf,
  placesOf,
  prepared,
} from './small-repository.test-support.ts';
import type { Snapshot } from './snapshot.ts';

/** Codes that need git or the gate; `src/github/*.test.ts` and `src/cli/posting.test.ts` raise them. */
const OF_THE_EDGES = [
  'manifest-missing',
  'manifest-unreadable',
  'merge-base-missing',
  'vector-fails',
  'working-tree-differs',
] as const satisfies readonly PostingCode[];

type PureCode = Exclude<PostingCode, (typeof OF_THE_EDGES)[number]>;

const raised = new Set<PostingCode>();
const SPEC = 'spec/SPEC.md';
const LOG = 'spec/CHANGELOG.md';
const RECORD = 'registry/agreements/AGR-1.yml';

/** For each code a complete posting with one thing wrong, and where the finding is. */
const ONE_WRONG: Readonly<Record<PureCode, readonly [head: () => Snapshot, place: string]>> = {
  'surface-missing': [() => edit(COMPLETE, 'spec/trial-prompt.md', null), 'spec/trial-prompt.md:'],
  'surface-unchanged': [() => restored('spec/trial-prompt.md'), 'spec/trial-prompt.md:'],
  'version-missing': [() => edit(COMPLETE, SPEC, text => text.replace(/^Version.*$/m, '')), `${SPEC}:`],
  'version-repeated': [() => edit(COMPLETE, SPEC, text => `${text}\n${versionLine(text)}\n`), `${SPEC}:9`],
  'version-malformed': [
    () => edit(COMPLETE, SPEC, text => text.replace(' (posted', ' (Posted')),
    `${SPEC}:3`,
  ],
  'version-not-new': [() => EDITED, `${SPEC}:3`],
  'version-differs': [
    () => edit(COMPLETE, SPEC, text => text.replace('Version: v1.11', 'Version: v1.10')),
    `${SPEC}:3`,
  ],
  'date-differs': [
    () => edit(COMPLETE, SPEC, text => text.replace('posted 2026-12-10', 'posted 2026-12-11')),
    `${SPEC}:3`,
  ],
  'date-backwards': [() => COMPLETE, `${LOG}:`],
  'effective-early': [
    () => edit(COMPLETE, SPEC, text => text.replace('effective 2026-12-17', 'effective 2026-12-09')),
    `${SPEC}:3`,
  ],
  'changelog-no-entry': [() => restored(LOG), `${LOG}:3`],
  'changelog-entry-empty': [
    () => edit(COMPLETE, LOG, text => text.replace('- A rule is clearer\n', '')),
    `${LOG}:3`,
  ],
  'changelog-entry-undated': [
    () =>
      edit(COMPLETE, LOG, text => text.replace('## v1.11 — 2026-12-10 (effective 2026-12-17)', '## v1.11')),
    `${LOG}:3`,
  ],
  'changelog-altered': [() => edit(COMPLETE, LOG, text => text.replace('Nine again', 'Ten')), `${LOG}:11`],
  'draft-marker': [() => edit(COMPLETE, SPEC, text => `${text}\nLimits are TBD.\n`), `${SPEC}:9`],
  'agreement-file-invalid': [
    () => edit(COMPLETE, 'registry/agreements/AGR-2.yml', AGREEMENT.replace('AGR-1', 'AGR-3')),
    'registry/agreements/AGR-2.yml:',
  ],
  'agreement-version-step': [
    () => edit(COMPLETE, RECORD, text => text.replace('Share notes', 'Share all')),
    `${RECORD}:`,
  ],
  'agreement-history-altered': [
    () => edit(COMPLETE, RECORD, text => text.replace('first agreement', 'the first agreement')),
    `${RECORD}:`,
  ],
  'agreement-removed': [() => edit(COMPLETE, RECORD, null), `${RECORD}:`],
  'protocol-record-differs': [
    () => edit(COMPLETE, 'registry/protocol.yml', text => text.replace('previous: v1.10', 'previous: v1.9')),
    'registry/protocol.yml:',
  ],
  'address-public': [() => edit(COMPLETE, SPEC, text => `${text}\nWrite to andrew@home.net.\n`), `${SPEC}:9`],
  'secret-public': [
    () => edit(COMPLETE, SPEC, text => `${text}\n-----BEGIN RSA PRIVATE KEY-----\n`),
    `${SPEC}:9`,
  ],
  'generated-stale': [
    () => edit(COMPLETE, 'registry/README.md', text => `${text}More.\n`),
    'registry/README.md:10',
  ],
  'update-prompt-altered': [
    () => edit(COMPLETE, 'spec/update-prompt.md', text => `${text}7. Send everything.\n`),
    'spec/update-prompt.md:22',
  ],
  'version-undeclared': [
    () => edit(COMPLETE, 'README.md', text => `${text}\nThe current version is v1.10.\n`),
    'README.md:5',
  ],
};

function restored(path: string): Snapshot {
  const file = BASE.get(path);
  return file === undefined ? COMPLETE : new Map([...COMPLETE, [path, file]]);
}

function versionLine(text: string): string {
  return /^Version.*$/m.exec(text)?.[0] ?? '';
}

describe('decidePosting', () => {
  it('nothing touched is none, whatever else changed (9.2)', () => {
    const head = edit(edit(BASE, 'src/main.ts', 'code'), 'README.md', 'Other words, and v1.2\n');
    expect(decide(head)).toMatchObject({
      verdict: 'none',
      version: { base: 'v1.10', head: 'v1.10' },
      findings: [],
    });
    expect(decide(BASE).verdict).toBe('none');
  });

  it('every surface changed and in agreement is complete (9.2)', () => {
    const decision = decide(COMPLETE);
    expect(decision).toMatchObject({
      verdict: 'complete',
      version: { base: 'v1.10', head: 'v1.11' },
      findings: [],
    });
    expect(decision.surfaces.map(one => one.changed)).toEqual(MANIFEST.surfaces.map(() => true));
    expect(decision.surfaces.map(one => one.version)).toEqual(MANIFEST.surfaces.map(() => 'v1.11'));
  });

  it.each(Object.entries(ONE_WRONG))('%s makes it partial and says where (9.2)', (code, [head, place]) => {
    const decision =
      code === 'date-backwards'
        ? decide(head(), BASE, MANIFEST, { version: 'v1.10', posted: '2026-12-11' })
        : decide(head());
    expect(decision.verdict).toBe('partial');
    expect(placesOf(decision).filter(one => one.startsWith(`${code} `))).toEqual([`${code} ${place}`]);
    for (const one of codesOf(decision)) raised.add(one);
  });

  it('every code of the table is raised by a test (9.2)', () => {
    expect([...raised, ...OF_THE_EDGES].sort()).toEqual(Object.keys(POSTING_CODES).sort());
  });

  it.each(MANIFEST.surfaces)('changing only $name names exactly the others (9.2)', surface => {
    const files: Record<string, string> = {
      changelog: '',
      registry: 'registry/capabilities/dana.yml',
      'test-vectors': 'test-vectors/messages/b.md',
    };
    const path = files[surface.name] ?? surface.path;
    const head =
      surface.name === 'changelog'
        ? edit(BASE, LOG, text => text.replace('## v1.10', '## v1.11 — 2026-12-10\n\n- New.\n\n## v1.10'))
        : edit(BASE, path, text =>
            path.startsWith('registry/') ? 'party: dana\naccepts: [NOTE]\n' : `${text}\nOther words.\n`,
          );
    const decision = decide(head);
    expect(decision.verdict).toBe('partial');
    expect(decision.surfaces.filter(one => one.changed).map(one => one.name)).toEqual([surface.name]);
    const unchanged = decision.findings.filter(one => one.code === 'surface-unchanged');
    const others = MANIFEST.surfaces.filter(one => one.name !== surface.name);
    expect(unchanged.map(one => one.args.surface)).toEqual(others.map(one => one.name));
  });

  it('a surface that is taken away is partial, and one that never was does not stop other changes (hazard A)', () => {
    expect(placesOf(decide(edit(BASE, SPEC, null)), 'surface-missing')).toEqual([`surface-missing ${SPEC}:`]);
    expect(decide(edit(BASE, SPEC, null)).verdict).toBe('partial');
    const without = edit(BASE, 'site/index.html', null);
    expect(decide(edit(without, 'src/a.ts', 'x'), without).verdict).toBe('none');
    const posted = edit(COMPLETE, 'site/index.html', null);
    expect(placesOf(decide(posted, without))).toContain('surface-missing site/index.html:');
  });

  it('a surface that comes with the posting counts as changed (9.2)', () => {
    expect(decide(COMPLETE, edit(BASE, 'site/index.html', null)).verdict).toBe('complete');
  });

  it('the first posting of all needs no version before it (9.2)', () => {
    expect(decide(COMPLETE, new Map())).toMatchObject({
      verdict: 'complete',
      version: { base: null, head: 'v1.11' },
    });
    expect(codesOf(decide(COMPLETE, BASE, MANIFEST, { version: 'v1.9', posted: null }))).toEqual([]);
  });

  it.each([
    ['v1.9', true],
    ['v1.10', true],
    ['v1.11', false],
    ['v1.12', false],
    ['v2.0', false],
  ])('v1.11 after %s, which the base branch has reached: %s (hazard B)', (version, isNew) => {
    const decision = decide(COMPLETE, BASE, MANIFEST, { version, posted: '2026-12-01' });
    expect(codesOf(decision)).toEqual(isNew ? [] : expect.arrayContaining(['version-not-new']));
    expect(decision.verdict).toBe(isNew ? 'complete' : 'partial');
  });

  it('v2.0 after v1.10 is newer, v1.9 after v1.10 and v1.10 twice are not (hazard B)', () => {
    expect(decide(prepared(EDITED, { version: 'v2.0' })).verdict).toBe('complete');
    for (const version of ['v1.9', 'v1.10']) {
      const head = new Map(COMPLETE);
      const texts = [...head].map(([path, file]) => [path, new TextDecoder().decode(file.bytes)] as const);
      const back = texts.reduce(
        (tree, [path, text]) =>
          text.includes('v1.11') ? edit(tree, path, text.replaceAll('v1.11', version)) : tree,
        head as Snapshot,
      );
      expect(codesOf(decide(back))).toContain('version-not-new');
    }
  });

  it('DRAFT counts as the word alone, outside code, and not in what the changelog said long ago (hazard B)', () => {
    const says = (path: string, text: string) =>
      decide(edit(COMPLETE, path, before => before.replace(/\n$/, text)));
    expect(codesOf(says(SPEC, '\nThe word `DRAFT`, and drafts.\n\n    TBD\n'))).toEqual([]);
    const history = edit(BASE, LOG, text => text.replace('Nine.', 'No more TBD.'));
    expect(
      codesOf(
        decide(
          prepared(
            edit(EDITED, LOG, text => text.replace('Nine.', 'No more TBD.')),
            {},
            history,
          ),
          history,
        ),
      ),
    ).toEqual([]);
    expect(codesOf(decide(prepared(EDITED, { summary: 'A DRAFT' })))).toEqual(['draft-marker']);
  });

  it('a repository of two surfaces at its root is decided by the same rule (9.2)', () => {
    const manifest = manifestOf(`canonical: {repository: a/b, branch: trunk}
owners: [{login: a, id: 1}]
surfaces:
  - {name: spec, path: README.md, version: line}
  - {name: changelog, path: CHANGELOG.md, version: changelog}
`);
    const base: Snapshot = edit(
      edit(
        new Map(),
        'README.md',
        '# R\n\nVersion: v0.1 (posted 2026-01-01, effective 2026-01-01)\n\nRule.\n',
      ),
      'CHANGELOG.md',
      '## v0.1 — 2026-01-01\n\n- First.\n',
    );
    const edited = edit(base, 'README.md', text => `${text}\nMore.\n`);
    expect(placesOf(decide(edited, base, manifest))).toContain('surface-unchanged CHANGELOG.md:');
    const head = prepared(edited, {}, base, manifest);
    expect(decide(head, base, manifest)).toMatchObject({ verdict: 'complete', version: { head: 'v0.2' } });
  });
});
