import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Limits, readLimits, strictest } from './limits.ts';

describe('readLimits', () => {
  it.each<[string, Limits]>([
    ['10 files / 25 MB per message; 5 messages/day', { files: 10, bytes: 25_000_000, messagesPerDay: 5 }],
    ['5 files / 12 MB per message; 8 messages/day', { files: 5, bytes: 12_000_000, messagesPerDay: 8 }],
    ['max 10 MB per message, max 5 messages/day', { bytes: 10_000_000, messagesPerDay: 5 }],
    ['max 8 MB per message, max 4 messages/day', { bytes: 8_000_000, messagesPerDay: 4 }],
    ['10 files / max 25 MB per message', { files: 10, bytes: 25_000_000 }],
    ['5 files/12 MB', { files: 5, bytes: 12_000_000 }],
    ['up to 3 files per message', { files: 3 }],
    ['at most 3 files', { files: 3 }],
    ['no more than 1 file', { files: 1 }],
    ['maximum 2 messages per day', { messagesPerDay: 2 }],
    ['MAX. 2 Messages A Day', { messagesPerDay: 2 }],
    ['2 messages daily', { messagesPerDay: 2 }],
    ['2 messages in a day', { messagesPerDay: 2 }],
    ['2 messages / day', { messagesPerDay: 2 }],
    ['1.5 MB', { bytes: 1_500_000 }],
    ['8.2 MB', { bytes: 8_200_000 }],
    ['500 KB', { bytes: 500_000 }],
    ['12MB/message', { bytes: 12_000_000 }],
    ['1 GB', { bytes: 1_000_000_000 }],
    ['1 MiB', { bytes: 1_048_576 }],
    ['1000 bytes', { bytes: 1000 }],
    ['3 files and 2 MB and 1 message/day', { files: 3, bytes: 2_000_000, messagesPerDay: 1 }],
    ['3 files; 2 files', { files: 2 }],
    ['0 files', { files: 0 }],
    ['', {}],
    [' ;, ; ', {}],
  ])('%s is read whole (8.5)', (text, limits) => {
    expect(readLimits(text)).toEqual({ limits, unreadable: [] });
  });

  it.each<[string, readonly string[], Limits]>([
    ['2 GB/day', ['2 GB/day'], {}],
    ['5 messages per hour', ['5 messages per hour'], {}],
    ['5 messages', ['5 messages'], {}],
    ['ten files', ['ten files'], {}],
    ['ten files; 2 MB', ['ten files'], { bytes: 2_000_000 }],
    ['3 files / a few MB', ['3 files / a few MB'], {}],
    ['3 files and some MB', ['some MB'], { files: 3 }],
    ['1.5 files', ['1.5 files'], {}],
    ['2.5 messages/day', ['2.5 messages/day'], {}],
    ['-3 files', ['-3 files'], {}],
    ['1,000 messages/day', ['1,000 messages/day'], {}],
    ['1,5 MB', ['1,5 MB'], {}],
    ['3 files/day', ['3 files/day'], {}],
    ['25 TB', ['25 TB'], {}],
    ['25 constructor', ['25 constructor'], {}],
    ['unlimited', ['unlimited'], {}],
    ['about 3 files', ['about 3 files'], {}],
    ['3 files (pictures only)', ['3 files (pictures only)'], {}],
    ['9999999999999999 MB', ['9999999999999999 MB'], {}],
    ['at least 3 files', ['at least 3 files'], {}],
  ])('%s has a clause that cannot be read, and limits nothing by it (8.5)', (text, unreadable, limits) => {
    expect(readLimits(text)).toEqual({ limits, unreadable });
  });

  it('reads what a writer of figures writes (8.5)', () => {
    const figures = fc.record(
      { files: fc.nat(1000), bytes: fc.nat(50_000).map(kilo => kilo * 1000), messagesPerDay: fc.nat(1000) },
      { requiredKeys: [] },
    );
    const style = fc.record({
      max: fc.constantFrom('', 'max ', 'up to ', 'at most '),
      between: fc.constantFrom('; ', ', ', ';', ' / ', ' and '),
      message: fc.constantFrom('', ' per message', '/message', ' a message'),
      day: fc.constantFrom('/day', ' per day', ' a day', ' daily', ' / day'),
    });
    fc.assert(
      fc.property(figures, style, (limits, { max, between, message, day }) => {
        const { files, bytes, messagesPerDay } = limits;
        const clauses = [
          ...(files === undefined ? [] : [`${max}${files} ${files === 1 ? 'file' : 'files'}${message}`]),
          ...(bytes === undefined ? [] : [`${max}${bytes / 1e6} MB${message}`]),
          ...(messagesPerDay === undefined ? [] : [`${max}${messagesPerDay} messages${day}`]),
        ];
        expect(readLimits(clauses.join(between))).toEqual({ limits, unreadable: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('any text is read, and each clause is either a figure or told as written (8.5)', () => {
    const text = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom('10', ' files', '/', ';', ' and ', 'MB', 'max', ' per ', 'day', ',', '\n'))
        .map(all => all.join('')),
    );
    fc.assert(
      fc.property(text, given => {
        const { limits, unreadable } = readLimits(given);
        for (const figure of Object.values(limits)) expect(Number.isSafeInteger(figure)).toBe(true);
        for (const clause of unreadable) expect(given).toContain(clause);
      }),
      { numRuns: 500 },
    );
  });

  it('takes linear time on hostile texts (8.5)', () => {
    for (const piece of [' ', '/', '1', 'a', ',', '1,', ' and ', '/ ', 'max ', '1 MB per ', '\n'])
      expect(readLimits(piece.repeat(100_000)).limits).toEqual({});
    expect(readLimits(`1${' '.repeat(200_000)}files`).limits).toEqual({ files: 1 });
    expect(readLimits(`1 files${' '.repeat(200_000)}x`).limits).toEqual({});
  });
});

describe('strictest', () => {
  it('takes the smaller of each figure, and what only one has (8.2)', () => {
    expect(strictest({ files: 3, bytes: 5 }, { files: 2, messagesPerDay: 1 })).toEqual({
      files: 2,
      bytes: 5,
      messagesPerDay: 1,
    });
    expect(strictest({}, {})).toEqual({});
    expect(strictest({ files: 0 }, { files: 9 })).toEqual({ files: 0 });
  });
});
