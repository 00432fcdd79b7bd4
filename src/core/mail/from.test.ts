import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFrom } from './from.ts';

const from = (...values: string[]) =>
  readFrom(values.map((value, index) => ({ name: 'from', value, line: index + 1 })));
const reasonOf = (value: string) => from(value).findings.map(one => one.args.reason);

describe('readFrom', () => {
  it.each([
    ['scott@example.com', 'scott@example.com', ''],
    ['<scott@example.com>', 'scott@example.com', ''],
    ['Scott <scott@example.com>', 'scott@example.com', 'Scott'],
    ['Scott<scott@example.com>', 'scott@example.com', 'Scott'],
    ['"Scott" <scott@EXAMPLE.com>', 'scott@example.com', 'Scott'],
    ['"Scott, the \\"Bot\\" <x>, (y)" <scott@example.com>', 'scott@example.com', 'Scott, the "Bot" <x>, (y)'],
    ["Scott J. O'Neil <scott@example.com>", 'scott@example.com', "Scott J. O'Neil"],
    ['Zoë Müller <zoe@example.com>', 'zoe@example.com', 'Zoë Müller'],
    ['=?utf-8?Q?Zo=C3=AB_M=C3=BCller?= <zoe@example.com>', 'zoe@example.com', 'Zoë Müller'],
    ['=?utf-8?B?Wm/Dqw==?= =?utf-8?Q?_M?= Jr <zoe@example.com>', 'zoe@example.com', 'Zoë M Jr'],
    ['=?x-no-such?Q?Zo=C3=AB?= <zoe@example.com>', 'zoe@example.com', '=?x-no-such?Q?Zo=C3=AB?='],
    ['"=?utf-8?Q?Zoe?=" <zoe@example.com>', 'zoe@example.com', '=?utf-8?Q?Zoe?='],
    ['Scott\t <scott+bot@exämple.com>', 'scott+bot@xn--exmple-cua.com', 'Scott'],
    ['"" <scott@example.com>', 'scott@example.com', ''],
  ])('reads %s as one mailbox (2.2)', (value, address, displayName) => {
    expect(from(value)).toEqual({ address, displayName, findings: [] });
  });

  it.each([
    ['', 'it is empty'],
    ['Scott', 'no address'],
    ['Scott <scott@example.com>, Mallory <mallory@evil.example>', 'two mailboxes'],
    ['scott@example.com, mallory@evil.example', 'two mailboxes'],
    ['scott@example.com,', 'two mailboxes'],
    ['Horowitz, Scott <scott@example.com>', 'two mailboxes'],
    ['undisclosed:;', 'a group'],
    ['Friends: scott@example.com;', 'a group'],
    ['scott@example.com;', 'a group'],
    ['(Scott) <scott@example.com>', 'a comment'],
    ['Scott (x@y) <scott@example.com>', 'a comment'],
    ['scott@example.com(Scott)', 'a comment'],
    ['scott@example.com (Scott)', 'something after the address'],
    ['Scott <scott@example.com> (Scott)', 'something after the address'],
    ['Scott <scott@example.com> mallory@evil.example', 'something after the address'],
    ['<scott@example.com><mallory@evil.example>', 'something after the address'],
    ['scott@example.com mallory@evil.example', 'something after the address'],
    ['scott@example.com <mallory@evil.example>', 'an @ sign in the name without quotes'],
    ['Scott scott@example.com', 'something before the address'],
    ['<@evil.example:scott@example.com>', 'a route before the address'],
    ['Scott <>', 'an empty address'],
    ['Scott <scott@example.com', 'an angle bracket that does not end'],
    ['Scott <scott@example.com >', 'no plain address between the angle brackets'],
    ['Scott < scott@example.com>', 'no plain address between the angle brackets'],
    ['Scott <scott@example.com@evil.example>', 'no plain address between the angle brackets'],
    ['Scott <"scott"@example.com>', 'no plain address between the angle brackets'],
    ['Scott <scott(x)@example.com>', 'no plain address between the angle brackets'],
    ['Scott <scott@[192.0.2.1]>', 'no plain address between the angle brackets'],
    ['Scott <scott@localhost>', 'no plain address between the angle brackets'],
    ['Scott <scott..x@example.com>', 'no plain address between the angle brackets'],
    ['Scott <Scott <scott@example.com>>', 'something after the address'],
    ['"scott"@example.com', 'a quoted part before the @ sign'],
    ['"Scott <scott@example.com>', 'a quote that does not end'],
    ['[Team] Scott <scott@example.com>', 'the character [ without quotes'],
    ['Scott \\" <scott@example.com>', 'the character \\ without quotes'],
    ['@example.com', 'no plain address'],
    ['scott@', 'no plain address'],
    ['scott@example.com\0.evil.example', 'a control character'],
    ['Scott\uFFFD <scott@example.com>', 'bytes that are not UTF-8'],
  ])('refuses %j (2.2)', (value, reason) => {
    expect(from(value).address).toBeNull();
    expect(reasonOf(value)).toEqual([reason]);
  });

  it('wants exactly one From field (2.2)', () => {
    expect(from().findings.map(one => one.code)).toEqual(['from-missing']);
    expect(from('a@example.com', 'a@example.com').findings).toMatchObject([
      { code: 'from-repeated', args: { count: 2 } },
    ]);
  });

  it.each([
    '"'.repeat(40_000),
    `${'a '.repeat(20_000)}<a@example.com>`,
    '<'.repeat(40_000),
    `${'('.repeat(40_000)}`,
  ])('answers at once to a From of 40 KB (2.2) [%#]', value => {
    expect(reasonOf(value)).toEqual(['it is too long']);
  });

  it.each([
    '"scott@example.com" <mallory@evil.example>',
    '"Scott (scott@example.com)" <mallory@evil.example>',
    '=?utf-8?Q?scott=40example=2Ecom?= <mallory@evil.example>',
    '"=?utf-8?B?c2NvdHRAZXhhbXBsZS5jb20=?=" <mallory@evil.example>',
    '"scott＠example.com" <mallory@evil.example>',
    '"scott@\u200bexample.com" <mallory@evil.example>',
    '"scott@example.com via mallory@evil.example" <mallory@evil.example>',
  ])('flags a name that shows another address: %s (2.2)', value => {
    expect(from(value).findings.map(one => one.code)).toEqual(['sender-name-misleading']);
  });

  it.each([
    '"scott@example.com" <scott@example.com>',
    '"Scott @ Work" <s@example.com>',
    '"@scott" <s@example.com>',
  ])('does not flag %s (2.2)', value => {
    expect(from(value).findings).toEqual([]);
  });

  it('flags a domain that mixes scripts (2.2)', () => {
    expect(from('Scott <scott@xn--exmple-4nf.com>')).toMatchObject({
      address: 'scott@xn--exmple-4nf.com',
      findings: [
        { code: 'sender-domain-mixed', args: { domain: 'xn--exmple-4nf.com', unicode: 'ex\u0430mple.com' } },
      ],
    });
  });

  it('gives one answer for any text, never an address that is not in it (2.2)', () => {
    const pieces = fc.constantFrom(
      'a@b.example',
      '<',
      '>',
      '"',
      '\\',
      ',',
      ':',
      ';',
      '(',
      ')',
      '@',
      ' ',
      'x',
      '=?utf-8?Q?a?=',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map(all => all.join('')),
        ),
        value => {
          const reading = from(value);
          if (reading.address === null) expect(reading.findings).toHaveLength(1);
          else expect(value.toLowerCase()).toContain(reading.address.toLowerCase());
        },
      ),
    );
  });
});
