import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, foldedApart, sameName } from './fold.ts';
import { readInstant, Stamps } from './stamp.ts';

describe('Stamps', () => {
  it('never gives the same or an earlier time, whatever the clock does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 4_000_000_000_000 }), { minLength: 2, maxLength: 50 }),
        times => {
          let at = 0;
          const stamps = new Stamps(() => times[at++ % times.length] ?? 0);
          const given = times.map(() => stamps.next());
          expect(given).toEqual([...new Set(given)].sort());
        },
      ),
    );
  });

  it('goes on after what is stored', () => {
    const stamps = new Stamps(() => Date.parse('2026-11-30T12:00:00Z'));
    expect(stamps.after(null)).toBe('2026-11-30T12:00:00.000000Z');
    expect(stamps.after('2026-11-30T12:00:01.999999Z')).toBe('2026-11-30T12:00:02.000000Z');
  });
});

describe('readInstant', () => {
  it.each([
    ['2026-11-30T12:00:00Z', '2026-11-30T12:00:00.000000Z'],
    ['2026-11-30t12:00:00z', '2026-11-30T12:00:00.000000Z'],
    [' 2026-11-30 12:00 ', '2026-11-30T12:00:00.000000Z'],
    ['2026-11-30', '2026-11-30T00:00:00.000000Z'],
    ['2026-11-30T12:00:00.1234567+02:00', '2026-11-30T10:00:00.123456Z'],
    ['2026-11-30T12:00:00,5-0330', '2026-11-30T15:30:00.500000Z'],
    ['20261130T120000Z', '2026-11-30T12:00:00.000000Z'],
    ['2020-W01-1', '2019-12-30T00:00:00.000000Z'],
    ['2020W537', '2021-01-03T00:00:00.000000Z'],
    ['0999-01-01T00:00:00', '0999-01-01T00:00:00.000000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000000Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000000Z'],
  ])('reads %j as %s (contract 1)', (text, stamp) => {
    expect(readInstant(text)).toBe(stamp);
  });

  it.each([
    ...[
      '',
      'yesterday',
      '1700000000',
      '2020-1-1',
      '2020-01-01T24:00:00',
      '2020-01-01T00:60',
      '2020-01-01T00:00:60',
    ],
    ...['2023-02-29', '2020-13-01', '2020-00-10', '0000-01-01', '2020-01-01T00:00:00 00:00', '2020-W54'],
    ...[
      '0001-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59-00:01',
      '2020-01-01T00:00:00+24:00',
      '２０２０-01-01',
    ],
  ])('refuses %j (contract 1)', text => {
    expect(readInstant(text)).toBeNull();
  });

  it('reads every time that Stamps makes as itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799_000 }), ms => {
        const stamp = new Stamps(() => ms).next();
        expect(readInstant(stamp)).toBe(stamp);
      }),
    );
  });
});

describe('fold', () => {
  it('is blind to case and to how a letter is composed, and to nothing else (contract 9.6)', () => {
    expect(fold('CAFE\u0301')).toBe(fold('café'));
    expect(fold('ΑΣΑ')).toBe('ασα');
    expect(fold('e')).not.toBe(fold('é'));
    expect(foldedApart('Plain ASCII')).toBeNull();
    expect(sameName(' Ärger ', 'äRGER')).toBe(true);
  });

  it('is the same when done twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});
