import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { preparePosting } from './prepare.ts';
import {
  BASE,
  COMPLETE,
  codesOf,
  decide,
  EDITED,
  edit,
  MANIFEST,
  manifestOf,
  planOf,
  prepared,
  snapshotOf,
  WISH,
} from './small-repository.test-support.ts';
import { type Snapshot, textAt } from './snapshot.ts';

const RECORD = 'registry/agreements/AGR-1.yml';
const PROTOCOL = 'registry/protocol.yml';
const AMENDED = edit(
  BASE,
  RECORD,
  text =>
    `${text.replace('version: 1\n', 'version: 2\n').replace('2027-09-30', '2027-12-31')}  - {version: 2, date: 2026-12-10, change: renewed under v1.10}\n`,
);

function faultsOf(
  base: Snapshot,
  head: Snapshot,
  wish: Partial<typeof WISH> & Record<string, string> = {},
  manifest = MANIFEST,
) {
  const plan = preparePosting(base, head, manifest, { ...WISH, ...wish });
  return 'faults' in plan ? plan.faults : [];
}

describe('preparePosting', () => {
  it('moves the version on every surface and says what it writes (9.2)', () => {
    const plan = planOf(BASE, EDITED, { credit: 'dana' });
    expect(plan.stamp).toEqual({ version: 'v1.11', posted: '2026-12-10', effective: '2026-12-17' });
    expect([...plan.steps].sort()).toEqual([
      'registry/README.md: generated anew',
      'registry/protocol.yml: the version',
      'registry/registry.json: generated anew',
      'site/index.html: generated anew',
      'spec/CHANGELOG.md: the entry of the new version, on top',
      'spec/SPEC.md: the version line',
      'spec/trial-prompt.md: the version line',
      'spec/update-prompt.md: generated anew',
      'test-vectors/vectors.json: the version',
    ]);
    expect(plan.writes.get('spec/CHANGELOG.md')).toContain(
      '# Changelog\n\n## v1.11 — 2026-12-10 (effective 2026-12-17)\n\n- A rule is clearer (proposed by dana)\n\n## v1.10',
    );
    expect(plan.writes.get(PROTOCOL)).toBe(
      'version: v1.11\nposted: 2026-12-10\nnormative: v1.11\neffective: 2026-12-17\nprevious: v1.10\n',
    );
    expect(plan.writes.get('test-vectors/vectors.json')).toBe('{"version": "v1.11", "vectors": []}\n');
  });

  it('asked for twice it gives the same, whatever is asked (9.2)', () => {
    const wishes = fc.record({
      summary: fc.stringMatching(/^[ -~]*[!-~][ -~]*$/),
      version: fc.constantFrom('v1.11', 'v1.12', 'v2.0'),
      effective: fc.constantFrom('2026-12-10', '2026-12-31'),
    });
    fc.assert(
      fc.property(wishes, wish => {
        const once = prepared(EDITED, wish);
        expect(planOf(BASE, once, wish).writes.size).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('prepared again with another version it leaves one entry, not two (9.2)', () => {
    const again = prepared(prepared(EDITED), { version: 'v2.0', effective: '2027-01-01' });
    expect(decide(again)).toMatchObject({ verdict: 'complete', version: { head: 'v2.0' } });
    const drafted = edit(EDITED, 'spec/CHANGELOG.md', text =>
      text.replace('## v1.10', '## Next\n\nWhat is new.\n\n## v1.10'),
    );
    expect(textAt(prepared(drafted), 'spec/CHANGELOG.md')).toContain(
      '## v1.11 — 2026-12-10 (effective 2026-12-17)\n\nWhat is new.\n\n- A rule is clearer\n\n## v1.10',
    );
  });

  it('says that nothing was edited, even where only generated files were (9.2)', () => {
    const nothing = ['Nothing was edited: change a document or a registry file first'];
    expect(faultsOf(BASE, BASE)).toEqual(nothing);
    expect(faultsOf(BASE, edit(BASE, 'src/a.ts', 'x'))).toEqual(nothing);
    expect(faultsOf(BASE, edit(BASE, 'registry/README.md', 'x'))).toEqual(nothing);
    expect(
      faultsOf(
        BASE,
        edit(BASE, 'spec/SPEC.md', text => `${text}<!-- x -->\n`),
      ),
    ).toEqual(nothing);
  });

  it.each([
    [{ version: 'v1.10' }, 'v1.10 is not newer than v1.10'],
    [{ version: 'v1.9' }, 'v1.9 is not newer than v1.10'],
    [{ version: '1.11' }, '"1.11" is no version; write it like v1.11'],
    [{ version: 'v1.011' }, '"v1.011" is no version; write it like v1.11'],
    [{ effective: '2026-12-09' }, '2026-12-09 lies before 2026-12-10, the day of the posting'],
    [{ effective: '2026-02-30' }, '"2026-02-30" is no date; write it like 2026-12-07'],
    [{ effective: 'tomorrow' }, '"tomorrow" is no date; write it like 2026-12-07'],
    [{ today: '2026-11-29' }, 'Today is 2026-11-29, and the last posting is dated 2026-11-30'],
    [{ summary: ' ' }, 'The summary is one line of text'],
    [{ summary: 'a\n## v9.9' }, 'The summary is one line of text'],
    [
      { credit: 'dana@home.net' },
      '"dana@home.net" is no label; credit a party by its label, never by an address',
    ],
  ])('refuses %j (9.2)', (wish, fault) => {
    expect(faultsOf(BASE, EDITED, wish)).toEqual([fault]);
  });

  it('an agreement alone is effective at once and keeps what holds (9.4)', () => {
    const plan = planOf(BASE, AMENDED);
    expect(plan).toMatchObject({ agreementsOnly: true, stamp: { effective: '2026-12-10' } });
    expect(plan.writes.get(PROTOCOL)).toBe(
      'version: v1.11\nposted: 2026-12-10\nnormative: v1.10\neffective: 2026-12-07\nprevious: v1.9\n',
    );
    expect(decide(prepared(AMENDED))).toMatchObject({ verdict: 'complete', findings: [] });
    expect(faultsOf(BASE, AMENDED, { effective: '2026-12-20' })).toEqual([
      'Only agreements change, which is effective at once: leave the effective date out',
    ]);
  });

  it('an agreement alone, where no version was ever superseded (9.4)', () => {
    const without = (tree: Snapshot) => edit(tree, PROTOCOL, text => text.replace('previous: v1.9\n', ''));
    const head = prepared(without(AMENDED), {}, without(BASE));
    expect(textAt(head, PROTOCOL)).not.toContain('previous');
    expect(codesOf(decide(head, without(BASE)))).toEqual([]);
  });

  it('an agreement and the next one after it are complete, though their history names versions (9.4)', () => {
    const first = prepared(AMENDED);
    const second = edit(first, 'spec/SPEC.md', text => `${text}\nMore.\n`);
    expect(codesOf(decide(prepared(second, { today: '2026-12-11' }, first), first))).toEqual([]);
  });

  it('regenerates a prompt or a page that lost its version, and needs none to be there (9.2)', () => {
    const lost = edit(edit(EDITED, 'spec/update-prompt.md', 'nothing'), 'site/index.html', null);
    expect(codesOf(decide(prepared(lost)))).toEqual([]);
  });

  it('says which surface it cannot stamp (9.2)', () => {
    expect(faultsOf(BASE, edit(EDITED, 'spec/trial-prompt.md', 'No version\n'))).toEqual([
      'spec/trial-prompt.md has 0 version lines and must have exactly one',
    ]);
    expect(faultsOf(BASE, edit(EDITED, 'spec/CHANGELOG.md', null))).toEqual([
      'spec/CHANGELOG.md is not there as a text file',
    ]);
    expect(faultsOf(BASE, edit(EDITED, 'test-vectors/vectors.json', '{}'))).toEqual([
      'test-vectors/ must have exactly one JSON file with a version',
    ]);
    expect(faultsOf(BASE, edit(EDITED, PROTOCOL, '{version: v1.10}'))[0]).toContain(
      `${PROTOCOL} is written in a form`,
    );
    expect(faultsOf(edit(BASE, PROTOCOL, 'version: 1\n'), EDITED)[0]).toContain(`${PROTOCOL} cannot be read`);
    const page = edit(
      EDITED,
      'site/index.html',
      '<p>Version: <b>v1.10</b> (posted 2026-11-30, effective 2026-12-07)</p>',
    );
    expect(faultsOf(BASE, page)).toEqual([
      'site/index.html has its version line in a form that cannot be changed',
    ]);
  });

  it.each([
    'Version: v1.10',
    'version : 1.10 of today',
    'Version: v1.10, posted 2026-11-30 (effective 2026-12-07)',
  ])('puts "%s" right (9.2)', line => {
    const head = edit(EDITED, 'spec/SPEC.md', text => text.replace(/^Version.*$/m, line));
    expect(codesOf(decide(prepared(head)))).toEqual([]);
  });

  it('stamps a page that people write by hand, in its visible text (9.2)', () => {
    const page = (more: string) =>
      `<main><pre>\nVersion: v1.10 (posted 2026-11-30, effective 2026-12-07)\n</pre>\n<p>Version: v1.10 (posted 2026-11-30, effective 2026-12-07)</p>${more}</main>\n`;
    const base = edit(BASE, 'site/index.html', page(''));
    const head = prepared(edit(base, 'site/index.html', page('<p>More</p>')), {}, base);
    expect(textAt(head, 'site/index.html')?.split('\n').slice(1, 4)).toEqual([
      'Version: v1.10 (posted 2026-11-30, effective 2026-12-07)',
      '</pre>',
      '<p>Version: v1.11 (posted 2026-12-10, effective 2026-12-17)</p><p>More</p></main>',
    ]);
    expect(decide(head, base)).toMatchObject({ verdict: 'complete', findings: [] });
  });

  it('the first posting of a repository gets v1.0 and a record of its own (9.4)', () => {
    const manifest = manifestOf(`canonical: {repository: a/b, branch: main}
owners: [{login: a, id: 1}]
surfaces:
  - {name: spec, path: SPEC.md, version: line}
  - {name: changelog, path: CHANGELOG.md, version: changelog}
  - {name: registry, path: registry/, version: json}
`);
    const head = snapshotOf({
      'SPEC.md': '# R\n\nVersion: v0.0 (posted 2026-01-01, effective 2026-01-01)\n',
      'CHANGELOG.md': '',
      'registry/agreements/AGR-1.yml': textAt(BASE, RECORD) ?? '',
    });
    const first = prepared(head, {}, new Map(), manifest);
    expect(textAt(first, PROTOCOL)).toBe(
      'version: v1.0\nposted: 2026-12-10\nnormative: v1.0\neffective: 2026-12-17\n',
    );
    expect(textAt(first, 'CHANGELOG.md')).toBe(
      '## v1.0 — 2026-12-10 (effective 2026-12-17)\n\n- A rule is clearer\n',
    );
    expect(decide(first, new Map(), manifest)).toMatchObject({ verdict: 'complete', findings: [] });
  });

  it('a registry of one JSON file is stamped with its dates (9.2)', () => {
    const manifest = manifestOf(`canonical: {repository: a/b, branch: main}
owners: [{login: a, id: 1}]
surfaces:
  - {name: spec, path: SPEC.md, version: line}
  - {name: registry, path: registry.json, version: json}
`);
    const base = snapshotOf({
      'SPEC.md': 'Version: v1.0 (posted 2026-01-01, effective 2026-01-02)\n\nA.\n',
      'registry.json':
        '{"a": {"version": "v0.1"}, "version": "v1.0", "posted": "2026-01-01", "effective": "2026-01-02"}\n',
    });
    const head = prepared(
      edit(base, 'SPEC.md', text => `${text}\nB.\n`),
      {},
      base,
      manifest,
    );
    expect(textAt(head, 'registry.json')).toBe(
      '{"a": {"version": "v0.1"}, "version": "v1.1", "posted": "2026-12-10", "effective": "2026-12-17"}\n',
    );
    expect(codesOf(decide(head, base, manifest))).toEqual([]);
  });

  it('keeps CRLF line ends where a surface has them (9.2)', () => {
    const crlf = edit(EDITED, 'spec/SPEC.md', text => text.replaceAll('\n', '\r\n'));
    const text = textAt(prepared(crlf), 'spec/SPEC.md') ?? '';
    expect(text.split('\r\n').length).toBe(text.split('\n').length);
    expect(codesOf(decide(prepared(crlf)))).toEqual([]);
    expect(COMPLETE.size).toBeGreaterThan(5);
  });
});
