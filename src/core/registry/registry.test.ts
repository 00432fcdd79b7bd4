import { describe, expect, it } from 'vitest';
import { readProtocol, standingOf } from './protocol.ts';
import { comparableIdentity, readReceiver } from './receiver.ts';
import { readRegistry, stemOf } from './registry.ts';
import { compareVersions } from './version.ts';

const agreement = (id: string, more = '') => `agreement: ${id}
version: 1
status: active
parties: [andrew, dana]
purpose: Share notes
level: 1
allowed_types: [NOTE]
transport: email
expires: 2027-09-30
${more}`;
const PROTOCOL =
  'version: v1.10\nposted: 2026-11-30\nnormative: v1.10\neffective: 2026-12-07\nprevious: v1.9\n';
const file = (path: string, text: string) => ({ path, text });

describe('readRegistry', () => {
  it('reads agreements, capability statements and the protocol record (8.2)', () => {
    const registry = readRegistry([
      file('agreements/AGR-1.yml', agreement('AGR-1')),
      file('agreements/AGR-2.yaml', agreement('AGR-2')),
      file('capabilities/dana.yml', 'party: dana\noffers: [NOTE]\n'),
      file('protocol.yml', PROTOCOL),
    ]);
    expect([...registry.agreements.keys()]).toEqual(['AGR-1', 'AGR-2']);
    expect(registry.capabilities.get('dana')).toEqual({ party: 'dana', offers: ['NOTE'] });
    expect(registry.protocol?.version).toBe('v1.10');
    expect(registry.faults).toEqual([]);
  });

  it('passes over records, generated files and everything else (8.2)', () => {
    const broken = ': : :';
    const registry = readRegistry(
      [
        'proposals/1.yml',
        'acks/v1.10/AGR-1.yml',
        'registry.json',
        'README.md',
        'agreements/old/AGR-1.yml',
        'agreements/notes.txt',
        'x/protocol.yml',
      ].map(path => file(path, broken)),
    );
    expect(registry).toEqual({ agreements: new Map(), capabilities: new Map(), protocol: null, faults: [] });
  });

  it('a broken file takes nothing with it, and opens nothing (8.2)', () => {
    const registry = readRegistry([
      file('agreements/AGR-1.yml', agreement('AGR-1')),
      file('agreements/AGR-2.yml', agreement('AGR-2').replace('level: 1', 'level: 9')),
      file('capabilities/dana.yml', 'party: [\n'),
      file('protocol.yml', 'version: 1.10\n'),
    ]);
    expect(registry.agreements.get('AGR-1')).toMatchObject({ agreement: { agreement: 'AGR-1' } });
    expect(registry.agreements.get('AGR-2')).toEqual({
      path: 'agreements/AGR-2.yml',
      agreement: null,
      faults: ['level: it must be one of 1, 2'],
    });
    expect(registry.capabilities.size).toBe(0);
    expect(registry.protocol).toBeNull();
    expect([...new Set(registry.faults.map(one => one.path))]).toEqual([
      'agreements/AGR-2.yml',
      'capabilities/dana.yml',
      'protocol.yml',
    ]);
  });

  it('an agreement that two files claim is nobody’s, in whatever order they come (8.2)', () => {
    const files = [
      file('agreements/AGR-1.yml', agreement('AGR-1')),
      file('agreements/B.yml', agreement('AGR-1')),
      file('agreements/C.yml', agreement('AGR-1')),
    ];
    for (const order of [files, files.toReversed()]) {
      const { agreements, faults } = readRegistry(order);
      expect(agreements.get('AGR-1')).toMatchObject({ path: 'agreements/AGR-1.yml', agreement: null });
      expect(faults.map(one => one.path)).toEqual(['agreements/B.yml', 'agreements/C.yml']);
    }
    const broken = readRegistry([
      file('agreements/AGR-1.yml', ': :'),
      file('agreements/B.yml', agreement('AGR-1')),
    ]);
    expect(broken.agreements.get('AGR-1')?.agreement).toBeNull();
  });

  it('the first of two capability statements of a party holds, and the second is told (8.1)', () => {
    const { capabilities, faults } = readRegistry([
      file('capabilities/b.yml', 'party: dana\noffers: []\n'),
      file('capabilities/a.yml', 'party: dana\noffers: [NOTE]\n'),
    ]);
    expect(capabilities.get('dana')?.offers).toEqual(['NOTE']);
    expect(faults).toEqual([
      { path: 'capabilities/b.yml', fault: 'dana already has a capability statement' },
    ]);
  });

  it('a file’s name without folder and ending is the id it stands for (8.2)', () => {
    expect(['agreements/AGR-1.yml', 'AGR-1.yaml', 'a/b/AGR.1.yml'].map(stemOf)).toEqual([
      'AGR-1',
      'AGR-1',
      'AGR.1',
    ]);
  });
});

describe('protocol versions', () => {
  it('are ordered by their numbers (9.4)', () => {
    const order = ['v0.9', 'v1', 'v1.1', 'v1.9', 'v1.10', 'v1.99', 'v1.100', 'v2.0', 'v10.0'];
    expect(order.toReversed().sort(compareVersions)).toEqual(order);
    expect(compareVersions('v1', 'v1.0')).toBe(0);
    expect(compareVersions('v1.9', 'v1.10')).toBeLessThan(0);
    expect(compareVersions('v2.0', 'v1.10')).toBeGreaterThan(0);
  });

  it.each([
    [
      'a version without v',
      PROTOCOL.replace('version: v1.10', 'version: "1.10"'),
      /^version: has another form/,
    ],
    ['a leading zero', PROTOCOL.replace('version: v1.10', 'version: v1.010'), /^version: has another form/],
    [
      'a day that does not exist',
      PROTOCOL.replace('2026-12-07', '2026-12-32'),
      /^effective: has another form/,
    ],
    ['no normative version', PROTOCOL.replace(/normative.*\n/, ''), /^normative: is missing/],
    ['another field', `${PROTOCOL}next: v2.0\n`, /no such field here: next/],
  ])('the record tells %s in words (9.4)', (_, text, expected) => {
    const read = readProtocol(text);
    expect('faults' in read && read.faults.join('\n')).toMatch(expected);
  });

  const record = (text: string) => {
    const read = readProtocol(text);
    if ('faults' in read) throw new Error(read.faults.join('\n'));
    return read.protocol;
  };
  const standing = (cited: string, time: string, text = PROTOCOL) =>
    standingOf(cited, record(text), Date.parse(time));

  it('the previous version holds to the last second before the effective date, in UTC (9.4)', () => {
    expect(standing('v1.9', '2026-12-06T23:59:59.999Z')).toBe('current');
    expect(standing('v1.9', '2026-12-07T00:00:00Z')).toBe('superseded');
    expect(standing('v1.9', '2026-12-06T19:00:00-05:00')).toBe('superseded');
    expect(standing('v1.9', '2026-12-06T18:59:59-05:00')).toBe('current');
  });

  it.each([
    ['v1.10', '2026-12-01T00:00:00Z', 'current'],
    ['v1.10', '2027-12-01T00:00:00Z', 'current'],
    ['v1.8', '2026-12-01T00:00:00Z', 'superseded'],
    ['v1', '2026-12-01T00:00:00Z', 'superseded'],
    ['v1.11', '2026-12-01T00:00:00Z', 'ahead'],
    ['v2.0', '2026-12-01T00:00:00Z', 'ahead'],
  ])('%s at %s is %s (9.4)', (cited, time, expected) => {
    expect(standing(cited, time)).toBe(expected);
  });

  it('a posting that changes agreements only supersedes nothing (9.4)', () => {
    const text = PROTOCOL.replace('version: v1.10', 'version: v1.12');
    expect(standing('v1.10', '2027-12-01T00:00:00Z', text)).toBe('current');
    expect(standing('v1.11', '2027-12-01T00:00:00Z', text)).toBe('current');
    expect(standing('v1.12', '2027-12-01T00:00:00Z', text)).toBe('current');
    expect(standing('v1.13', '2027-12-01T00:00:00Z', text)).toBe('ahead');
  });

  it('between the previous and the normative one stand postings that count as the previous (9.4)', () => {
    const text = PROTOCOL.replace('normative: v1.10', 'normative: v1.12').replace(
      'version: v1.10',
      'version: v1.12',
    );
    expect(standing('v1.11', '2026-12-06T00:00:00Z', text)).toBe('current');
    expect(standing('v1.11', '2026-12-08T00:00:00Z', text)).toBe('superseded');
  });

  it('without a previous version only the normative one holds (9.4)', () => {
    for (const text of [
      PROTOCOL.replace(/previous.*\n/, ''),
      PROTOCOL.replace('previous: v1.9', 'previous: null'),
    ]) {
      expect(standing('v1.9', '2026-12-01T00:00:00Z', text)).toBe('superseded');
    }
  });
});

describe('readReceiver', () => {
  const RECEIVER = `owner:
  name: andrew
  addresses: [Andrew@EXAMPLE.net]
  time_zone: America/New_York
registry: ./registry
mail: {proof: authserv, authserv_id: mx.example.net, subject_tag: "[garden]"}
parties:
  - party: dana
    agreement: AGR-2026-014
    identities: [dana@Example.com, bot@exämple.com, U123]
    secret_env: AIMF_SECRET_DANA
  - party: lena
    agreement: [AGR-1, AGR-2]
    identities: []
senders: {dana-phone: Dana.Phone@Example.org}
transports:
  - {kind: folder, path: ./drop, party: dana}
report: {folder: ./reports}
state: ./state
schedule: {every: 15m}
`;
  const faultsOf = (text: string) => {
    const read = readReceiver(text);
    return 'faults' in read ? read.faults.join('\n') : '';
  };

  it('reads the private file, identities in the form in which they are compared (6.1)', () => {
    expect(readReceiver(RECEIVER)).toMatchObject({
      receiver: {
        owner: { name: 'andrew', addresses: ['Andrew@example.net'], timeZone: 'America/New_York' },
        registry: './registry',
        mail: { proof: 'authserv', authservId: 'mx.example.net', subjectTag: '[garden]' },
        parties: [
          {
            party: 'dana',
            agreements: ['AGR-2026-014'],
            identities: ['dana@example.com', 'bot@xn--exmple-cua.com', 'U123'],
            secretEnv: 'AIMF_SECRET_DANA',
          },
          { party: 'lena', agreements: ['AGR-1', 'AGR-2'], identities: [], secretEnv: null },
        ],
        senders: new Map([['dana-phone', 'Dana.Phone@example.org']]),
      },
    });
  });

  it('needs an owner only (6.1)', () => {
    const least = 'owner: {name: andrew, addresses: [], time_zone: UTC}\n';
    expect(readReceiver(least)).toMatchObject({ receiver: { registry: null, mail: null, parties: [] } });
    expect(readReceiver(`${least}parties:\nsenders:\n`)).toMatchObject({ receiver: { parties: [] } });
  });

  it.each([
    ['nothing', '', /^the file: /],
    ['no owner', RECEIVER.replace(/owner:[\s\S]*?registry/, 'registry'), /^owner: is missing/],
    [
      'a time zone that is none',
      RECEIVER.replace('America/New_York', 'New_York'),
      /^owner\.time_zone: New_York is no time zone/,
    ],
    [
      'an unknown proof',
      RECEIVER.replace('proof: authserv', 'proof: spf'),
      /^mail\.proof: it must be one of header-from, authserv, dkim/,
    ],
    ['an unknown field', `${RECEIVER}secrets: [x]\n`, /no such field here: secrets/],
    [
      'a secret in the file',
      RECEIVER.replace('secret_env: AIMF_SECRET_DANA', 'secret_env: "hunter 2"'),
      /^parties\.0\.secret_env: has another form/,
    ],
    [
      'an identity of two parties',
      RECEIVER.replace('identities: []', 'identities: [DANA@x.org, dana@EXAMPLE.com]'),
      /dana@example\.com stands under dana and under lena/,
    ],
    ['broken YAML', `${RECEIVER}x: y: z\n`, /^line \d+: /],
    [
      'a label that is an address',
      RECEIVER.replace('party: dana\n', 'party: dana@example.com\n'),
      /^parties\.0\.party: has another form/,
    ],
  ])('tells %s in words (6.1)', (_, text, expected) => {
    expect(faultsOf(text)).toMatch(expected);
    expect(faultsOf(text)).not.toContain('hunter');
  });

  it('compares addresses with their domain in lower-case A-labels, and anything else as it is (6.1)', () => {
    expect(comparableIdentity('A.b+c@EXÄMPLE.com')).toBe('A.b+c@xn--exmple-cua.com');
    expect(comparableIdentity('U123')).toBe('U123');
    expect(comparableIdentity('a@b@c')).toBe('a@b@c');
  });
});
