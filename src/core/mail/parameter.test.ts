import { describe, expect, it } from 'vitest';
import { fileNames } from './file-name.ts';
import { parameterOf, readParameters } from './parameter.ts';

const names = (disposition: string | null, type = 'application/pdf') =>
  fileNames(disposition === null ? null : readParameters(disposition), readParameters(type));

describe('readParameters', () => {
  it.each([
    ['text/plain', 'text/plain', {}],
    ['Text/PLAIN; Charset=UTF-8; format = "flowed";', 'text/plain', { charset: 'UTF-8', format: 'flowed' }],
    ['text/plain (a (nested) comment; x=y); charset=utf-8 (b)', 'text/plain', { charset: 'utf-8' }],
    ['multipart/mixed; boundary=----=_Part_1', 'multipart/mixed', { boundary: '----=_Part_1' }],
    ['a/b; x="1;2\\"3"; y=""', 'a/b', { x: '1;2"3', y: '' }],
    ['attachment; filename=Invoice(1).pdf', 'attachment', { filename: 'Invoice(1).pdf' }],
    ['a/b; __proto__=x; constructor=y', 'a/b', { constructor: 'y', ['__proto__']: 'x' }],
  ])('reads %s (2.3)', (text, value, parameters) => {
    const field = readParameters(text);
    expect(field).toMatchObject({ value, problem: null });
    expect([...field.parameters].sort()).toEqual(Object.entries(parameters).sort());
  });

  it.each([
    ['a/b; x=1; X=2', 'the parameter x twice'],
    ["a/b; boundary=x; boundary*=utf-8''y", 'the parameter boundary twice'],
    ['a/b; x', 'a parameter without a value'],
    ['a/b; =1', 'a parameter without a value'],
    ['a/b c; x=1', 'something after the value'],
    ['a/b; x=1 2; y=3', 'something after the value of x'],
    ['a/b; x="1" 2; y=3', 'something after the value of x'],
    ['a/b; x="1', 'a quote that does not end'],
    ['a/b (x', 'a comment that does not end'],
    ['a/b; x*0=1; x*2=2', 'a section missing or given twice in the parameter x'],
    ['a/b; x*1=1', 'a section missing or given twice in the parameter x'],
    ["a/b; x*=utf-8''1; x*0=2", 'a section missing or given twice in the parameter x'],
    ['a/b; x*01=1', 'the parameter name x*01'],
    ['a/b; x*=1', 'no charset in the parameter x'],
    ["a/b; x*=utf-8''%E9", 'bytes that its charset does not have in the parameter x'],
    ["a/b; x*=x-none''a", 'bytes that its charset does not have in the parameter x'],
    ["a/b; x*=utf-8''%4", 'a percent sign without two digits in the parameter x'],
  ])('says what is malformed in %s (2.3)', (text, problem) => {
    expect(readParameters(text).problem).toBe(problem);
  });

  it.each([
    ["a/b; x*=UTF-8''caf%C3%A9", 'café'],
    ["a/b; x*=iso-8859-1'fr'caf%E9", 'café'],
    ["a/b; x*=''abc", 'abc'],
    ["a/b; x*=utf-8''it's", "it's"],
    ["a/b; x*1*=%A9; x*0*=utf-8''caf%C3", 'café'],
    ["a/b; x*0*=UTF-8''caf%C3%A9%20;\t x*1=list.pdf", 'café list.pdf'],
    ['a/b; x*0="one "; x*1=two', 'one two'],
    ['a/b; x*0=a; x*1=b%20; x*2=c', 'ab%20c'],
  ])('joins and decodes %s (2.3)', (text, value) => {
    expect(readParameters(text).problem).toBeNull();
    expect(parameterOf(readParameters(text), 'x')).toBe(value);
  });

  it('stays fast and safe with 20,000 sections and with 200 KB of brackets (2.3)', () => {
    const sections = Array.from({ length: 20_000 }, (_, index) => `x*${index}=a`).join(';');
    expect(readParameters(`a/b; ${sections}`).problem).toBe('the parameter name x*10000');
    expect(readParameters('('.repeat(200_000)).problem).toBe('a comment that does not end');
  });
});

describe('fileNames', () => {
  it.each([
    ['attachment; filename=report.pdf', 'application/pdf', ['report.pdf']],
    ['attachment; filename="report.pdf"', 'application/pdf; name="report.pdf"', ['report.pdf']],
    [
      'attachment; filename="report.pdf"',
      'application/octet-stream; name="report.exe"',
      ['report.pdf', 'report.exe'],
    ],
    ['attachment', 'application/pdf; name=report.pdf', ['report.pdf']],
    ['attachment', "application/pdf; name*=utf-8''report.pdf", ['report.pdf']],
    ["attachment; filename=cafe.pdf; filename*=utf-8''caf%C3%A9.pdf", 'a/b', ['café.pdf', 'cafe.pdf']],
    [
      'attachment; filename="=?utf-8?B?Y2Fmw6kucGRm?="',
      'a/b; name="=?utf-8?Q?caf=C3=A9.pdf?="',
      ['café.pdf'],
    ],
    ['attachment; filename="=?utf-8?Q?a.pdf?= .exe"', 'a/b', ['a.pdf .exe', '=?utf-8?Q?a.pdf?= .exe']],
    ['attachment; filename="=?x-none?Q?a.pdf?="', 'a/b', ['=?x-none?Q?a.pdf?=']],
    ['attachment; filename="cafe\u0301.pdf"', 'a/b; name="caf\u00e9.pdf"', ['caf\u00e9.pdf']],
    ['attachment; filename="..\\evil.pdf"', 'a/b', ['..evil.pdf', '..\\evil.pdf']],
    ['attachment; filename="a\\"b.pdf"', 'a/b', ['a"b.pdf']],
    ["attachment; filename*=utf-8''a%00b.exe", 'a/b', ['a\0b.exe']],
    ['attachment; filename=""', 'a/b; name=""', []],
    [null, 'a/b', []],
  ])('gives every reading of %s and %s (5.1)', (disposition, type, expected) => {
    expect(names(disposition, type)).toEqual(expected);
  });
});
