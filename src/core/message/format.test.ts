import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from './envelope.ts';
import { type Draft, formatMessage } from './format.ts';
import { parseMessage } from './parse.ts';
import type { Fields } from './type.ts';

const ENVELOPE: Envelope = {
  format: 'AIMF/1',
  id: '2026-11-09-001',
  from: 'dana@example.com',
  type: 'NOTE',
  sent: '2026-11-09T09:30:00-05:00',
  reply_to: 'main-chat',
};

function draft(type: string, fields: Fields, body = ''): Draft {
  return { envelope: { ...ENVELOPE, type }, fields, body };
}

function textOf(message: Draft): string {
  const result = formatMessage(message);
  if ('findings' in result) throw new Error(result.findings.map(one => one.code).join(', '));
  return result.text;
}

/** Texts that tempt YAML: its indicators, its words, its white space, quotes, escapes, scripts. */
const tricky = fc.oneof(
  fc.constantFrom(
    ...[
      'No',
      'null',
      '~',
      'true',
      '1e5',
      '0x1F',
      '2026-11-09',
      '.inf',
      '<<',
      '---',
      '...',
      '- a',
      '? a',
      '@a',
      '`a',
    ],
    ...[
      'a: b',
      'a:',
      ':a',
      ': ',
      'a #b',
      '# a',
      '#a',
      '[a',
      '{a: b}',
      '&a',
      '*a',
      '!a',
      '|',
      '>',
      "'a'",
      '"a"',
    ],
    ...[
      '  a',
      'a  ',
      '\ta',
      'a\tb',
      'a\nb',
      'a\n',
      '\n',
      'a\\nb',
      'a\\',
      'it"s',
      "it's",
      'a,b',
      'a]',
      '%a',
      '“a” b',
      '=',
      '-',
      '\u3000a',
    ],
  ),
  fc.string({ unit: fc.constantFrom(...'ab :#-[]{},&*!|>\'"%@`?\\\n\té中“😀') }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
);
const value = tricky.filter(
  text =>
    /\S/.test(text) && !/^[\u2018\u2019\u201a\u201c\u201d\u201e].*[\u2018\u2019\u201c\u201d]$/s.test(text),
);
/** No hidden characters: the reader refuses those, whoever wrote them. */
const clean = value.filter(
  text =>
    !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0\u202f\u115f\u1160\u3164\uffa0]/u.test(
      text.replaceAll(/[\t\n]/g, ''),
    ),
);
const oneLine = clean.filter(text => !text.includes('\n'));

const fields: fc.Arbitrary<readonly [string, Fields]> = fc.oneof(
  clean.map(subject => ['NOTE', { subject }] as const),
  fc.tuple(clean, clean).map(([filename, purpose]) => ['FILE_DROP', { filename, purpose }] as const),
  fc
    .tuple(fc.array(clean, { minLength: 1, maxLength: 10 }), clean)
    .map(([filename, purpose]) => ['FILE_DROP', { filename, purpose }] as const),
  fc.tuple(clean, clean, fc.option(clean, { nil: undefined })).map(([action, target, constraints]) => {
    const all = { action, target };
    return ['REQUEST', constraints === undefined ? all : { ...all, constraints }] as const;
  }),
  fc
    .tuple(clean, fc.constantFrom('ok', 'attention', 'failed'), clean)
    .map(([topic, state, detail]) => ['STATUS', { topic, state, detail }] as const),
  fc
    .tuple(clean, fc.array(clean, { minLength: 1, maxLength: 8 }))
    .map(([question, options]) => ['QUESTION', { question, options }] as const),
);

const envelope: fc.Arbitrary<Envelope> = fc.record(
  {
    format: fc.constant('AIMF/1' as const),
    id: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/),
    from: fc.constantFrom(
      'dana@example.com',
      '#a@example.com',
      '*b+c@example.org',
      "o'x@example.com",
      '-@example.com',
      '?x@example.com',
      '{a}@example.com',
    ),
    type: fc.constant('NOTE'),
    sent: fc.constantFrom('2026-11-09T09:30:00-05:00', '2028-02-29T23:59:59.123Z'),
    reply_to: fc.constantFrom('main-chat' as const, 'email' as const, 'none' as const),
    agreement: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/),
    agreement_version: fc.constantFrom('1', '12'),
    protocol_version: fc.constantFrom('v1.9', 'v1'),
    auth: oneLine,
  },
  { requiredKeys: ['format', 'id', 'from', 'type', 'sent', 'reply_to'] },
);

const body = fc
  .oneof(fc.string(), tricky, fc.string({ unit: fc.constantFrom('\n', ' ', 'a', '>', 'é') }))
  .map(text => text.replaceAll('\r', ''));

describe('formatMessage', () => {
  it('writes the known fields in their order, plain where plain comes back, and the body as it is (3.2)', () => {
    const message = {
      envelope: { agreement: 'AGR-2026-014', ...ENVELOPE, type: 'QUESTION' },
      fields: { options: ['Saturday', 'Sunday, late', 'No'], question: 'Which day: this week?' },
      body: 'Thanks,\n\nDana',
    };
    expect(textOf(message)).toBe(`format: AIMF/1
id: 2026-11-09-001
from: dana@example.com
type: QUESTION
sent: 2026-11-09T09:30:00-05:00
reply_to: main-chat
agreement: AGR-2026-014

question: "Which day: this week?"
options: [Saturday, "Sunday, late", No]

Thanks,

Dana`);
  });

  it('writes a long list one item a line (3.3)', () => {
    const names = Array.from({ length: 9 }, (_, at) => `a rather long file name, number ${at}.pdf`);
    const text = textOf(draft('FILE_DROP', { filename: names, purpose: 'Plans' }));
    expect(text).toContain('filename:\n  - a rather long file name, number 0.pdf\n  - a');
    expect(parseMessage(text).fields).toEqual({ filename: names, purpose: 'Plans' });
  });

  it.each([
    ['Seeds have come', 'Seeds have come'],
    ['10:30', '10:30'],
    ['https://example.com/a#b', 'https://example.com/a#b'],
    ["it's 5 o'clock", "it's 5 o'clock"],
    ['a — “b” c', 'a — “b” c'],
    ['a: b', '"a: b"'],
    ['a #b', '"a #b"'],
    [' a ', '" a "'],
    ['say "yes"', 'say "yes"'],
    ['"yes" it is', '"\\"yes\\" it is"'],
    ['two\nlines', '"two\\nlines"'],
    ['a\tb', '"a\\tb"'],
  ])('writes %j as %s (3.3)', (subject, written) => {
    expect(textOf(draft('NOTE', { subject }))).toContain(`\nsubject: ${written}\n`);
  });

  it.each([
    ['a bad id', { ...ENVELOPE, id: 'no spaces please' }, { subject: 'a' }, 'field-invalid'],
    ['a hidden character', ENVELOPE, { subject: 'a\u202eb' }, 'character-refused'],
    ['a lone surrogate', ENVELOPE, { subject: 'a\ud800' }, 'character-refused'],
    ['curly quotes around a value', ENVELOPE, { subject: '“a”' }, 'curly-quotes'],
    ['an envelope value of two lines', { ...ENVELOPE, auth: 'a\nb' }, { subject: 'a' }, 'value-lines'],
    ['a field that the type has not', ENVELOPE, { subject: 'a', topic: 'b' }, 'field-unknown'],
    ['no fields at all', ENVELOPE, {}, 'type-block-missing'],
    ['an empty field', ENVELOPE, { subject: '' }, 'field-empty'],
    ['a value of 5 KB', ENVELOPE, { subject: 'a'.repeat(5000) }, 'block-too-large'],
    ['an empty list', { ...ENVELOPE, type: 'QUESTION' }, { question: 'a', options: [] }, 'field-empty'],
  ])('never composes %s (3.3)', (_, head, given, code) => {
    const result = formatMessage({ envelope: head as Envelope, fields: given, body: '' });
    expect('findings' in result && result.findings.map(one => one.code)).toContain(code);
  });

  it('writes for the GitHub wire, where from is a label (2.1)', () => {
    const message = { ...draft('NOTE', { subject: 'a' }), envelope: { ...ENVELOPE, from: 'dana' } };
    expect(formatMessage(message)).toHaveProperty('findings');
    expect(formatMessage(message, 'label')).toHaveProperty('text');
  });

  it('what it writes comes back as it was (3.2)', () => {
    fc.assert(
      fc.property(envelope, fields, body, (head, [type, given], free) => {
        const message = { envelope: { ...head, type }, fields: given, body: free };
        const read = parseMessage(textOf(message));
        expect({ ...read.envelope }).toEqual(message.envelope);
        expect({ ...read.fields }).toEqual(given);
        expect(read.body).toBe(free);
        expect(read.findings.filter(one => one.code !== 'text-invisible')).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it('reading, writing and reading again changes nothing (3.3)', () => {
    const line = fc.oneof(
      fc.constantFrom(
        'subject: a',
        'subject: "a: b"',
        "subject: 'it''s'",
        'subject: a\n  b',
        'subject: |\n  a\n  b',
        'subject: >-\n  a\n  b',
      ),
      fc.constantFrom(
        'options: [a, "b, c"]',
        'options:\n  - a\n  - b: c',
        '"odd key": a',
        '__proto__: a',
        'constructor: [a]',
        'x: a # b',
      ),
      fc
        .tuple(fc.constantFrom('subject', 'topic', 'x', '"y z"'), tricky)
        .map(([key, text]) => `${key}: ${text}`),
    );
    const type = fc.constantFrom('NOTE', 'QUESTION', 'PARCEL', 'STATUS');
    fc.assert(
      fc.property(type, fc.array(line, { minLength: 1, maxLength: 4 }), body, (word, lines, free) => {
        const head = Object.entries({ ...ENVELOPE, type: word }).map(([key, text]) => `${key}: ${text}`);
        const first = parseMessage(`${head.join('\n')}\n\n${lines.join('\n')}\n\n${free}`);
        if (first.envelope === null || first.fields === null || first.body === null) return;
        const { envelope: parts, fields: given, body: rest } = first;
        const again = formatMessage({ envelope: parts, fields: given, body: rest });
        if ('findings' in again) {
          expect(first.findings.some(one => one.level === 'error')).toBe(true);
          return;
        }
        const second = parseMessage(again.text);
        expect(second).toMatchObject({ envelope: parts, type: word, body: rest });
        expect(second.fields).toEqual(given);
      }),
      { numRuns: 600 },
    );
  });
});
