import { describe, expect, it } from 'vitest';
import { CODES, type Code } from '../finding/codes.ts';
import { type Finding, finding } from '../finding/finding.ts';
import { remedyOf, sentenceOf } from './finding-sentence.ts';
import { PROOF_WORDS } from './proof-wording.ts';
import { quotable } from './sentence.ts';
import { WORDING } from './wording.ts';

const codes = Object.keys(CODES) as Code[];

/** The names that a code's two templates are filled with. */
function names(code: Code): string[] {
  const { sentence, remedy } = WORDING[code];
  return [...`${sentence} ${remedy}`.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '');
}
const filled = (code: Code, value: (name: string) => string | number): Finding =>
  finding(code, Object.fromEntries(names(code).map(name => [name, value(name)])));

describe('wordings', () => {
  it('are those of the table of codes, no more and no fewer (6.3)', () => {
    expect(Object.keys(WORDING).sort()).toEqual([...codes].sort());
  });

  it.each(codes)('%s says one sentence and one remedy, filled whole', code => {
    const full = filled(code, name => `<${name}>`);
    for (const text of [sentenceOf(full), remedyOf(full)]) {
      expect(text).not.toMatch(/\{\w*\}/);
      expect(text).toMatch(/^[^\s].*[^\s.]$/);
    }
    for (const name of new Set(names(code))) expect(sentenceOf(full) + remedyOf(full)).toContain(`<${name}>`);
    expect(WORDING[code].sentence).toMatch(/^[A-Z{]|^registry\//);
    expect(WORDING[code].remedy).toMatch(/^(?:\[[^\]]*\])?[A-Za-z]/);
  });

  it.each(codes)('%s stays a sentence where every value is absent', code => {
    for (const text of [sentenceOf(finding(code)), remedyOf(finding(code))]) {
      expect(text).not.toMatch(/\{\w*\}|\[\W*\]/);
      expect(text.trim()).not.toBe('');
    }
  });

  it.each(codes)('%s cannot be repainted, forged or flooded by its values', code => {
    const hostile = '\u001b[31m\u202eevil\u0000\u009b2J\n{id} [x {y}] \u{e0041}\ud800\r\n';
    const full = filled(code, () => hostile.repeat(100));
    for (const text of [sentenceOf(full), remedyOf(full)]) {
      expect(text).not.toMatch(
        /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u200b-\u200f\p{Surrogate}\u{e0000}-\u{e007f}]/u,
      );
      expect(text.length).toBeLessThan(6000);
    }
  });

  it('values are not filled a second time (6.3)', () => {
    const nested = finding('sender-mismatch', { claimed: '{proven}', proven: 'x' });
    expect(sentenceOf(nested)).toBe('The message says it is from {proven}, but the transport proved x');
    expect(sentenceOf(finding('sender-unproven', { claimed: '' }))).toBe(
      'The message carries no proof of its sender',
    );
    expect(sentenceOf(finding('sender-unproven', { claimed: '$& $1' }))).toContain('from $& $1,');
  });

  it('a way of proof is told in words (2.2)', () => {
    for (const [by, words] of Object.entries(PROOF_WORDS)) {
      expect(sentenceOf(finding('sender-proven', { identity: 'a@example.com', by }))).toBe(
        `The sender is a@example.com, proven by ${words}`,
      );
    }
  });

  it('a long value is cut, and says so (3.2)', () => {
    expect(quotable('x'.repeat(200))).toBe('x'.repeat(200));
    expect(quotable('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
    expect(quotable('a\tb\nc\u0007')).toBe('a b c\\u{7}');
    expect(quotable(`${'x'.repeat(199)}😀`)).toBe(`${'x'.repeat(199)}\\u{d83d}…`);
  });
});
