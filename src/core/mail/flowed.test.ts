import { describe, expect, it } from 'vitest';
import { unflow } from './flowed.ts';

describe('unflow', () => {
  it.each([
    ['one \ntwo \nthree\n', 'one two three\n'],
    ['one \r\ntwo\r\nthree', 'one two\r\nthree'],
    ['one\n two\n  three\n', 'one\ntwo\n three\n'],
    ['one \n two\n', 'one two\n'],
    [' >not quoted\n From here\n', '>not quoted\nFrom here\n'],
    // A line of another quote depth is never joined
    ['> one \n> two\n', '> one two\n'],
    ['> one \ntwo\n', '> one \ntwo\n'],
    ['one \n> two\n', 'one \n> two\n'],
    ['>> one \n> two \n> three\n', '>> one \n> two three\n'],
    // The signature separator is neither flowed nor joined to
    ['one \n-- \ntwo\n', 'one \n-- \ntwo\n'],
    ['> one\n> -- \n> two\n', '> one\n> -- \n> two\n'],
    ['one ', 'one '],
    ['one \n', 'one \n'],
    ['', ''],
    ['\n\n', '\n\n'],
    ['one \n\ntwo\n', 'one \ntwo\n'],
    ['> \n> two\n', '> \n> two\n'],
    [' one \n two \n  three\n four', 'one two  three\nfour'],
  ])('reads %j as %j (2.3)', (sent, text) => {
    expect(unflow(sent, false)).toEqual({ text, changed: sent !== text });
  });

  it('drops the space before each join with DelSp (2.3)', () => {
    expect(unflow('one \ntwo  \nthree\n', true).text).toBe('onetwo three\n');
    expect(unflow('> 日本 \n> 語\n', true).text).toBe('> 日本語\n');
    expect(unflow('one \n> two\n', true).text).toBe('one \n> two\n');
  });

  it('is linear in a paragraph of 200,000 lines (2.3)', () => {
    expect(unflow('a \n'.repeat(200_000), true).text).toBe(
      `${'a'.repeat(200_000)} \n`.replace('a \n', 'a \n'),
    );
  });
});
