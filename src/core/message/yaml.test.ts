import { describe, expect, it } from 'vitest';
import { parseMessage } from './parse.ts';
import { readBlock, readYamlFile } from './yaml.ts';

const HEAD = [
  'format: AIMF/1',
  'id: 1',
  'from: dana@example.com',
  'type: NOTE',
  'sent: 2026-11-09T09:30:00Z',
  'reply_to: none',
];

/** A message whose type block, from line 8, has these lines. */
const message = (...lines: string[]) => parseMessage([...HEAD, '', ...lines, '', 'free text'].join('\n'));
const told = (reading: ReturnType<typeof parseMessage>) =>
  reading.findings.map(one => `${one.code} ${one.place.line ?? '-'}`);
const values = (...lines: string[]) => {
  const reading = readBlock({ text: lines.join('\n'), line: 1 }, false);
  return { ...Object.fromEntries([...reading.values].map(([key, one]) => [key, one.given])) };
};
const faults = (...lines: string[]) =>
  readBlock({ text: lines.join('\n'), line: 1 }, false).findings.map(one => one.code);

describe('the YAML subset', () => {
  it.each([
    'No',
    'yes',
    'true',
    'null',
    '~',
    'NULL',
    '1e5',
    '007',
    '0x1F',
    '1_000',
    '.inf',
    '.nan',
    '2026-11-09',
    '12:30',
    '=',
    '-1',
  ])('the value %s stays the text that was sent (3.3)', text => {
    expect(values(`a: ${text}`, `b: [${text}]`)).toEqual({ a: text, b: [text] });
    expect(faults(`a: ${text}`)).toEqual([]);
  });

  it.each([
    [
      'lists in both forms',
      ['a: [x, "y, z"]', 'b:', '  - x', '  - "y: z"', 'c:', '- x'],
      { a: ['x', 'y, z'], b: ['x', 'y: z'], c: ['x'] },
    ],
    [
      'quotes of both kinds',
      ['a: "x: \\"y\\" \\u00e9"', "b: 'it''s # one'"],
      { a: 'x: "y" é', b: "it's # one" },
    ],
    ['quoted names', ['"a": x', "'b c': y"], { a: 'x', 'b c': 'y' }],
    ['empty values', ['a:', 'b: ""', 'c: []', 'd: [""]'], { a: '', b: '', c: [], d: [''] }],
    [
      'text after the colon, with more colons',
      ['a: x:y', 'b: http://example.com/', 'c: 10:30'],
      { a: 'x:y', b: 'http://example.com/', c: '10:30' },
    ],
    ['a hash that begins no comment', ['a: x#y', 'b: "x # y"'], { a: 'x#y', b: 'x # y' }],
    ['a value that goes on over indented lines', ['a: x', '  y', '  z'], { a: 'x y z' }],
    [
      'folded and literal block texts',
      ['a: >-', '  x', '  y', 'b: |-', '  x', '  y'],
      { a: 'x y', b: 'x\ny' },
    ],
    ['spaces around names and values', ['a:    x   ', 'b:\tx'], { a: 'x', b: 'x' }],
  ])('reads %s (3.3)', (_, lines, expected) => {
    expect(values(...lines)).toEqual(expected);
    expect(faults(...lines).filter(code => code !== 'value-folded')).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'])(
    'the name %s is a mere word (3.4)',
    name => {
      const reading = readBlock({ text: `${name}: x`, line: 1 }, false);
      expect([...reading.values.keys()]).toEqual([name]);
      const read = message('subject: a', `${name}: x`);
      expect(told(read)).toEqual(['field-unknown 9']);
      expect(told(message(`${name}: x`, 'subject: a', `${name}: y`))).toEqual(['key-repeated 10']);
      expect(({} as { x?: unknown }).x).toBeUndefined();
      const envelope = parseMessage([...HEAD, `${name}: x`, '', 'subject: a'].join('\n'));
      expect(told(envelope)).toEqual(['field-unknown 7']);
      expect(envelope.envelope).toBeNull();
    },
  );

  it('the fields of an unknown type keep such names without a prototype (3.4)', () => {
    const text = [...HEAD, '', '__proto__: x', 'constructor: y'].join('\n').replace('NOTE', 'PARCEL');
    const { fields } = parseMessage(text);
    expect(Object.getPrototypeOf(fields)).toBeNull();
    expect(Object.entries(fields ?? {})).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  it.each([
    ['a colon and a space in a value', ['subject: Seeds: they have come'], ['yaml-colon 8']],
    ['a colon in a value further down', ['question: a', 'subject: Re: b'], ['yaml-colon 9']],
    ['no space after the colon', ['subject:Seeds'], ['yaml-no-space 8']],
    ['no space after the colon, among others', ['a: b', 'subject:Seeds', 'c: d'], ['yaml-no-space 9']],
    ['a tab for indentation', ['subject:', '\tSeeds'], ['yaml-tab 9']],
    ['a tab in front of a name', ['a: b', '\tsubject: c'], ['yaml-tab 9']],
    ['a wrapped line', ['subject: Seeds have', 'come'], ['yaml-wrapped-line 9']],
    [
      'a wrapped line between two fields',
      ['a: Seeds have', 'come at last', 'subject: b'],
      ['yaml-wrapped-line 9'],
    ],
    ['prose in place of the block', ['Hello Andrew'], ['yaml-syntax 8']],
    ['curly quotes', ['subject: “Seeds have come”'], ['curly-quotes 8']],
    ['single curly quotes', ['subject: ‘Seeds’'], ['curly-quotes 8']],
    ['curly quotes and a colon', ['subject: “Seeds: come”'], ['curly-quotes 8']],
    ['an open quote', ['subject: "Seeds'], ['yaml-syntax 8']],
    ['an escaped quote at the end', ['subject: "C:\\seeds\\"'], ['yaml-syntax 8']],
    ['a doubled quote at the end', ["subject: 'Seeds''"], ['yaml-syntax 8']],
    ['text behind a quote', ['subject: "Seeds" have come'], ['yaml-syntax 8']],
    ['a reserved character', ['subject: @dana'], ['yaml-syntax 8']],
    ['a document marker', ['---', 'subject: a'], ['yaml-marker 8']],
    ['an end marker', ['subject: a', '...'], ['yaml-marker 9']],
    ['a directive', ['%YAML 1.1', 'subject: a'], ['yaml-marker 8']],
    ['an anchor', ['subject: &a Seeds'], ['yaml-anchor 8']],
    ['an anchor on a name', ['&a subject: Seeds'], ['yaml-anchor 8']],
    ['an anchor on a list', ['options: &a [x]'], ['yaml-anchor 8']],
    ['an alias', ['subject: *a'], ['yaml-anchor 8']],
    ['an alias to an anchor, each', ['a: &x y', 'subject: *x'], ['yaml-anchor 8', 'yaml-anchor 9']],
    ['an alias as a name', ['*a : x'], ['yaml-syntax 8']],
    ['an alias in a list', ['options: [*a]'], ['yaml-anchor 8']],
    ['a merge key', ['<<: x', 'subject: a'], ['yaml-anchor 8']],
    ['a local tag', ['subject: !foo x'], ['yaml-tag 8']],
    ['a known tag', ['subject: !!str x'], ['yaml-tag 8']],
    ['a binary tag', ['subject: !!binary aGk='], ['yaml-tag 8']],
    ['a timestamp tag', ['subject: !!timestamp 2026-11-09'], ['yaml-tag 8']],
    ['a bare tag', ['subject: ! x'], ['yaml-tag 8']],
    ['a tag on a list', ['options: !!set [x]'], ['yaml-tag 8']],
    ['a flow mapping', ['subject: {a: b}'], ['yaml-mapping 8']],
    ['an indented mapping', ['subject:', '  a: b'], ['yaml-mapping 9']],
    ['a whole block in braces', ['{subject: a}'], ['yaml-mapping 8']],
    ['a block that is a list', ['- subject', '- a'], ['yaml-mapping 8']],
    ['an explicit name', ['? subject', ': a'], ['yaml-syntax 8']],
    ['a list as a name', ['? [a]', ': b'], ['yaml-syntax 8']],
    ['a list in a list', ['options: [a, [b]]'], ['yaml-nesting 8']],
    ['an indented list in a list', ['options:', '  - a', '  -', '    - b'], ['yaml-nesting 11']],
    ['a mapping in a list', ['options: [a, b: c]'], ['yaml-nesting 8']],
    ['a name given twice', ['subject: a', 'subject: b'], ['key-repeated 9']],
    ['a name given twice, once in quotes', ['subject: a', '"subject": b'], ['key-repeated 9']],
    ['an escape that brings back a control', ['subject: "a\\0b"'], ['character-refused 8']],
    ['an escape that brings back a direction mark', ['subject: "a\\u202eb"'], ['character-refused 8']],
    ['an escape that makes half a character', ['subject: "a\\ud800"'], ['character-refused 8']],
    ['a raw direction mark', ['subject: a\u202eb'], ['character-refused 8']],
    ['a no-break space behind the colon', ['subject:\u00a0a'], ['character-refused 8']],
  ])('%s fails with the code that helps (3.3)', (_, lines, expected) => {
    const reading = message(...lines);
    const codes = told(reading).filter(one => !/^field-(?:unknown|missing)/.test(one));
    expect(codes).toEqual(expected);
    expect(reading.fields).toBeNull();
    expect(reading.envelope).not.toBeNull();
  });

  it('a missing blank line between the blocks is told as that, at the first field of the type (3.2)', () => {
    const reading = parseMessage([...HEAD, 'subject: Seeds', '', 'free text'].join('\n'));
    expect(told(reading)).toEqual(['type-block-missing 7']);
    expect(reading.findings[0]?.args).toEqual({ field: 'subject' });
  });

  it('what is wrong with a broken block is not told as missing fields as well (6.3)', () => {
    expect(told(message('subject: a: b'))).toEqual(['yaml-colon 8']);
    expect(told(message('subject:a', 'b: c'))).toEqual(['yaml-no-space 8']);
  });

  it('several faults are told at once, each on its line (6.3)', () => {
    const reading = message('x: &a b', 'y: !c d', 'z: {}', 'subject: a: b');
    expect(told(reading).sort()).toEqual(['yaml-anchor 8', 'yaml-colon 11', 'yaml-mapping 10', 'yaml-tag 9']);
  });

  it('an envelope value stands on one line; a type block value may go on, with a note (3.3)', () => {
    const head = HEAD.join('\n').replace('reply_to: none', 'reply_to:\n  none');
    expect(told(parseMessage(`${head}\n\nsubject: a`))).toEqual(['value-lines 7']);
    for (const lines of [
      ['subject: Seeds', '  have come'],
      ['subject:', '  Seeds', '  have come'],
      ['subject: "Seeds', '  have come"'],
    ]) {
      const reading = message(...lines);
      expect(reading.findings.map(one => one.code)).toEqual(['value-folded']);
      expect(reading.fields).toEqual({ subject: 'Seeds have come' });
    }
    expect(told(message('subject:', '  Seeds'))).toEqual(['value-folded 9']);
  });

  describe('comments', () => {
    const dropped = (...lines: string[]) =>
      readBlock({ text: lines.join('\n'), line: 1 }, false)
        .findings.filter(one => one.code === 'comment-dropped')
        .map(one => `${one.place.line}:${one.place.column} ${one.args.text}`);

    it.each([
      ['behind a value', ['a: Bus #4 leaves'], ['1:8 #4 leaves']],
      ['on a line of its own', ['# first', 'a: b', '  # last'], ['1:1 # first', '3:3 # last']],
      ['behind a list', ['a: [x] # y', 'b:', '  - x # z'], ['1:8 # y', '3:7 # z']],
      ['behind a quoted value', ['a: "x # y" # z'], ['1:12 # z']],
      ['none within quotes or words', ["a: 'x # y'", 'b: x#y', 'c: |', '  # z'], []],
    ])('are reported with what they took away: %s (3.3)', (_, lines, expected) => {
      expect(dropped(...lines)).toEqual(expected);
    });

    it.each([
      ['on its line', ['auth: abc #secret']],
      ['in place of a value', ['auth: #secret']],
      ['with the name in quotes', ['"auth": abc #secret']],
      ['with the name in capitals', ['Auth: abc #secret']],
      ['on a line that goes on with it', ['auth:', '  abc #secret']],
      ['with an explicit name', ['? auth', ': abc #secret']],
      ['behind an indented name', ['  auth: abc #secret']],
    ])('are never shown where they may be a part of auth: %s (6.2)', (_, lines) => {
      expect(dropped(...lines).join()).not.toContain('secret');
      expect(dropped(...lines)).toHaveLength(1);
    });

    it('behind other fields are shown as ever (3.3)', () => {
      expect(dropped('auth: abc', 'a: b # c', '# d')).toEqual(['2:6 # c', '3:1 # d']);
    });
  });

  it('reports at most ten faults of the parser for one block (3.2)', () => {
    expect(faults(...Array.from({ length: 60 }, (_, at) => `k${at}: a: b`)).length).toBeLessThanOrEqual(10);
  });
});

describe('readYamlFile', () => {
  it('reads a file of ours with numbers as numbers (8.2)', () => {
    expect(readYamlFile('a: 1\nb: [x]\nc: 2026-11-09\nd: no\n')).toEqual({
      value: { a: 1, b: ['x'], c: '2026-11-09', d: 'no' },
      fault: null,
    });
  });

  it.each([
    ['a repeated name', 'a: 1\na: 2\n', /^line 2: /],
    ['a repeated name further in', 'a:\n  - b: 1\n    c: 2\n    b: 3\n', /^line 4: b stands here twice/],
    ['a repeated name in a flow mapping', 'a: {b: 1, b: 2}\n', /^line 1: /],
    ['broken YAML', 'a: b\nc: d: e\n', /^line 2: /],
    ['an alias', 'a: &x [1]\nb: *x\n', /alias/i],
    ['an unknown tag', 'a: !foo b\n', /^line 1: /],
    ['a second document', 'a: b\n---\nc: d\n', /document/],
    ['half a megabyte', `a: ${'x'.repeat(500_000)}\n`, /larger/],
    ['ten thousand brackets', `a: ${'['.repeat(10_000)}\n`, /./],
  ])('tells %s in words (8.2)', (_, text, expected) => {
    const { value, fault } = readYamlFile(text);
    expect(value).toBeNull();
    expect(fault).toMatch(expected);
  });

  it('takes linear time for as many names as a file may hold (8.2)', () => {
    const text = Array.from({ length: 25_000 }, (_, at) => `k${at}: v`).join('\n');
    expect(readYamlFile(text).fault).toBeNull();
  });
});
