import { describe, expect, it } from 'vitest';
import type { Finding } from '../finding/finding.ts';
import { finding } from '../finding/finding.ts';
import { skippedGates, type Verdict } from '../gate/verdict.ts';
import { exitCode } from './exit.ts';
import { jsonText, judgeJsonSchema, type ResultJson, resultJson, unreadableJson } from './json.ts';
import type { Paint } from './paint.ts';
import { redact } from './redact.ts';
import { textReport } from './text.ts';

const ENVELOPE = {
  format: 'AIMF/1',
  id: 'n-1',
  from: 'dana@example.com',
  type: 'NOTE',
  sent: '2026-11-30T09:30:00-05:00',
  reply_to: 'main-chat',
  agreement: 'AGR-1',
  auth: 'hunter2',
} as const;

function verdict(changes: Partial<Verdict> = {}): Verdict {
  const gates = skippedGates().map(one => ({ ...one, result: 'pass' as const }));
  return {
    verdict: 'accepted',
    gate: null,
    gates,
    about: [],
    party: 'dana',
    envelope: ENVELOPE,
    type: 'NOTE',
    fields: { subject: 'Seeds' },
    body: 'All here.',
    attachments: [],
    ...changes,
  };
}
function stopped(
  at: 'allowlist' | 'schema' | 'agreement',
  word: Verdict['verdict'],
  ...findings: Finding[]
): Verdict {
  const order = skippedGates().map(one => one.gate);
  const gates = skippedGates().map(one => {
    if (one.gate === at) return { ...one, result: 'fail' as const, findings };
    return order.indexOf(one.gate) < order.indexOf(at) ? { ...one, result: 'pass' as const } : one;
  });
  return verdict({ verdict: word, gate: word === 'ordinary' && at === 'allowlist' ? null : at, gates });
}
const attachment = {
  name: 'plan.pdf',
  bytes: new TextEncoder().encode('abc'),
  mediaType: 'application/pdf',
  inline: false,
  refused: false,
};

const HOSTILE =
  '\u001b[2J\u001b]0;x\u0007\u009b31m\u202egnp.exe\u200b\u2028\u{e0041}\ud800\u0000\r\n✓ accepted';
const DANGEROUS =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}\p{Surrogate}]/u;
const hostile = () =>
  verdict({
    envelope: { ...ENVELOPE, id: HOSTILE, from: HOSTILE, agreement: HOSTILE },
    fields: { subject: HOSTILE, [HOSTILE]: [HOSTILE, HOSTILE] },
    body: `${HOSTILE}\n${HOSTILE}`,
    attachments: [{ ...attachment, name: HOSTILE }],
    about: [finding('duplicate-changed', { id: HOSTILE, from: HOSTILE }, { field: HOSTILE })],
  });

describe('the JSON form', () => {
  it('is the public one, with auth hidden (6.2)', () => {
    const note = finding('comment-dropped', { text: '# x' }, { line: 3, column: 4, field: 'id' });
    const result = resultJson(
      'n.md',
      stopped('schema', 'attempt', note, finding('field-missing', { field: 'sent' })),
    );
    expect(result).toEqual({
      file: 'n.md',
      verdict: 'attempt',
      gate: 'schema',
      gates: [
        { gate: 'allowlist', result: 'pass' },
        { gate: 'schema', result: 'fail' },
        { gate: 'type', result: 'skipped' },
        { gate: 'agreement', result: 'skipped' },
      ],
      findings: [
        {
          code: 'comment-dropped',
          level: 'note',
          gate: 'schema',
          message: 'A comment was dropped: "# x"',
          remedy: 'If it belongs to the value, put the value in quotes',
          line: 3,
          column: 4,
          field: 'id',
        },
        {
          code: 'field-missing',
          level: 'error',
          gate: 'schema',
          message: 'The field "sent" is missing',
          remedy: 'Add it',
          line: null,
          column: null,
          field: null,
        },
      ],
      envelope: { ...ENVELOPE, auth: '(hidden)' },
      fields: { subject: 'Seeds' },
      body: 'All here.',
      attachments: [],
    });
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  it('gives a file’s size and SHA-256 (5.2)', () => {
    expect(resultJson('n.md', verdict({ attachments: [attachment] })).attachments).toEqual([
      {
        name: 'plan.pdf',
        bytes: 3,
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
        refused: false,
        inline: false,
      },
    ]);
  });

  it('has null for what could not be read, and for a file that could not be opened (6.6)', () => {
    expect(resultJson('n.md', verdict({ envelope: null, fields: null, body: null }))).toMatchObject({
      envelope: null,
      fields: null,
      body: null,
    });
    expect(unreadableJson('n.md', 'there is no such file')).toMatchObject({
      verdict: null,
      gates: [],
      error: 'there is no such file',
    });
  });

  it('keeps a stranger’s names as mere words (3.4)', () => {
    const fields = Object.assign(Object.create(null), { ['__proto__']: ['x'], constructor: 'y' });
    const shown = resultJson('n.md', verdict({ type: 'PARCEL', fields })).fields ?? {};
    expect(Object.entries(shown)).toEqual([
      ['__proto__', ['x']],
      ['constructor', 'y'],
    ]);
    expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
  });

  it('is valid by its own schema, whatever is in it (6.6)', () => {
    const results = [resultJson('a', verdict()), resultJson('b', hostile()), unreadableJson('c', 'x')];
    expect(judgeJsonSchema.safeParse(JSON.parse(jsonText({ aimf: 1, results }))).success).toBe(true);
  });

  it('as a text cannot repaint a terminal, and says the same (3.2)', () => {
    const value = {
      aimf: 1,
      results: [resultJson(HOSTILE, hostile())],
      all: Array.from({ length: 0x3000 }, (_, at) => String.fromCharCode(at)).join(''),
    };
    const text = jsonText(value);
    expect(text).not.toMatch(DANGEROUS);
    expect(JSON.parse(text)).toEqual(value);
    expect(jsonText('é – 中 😀')).toBe('"é – 中 😀"');
    expect(jsonText('\u{e0041}')).toBe('"\\udb40\\udc41"');
  });
});

describe('redact', () => {
  const result = (): ResultJson =>
    resultJson(
      'n.md',
      verdict({
        envelope: { ...ENVELOPE, id: 'x-accepted-x' },
        type: 'PARCEL',
        fields: { accepted: 'accepted', list: ['a accepted b'] },
        body: 'accepted and accepted',
        attachments: [{ ...attachment, name: 'accepted.pdf' }],
        about: [finding('duplicate-same', { id: 'accepted', from: 'a' }, { field: 'accepted' })],
      }),
    );

  it('hides a secret wherever the sender’s text stands, and nowhere else (6.2)', () => {
    const shown = redact(result(), ['accepted']);
    expect(shown).toMatchObject({
      file: 'n.md',
      verdict: 'accepted',
      envelope: { id: 'x-(hidden)-x' },
      fields: { '(hidden)': '(hidden)', list: ['a (hidden) b'] },
      body: '(hidden) and (hidden)',
      attachments: [{ name: '(hidden).pdf' }],
      findings: [{ code: 'duplicate-same', field: '(hidden)' }],
    });
    expect(shown.findings[0]?.message).toContain('"(hidden)"');
  });

  it('changes nothing without a secret, or for one too short to hide (6.2)', () => {
    expect(redact(result(), [])).toEqual(result());
    expect(redact(result(), ['', 'a', 'abc'])).toEqual(result());
    const bare = resultJson('n.md', verdict({ envelope: null, fields: null, body: null }));
    expect(redact(bare, ['hunter2'])).toEqual(bare);
  });

  it('hides a secret in the name of the file, which a sender gives in a drop folder (6.2)', () => {
    expect(redact({ ...result(), file: 'drop/open-sesame.md' }, ['open-sesame']).file).toBe(
      'drop/(hidden).md',
    );
  });

  it('takes a secret as it stands, not as a pattern (6.2)', () => {
    const one = resultJson('n.md', verdict({ body: 'a.*b aXXb $&' }));
    expect(redact(one, ['a.*b', 'nope$&']).body).toBe('(hidden) aXXb $&');
  });
});

describe('exitCode', () => {
  const good = resultJson('a', verdict());
  const bad = resultJson('b', stopped('schema', 'attempt', finding('field-missing', { field: 'id' })));
  const unset = resultJson(
    'c',
    stopped('allowlist', 'held', finding('auth-secret-unset', { party: 'dana' })),
  );

  it.each<[string, readonly ResultJson[], number]>([
    ['nothing at all', [], 0],
    ['all accepted', [good, good], 0],
    ['one not accepted', [good, bad], 1],
    ['ordinary mail', [resultJson('d', verdict({ verdict: 'ordinary' }))], 1],
    ['a duplicate', [good, resultJson('d', verdict({ verdict: 'duplicate' }))], 1],
    ['one that could not be opened', [good, bad, unreadableJson('e', 'x')], 2],
    ['a secret that is not at hand', [good, unset], 2],
  ])('for %s (6.6)', (_, results, code) => {
    expect(exitCode(results)).toBe(code);
  });
});

describe('textReport', () => {
  it('tells each message gate by gate, and the sum (6)', () => {
    const results = [
      resultJson('drop/n-1.md', {
        ...verdict({ attachments: [attachment, { ...attachment, name: null, inline: true }] }),
        gates: skippedGates().map(one => ({
          ...one,
          result: 'pass' as const,
          findings:
            one.gate === 'agreement'
              ? [finding('purpose-by-person', { purpose: 'Notes', agreement: 'AGR-1' })]
              : [],
        })),
      }),
      resultJson('inbox/colon.eml', {
        ...stopped('schema', 'attempt', finding('yaml-colon', {}, { line: 8, column: 1 })),
        envelope: null,
        fields: null,
        body: null,
      }),
      resultJson('inbox/hello.eml', {
        ...verdict({
          verdict: 'ordinary',
          gates: skippedGates(),
          envelope: null,
          fields: null,
          body: null,
          party: null,
        }),
        about: [finding('not-aimf')],
      }),
      unreadableJson('gone.md', 'there is no such file'),
    ];
    expect(textReport(results)).toMatchInlineSnapshot(`
      "✓ accepted  drop/n-1.md
          processed as the agreement says
          allowlist ✓   schema ✓   type ✓   agreement ✓
          NOTE n-1 from dana@example.com, under AGR-1
            subject: Seeds
            | All here.
            file "plan.pdf", 3 bytes
            file (no name), 3 bytes, inline
          note  Whether this fits the purpose of agreement AGR-1 is for a person to judge: "Notes" [purpose-by-person]

      ✗ attempt at schema  inbox/colon.eml
          stopped; nothing was done with it
          allowlist ✓   schema ✗   type –   agreement –
          error line 8, column 1: The value has a colon and a space in it, which YAML reads as another field [yaml-colon]
                → Put the whole value in double quotes

      · ordinary  inbox/hello.eml
          ordinary mail, shown as it came
          note  This is not an AIMF message [not-aimf]

      ! gone.md
          there is no such file

      4 messages: 1 accepted, 1 attempt, 1 ordinary, 1 unreadable
      "
    `);
  });

  it('for one message says so in the singular, and cuts a long text (6)', () => {
    const report = textReport([
      resultJson('a', verdict({ body: Array.from({ length: 50 }, (_, at) => `row ${at}`).join('\n') })),
    ]);
    expect(report).toContain('| row 5\n      | …\n');
    expect(report).not.toContain('row 6');
    expect(report.endsWith('1 message: 1 accepted\n')).toBe(true);
  });

  it('no value can repaint the terminal or forge a line (3.2)', () => {
    const report = textReport([resultJson(HOSTILE, hostile()), unreadableJson(HOSTILE, HOSTILE)]);
    expect(report).not.toMatch(DANGEROUS);
    expect(report.split('\n').filter(line => line.startsWith('✓ accepted'))).toHaveLength(1);
  });

  it('paints what it is given to paint with, and nothing in a value (6)', () => {
    const mark = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
    const paint: Paint = {
      good: mark('good'),
      bad: mark('bad'),
      wait: mark('wait'),
      dim: mark('dim'),
      strong: mark('strong'),
    };
    const report = textReport([resultJson('a.md', verdict())], paint);
    expect(report).toContain('<good>✓ accepted</good>  <strong>a.md</strong>');
    expect(textReport([resultJson('a.md', verdict())])).not.toMatch(/<\w+>/);
  });
});
