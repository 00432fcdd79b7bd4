import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domainToAscii } from './address.ts';
import { lookalikeDomain } from './lookalike.ts';
import { decodePunycode } from './punycode.ts';

describe('lookalikeDomain', () => {
  it.each([
    ['xn--exmple-4nf.com', 'ex\u0430mple.com'],
    ['ex\u0430mple.com', 'ex\u0430mple.com'],
    ['mail.xn--exmple-4nf.com', 'mail.ex\u0430mple.com'],
    ['g\u03bf\u03bfgle.com', 'g\u03bf\u03bfgle.com'],
    // Wholly Cyrillic, and every letter of it has a Latin twin
    ['xn--80ak6aa92e.com', '\u0430\u0440\u0440\u04cf\u0435.com'],
  ])('shows what %s looks like (2.2)', (domain, unicode) => {
    expect(lookalikeDomain(domain)).toBe(unicode);
  });

  it.each([
    'example.com',
    'xn--exmple-cua.com',
    'пример.example',
    'xn--e1afmkfd.example',
    '日本語テスト.jp',
    'abc日本.jp',
    'xn--.com',
    'xn--99999999999.com',
    '한국a.kr',
  ])('finds nothing in %s (2.2)', domain => {
    expect(lookalikeDomain(domain)).toBeNull();
  });
});

describe('decodePunycode', () => {
  it('undoes what URL makes of a label (2.2)', () => {
    const letters = fc.constantFrom(...'abzäöüßéжяλшד日本語한');
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 12 }), characters => {
        const label = characters.join('');
        const ascii = domainToAscii(`${label}.example`)?.split('.')[0] ?? '';
        if (ascii.startsWith('xn--'))
          expect(domainToAscii(`${decodePunycode(ascii.slice(4))}.example`)).toBe(`${ascii}.example`);
      }),
    );
  });

  it('never fails (2.2)', () => {
    fc.assert(
      fc.property(
        fc.string(),
        text => typeof decodePunycode(text) === 'string' || decodePunycode(text) === null,
      ),
    );
  });
});
