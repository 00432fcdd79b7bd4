import { describe, expect, it } from 'vitest';
import { type Agreement, readAgreement } from './agreement.ts';
import { allowedUnder } from './allowed.ts';
import { readCapability } from './capability.ts';
import { dayIn, lifeCycle } from './life-cycle.ts';
import { checkScope, matchesPattern } from './scope.ts';

/** The example of section 8.2. */
const EXAMPLE = `agreement: AGR-2026-014
version: 2
status: active
parties: [andrew, dana]
purpose: Share planting plans, photos and notes for the community garden
level: 2
allowed_types: [NOTE, FILE_DROP, STATUS, REQUEST, QUESTION]
allowed_actions: [extract-dates]
transport: [email, folder]
update_watch: { andrew: monitor, dana: "scheduled pull, every 30 minutes" }
transport_senders: [dana-phone]
auth: none
expires: 2027-09-30
limits: "5 files / 12 MB per message; 8 messages/day"
protocol_version: v1.9
updates_location: https://github.com/andrewdhorowitz/aimf-protocol
features: [version-verify]
scope: { topics: [], files: ["*.pdf", "*.jpg"], subjects: [] }
github: { dana: 1234567 }
history:
  - { version: 1, date: 2026-11-02, change: first agreement }
  - { version: 2, date: 2026-11-06, change: "questions, and dates out of files" }
`;
const REQUIRED = [
  'agreement',
  'version',
  'status',
  'parties',
  'purpose',
  'level',
  'allowed_types',
  'transport',
  'expires',
];

function agreement(changes: Partial<Agreement> = {}): Agreement {
  const read = readAgreement(EXAMPLE);
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return { ...read.agreement, ...changes };
}
const without = (field: string) =>
  EXAMPLE.split('\n')
    .filter(line => !line.startsWith(`${field}:`))
    .join('\n');
const faultsOf = (text: string) => {
  const read = readAgreement(text);
  return 'faults' in read ? read.faults : [];
};

describe('readAgreement', () => {
  it('reads the example of the specification (8.2)', () => {
    expect(agreement()).toMatchObject({
      agreement: 'AGR-2026-014',
      version: 2,
      level: 2,
      transport: ['email', 'folder'],
      expires: '2027-09-30',
      github: { dana: 1234567 },
    });
  });

  it.each(REQUIRED)('%s must be there (8.2)', field => {
    const text = without(field);
    expect(faultsOf(text)).toHaveLength(1);
    expect(faultsOf(text)[0]).toMatch(new RegExp(`^${field}: is missing`));
  });

  it('needs no more than those (8.2)', () => {
    const text = EXAMPLE.replace(/history:\n(?: {2}- .*\n)*/, '')
      .split('\n')
      .filter(line => REQUIRED.includes(line.split(':')[0] ?? ''))
      .join('\n');
    expect(faultsOf(text)).toEqual([]);
  });

  it.each([
    ['an unknown field', `${EXAMPLE}address: dana@example.com\n`, /no such field here: address/],
    [
      'a state that is not written',
      EXAMPLE.replace('status: active', 'status: expired'),
      /^status: it must be one of active, paused, revoked/,
    ],
    [
      'an address for a label',
      EXAMPLE.replace('[andrew, dana]', '[andrew, dana@example.com]'),
      /^parties\.1: has another form/,
    ],
    ['one party alone', EXAMPLE.replace('[andrew, dana]', '[andrew]'), /^parties: needs at least 2/],
    ['a day that does not exist', EXAMPLE.replace('2027-09-30', '2027-09-31'), /^expires: has another form/],
    ['a third level', EXAMPLE.replace('level: 2', 'level: 3'), /^level: it must be one of 1, 2/],
    ['a level in quotes', EXAMPLE.replace('level: 2', 'level: "2"'), /^level: /],
    ['a version of zero', EXAMPLE.replace('version: 2\n', 'version: 0\n'), /^version: /],
    [
      'a verb that does not exist',
      EXAMPLE.replace('[extract-dates]', '[delete]'),
      /^allowed_actions\.0: it must be one of summarize/,
    ],
    ['an unknown wire', EXAMPLE.replace('[email, folder]', 'fax'), /^transport: is of none of the forms/],
    ['no wire', EXAMPLE.replace('[email, folder]', '[]'), /^transport: /],
    ['a name given twice', `${EXAMPLE}status: revoked\n`, /^line \d+: /],
    ['a second document', `${EXAMPLE}---\nstatus: revoked\n`, /document/],
    ['a list', '- a\n', /^the file: must be of type object/],
    ['nothing', '', /^the file: /],
    [
      'a purpose of two lines',
      EXAMPLE.replace(/purpose: .*/, 'purpose: "a\\nb"'),
      /^purpose: has another form/,
    ],
    ['an address among labels', EXAMPLE.replace('{ dana: 1234567 }', '{ "dana@example.com": 1 }'), /^github/],
  ])('tells %s in words (8.2)', (_, text, expected) => {
    expect(faultsOf(text).join('\n')).toMatch(expected);
  });
});

describe('readCapability', () => {
  it('reads the example of the specification; what is absent means all (8.1)', () => {
    const read = readCapability(
      'party: dana\naccepts: [STATUS]\noffers: [NOTE, FILE_DROP, STATUS]\nlimits: "max 8 MB per message, max 4 messages/day"\n',
    );
    expect(read).toMatchObject({ capability: { party: 'dana', accepts: ['STATUS'] } });
    expect(readCapability('party: dana\n')).toEqual({ capability: { party: 'dana' } });
  });

  it.each([
    ['accepts: [NOTE]\n', /^party: is missing/],
    ['party: dana\noffers: [PARCEL]\n', /^offers\.0: it must be one of NOTE/],
    ['party: dana\nemail: dana@example.com\n', /no such field here: email/],
    ['party: [', /^line 1: /],
  ])('tells a broken one in words: %j (8.1)', (text, expected) => {
    const read = readCapability(text);
    expect('faults' in read && read.faults.join('\n')).toMatch(expected);
  });
});

describe('allowedUnder', () => {
  const all = ['FILE_DROP', 'NOTE', 'QUESTION', 'REQUEST', 'STATUS'];
  const types = (...args: Parameters<typeof allowedUnder>) => [...allowedUnder(...args).types].sort();

  it('is what the party offers, the owner accepts and the agreement lists (8.2)', () => {
    expect(types(agreement(), null, null)).toEqual(all);
    expect(types(agreement(), { party: 'dana' }, { party: 'andrew' })).toEqual(all);
    const party = { party: 'dana', offers: ['NOTE', 'STATUS', 'REQUEST'] as const };
    const owner = { party: 'andrew', accepts: ['NOTE', 'FILE_DROP', 'STATUS'] as const };
    expect(
      types(agreement(), { ...party, offers: [...party.offers] }, { ...owner, accepts: [...owner.accepts] }),
    ).toEqual(['NOTE', 'STATUS']);
    expect(
      types(agreement({ allowed_types: ['NOTE'] }), { party: 'dana', offers: ['STATUS'] }, null),
    ).toEqual([]);
    expect(types(agreement(), { party: 'dana', offers: [] }, null)).toEqual([]);
  });

  it('what the party accepts and the owner offers is about the other direction (8.1)', () => {
    expect(types(agreement(), { party: 'dana', accepts: [] }, { party: 'andrew', offers: [] })).toEqual(all);
  });

  it('on level 1 has no REQUEST and no verb, whatever the agreement lists (8.4)', () => {
    const allowed = allowedUnder(agreement({ level: 1 }), null, null);
    expect([...allowed.types].sort()).toEqual(['FILE_DROP', 'NOTE', 'QUESTION', 'STATUS']);
    expect([...allowed.actions]).toEqual([]);
    expect([...allowedUnder(agreement(), null, null).actions]).toEqual(['extract-dates']);
    const { allowed_actions: _, ...bare } = agreement();
    expect([...allowedUnder(bare, null, null).actions]).toEqual([]);
  });

  it('the strictest of all limits holds, and every unreadable clause is told (8.5)', () => {
    const allowed = allowedUnder(
      agreement(),
      { party: 'dana', limits: '3 files; lots of MB' },
      { party: 'andrew', limits: '20 MB; 2 messages/day; x' },
    );
    expect(allowed.limits).toEqual({ files: 3, bytes: 12_000_000, messagesPerDay: 2 });
    expect(allowed.unreadable).toEqual(['lots of MB', 'x']);
  });
});

describe('life cycle', () => {
  const at = (time: string, zone: string) => dayIn(zone, Date.parse(time));

  it('ends with its last day in the owner’s time zone (8.6)', () => {
    const record = agreement({ expires: '2027-01-31' });
    const stands = (time: string, zone: string) => lifeCycle(record, at(time, zone));
    expect(stands('2027-02-01T04:59:59Z', 'America/New_York')).toBe('active');
    expect(stands('2027-02-01T05:00:00Z', 'America/New_York')).toBe('expired');
    expect(stands('2027-01-31T14:59:59Z', 'Asia/Tokyo')).toBe('active');
    expect(stands('2027-01-31T15:00:00Z', 'Asia/Tokyo')).toBe('expired');
    expect(stands('2027-01-31T23:59:59Z', 'UTC')).toBe('active');
    expect(stands('2027-02-01T00:00:00Z', 'UTC')).toBe('expired');
  });

  it('revoked stays revoked, expired comes before paused (6.5)', () => {
    const on = (status: Agreement['status'], day: string) =>
      lifeCycle(agreement({ status, expires: '2027-01-31' }), day);
    expect(on('revoked', '2027-01-01')).toBe('revoked');
    expect(on('revoked', '2028-01-01')).toBe('revoked');
    expect(on('paused', '2027-01-31')).toBe('paused');
    expect(on('paused', '2027-02-01')).toBe('expired');
    expect(on('active', '2027-01-31')).toBe('active');
  });

  it.each([
    ['the day of 25 hours', '2026-11-01T03:59:59Z', '2026-10-31'],
    ['the day of 25 hours', '2026-11-01T04:00:00Z', '2026-11-01'],
    ['the first 01:30 of that day', '2026-11-01T05:30:00Z', '2026-11-01'],
    ['the second 01:30 of that day', '2026-11-01T06:30:00Z', '2026-11-01'],
    ['the end of that day', '2026-11-02T04:59:59Z', '2026-11-01'],
    ['the day behind it', '2026-11-02T05:00:00Z', '2026-11-02'],
    ['the day of 23 hours', '2027-03-14T05:00:00Z', '2027-03-14'],
    ['the end of that day', '2027-03-15T03:59:59Z', '2027-03-14'],
    ['the day behind it', '2027-03-15T04:00:00Z', '2027-03-15'],
    ['a leap day', '2028-02-29T12:00:00Z', '2028-02-29'],
  ])('the day in New York: %s (8.5)', (_, time, day) => {
    expect(at(time, 'America/New_York')).toBe(day);
  });

  it.each([
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
    ['Pacific/Pago_Pago', '2027-01-01T10:59:59Z', '2026-12-31'],
    ['Asia/Kathmandu', '2026-12-31T18:15:00Z', '2027-01-01'],
  ])('the day in %s (8.5)', (zone, time, day) => {
    expect(at(time, zone)).toBe(day);
  });
});

describe('scope', () => {
  it.each([
    ['report.pdf', '*.pdf', true],
    ['Report.PDF', '*.pdf', true],
    ['report.pdf.exe', '*.pdf', false],
    ['report.pdf', '*', true],
    ['', '*', true],
    ['', '', true],
    ['a', '', false],
    ['abc', 'a?c', true],
    ['ac', 'a?c', false],
    ['a😀c', 'a?c', true],
    ['caf\u00e9', 'cafe\u0301', true],
    ['a.b', 'a.b', true],
    ['axb', 'a.b', false],
    ['a*b', 'a*b', true],
    ['a[1].pdf', 'a[1].pdf', true],
    ['a1.pdf', 'a[1].pdf', false],
    ['aXbXc', 'a*b*c', true],
    ['abcab', '*ab', true],
    ['abcabd', '*ab', false],
    ['line\nbreak', 'line*', true],
  ])('%j matches %j: %s (8.7)', (text, pattern, matches) => {
    expect(matchesPattern(text, pattern)).toBe(matches);
  });

  it('hostile patterns and names end at once (8.7)', () => {
    expect(matchesPattern('a'.repeat(4000), `${'a*'.repeat(1000)}b`)).toBe(false);
    expect(matchesPattern('a'.repeat(4000), `${'*'.repeat(4000)}b`)).toBe(false);
    expect(matchesPattern('a'.repeat(4000), `${'*a?'.repeat(1000)}b`)).toBe(false);
  });

  const scope = { topics: ['garden*'], files: ['*.pdf', '*.jpg'], subjects: ['Seeds*'] };
  it.each([
    ['a topic within', 'STATUS', { topic: 'Garden week' }, [], true, []],
    ['a topic outside', 'STATUS', { topic: 'Taxes' }, [], true, [{ aspect: 'topic', given: 'Taxes' }]],
    ['a subject within', 'NOTE', { subject: 'Seeds have come' }, [], true, []],
    ['a subject outside', 'NOTE', { subject: 'Taxes' }, [], true, [{ aspect: 'subject', given: 'Taxes' }]],
    ['files within', 'FILE_DROP', { filename: 'a.pdf' }, ['a.pdf', 'b.jpg'], true, []],
    [
      'a file outside',
      'FILE_DROP',
      { filename: 'a.pdf' },
      ['a.pdf', 'b.doc'],
      true,
      [{ aspect: 'file', given: 'b.doc' }],
    ],
    [
      'a file of a NOTE outside',
      'NOTE',
      { subject: 'Seeds' },
      ['b.doc'],
      true,
      [{ aspect: 'file', given: 'b.doc' }],
    ],
    ['nothing that it speaks of', 'QUESTION', { question: 'Taxes?' }, [], false, []],
    ['the topic of an update', 'STATUS', { topic: 'AIMF protocol update' }, [], true, []],
    ['the subject of a proposal', 'NOTE', { subject: 'Proposal: more files' }, [], true, []],
    [
      'a file outside with a proposal',
      'NOTE',
      { subject: 'Proposal: more files' },
      ['b.doc'],
      true,
      [{ aspect: 'file', given: 'b.doc' }],
    ],
    [
      'a proposal that only mentions itself',
      'NOTE',
      { subject: 'About the Proposal: x' },
      [],
      true,
      [{ aspect: 'subject', given: 'About the Proposal: x' }],
    ],
  ] as const)('holds the patterns against %s (8.7)', (_, type, fields, files, checked, outside) => {
    expect(checkScope(scope, type, fields, files)).toEqual({ checked, outside });
  });

  it('an empty list, or none, checks nothing (8.7)', () => {
    const nothing = { checked: false, outside: [] };
    expect(checkScope(undefined, 'NOTE', { subject: 'a' }, ['b'])).toEqual(nothing);
    expect(checkScope({}, 'NOTE', { subject: 'a' }, ['b'])).toEqual(nothing);
    expect(checkScope({ topics: [], files: [], subjects: [] }, 'NOTE', { subject: 'a' }, ['b'])).toEqual(
      nothing,
    );
  });
});
