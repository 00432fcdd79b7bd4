import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions } from '../registry/version.ts';
import { readChangelog, withEntry } from './changelog.ts';
import { folded } from './markdown.ts';
import { CHANGELOG, COMPLETE, codesOf, decide, edit, placesOf } from './small-repository.test-support.ts';

const LOG = 'spec/CHANGELOG.md';
const STAMP = { version: 'v1.11', posted: '2026-12-10', effective: '2026-12-17' };
const HEADING = '## v1.11 — 2026-12-10 (effective 2026-12-17)';
const changed = (change: (text: string) => string) => decide(edit(COMPLETE, LOG, change));

describe('readChangelog', () => {
  it('reads entries with their dates, newest first (9.2)', () => {
    expect(readChangelog(CHANGELOG)).toMatchObject([
      { version: 'v1.10', posted: '2026-11-30', effective: '2026-12-07', text: '- Ten.', line: 3 },
      { version: 'v1.9', posted: '2026-10-26', effective: null, text: '- Nine. - Nine again.', line: 7 },
      { version: 'v1.8', posted: '2026-10-20', effective: null, text: '- Eight.', line: 12 },
    ]);
  });

  it.each([
    ['## v1.11 - 2026-12-10', 'v1.11', '2026-12-10'],
    ['## v1.11 – 2026-12-10', 'v1.11', '2026-12-10'],
    ['v1.11 — 2026-12-10\n---', 'v1.11', '2026-12-10'],
    ['## v1.11 — 2026-12-10 <!-- x -->', 'v1.11', '2026-12-10'],
    ['## v1.11', 'v1.11', null],
    ['## v1.11 — soon', 'v1.11', null],
    ['## v1.11 — 2026-02-30', 'v1.11', null],
    ['## Unreleased', 'Unreleased', null],
    ['## v1.11 — 2026-12-10, at last', 'v1.11 — 2026-12-10, at last', null],
  ])('%j is an entry (9.2)', (heading, version, posted) => {
    expect(readChangelog(`${heading}\n\n- a\n`)).toMatchObject([{ version, posted, text: '- a' }]);
  });

  it.each([
    '# v1.11 — 2026-12-10',
    '### v1.11 — 2026-12-10',
    '> ## v1.11 — 2026-12-10',
    '- ## v1.11 — 2026-12-10',
    '    ## v1.11 — 2026-12-10',
    '```\n## v1.11 — 2026-12-10\n```',
    '<!--\n## v1.11 — 2026-12-10\n-->',
  ])('%j is no entry (hazard B)', block => {
    expect(readChangelog(`${block}\n`)).toEqual([]);
  });
});

describe('withEntry', () => {
  const line = fc.stringMatching(/^[A-Za-z][A-Za-z ,.]{0,30}$/).map(text => text.trim());
  const version = fc.tuple(fc.nat(30), fc.nat(30)).map(([major, minor]) => `v${major}.${minor}`);
  const date = fc.constantFrom('2026-12-10', '2027-01-31', '2028-02-29');

  it('is read back as the entry on top, with everything below as it was (9.2)', () => {
    fc.assert(
      fc.property(
        version,
        date,
        date,
        fc.array(line, { minLength: 1, maxLength: 4 }),
        (one, posted, effective, lines) => {
          fc.pre(!['v1.10', 'v1.9', 'v1.8'].includes(one));
          const text = withEntry(CHANGELOG, { version: one, posted, effective }, lines);
          const [top, ...below] = readChangelog(text);
          expect(top).toMatchObject({ version: one, posted, effective });
          for (const each of lines) expect(top?.text).toContain(folded(each));
          expect(below.map(entry => [entry.version, entry.text])).toEqual(
            readChangelog(CHANGELOG).map(entry => [entry.version, entry.text]),
          );
          expect(text.endsWith(CHANGELOG.slice(CHANGELOG.indexOf('## v1.10')))).toBe(true);
        },
      ),
    );
  });

  it('writing twice gives the same, on any text (9.2)', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constant(CHANGELOG), fc.constant('')),
        fc.array(line, { minLength: 1, maxLength: 3 }),
        (text, lines) => {
          const once = withEntry(text, STAMP, lines);
          expect(withEntry(once, STAMP, lines)).toBe(once);
        },
      ),
    );
  });

  it('keeps what a person wrote in the entry, paragraphs and code too (9.2)', () => {
    const own = `# C\n\n## v1.11\n\nFirst.\n\n    code\n\n- one\n\n  more of one\n`;
    expect(withEntry(own, STAMP, ['two'])).toBe(
      `# C\n\n${HEADING}\n\nFirst.\n\n    code\n\n- one\n\n  more of one\n- two\n`,
    );
  });

  it('begins an empty changelog (9.2)', () => {
    expect(withEntry('', STAMP, ['a'])).toBe(`${HEADING}\n\n- a\n`);
  });
});

describe('compareVersions', () => {
  const version = fc.tuple(fc.nat(999999), fc.nat(999999)).map(([major, minor]) => `v${major}.${minor}`);
  it('is a total order by numbers (9.4)', () => {
    expect(['v2.0', 'v1.10', 'v1.9', 'v1.100'].sort(compareVersions)).toEqual([
      'v1.9',
      'v1.10',
      'v1.100',
      'v2.0',
    ]);
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b))).toBe(0 - Math.sign(compareVersions(b, a)));
        expect(compareVersions(a, b) === 0).toBe(a === b);
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('the changelog of a posting', () => {
  it.each<[string, (text: string) => string, string]>([
    ['not on top', text => swap(text, 'v1.11', 'v1.10'), 'changelog-altered'],
    ['empty', text => text.replace('- A rule is clearer\n', ''), 'changelog-entry-empty'],
    [
      'only a comment',
      text => text.replace('- A rule is clearer', '<!-- A rule -->'),
      'changelog-entry-empty',
    ],
    ['undated', text => text.replace(HEADING, '## v1.11'), 'changelog-entry-undated'],
    ['of another version', text => text.replace('## v1.11', '## v1.12'), 'version-differs'],
    ['called otherwise', text => text.replace(HEADING, '## Next'), 'changelog-no-entry'],
    ['at another level', text => text.replace(HEADING, `#${HEADING}`), 'changelog-no-entry'],
    ['in a fence', text => text.replace(HEADING, `\`\`\`\n${HEADING}\n\`\`\``), 'changelog-no-entry'],
    ['dated otherwise', text => text.replace('2026-12-10 (', '2026-12-11 ('), 'date-differs'],
    [
      'effective otherwise',
      text => text.replace('effective 2026-12-17', 'effective 2026-12-18'),
      'date-differs',
    ],
    ['without an effective date', text => text.replace(' (effective 2026-12-17)', ''), 'date-differs'],
  ])('an entry that is %s (hazard A)', (_, change, code) => {
    const decision = changed(change);
    expect(decision.verdict).toBe('partial');
    expect(codesOf(decision)).toContain(code);
  });

  it.each<[string, (text: string) => string, string]>([
    ['removed', text => text.replace(/## v1\.9[\s\S]*?(?=## v1\.8)/, ''), 'v1.9'],
    ['removed from the end', text => text.replace(/## v1\.8[\s\S]*$/, ''), 'v1.8'],
    ['reordered', text => swap(text, 'v1.9', 'v1.8'), 'v1.9'],
    ['inserted in the middle', text => text.replace('## v1.9', '## v1.9.5\n\n- Never.\n\n## v1.9'), 'v1.9.5'],
    [
      'inserted below the new one',
      text => text.replace('## v1.10', '## v1.10.5\n\n- Never.\n\n## v1.10'),
      'v1.10.5',
    ],
    ['reworded', text => text.replace('Nine again', 'Ten'), 'v1.9'],
    ['shortened', text => text.replace('- Nine again.\n', ''), 'v1.9'],
    ['dated anew', text => text.replace('v1.9 — 2026-10-26', 'v1.9 — 2026-10-27'), 'v1.9'],
    [
      'made effective later',
      text => text.replace('(effective 2026-12-07)', '(effective 2026-12-08)'),
      'v1.10',
    ],
    ['renamed', text => text.replace('## v1.8', '## v1.7'), 'v1.8'],
    ['hidden in a comment', text => text.replace('## v1.8', '<!--\n## v1.8'), 'v1.8'],
  ])('an earlier entry that is %s (hazard A)', (_, change, version) => {
    const decision = changed(change);
    expect(decision.verdict).toBe('partial');
    expect(
      decision.findings.filter(one => one.code === 'changelog-altered').map(one => one.args.version),
    ).toContain(version);
  });

  it('says where an altered entry stands (hazard A)', () => {
    expect(placesOf(changed(text => text.replace('Nine again', 'Ten')))).toEqual([
      `changelog-altered ${LOG}:11`,
    ]);
  });
});

/** Two entries with their places changed. */
function swap(text: string, one: string, other: string): string {
  const [, ...entries] = text.split(/^(?=## )/m);
  const find = (version: string) => entries.find(entry => entry.startsWith(`## ${version} `)) ?? '';
  return text
    .replace(find(one), '\0')
    .replace(find(other), () => `${find(one).trimEnd()}\n\n`)
    .replace('\0', () => `${find(other).trimEnd()}\n\n`);
}
