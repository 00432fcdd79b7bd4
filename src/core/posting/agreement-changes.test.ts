import { describe, expect, it } from 'vitest';
import { type Agreement, readAgreement } from '../agreement/agreement.ts';
import { agreementChanges } from './agreement-changes.ts';
import { AGREEMENT_TERMS, namedTerms } from './agreement-terms.ts';
import { changelogVersions } from './changelog-lines.ts';

const CHANGELOG = `# Changelog

## v1.3 — 2026-12-20 (effective 2026-12-27)

- STATUS may carry a link.
- REQUEST has a new verb, **compare**, see
  [the list](SPEC.md#s4.3).
- Files:
  - archives are refused
  - \`setlist.txt\` stays
- A drop folder may hold a file named anything.

## v1.2 — 2026-12-10

A plain sentence.

## v1.1 — 2026-12-01

- First words.
`;

function agreement(more = ''): Agreement {
  const text = `agreement: AGR-1
version: 2
status: active
parties: [andrew, dana]
purpose: Share notes
level: 1
allowed_types: [NOTE, STATUS]
allowed_actions: []
transport: email
expires: 2027-09-30
history:
  - {version: 1, date: 2026-11-01, change: first}
  - {version: 2, date: 2026-12-05, change: limits raised}
${more}`;
  const read = readAgreement(text);
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return read.agreement;
}

const versions = changelogVersions(CHANGELOG);

describe('changelogVersions', () => {
  it('gives every change by itself: points, points below points with what stands above, sentences (9.2)', () => {
    expect(versions.map(one => [one.version, one.posted, one.effective])).toEqual([
      ['v1.3', '2026-12-20', '2026-12-27'],
      ['v1.2', '2026-12-10', null],
      ['v1.1', '2026-12-01', null],
    ]);
    expect(versions[0]?.lines).toEqual([
      { source: 'STATUS may carry a link.', above: '', words: 'STATUS may carry a link.' },
      {
        source: 'REQUEST has a new verb, **compare**, see [the list](SPEC.md#s4.3).',
        above: '',
        words: 'REQUEST has a new verb, compare, see the list.',
      },
      { source: 'archives are refused', above: 'Files:', words: 'Files: archives are refused' },
      { source: '`setlist.txt` stays', above: 'Files:', words: 'Files: setlist.txt stays' },
      {
        source: 'A drop folder may hold a file named anything.',
        above: '',
        words: 'A drop folder may hold a file named anything.',
      },
    ]);
    expect(versions[1]?.lines).toEqual([
      { source: 'A plain sentence.', above: '', words: 'A plain sentence.' },
    ]);
  });
});

describe('agreementChanges', () => {
  it('marks what the agreement names, what holds for everybody, and what it does not have (9.3)', () => {
    const { changes } = agreementChanges(agreement(), versions, 'v1.1', 'v1.3');
    expect(changes.map(one => [one.version, one.concerns, ...one.names])).toEqual([
      ['v1.3', 'yours', 'STATUS'],
      ['v1.3', 'others', 'REQUEST', 'compare'],
      ['v1.3', 'yours', 'files'],
      ['v1.3', 'everybody'],
      ['v1.3', 'others', 'transport folder'],
      ['v1.2', 'everybody'],
    ]);
  });

  it('leaves no line out, whatever the agreement is (9.3)', () => {
    const whole = versions
      .filter(one => one.version !== 'v1.1')
      .flatMap(one => one.lines.map(line => line.source));
    for (const one of [agreement(), agreement('limits: "0 files per message"\nauth: hmac\n')]) {
      const { changes } = agreementChanges(one, versions, 'v1.1', 'v1.3');
      expect(changes.map(change => change.text).sort()).toEqual([...whole].sort());
    }
  });

  it('covers the versions after the first, up to the second, and nothing else (9.3)', () => {
    expect(agreementChanges(agreement(), versions, 'v1.1', 'v1.2').versions).toEqual(['v1.2']);
    expect(agreementChanges(agreement(), versions, 'v1.3', 'v1.3').changes).toEqual([]);
    expect(agreementChanges(agreement(), versions, 'v1', 'v1.3').versions).toEqual(['v1.3', 'v1.2', 'v1.1']);
  });

  it('tells what became of the agreement itself between the two postings (8.2)', () => {
    const { record } = agreementChanges(agreement(), versions, 'v1.1', 'v1.3');
    expect(record).toEqual([{ version: 2, date: '2026-12-05', change: 'limits raised' }]);
    expect(agreementChanges(agreement(), versions, 'v1.2', 'v1.3').record).toEqual([]);
  });
});

describe('namedTerms', () => {
  const own = (words: string, more = '') => namedTerms(words, agreement(more)).own;
  const other = (words: string, more = '') => namedTerms(words, agreement(more)).other;

  it.each([
    ['A NOTE is a note', ['NOTE']],
    ['Sizes count decoded bytes', ['limits']],
    ['The subject of a mail equals its type', ['transport email']],
    ['An ack is overdue after a week', ['acknowledgement']],
    ['First agreement: AGR-1 with dana', ['AGR-1']],
    ['The last day of an agreement counts in full', ['expires']],
  ])('%s', (words, names) => expect(own(words)).toEqual(names));

  it.each([
    ['A code word may be asked for', ['auth']],
    ['On GitHub a label stands for the sender', ['transport github']],
    ['First agreement: AGR-2', ['AGR-2']],
    ['AGR-1-002 begins', ['AGR-1-002']],
    ['FILE_DROP takes a list', ['FILE_DROP']],
  ])('not in this one: %s', (words, names) => expect(other(words)).toEqual(names));

  it('knows no term in a word that only looks like one', () => {
    expect(own('NOTES and statuses; a chat; each side its own inbox; the repository on the web')).toEqual([]);
    expect(other('NOTES and statuses; a chat; each side its own inbox; the repository on the web')).toEqual(
      [],
    );
  });

  it('an agreement with a term has it as its own', () => {
    expect(own('An HMAC covers the id', 'auth: hmac\n')).toEqual(['auth']);
    expect(other('Macros are refused', 'limits: "0 files per message"\n')).toEqual(['files']);
    expect(new Set(AGREEMENT_TERMS.map(term => term.name)).size).toBe(AGREEMENT_TERMS.length);
  });
});
