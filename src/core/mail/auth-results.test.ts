import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAuthResults } from './auth-results.ts';

const short = (value: string) => {
  const read = parseAuthResults(value);
  if (read === null) return null;
  const results = read.results.map(one => {
    const properties = one.properties
      .map(({ type, name, value: text }) => ` ${type}.${name}=${text}`)
      .join('');
    return `${one.method}${one.version === null ? '' : `/${one.version}`}=${one.result}${one.reason === null ? '' : ` reason=${one.reason}`}${properties}`;
  });
  return [read.authservId, ...results];
};

describe('parseAuthResults', () => {
  it.each([
    ['mx.example.net; none', ['mx.example.net']],
    ['mx.example.net 1; none', ['mx.example.net']],
    [
      'mx.example.net; dmarc=pass header.from=example.com',
      ['mx.example.net', 'dmarc=pass header.from=example.com'],
    ],
    [
      'mx.example.net; dkim=pass header.i=@example.com; spf=pass smtp.mailfrom=scott@example.com; dmarc=pass (p=REJECT) header.from=example.com',
      [
        'mx.example.net',
        'dkim=pass header.i=@example.com',
        'spf=pass smtp.mailfrom=scott@example.com',
        'dmarc=pass header.from=example.com',
      ],
    ],
    [
      'mx.google.com;       dkim=pass header.i=@example.com header.s=2023 header.b=Ab/+12=;  arc=pass (i=1 spf=pass);',
      null,
    ],
    [
      'mx.google.com;\t dkim=pass header.i=@example.com header.s=2023 header.b=Ab/+12=x',
      ['mx.google.com', 'dkim=pass header.i=@example.com header.s=2023 header.b=Ab/+12=x'],
    ],
    [
      '(c) MX.example.net (c (nested) ) 1 (c) ; (c) DMARC (c) = (c) PASS (c)',
      ['MX.example.net', 'dmarc=pass'],
    ],
    ['"mx example"; dmarc/1=pass', ['mx example', 'dmarc/1=pass']],
    ['mx.example.net; dmarc / 1 = pass', ['mx.example.net', 'dmarc/1=pass']],
    [
      'mx.example.net; spf=fail reason="a \\"quoted; dmarc=pass\\" text" smtp.mailfrom="a b"@example.com',
      ['mx.example.net', 'spf=fail reason=a "quoted; dmarc=pass" text smtp.mailfrom=a b@example.com'],
    ],
    [
      'mx.example.net; dmarc=pass header . from = example.com',
      ['mx.example.net', 'dmarc=pass header.from=example.com'],
    ],
    // What is hidden in a comment or in quotes is no result
    ['mx.example.net; dmarc=fail (; dmarc=pass header.from=example.com)', ['mx.example.net', 'dmarc=fail']],
    ['mx.example.net; spf=pass (\\); dmarc=pass) smtp.helo=x', ['mx.example.net', 'spf=pass smtp.helo=x']],
    [
      'mx.example.net; dmarc=pass header.from=example.com header.from=evil.example',
      ['mx.example.net', 'dmarc=pass header.from=example.com header.from=evil.example'],
    ],
    ['mx.example.net; spf=none smtp.mailfrom=<>', ['mx.example.net', 'spf=none smtp.mailfrom=<>']],
    [
      'mx.example.net; iprev=pass policy.iprev=2001:db8::1',
      ['mx.example.net', 'iprev=pass policy.iprev=2001:db8::1'],
    ],
  ])('reads %s (2.2)', (value, expected) => {
    expect(short(value)).toEqual(expected);
  });

  it.each([
    '',
    ';',
    'mx.example.net',
    'mx.example.net;',
    'mx.example.net; dmarc=pass;',
    'mx.example.net 1 2; none',
    'mx.example.net; none; none',
    'mx.example.net; none extra',
    'mx.example.net; dmarc',
    'mx.example.net; dmarc=',
    'mx.example.net; =pass',
    'mx.example.net; dmarc=pass extra',
    'mx.example.net; dmarc=pass action=none',
    'mx.example.net; dmarc=pass header.from=',
    'mx.example.net; dmarc=pass header.from=a,b',
    'mx.example.net; dmarc=pass header=example.com',
    'mx.example.net; dmarc=pass!',
    'mx.example.net; dmarc/=pass',
    'mx.example.net; spf=pass header.from=x reason=late',
    'mx.example.net; spf=pass reason=a reason=b',
    'mx.example.net; dmarc=pass (open',
    'mx.example.net; dmarc=pass reason="open',
    'mx.example.net, other; dmarc=pass',
    'mx@example.net; dmarc=pass',
    'dmarc=pass header.from=example.com',
    'spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.com; dmarc=pass',
    'mx.example.net\u00a0; dmarc=pass',
  ])('does not read %j (2.2)', value => {
    expect(parseAuthResults(value)).toBeNull();
  });

  it('refuses a field over its bound, and comments as deep as the bound (2.2)', () => {
    expect(parseAuthResults(`mx.example.net; dmarc=pass ${'('.repeat(40_000)}`)).toBeNull();
    const deep = `${'('.repeat(8000)}${')'.repeat(8000)}`;
    expect(parseAuthResults(`mx.example.net; dmarc=pass ${deep}`)?.results).toHaveLength(1);
    expect(parseAuthResults(`mx.example.net; dmarc=pass ${'('.repeat(8000)}`)).toBeNull();
    expect(parseAuthResults(`mx.example.net; dmarc=pass ${'() '.repeat(5000)}`)?.results).toHaveLength(1);
  });

  it('reads back what it is made of, with comments anywhere (2.2)', () => {
    const keyword = fc
      .stringMatching(/^[a-z][a-z0-9-]{0,8}$/)
      .filter(word => word !== 'none' && word !== 'reason');
    const blank = fc.constantFrom(' ', '\t', ' (a) ', ' ((b) \\) c) ', ' (; dmarc=pass) ');
    const property = fc.tuple(keyword, keyword, fc.domain());
    const result = fc.tuple(keyword, keyword, fc.array(property, { maxLength: 3 }));
    fc.assert(
      fc.property(
        fc.domain(),
        fc.array(result, { minLength: 1, maxLength: 4 }),
        blank,
        (id, results, gap) => {
          const text = results.map(([method, word, properties]) =>
            [
              `${method}=${word}`,
              ...properties.map(([type, name, value]) => `${type}.${name}=${value}`),
            ].join(gap),
          );
          const expected = results.map(([method, word, properties]) => ({
            method,
            version: null,
            result: word,
            reason: null,
            properties: properties.map(([type, name, value]) => ({ type, name, value })),
          }));
          expect(parseAuthResults([id, ...text].join(`${gap};${gap}`))?.results).toEqual(expected);
        },
      ),
    );
  });

  it('never fails (2.2)', () => {
    const piece = fc.constantFrom(
      'mx.example.net',
      ';',
      '=',
      'dmarc',
      'pass',
      '(',
      ')',
      '"',
      '\\',
      ' ',
      '.',
      '/',
      '1',
      'none',
      'reason',
    );
    fc.assert(
      fc.property(
        fc.array(piece).map(all => all.join('')),
        value => {
          expect([null, 'object']).toContain(parseAuthResults(value) === null ? null : 'object');
        },
      ),
    );
  });
});
