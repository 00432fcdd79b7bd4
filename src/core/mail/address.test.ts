import { describe, expect, it } from 'vitest';
import { domainToAscii, normalizeAddress } from './address.ts';

describe('domainToAscii', () => {
  it.each([
    ['EXAMPLE.com', 'example.com'],
    ['exämple.com', 'xn--exmple-cua.com'],
    ['EXÄMPLE.com', 'xn--exmple-cua.com'],
    ['exa\u0308mple.com', 'xn--exmple-cua.com'],
    ['XN--EXMPLE-CUA.com', 'xn--exmple-cua.com'],
    ['mail.exämple.com', 'mail.xn--exmple-cua.com'],
    ['straße.example', 'xn--strae-oqa.example'],
    ['ΒΌΛΟΣ.example', 'xn--nxasmq6b.example'],
    ['पुरुष.example', 'xn--n2bmv2bb.example'],
  ])('gives %s as %s (6.1)', (domain, ascii) => {
    expect(domainToAscii(domain)).toBe(ascii);
  });

  it.each([
    ['full-width letters', 'ｅｘａｍｐｌｅ.com'],
    ['a full-width letter', 'ｅxample.com'],
    ['a letter of mathematics', 'ℯxample.com'],
    ['a variation selector', 'exa\ufe0fmple.com'],
    ['a grapheme joiner', 'exa\u034fmple.com'],
    ['a ligature', 'oﬃce.example'],
    ['a superscript', 'example².com'],
    ['a digit in a circle', 'example①.com'],
    ['an IPv4 address', '192.0.2.1'],
    ['an IPv4 address in another form', '0x7f.1'],
    ['one label', 'localhost'],
    ['a space', 'exam ple.com'],
    ['a percent sign', 'ex%61mple.com'],
    ['more than 255 characters', `${'a.'.repeat(130)}com`],
  ])('takes nothing with %s for a domain: it would be folded into another one (6.1)', (_, domain) => {
    expect(domainToAscii(domain)).toBeNull();
    expect(normalizeAddress(`scott@${domain}`)).toBeNull();
  });
});

describe('normalizeAddress', () => {
  it.each(['Scott@example.com', 'scott+bot@example.com', 's.c.o.t.t@example.com'])(
    'keeps the local part of %s byte for byte (6.1)',
    address => {
      expect(normalizeAddress(address)).toBe(address);
    },
  );

  it.each([
    '@example.com',
    'scott',
    'a@b@example.com',
    `${'a'.repeat(65)}@example.com`,
    'scött@example.com',
    '.a@example.com',
  ])('%s is no address (6.1)', address => {
    expect(normalizeAddress(address)).toBeNull();
  });
});
