import { describe, expect, it } from 'vitest';
import { isAimfShaped, misplacedEnvelope } from './shape.ts';

describe('isAimfShaped', () => {
  it.each([
    ['a format line', 'format: AIMF/1\nid: 1'],
    ['a format line of another version', 'Hi\nformat: AIMF/9'],
    ['a format line further down', 'Hi Andrew,\n\nformat: AIMF/1'],
    ['a format line in a fence', '```\nformat: AIMF/1\n```'],
    ['a format line in capitals', 'Format: AIMF/1'],
    ['a format line with quotes', 'x\n"format": "AIMF/1"'],
    ['a format line with a no-break space', 'format:\u00a0AIMF/1'],
    ['a format line with a curly quote', 'x\nformat: “AIMF/1”'],
    ['a format line without a space', 'format:AIMF/1'],
    ['an envelope field on the first line', 'id: 7\nhello'],
    ['another envelope field on the first line', 'reply_to: none'],
    ['an envelope field with a space before its colon', 'format : AIMF/1'],
  ])('%s has the shape (3.1)', (_, text) => {
    expect(isAimfShaped(text, null)).toBe(true);
  });

  it.each([
    ['plain prose', 'Hello Andrew, how are you?'],
    ['nothing', ''],
    ['a quoted format line', 'I wrote:\n> format: AIMF/1\n> id: 1'],
    ['a quote of a quote', '>> format: AIMF/1'],
    ['a format line within a sentence', 'Please write format: AIMF/1 on top'],
    ['a word that begins like a field', 'identity: x'],
    ['a field name without a colon', 'from Dana with love'],
    ['a field further down', 'Hello\nid: 7\nfrom: dana@example.com'],
    ['a hyphenated word', 'id-card: lost'],
    ['a sentence that begins like a field', 'id like to ask you something: when do we meet?'],
    ['another such sentence', 'from here on: no news'],
  ])('%s has not (3.1)', (_, text) => {
    expect(isAimfShaped(text, null)).toBe(false);
  });

  it.each([
    ['NOTE', true],
    ['FILE_DROP', true],
    [' NOTE ', true],
    ['note', false],
    ['Re: NOTE', false],
    ['A NOTE', false],
    ['', false],
    [null, false],
    [undefined, false],
  ])('the subject %j gives the shape: %s (3.1)', (subject, shaped) => {
    expect(isAimfShaped('Hello', subject)).toBe(shaped);
  });

  it('takes linear time on hostile texts (3.1)', () => {
    for (const text of [
      ' '.repeat(2e6),
      '\n'.repeat(2e6),
      'format '.repeat(3e5),
      `format${' '.repeat(2e6)}`,
      '"'.repeat(2e6),
    ]) {
      expect(isAimfShaped(text, null)).toBe(false);
      expect(misplacedEnvelope(text)?.code).toBe('envelope-missing');
    }
  });
});
