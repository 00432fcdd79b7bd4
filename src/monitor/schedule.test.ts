import { describe, expect, it } from 'vitest';
import { type Cadence, dayStart, missedRuns, nextRun } from './schedule.ts';

const ALL = { from: 0, to: 1440 };
const MINUTE = 60_000;
const day: Cadence = {
  every: 15 * MINUTE,
  hours: { from: 420, to: 1320 },
  timeZone: 'America/New_York',
};
const next = (cadence: Cadence, last: string) =>
  new Date(nextRun(cadence, Date.parse(last))).toISOString().replace(':00.000Z', 'Z');
const missed = (from: string, to: string, isRun = true, cadence = day) =>
  missedRuns(cadence, Date.parse(from), Date.parse(to), isRun);

describe('the next run', () => {
  it.each([
    ['a cadence later', '2026-10-30T16:00Z', '2026-10-30T16:15Z'],
    ['the end of the hours still counts', '2026-10-31T01:45Z', '2026-10-31T02:00Z'],
    ['after the hours it waits for the next morning', '2026-10-31T02:00Z', '2026-10-31T11:00Z'],
    [
      'the morning after the clocks went back is an hour later in UTC',
      '2026-11-01T02:00Z',
      '2026-11-01T12:00Z',
    ],
    ['the morning after they went forward is an hour earlier', '2026-03-08T03:00Z', '2026-03-08T11:00Z'],
    ['after a run before the hours, it is at their beginning', '2026-10-30T10:50Z', '2026-10-30T11:00Z'],
  ])('%s (10.1)', (_, last, expected) => expect(next(day, last)).toBe(expected));

  it('has hours that cross midnight, and none (10.1)', () => {
    const night = { ...day, hours: { from: 1320, to: 390 } };
    expect(next(night, '2026-10-30T03:50Z')).toBe('2026-10-30T04:05Z');
    expect(next(night, '2026-10-30T10:30Z')).toBe('2026-10-31T02:00Z');
    expect(next({ ...day, hours: ALL }, '2026-10-30T03:50Z')).toBe('2026-10-30T04:05Z');
  });

  it('is at least once a day, however long the cadence (10.1)', () => {
    expect(next({ ...day, every: 72 * 60 * MINUTE }, '2026-10-30T16:00Z')).toBe('2026-10-31T11:00Z');
    expect(next({ ...day, every: 600 * MINUTE }, '2026-10-31T01:30Z')).toBe('2026-10-31T11:00Z');
  });
});

describe('missed runs', () => {
  it.each([
    ['15 minutes', '14:15', 0, 0],
    ['half an hour, which is one late run', '14:31', 1, 1],
    ['three cadences, of which this run is one', '14:45', 2, 2],
    ['a little less, since timers drift', '14:44', 2, 2],
    ['an hour and a half', '15:30', 5, 5],
  ])('after %s (10.5)', (_, to, atRun, atStatus) => {
    expect(missed('2026-10-30T14:00Z', `2026-10-30T${to}Z`)).toBe(atRun);
    expect(missed('2026-10-30T14:00Z', `2026-10-30T${to}Z`, false)).toBe(atStatus);
  });

  it('a night is no absence, whatever the clocks do in it (10.5)', () => {
    expect(missed('2026-10-30T02:00Z', '2026-10-30T11:00Z')).toBe(0);
    expect(missed('2026-11-01T02:00Z', '2026-11-01T12:00Z')).toBe(0);
    expect(missed('2026-03-08T03:00Z', '2026-03-08T11:00Z')).toBe(0);
    expect(missed('2026-11-01T02:00Z', '2026-11-01T12:45Z')).toBe(2);
  });

  it('a day away is counted in its active hours only (10.5)', () => {
    expect(missed('2026-10-30T02:00Z', '2026-10-31T02:00Z')).toBe(59);
    expect(missed('2026-10-30T02:00Z', '2026-10-31T02:00Z', true, { ...day, hours: ALL })).toBe(95);
  });

  it('a clock that went backwards misses nothing (10.5)', () => {
    expect(missed('2026-10-30T14:00Z', '2026-10-29T14:00Z')).toBe(0);
  });
});

it.each([
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-30', '2026-11-29T10:00:00.000Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
])('in %s the day %s begins at %s (10.5)', (zone, day, start) => {
  expect(new Date(dayStart(zone, day)).toISOString()).toBe(start);
});
