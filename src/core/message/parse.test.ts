import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODES } from '../finding/codes.ts';
import { parseMessage, type Reading } from './parse.ts';

const HEAD = [
  'format: AIMF/1',
  'id: 2026-11-09-001',
  'from: dana@example.com',
  'type: NOTE',
  'sent: 2026-11-09T09:30:00-05:00',
  'reply_to: main-chat',
];
const NOTE = [...HEAD, '', 'subject: Seeds have come', '', 'All twelve packets.'].join('\n');

const codes = (reading: Reading) => reading.findings.map(one => one.code);
const told = (reading: Reading) =>
  reading.findings.map(
    one => `${one.code} ${one.place.line ?? '-'}${one.place.field ? ` ${one.place.field}` : ''}`,
  );
/** The envelope with one field's line replaced, or taken away, in front of a good type block. */
const withField = (field: string, line: string | null) =>
  parseMessage(
    [
      ...HEAD.flatMap(one => (one.startsWith(`${field}:`) ? (line === null ? [] : [line]) : [one])),
      '',
      'subject: a',
    ].join('\n'),
  );
const ofType = (type: string, ...lines: string[]) =>
  parseMessage(
    [...HEAD.map(one => (one.startsWith('type:') ? `type: ${type}` : one)), '', ...lines].join('\n'),
  );

describe('parseMessage', () => {
  it('reads envelope, type block and free text (3.2)', () => {
    expect(parseMessage(NOTE)).toEqual({
      envelope: {
        format: 'AIMF/1',
        id: '2026-11-09-001',
        from: 'dana@example.com',
        type: 'NOTE',
        sent: '2026-11-09T09:30:00-05:00',
        reply_to: 'main-chat',
      },
      type: 'NOTE',
      fields: { subject: 'Seeds have come' },
      body: 'All twelve packets.',
      findings: [],
    });
  });

  it('reads CRLF as LF, and one byte order mark at the start as nothing (3.2)', () => {
    expect(parseMessage(NOTE.replaceAll('\n', '\r\n'))).toEqual(parseMessage(NOTE));
    expect(parseMessage(`\ufeff${NOTE}`)).toEqual(parseMessage(NOTE));
    expect(codes(parseMessage(`\ufeff\ufeff${NOTE}`))).not.toEqual([]);
    expect(told(parseMessage(NOTE.replace('Seeds', '\ufeffSeeds')))).toEqual(['character-refused 8']);
    expect(told(parseMessage(NOTE.replace('All', 'All\ufeff')))).toContain('character-refused 10');
  });

  it('takes the fields in any order (3.1)', () => {
    expect(parseMessage([...HEAD.toReversed(), '', 'subject: a'].join('\n')).envelope).toEqual(
      parseMessage(NOTE).envelope,
    );
  });

  it.each([
    ['spaces and tabs only', [...HEAD, ' \t ', 'subject: a', '\t', 'body'], [], 'body'],
    [
      'free text with blank lines of its own',
      [...HEAD, '', 'subject: a', '', '', 'x', '', 'y: z', ''],
      [],
      '\nx\n\ny: z\n',
    ],
    ['no free text', [...HEAD, '', 'subject: a'], [], ''],
    [
      'two blank lines behind the envelope',
      [...HEAD, '', '', 'subject: a'],
      ['type-block-missing 7'],
      'subject: a',
    ],
    ['nothing behind the envelope', HEAD, ['type-block-missing 7'], ''],
    [
      'a no-break space is no blank line',
      [...HEAD, '\u00a0', 'subject: a', '', 'b'],
      ['character-refused 7'],
      '',
    ],
  ])('blank lines: %s (3.2)', (_, lines, expected, body) => {
    const reading = parseMessage(lines.join('\n'));
    expect(told(reading).filter(one => !one.startsWith('yaml'))).toEqual(expected);
    expect(reading.body).toBe(body);
  });

  it('a carriage return by itself fails, with its line (3.2)', () => {
    expect(told(parseMessage(NOTE.replace('have', 'have\r')))).toEqual(['carriage-return 8']);
    expect(told(parseMessage(NOTE.replace('twelve', 'twelve\r')))).toEqual(['carriage-return 10']);
    expect(told(parseMessage(NOTE.replaceAll('\n', '\r')))).toContain('carriage-return 1');
  });

  it('invisible characters in free text are noted, not refused (3.2)', () => {
    const reading = parseMessage(NOTE.replace('twelve', 'twel\u200bve\u202e'));
    expect(reading.findings).toMatchObject([{ code: 'text-invisible', level: 'note', args: { count: 2 } }]);
    expect(reading.body).toBe('All twel\u200bve\u202e packets.');
  });

  it.each([
    ['a greeting', `Hello Andrew,\n\n${NOTE}`, ['envelope-not-first 3']],
    ['an empty line', `\n${NOTE}`, ['envelope-not-first 2']],
    ['a title', `# Note\n${NOTE}`, ['envelope-not-first 2']],
    ['a fence', `\`\`\`yaml\n${NOTE}\n\`\`\``, ['envelope-in-fence 2']],
    ['a fence further down', `Hi\n\n~~~\n${NOTE}\n~~~`, ['envelope-in-fence 4']],
    ['no envelope', 'Just a text', ['envelope-missing 1']],
    ['nothing at all', '', ['envelope-missing 1']],
    ['a document marker', `---\n${NOTE}`, ['yaml-marker 1']],
    ['a quoted envelope', NOTE.replaceAll(/^/gm, '> '), ['envelope-missing 1']],
  ])('names what stands in front of the envelope: %s (3.1)', (_, text, expected) => {
    const reading = parseMessage(text);
    expect(told(reading).slice(0, 1)).toEqual(expected);
    expect(reading.envelope).toBeNull();
  });

  it('an envelope that begins on line 1, only not as it should, is told of field by field (3.1)', () => {
    expect(codes(parseMessage(NOTE.replace('format', '"format"')))).toEqual([]);
    expect(codes(parseMessage(NOTE.replace('format', 'Format')))).toEqual(['field-unknown', 'field-missing']);
    expect(codes(parseMessage(NOTE.replace('format:', 'format :')))).toEqual([]);
  });

  describe('envelope', () => {
    it.each(['format', 'id', 'from', 'type', 'sent', 'reply_to'])(
      '%s must be there and not be empty (3.4)',
      field => {
        expect(told(withField(field, null))[0]).toMatch(/^field-missing 1 /);
        for (const empty of [`${field}:`, `${field}: ""`, `${field}: "  "`]) {
          const reading = withField(field, empty);
          expect(codes(reading)).toEqual(['field-empty']);
          expect(reading.findings[0]?.place.field).toBe(field);
          expect(reading.envelope).toBeNull();
        }
        expect(codes(withField(field, `${field}: [a]`))).toEqual(['field-not-text']);
      },
    );

    it.each([
      ['format', ['AIMF/2', 'aimf/1', 'AIMF/1.0', 'AIMF'], 'format-unknown'],
      ['id', ['a b', '-a', '.a', '_a', 'a/b', '../a', 'é', 'a'.repeat(65)], 'field-invalid'],
      [
        'from',
        [
          'dana',
          'dana@',
          '"@example.com"',
          'a@b',
          'a b@example.com',
          'Dana <dana@example.com>',
          'a@example.com b@example.com',
          'a@@example.com',
          'a@example..com',
          'a@1.2.3.4',
          'mailto:a@example.com',
          '<a@example.com>',
          'a@exa_mple.com',
        ],
        'field-invalid',
      ],
      ['reply_to', ['Main-Chat', 'chat', 'main chat', 'nobody'], 'field-invalid'],
      [
        'sent',
        [
          '2026-11-09',
          '2026-11-09 09:30:00Z',
          '2026-11-09t09:30:00z',
          '2026-11-09T09:30Z',
          '2026-11-09T09:30:00',
          '2026-11-09T09:30:00+0500',
          '2026-11-09T09:30:00 Z',
          '2026-02-29T09:30:00Z',
          '2026-02-30T09:30:00Z',
          '2026-13-01T09:30:00Z',
          '2026-00-01T09:30:00Z',
          '2026-11-09T24:00:00Z',
          '2026-11-09T09:60:00Z',
          '2026-12-31T23:59:60Z',
          '2026-11-09T09:30:00,5Z',
          '2026-11-09T09:30:00.Z',
          '2026-11-09T09:30:00+24:00',
          '20261109T093000Z',
          '1900-02-29T00:00:00Z',
        ],
        'sent-invalid',
      ],
    ])('%s is refused in any other form (3.4)', (field, forms, code) => {
      for (const form of forms)
        expect([form, ...codes(withField(field, `${field}: ${form}`))]).toEqual([form, code]);
    });

    it.each([
      ['id', ['1e5', '007', 'a'.repeat(64), 'A.b_c-d']],
      ['from', ['a+b@example.com', "o'x@example.com", 'a@exämple.com', 'A.B@EXAMPLE.com']],
      ['reply_to', ['email', 'none', '"main-chat"']],
      ['sent', ['2028-02-29T23:59:59Z', '2000-02-29T00:00:00.123456789+14:00', '2026-11-09T09:30:00-00:00']],
    ])('%s is read as it was sent (3.4)', (field, forms) => {
      for (const form of forms)
        expect([form, ...codes(withField(field, `${field}: ${form}`))]).toEqual([form]);
    });

    it('quotes back no free text and never auth (6.2)', () => {
      const reading = parseMessage(
        [...HEAD, 'auth: [hunter2, hunter3]', 'agreement: no good', '', 'subject: a'].join('\n'),
      );
      expect(told(reading)).toEqual(['field-not-text 7 auth', 'field-invalid 8 agreement']);
      expect(JSON.stringify(reading.findings)).not.toContain('hunter');
    });

    it('offers the known name that is nearest (3.4)', () => {
      const reading = withField('reply_to', 'Reply-To: email');
      expect(reading.findings).toMatchObject([
        { code: 'field-unknown', args: { field: 'Reply-To', nearest: 'reply_to' } },
        { code: 'field-missing', args: { field: 'reply_to' } },
      ]);
    });

    it('is read though the type block cannot be, and the block though the envelope cannot (6.3)', () => {
      const block = parseMessage([...HEAD, '', 'topic: a'].join('\n'));
      expect(block).toMatchObject({ envelope: { id: '2026-11-09-001' }, type: 'NOTE', fields: null });
      expect(withField('id', 'id: a b')).toMatchObject({
        envelope: null,
        type: 'NOTE',
        fields: { subject: 'a' },
      });
    });

    it('on the GitHub wire has a label in from, and no auth (2.1)', () => {
      const text = NOTE.replace('dana@example.com', 'dana');
      expect(parseMessage(text, 'label')).toMatchObject({ envelope: { from: 'dana' }, findings: [] });
      expect(codes(parseMessage(NOTE, 'label'))).toEqual(['field-invalid']);
      expect(JSON.stringify(parseMessage(NOTE, 'label').findings)).not.toContain('@');
      expect(codes(parseMessage(text.replace('\n\n', '\nauth: hunter2\n\n'), 'label'))).toEqual([
        'field-unknown',
      ]);
    });
  });

  describe('type block', () => {
    it.each([
      ['NOTE', ['subject: a']],
      ['FILE_DROP', ['filename: a.pdf', 'purpose: b']],
      ['FILE_DROP', ['filename: [a.pdf, b.pdf]', 'purpose: b']],
      ['REQUEST', ['action: summarize', 'target: a.pdf']],
      ['REQUEST', ['action: summarize', 'target: a.pdf', 'constraints: short']],
      ['STATUS', ['topic: a', 'state: attention', 'detail: b']],
      ['QUESTION', ['question: a', 'options: [b]']],
    ])('a %s with %j is in order (4)', (type, lines) => {
      expect(codes(ofType(type, ...lines))).toEqual([]);
    });

    it.each([
      ['NOTE', ['subject: [a]'], ['field-not-text 8 subject']],
      ['NOTE', ['subject: a', 'urgent: b'], ['field-unknown 9 urgent']],
      ['FILE_DROP', ['filename: a.pdf'], ['field-missing 8 purpose']],
      [
        'FILE_DROP',
        [`filename: [${Array.from({ length: 11 }, (_, at) => `f${at}`).join(', ')}]`, 'purpose: b'],
        ['field-invalid 8 filename'],
      ],
      ['FILE_DROP', ['filename: [a.pdf, ""]', 'purpose: b'], ['field-empty 8 filename']],
      [
        'FILE_DROP',
        ['file_name: a.pdf', 'purpose: b'],
        ['field-unknown 8 file_name', 'field-missing 8 filename'],
      ],
      ['REQUEST', ['action: summarize'], ['field-missing 8 target']],
      ['REQUEST', ['action: summarize', 'target: a', 'constraints:'], ['field-empty 10 constraints']],
      ['STATUS', ['topic: a', 'state: OK', 'detail: b'], ['field-invalid 9 state']],
      ['QUESTION', ['question: a', 'options: b'], ['field-not-list 9 options']],
      ['QUESTION', ['question: a', 'options: []'], ['field-empty 9 options']],
    ])('a %s with %j says what to mend (4)', (type, lines, expected) => {
      const reading = ofType(type, ...lines);
      expect(told(reading)).toEqual(expected);
      expect(reading.fields).toBeNull();
    });

    it('of an unknown type, and the verb of a REQUEST, are left to the type gate (6.3)', () => {
      expect(ofType('PARCEL', 'weight: 3 kg', 'parts: [a, b]')).toMatchObject({
        type: 'PARCEL',
        fields: { weight: '3 kg', parts: ['a', 'b'] },
        findings: [],
      });
      expect(ofType('note', 'subject: a').findings).toEqual([]);
      expect(ofType('REQUEST', 'action: delete', 'target: a')).toMatchObject({
        fields: { action: 'delete' },
        findings: [],
      });
    });
  });

  describe('bounds', () => {
    it('a block has up to 4,096 bytes and 64 lines, and no more (3.2)', () => {
      const bytes = (count: number) => ofType('NOTE', `subject: ${'é'.repeat((count - 10) / 2)}x`);
      expect(codes(bytes(4096))).toEqual([]);
      expect(told(bytes(4098))).toEqual(['block-too-large 8']);
      const lines = (count: number) =>
        ofType('NOTE', 'subject: a', ...Array.from({ length: count - 1 }, () => '  b'));
      expect(codes(lines(64))).toEqual(['value-folded']);
      expect(told(lines(65))).toEqual(['block-too-large 8']);
    });

    const head = HEAD.join('\n');
    it.each([
      ['an envelope of 1 MB', `${head}\nauth: ${'x'.repeat(1_000_000)}\n\nsubject: a`, 'block-too-large'],
      ['a type block of 1 MB', `${head}\n\nsubject: ${'x '.repeat(500_000)}`, 'block-too-large'],
      [
        '100,000 names',
        `${head}\n\n${Array.from({ length: 100_000 }, (_, at) => `k${at}: v`).join('\n')}`,
        'block-too-large',
      ],
      [
        '100,000 names in the envelope',
        `${head}\n${Array.from({ length: 100_000 }, (_, at) => `k${at}: v`).join('\n')}`,
        'block-too-large',
      ],
      ['10,000 nested brackets', `${head}\n\nsubject: ${'['.repeat(10_000)}`, 'block-too-large'],
      ['4,000 nested brackets within the bound', `${head}\n\nsubject: ${'['.repeat(4000)}`, 'yaml-nesting'],
      [
        '2,000 nested lists within the bound',
        `${head}\n\nsubject: ${'['.repeat(2000)}${']'.repeat(2000)}`,
        'yaml-nesting',
      ],
      [
        '2,000 nested dashes within the bound',
        `${head}\n\nsubject:\n  ${'- '.repeat(2000)}a`,
        'yaml-nesting',
      ],
      [
        '1,000 nested mappings within the bound',
        `${head}\n\nsubject: ${'{a: '.repeat(1000)}`,
        'yaml-nesting',
      ],
      ['4,000 hashes', `${head}\n\nsubject: a ${'# '.repeat(2000)}`, 'comment-dropped'],
      ['4,000 bars', `${head}\n\nsubject: ${'|'.repeat(4000)}`, 'yaml-syntax'],
      ['a name of 4,000 characters', `${head}\n\n${'k'.repeat(4000)}: v`, 'yaml-syntax'],
      ['a single line of 1 MB', 'format: AIMF/1'.padEnd(1_000_000, 'x'), 'block-too-large'],
      ['1 MB of spaces in front', `${' '.repeat(1_000_000)}format: AIMF/1`, 'envelope-not-first'],
      ['1 MB of blank lines in front', `${'\n'.repeat(1_000_000)}format: AIMF/1`, 'envelope-not-first'],
      ['200,000 fences in front', `${'```\n'.repeat(200_000)}format: AIMF/1`, 'envelope-in-fence'],
      ['1 MB of carriage returns', `${head}\n\nsubject: a\n\n${'\r'.repeat(1_000_000)}`, 'carriage-return'],
      ['1 MB of invisible characters', `${NOTE}${'\u200b'.repeat(1_000_000)}`, 'text-invisible'],
    ])('%s is answered at once with a finding (3.2)', (_, text, code) => {
      expect(codes(parseMessage(text))).toContain(code);
    });

    it('a free text of 36 MB has no bound of its own (3.2)', () => {
      const body = `${'x'.repeat(99)}\n`.repeat(360_000);
      expect(parseMessage(`${head}\n\nsubject: a\n\n${body}`)).toMatchObject({
        fields: { subject: 'a' },
        findings: [],
      });
      expect(parseMessage(`${head}\n\nsubject: a\n\n${'y'.repeat(36_000_000)}`).findings).toEqual([]);
    });
  });

  it('any text gives a reading with known codes and sane places, and nothing throws (3)', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...HEAD,
        '',
        '',
        'subject: a',
        '---',
        '%YAML 1.1',
        '> format: AIMF/1',
        '```',
        'a: &x [',
        '- {',
        '? "',
        "'",
        '\u0000',
        '\r',
        '\ufeff',
        '\t',
        'x: |',
        '  - !!binary a',
        '\ud800',
      ),
      fc.string(),
      fc.string({ unit: 'binary' }),
    );
    const text = fc.array(piece, { maxLength: 16 }).map(lines => lines.join('\n'));
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map(rest => `${HEAD.join('\n')}\n${rest}`),
        ),
        fc.constantFrom('address' as const, 'label' as const),
        (given, form) => {
          const reading = parseMessage(given, form);
          const lines = given.split(/\r\n|\r|\n/).length + 1;
          for (const { code, place } of reading.findings) {
            expect(Object.hasOwn(CODES, code)).toBe(true);
            if (place.line !== undefined) expect(place.line >= 1 && place.line <= lines).toBe(true);
            if (place.column !== undefined) expect(place.column).toBeGreaterThanOrEqual(1);
          }
          // What is not there always has a reason
          if (reading.envelope === null || (reading.fields === null && reading.type !== null)) {
            expect(reading.findings.some(one => one.level === 'error')).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
