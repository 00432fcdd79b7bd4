import { describe, expect, it } from 'vitest';
import { DUTY_CODES } from '../../core/finding/monitor-codes.ts';
import { readReceiver } from '../../core/registry/receiver.ts';
import { readRegistry } from '../../core/registry/registry.ts';
import { DUTY_WORDING } from '../../core/report/duty-wording.ts';
import { watchedLocations } from './canonical.ts';
import { type DutyFacts, ownAgreements, standingDuties } from './duties.ts';

const agreement = (extra = '', expires = '2027-01-31', id = 'AGR-2026-001') => ({
  path: `agreements/${id}.yml`,
  text: [
    ...[`agreement: ${id}`, 'version: 1', 'status: active', 'parties: [andrew, scott]', 'purpose: Schedules'],
    ...['level: 1', 'allowed_types: [NOTE]', 'transport: email', `expires: ${expires}`, extra, ''],
  ].join('\n'),
});
const PROTOCOL = {
  path: 'protocol.yml',
  text: 'version: v1.10\nposted: 2026-11-30\nnormative: v1.10\neffective: 2026-12-07\nprevious: v1.9\n',
};

function facts(
  files: Parameters<typeof readRegistry>[0],
  extra: Partial<DutyFacts> = {},
  zone = 'America/New_York',
) {
  const read = readReceiver(`owner: {name: andrew, addresses: [a@example.net], time_zone: ${zone}}\n`);
  if ('faults' in read) throw new Error(read.faults.join());
  const { receiver, monitoring } = read;
  const { schedule } = monitoring;
  const none = { last: null, acks: [], sightings: [], now: Date.parse('2026-11-01T12:00:00Z') };
  return { ...none, receiver, registry: readRegistry(files), schedule, ...extra };
}
const keys = (given: DutyFacts) => standingDuties(given).map(one => one.key);
const at = (now: string, last: string | null = null) => ({
  now: Date.parse(now),
  last: last === null ? null : Date.parse(last),
});

it('every duty has a sentence, and no more (10.5)', () => {
  expect(Object.keys(DUTY_WORDING).sort()).toEqual([...DUTY_CODES].sort());
});

describe('expiry', () => {
  const WEEK = 'duty:expiry:AGR-2026-001:2027-01-31:7';
  const DAY = 'duty:expiry:AGR-2026-001:2027-01-31:1';

  it.each([
    ['eight days before', '2027-01-23T12:00Z', []],
    ['the last minute of the eighth day before', '2027-01-24T04:59Z', []],
    ['the first minute of the seventh day before', '2027-01-24T05:00Z', [WEEK]],
    ['two days before', '2027-01-29T12:00Z', [WEEK]],
    ['the day before', '2027-01-30T05:00Z', [DAY]],
    ['the last day', '2027-02-01T04:59Z', [DAY]],
    ['the day after, where the monitor was there all along', '2027-02-01T05:00Z', [DAY]],
  ])('%s, in the time zone of the owner (10.5)', (_, now, expected) => {
    const last = new Date(Date.parse(now) - 900_000).toISOString();
    expect(keys(facts([agreement()], at(now, last)))).toEqual(expected);
  });

  it('what was missed is told late, and what ended before the first run is not (10.5)', () => {
    const [late] = standingDuties(facts([agreement()], at('2027-03-01T12:00Z', '2027-01-20T12:00Z'))).filter(
      one => one.code === 'expiry',
    );
    expect(late).toMatchObject({
      key: DAY,
      due: '2027-01-31',
      message:
        'Agreement AGR-2026-001 with andrew and scott ends with 2027-01-31; it is over since 29 day(s)',
    });
    expect(keys(facts([agreement()], at('2027-03-01T12:00Z')))).toEqual([]);
    expect(keys(facts([agreement()], at('2027-03-01T12:00Z', '2027-03-01T11:50Z')))).toEqual([]);
  });

  it('a day that the clocks shorten or lengthen is a day (10.5)', () => {
    const march = agreement('', '2026-03-15');
    expect(keys(facts([march], at('2026-03-08T04:59Z')))).toEqual([]);
    expect(keys(facts([march], at('2026-03-08T05:00Z')))).toHaveLength(1);
    const november = agreement('', '2026-11-02');
    expect(keys(facts([november], at('2026-11-01T03:59Z')))[0]).toMatch(/:7$/);
    expect(keys(facts([november], at('2026-11-01T04:00Z')))[0]).toMatch(/:1$/);
  });

  it('a new end is a new reminder; a revoked agreement and that of others need none (10.5)', () => {
    expect(keys(facts([agreement('', '2027-06-30')], at('2027-06-25T12:00Z')))).toEqual([
      'duty:expiry:AGR-2026-001:2027-06-30:7',
    ]);
    const revoked = { ...agreement(), text: agreement().text.replace('active', 'revoked') };
    const others = { ...agreement(), text: agreement().text.replace('andrew', 'lena') };
    for (const one of [revoked, others]) expect(keys(facts([one], at('2027-01-25T12:00Z')))).toEqual([]);
  });
});

describe('acks', () => {
  const now = (day: string) => at(`${day}T17:00:00Z`);
  const codes = (day: string, extra = '', more: Partial<DutyFacts> = {}) =>
    standingDuties(facts([agreement(extra), PROTOCOL], { ...now(day), ...more })).map(one => one.code);

  it.each([
    ['2026-12-01', 'ack-awaited'],
    ['2026-12-14', 'ack-awaited'],
    ['2026-12-15', 'ack-overdue'],
  ])('on %s: %s (9.5)', (day, code) => expect(codes(day)).toEqual([code]));

  it('the number of days is the owner’s (9.5)', () => {
    const { schedule } = facts([]);
    expect(codes('2026-12-09', '', { schedule: { ...schedule, ackDays: 1 } })).toEqual(['ack-overdue']);
  });

  it('an acknowledgement ends it, wherever it was seen (9.5)', () => {
    const ack = { agreement: 'AGR-2026-001', version: 'v1.10', effective: '2026-12-07', party: 'scott' };
    expect(codes('2026-12-20', '', { acks: [{ ...ack, acknowledged: '2026-12-02' }] })).toEqual([]);
    expect(
      codes('2026-12-20', '', { acks: [{ ...ack, version: 'v1.9', acknowledged: '2026-12-02' }] }),
    ).toEqual(['ack-overdue']);
  });

  it('who agreed under the version owes no acknowledgement of it (9.5)', () => {
    const made = (date: string) => `history: [{version: 1, date: ${date}, change: first}]`;
    expect(codes('2026-12-20', made('2026-11-29'))).toEqual(['ack-overdue']);
    expect(codes('2026-12-20', made('2026-11-30'))).toEqual(['ack-overdue']);
    expect(codes('2026-12-20', `protocol_version: v1.10\n${made('2026-11-30')}`)).toEqual([]);
    expect(codes('2026-12-20', made('2026-12-01'))).toEqual([]);
  });

  it('a counterparty’s monitor awaits none: it owes them itself (9.5)', () => {
    const parties = (text: string, both: string) => text.replace('[andrew, scott]', both);
    const named = (...pairs: readonly string[]) =>
      pairs.map((both, at) => {
        const { path, text } = agreement('', '2027-01-31', `AGR-2026-00${at}`);
        return { path, text: parties(text, both) };
      });
    const awaited = (...pairs: readonly string[]) =>
      standingDuties(facts([...named(...pairs), PROTOCOL], now('2026-12-20'))).map(one => one.key);
    const overdue = (at: number) => `duty:ack-overdue:AGR-2026-00${at}:v1.10`;
    expect(awaited('[lena, andrew]')).toEqual([]);
    expect(awaited('[andrew, lena]')).toEqual([overdue(0)]);
    expect(awaited('[andrew, lena]', '[lena, scott]', '[lena, carol]')).toEqual([]);
    expect(awaited('[lena, andrew]', '[scott, andrew]')).toEqual([overdue(0), overdue(1)]);
  });

  it('names who is to be asked, and what can be done (9.5)', () => {
    const [duty] = standingDuties(facts([agreement(), PROTOCOL], now('2026-12-20')));
    expect(duty).toMatchObject({
      message:
        'The acknowledgement of v1.10 (effective 2026-12-07) by scott under AGR-2026-001 is overdue since 2026-12-14',
      due: '2026-12-14',
      remedy: expect.stringContaining('aimf agreement pause AGR-2026-001'),
    });
  });
});

describe('the other duties', () => {
  it('two missed runs are told, one is not, and a first run has missed none (10.5)', () => {
    const last = '2026-11-02T15:00Z';
    expect(keys(facts([], at('2026-11-02T15:31Z', last)))).toEqual([]);
    expect(keys(facts([], at('2026-11-02T15:45Z', last)))).toEqual(['duty:runs-missed:2026-11-02T15:00:00Z']);
    expect(keys(facts([], at('2026-11-02T15:45Z')))).toEqual([]);
  });

  it('a canonical version is held against the record (10.5)', () => {
    const seen = (version: string) => [
      { location: 'https://example.org/', version, effective: '2027-01-07' },
    ];
    expect(keys(facts([PROTOCOL], { sightings: seen('v1.10') }))).toEqual([]);
    expect(keys(facts([], { sightings: seen('v1.11') }))).toEqual([]);
    const moved = seen('v1.11').map(one => ({ ...one, before: 'v1.10' }));
    expect(keys(facts([], { sightings: moved }))).toEqual(['duty:version-moved:https://example.org/:v1.11']);
    expect(standingDuties(facts([PROTOCOL], { sightings: seen('v1.11') }))).toMatchObject([
      {
        code: 'version-moved',
        due: '2027-01-07',
        message: 'The canonical documents are at v1.11, effective 2027-01-07; the record here says v1.10',
      },
    ]);
    const gone = [{ location: 'https://example.org/', error: 'It does not answer in time' }];
    expect(standingDuties(facts([PROTOCOL], { sightings: gone }))).toMatchObject([
      { code: 'canonical-unreadable', due: null },
    ]);
  });

  it('looks where an agreement with version-verify says, and where the owner says (9.4)', () => {
    const of = (extra: string) => ownAgreements(readRegistry([agreement(extra)]), 'andrew');
    const watched = (extra: string, configured: string | null = null, day = '2026-12-01') =>
      watchedLocations(of(extra), day, configured);
    expect(watched('features: []\nupdates_location: https://example.org/a')).toEqual([]);
    expect(watched('features: [version-verify]\nupdates_location: https://example.org/a')).toEqual([
      'https://example.org/a',
    ]);
    expect(watched('features: [version-verify]')).toEqual([
      'https://github.com/andrewdhorowitz/aimf-protocol',
    ]);
    expect(watched('features: [version-verify]', null, '2028-01-01')).toEqual([]);
    expect(watched('', 'https://example.org/b')).toEqual(['https://example.org/b']);
  });
});
