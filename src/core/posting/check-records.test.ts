import { describe, expect, it } from 'vitest';
import { BASE, COMPLETE, codesOf, decide, EDITED, edit, prepared } from './small-repository.test-support.ts';
import type { Snapshot } from './snapshot.ts';

const RECORD = 'registry/agreements/AGR-1.yml';
const PROTOCOL = 'registry/protocol.yml';

/** What is wrong with the records of a head, in words: `code: fault`. */
function recordFaults(head: Snapshot, base: Snapshot = BASE): string[] {
  const own = [
    'agreement-file-invalid',
    'agreement-version-step',
    'agreement-history-altered',
    'agreement-removed',
    'protocol-record-differs',
  ];
  return decide(head, base)
    .findings.filter(one => own.includes(one.code))
    .map(one => `${one.code}: ${String(one.args.fault ?? one.args.agreement)}`);
}

/** The agreement amended to version 2, with more changes on top. */
function amended(change: (text: string) => string = text => text): Snapshot {
  return edit(EDITED, RECORD, text =>
    change(
      `${text.replace('version: 1\n', 'version: 2\n').replace('2027-09-30', '2027-12-31')}  - {version: 2, date: 2026-12-10, change: renewed}\n`,
    ),
  );
}

describe('agreements of a posting', () => {
  it('an amendment by one version with its history is right (8.2)', () => {
    expect(recordFaults(prepared(amended()))).toEqual([]);
    const other = edit(EDITED, 'registry/agreements/AGR-2.yml', () =>
      new TextDecoder().decode(BASE.get(RECORD)?.bytes).replace('AGR-1', 'AGR-2'),
    );
    expect(recordFaults(prepared(other))).toEqual([]);
  });

  it.each<[string, (text: string) => string, string]>([
    [
      'a version that jumps',
      text => text.replace('version: 2\n', 'version: 3\n').replace('{version: 2,', '{version: 3,'),
      'agreement-version-step: AGR-1',
    ],
    [
      'a version that stays',
      text => text.replace('version: 2\n', 'version: 1\n').replace(/ {2}- \{version: 2.*\n/, ''),
      'agreement-version-step: AGR-1',
    ],
    [
      'a history that is altered',
      text => text.replace('first agreement', 'the first'),
      'agreement-history-altered: AGR-1',
    ],
    [
      'a history that is dated anew',
      text => text.replace('2026-10-26', '2026-10-27'),
      'agreement-history-altered: AGR-1',
    ],
    [
      'a history that is shortened',
      text => text.replace(/ {2}- \{version: 1.*\n/, ''),
      'agreement-history-altered: AGR-1',
    ],
    [
      'a history that is reordered',
      text => text.replace(/( {2}- \{version: 1.*\n)( {2}- \{version: 2.*\n)/, '$2$1'),
      'agreement-history-altered: AGR-1',
    ],
    [
      'a history without the new version',
      text => text.replace(/ {2}- \{version: 2.*\n/, ''),
      'agreement-file-invalid: history: versions must rise by one from 1 to 2',
    ],
    ['an unknown key', text => `${text}phone: 5\n`, 'agreement-file-invalid: '],
    [
      'another id than its name',
      text => text.replace('AGR-1', 'AGR-7'),
      'agreement-file-invalid: says it is AGR-7; the file must be called AGR-7.yml',
    ],
    [
      'another id, which takes the agreement away',
      text => text.replace('AGR-1', 'AGR-7'),
      'agreement-removed: AGR-1',
    ],
    ['broken YAML', () => 'agreement: [\n', 'agreement-file-invalid: '],
    [
      'REQUEST at level 1',
      text => text.replace('[NOTE, STATUS]', '[NOTE, REQUEST]'),
      'agreement-file-invalid: level: level 1 allows no REQUEST',
    ],
  ])('%s (8.2)', (_, change, fault) => {
    const head = edit(COMPLETE, RECORD, () => new TextDecoder().decode(amended(change).get(RECORD)?.bytes));
    expect(recordFaults(head).some(one => one.startsWith(fault))).toBe(true);
    expect(decide(head).verdict).toBe('partial');
  });

  it('two files with one id, a file that is taken away, one that is no text (8.2)', () => {
    const text = new TextDecoder().decode(BASE.get(RECORD)?.bytes);
    expect(recordFaults(edit(COMPLETE, 'registry/agreements/AGR-1-copy.yml', text))).toContain(
      'agreement-file-invalid: agreements/AGR-1-copy.yml and agreements/AGR-1.yml both say they are AGR-1',
    );
    expect(recordFaults(edit(COMPLETE, RECORD, null))).toEqual(['agreement-removed: AGR-1']);
    const binary: Snapshot = new Map([
      ...COMPLETE,
      ['registry/agreements/AGR-2.yml', { kind: 'file', bytes: new Uint8Array([0xff]) }],
    ]);
    expect(recordFaults(binary)).toEqual(['agreement-file-invalid: is not UTF-8 text']);
  });

  it('a file that cannot be read is not also taken away (8.2)', () => {
    expect(
      recordFaults(edit(COMPLETE, RECORD, 'agreement: AGR-1\n')).filter(one => one.includes('removed')),
    ).toEqual([]);
  });
});

describe('protocol.yml of a posting', () => {
  it.each<[string, (text: string) => string, string]>([
    [
      'an old version',
      text => text.replace('version: v1.11', 'version: v1.10'),
      'says version v1.10, and the surfaces say v1.11',
    ],
    ['another version', text => text.replace('version: v1.11', 'version: v1.12'), 'says version v1.11, and'],
    [
      'another date',
      text => text.replace('posted: 2026-12-10', 'posted: 2026-12-11'),
      'says posted 2026-12-11, and the surfaces say 2026-12-10',
    ],
    [
      'another effective date',
      text => text.replace('effective: 2026-12-17', 'effective: 2026-12-18'),
      'says effective 2026-12-18, and the surfaces say 2026-12-17',
    ],
    [
      'another previous',
      text => text.replace('previous: v1.10', 'previous: v1.8'),
      'must name v1.10 as previous, the normative version before this one',
    ],
    [
      'no previous',
      text => text.replace('previous: v1.10\n', ''),
      'must name v1.10 as previous, the normative version before this one',
    ],
    [
      'an old normative',
      text => text.replace('normative: v1.11', 'normative: v1.10'),
      'must say normative: v1.11, since',
    ],
    [
      'an invented normative',
      text => text.replace('normative: v1.11', 'normative: v1.2'),
      'must keep normative, effective and previous',
    ],
  ])('with %s (9.4)', (name, change, fault) => {
    const head = edit(COMPLETE, PROTOCOL, change);
    // A version that no surface shows becomes the newest, and then the surfaces differ from it
    if (name === 'another version') expect(codesOf(decide(head))).toContain('protocol-record-differs');
    else
      expect(recordFaults(head).some(one => one.startsWith(`protocol-record-differs: ${fault}`))).toBe(true);
    expect(decide(head).verdict).toBe('partial');
  });

  it('taken away, or not to be read (9.4)', () => {
    expect(recordFaults(edit(COMPLETE, PROTOCOL, null))).toEqual(['protocol-record-differs: was taken away']);
    expect(
      recordFaults(edit(COMPLETE, PROTOCOL, 'version: 1\n')).some(one =>
        one.startsWith('agreement-file-invalid'),
      ),
    ).toBe(true);
    const never = edit(BASE, PROTOCOL, null);
    expect(recordFaults(edit(COMPLETE, PROTOCOL, null), never)).toEqual([]);
  });

  it('says that rules changed, where only an agreement did (9.4)', () => {
    const head = prepared(edit(amended(), 'spec/SPEC.md', text => text.replace('One good rule', 'One rule')));
    const lie = edit(
      head,
      PROTOCOL,
      'version: v1.11\nposted: 2026-12-10\nnormative: v1.11\neffective: 2026-12-10\nprevious: v1.10\n',
    );
    expect(recordFaults(head)).toEqual([]);
    expect(recordFaults(lie)).toEqual([
      'protocol-record-differs: must keep normative, effective and previous where only agreements change',
    ]);
  });
});
