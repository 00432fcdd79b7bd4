import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readYamlFile } from '../message/yaml.ts';
import { readRegistry } from '../registry/registry.ts';
import { FORMS, type FormName } from './form.ts';
import { FORMS_FOLDER, formFiles } from './form-yaml.ts';
import { readIssueForm } from './issue-form.ts';
import { type IssueWire, readIssue } from './request.ts';

/** A body as GitHub makes it from a form. */
function body(form: FormName, answers: Readonly<Record<string, string>>): string {
  return FORMS[form].fields
    .map(({ id, label }) => `### ${label}\n\n${answers[id] ?? '_No response_'}`)
    .join('\n\n');
}

const ASKED = { agreement: 'AGR-1', term: 'expires', value: '2027-12-31', reason: 'The garden goes on.' };
const codes = (text: string) => readIssueForm(text).findings.map(one => one.code);

describe('an issue made by a form', () => {
  it.each([
    ['proposal', ASKED],
    [
      'access-request',
      { party: 'carol', acts_for: 'Carol', purpose: 'Share notes', update_watch: 'monitor' },
    ],
    ['acknowledgement', { agreement: 'AGR-1', version: 'v1.10', effective: '2026-12-07' }],
    ['cannot-implement', { agreement: 'AGR-1', version: 'v1.10', reason: 'No YAML here.\n\nSorry.' }],
  ] as const)('%s is read whole, with any line ends (9.8)', (form, answers) => {
    for (const text of [body(form, answers), body(form, answers).replaceAll('\n', '\r\n')]) {
      const read = readIssueForm(text);
      expect(read).toMatchObject({ form, findings: [], pasted: null });
      expect(Object.fromEntries(read.answers ?? [])).toEqual(answers);
    }
  });

  it('a heading inside an answer is text, whatever it says (9.8)', () => {
    const reason = 'First\n\n### Background\n\n### Agreement\n\nAGR-2\n\n```\n### Why\n```\n\n> ### Why';
    expect(readIssueForm(body('proposal', { ...ASKED, reason })).answers?.get('reason')).toBe(reason);
    expect(readIssueForm(body('proposal', { ...ASKED, reason })).answers?.get('agreement')).toBe('AGR-1');
  });

  it('an absent, unknown, repeated or hidden answer is told, and half a form is none (9.8)', () => {
    expect(codes(body('proposal', { ...ASKED, reason: '_No response_' }))).toEqual(['form-field-missing']);
    expect(codes(body('proposal', { ...ASKED, term: 'level' }))).toEqual(['form-option-unknown']);
    expect(codes(body('proposal', { ...ASKED, value: 'a\nb' }))).toEqual(['form-answer-lines']);
    expect(codes(body('proposal', { ...ASKED, value: 'x'.repeat(301) }))).toEqual(['form-answer-long']);
    expect(codes(body('proposal', { ...ASKED, agreement: '../x' }))).toEqual(['form-answer-invalid']);
    expect(codes(body('proposal', { ...ASKED, value: 'a\u202eb' }))).toEqual(['form-character-refused']);
    expect(codes(`${body('proposal', ASKED)}\n\n### Why\n\nAgain`)).toEqual(['form-field-repeated']);
    expect(codes(body('proposal', ASKED).replace('### To what', '### To which'))).toContain(
      'form-field-missing',
    );
    expect(codes(`Hello\n\n${body('proposal', ASKED)}`)).toEqual(['form-text-outside']);
    expect(readIssueForm(`Hello\n\n${body('proposal', ASKED)}`).answers).toBeNull();
  });

  it('a block of code or a comment that swallows a heading leaves its field missing (9.8)', () => {
    expect(codes(body('proposal', { ...ASKED, value: '```' }))).toContain('form-field-missing');
    expect(codes(body('proposal', { ...ASKED, value: '<!--' }))).toContain('form-field-missing');
  });

  it('headings in another order, or of two forms, are no form (9.8)', () => {
    const parts = body('proposal', ASKED).split(/\n\n(?=### )/);
    expect(codes(parts.reverse().join('\n\n'))).toContain('form-field-missing');
    expect(codes('### Agreement\n\nAGR-1\n\n### Version\n\nv1.10')).toEqual(['form-unknown']);
    expect(codes('Please give me more')).toEqual(['form-unknown']);
    expect(codes('')).toEqual(['form-unknown']);
    expect(codes('x'.repeat(70_000))).toEqual(['issue-too-long']);
  });

  it('an address or a secret is refused wherever it stands, and never repeated (6.2)', () => {
    for (const text of [
      body('proposal', { ...ASKED, reason: 'Ask dana@garden.net' }),
      '```\nformat: AIMF/1\nfrom: dana@garden.net\n```',
      `<!-- dana@garden.net -->\n${body('proposal', ASKED)}`,
    ]) {
      const read = readIssueForm(text);
      expect(read).toMatchObject({ form: null, answers: null, pasted: null });
      expect(read.findings.map(one => one.code)).toEqual(['issue-holds-address']);
      expect(JSON.stringify(read.findings)).not.toContain('garden');
    }
    const secret = readIssueForm('```\nformat: AIMF/1\nauth: hunter2hunter2\n```');
    expect(secret.findings.map(one => one.code)).toEqual(['issue-holds-secret']);
    expect(JSON.stringify(secret.findings)).not.toContain('hunter2');
  });

  it('whatever is written, it is read without a throw (9.8)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('### Why', '### Agreement', '```', '> ', '<!--', '\n', 'x', '- ')),
        parts => {
          const read = readIssueForm(parts.join('\n'));
          expect(read.answers === null || read.findings.length === 0).toBe(true);
        },
      ),
    );
  });
});

const AGREEMENT = `agreement: AGR-1
version: 1
status: active
parties: [andrew, dana]
purpose: Share notes
level: 1
allowed_types: [NOTE, STATUS]
transport: [email, github]
update_watch: {andrew: monitor, dana: monitor}
expires: 2027-09-30
github: {dana: 42}
history:
  - {version: 1, date: 2026-10-26, change: first agreement}
`;
const WIRE: IssueWire = {
  party: 'dana',
  registry: readRegistry([{ path: 'agreements/AGR-1.yml', text: AGREEMENT }]),
  owner: 'andrew',
  timeZone: 'UTC',
  received: Date.parse('2026-12-10T10:00:00Z'),
};

function pasted(
  type: string,
  block: string,
  rest = '',
  from = 'dana',
  agreement = 'agreement: AGR-1\n',
): string {
  const envelope = `format: AIMF/1\nid: a-1\nfrom: ${from}\ntype: ${type}\nsent: 2026-12-10T09:00:00Z\nreply_to: none\n${agreement}`;
  return `Here it is:\n\n\`\`\`\n${envelope}\n${block}\n${rest === '' ? '' : `\n${rest}\n`}\`\`\`\n`;
}

describe('a pasted message', () => {
  it('takes the place of the form, judged by the same gates (9.8)', () => {
    const rest = 'term: expires\nvalue: 2027-12-31\nreason: The garden goes on.';
    const read = readIssue(pasted('NOTE', 'subject: "Proposal: a later end"', rest), WIRE);
    expect(read.verdict?.verdict).toBe('accepted');
    expect(read.request).toEqual({ form: 'proposal', ...ASKED });
  });

  it('without named fields it is for the humans to read (8.3)', () => {
    const read = readIssue(pasted('NOTE', 'subject: "Proposal: a later end"', 'Spring is late.'), WIRE);
    expect(read.request).toEqual({
      form: 'proposal',
      agreement: 'AGR-1',
      term: 'other',
      value: 'a later end',
      reason: 'Spring is late.',
    });
  });

  it('an ack and a refusal are read from their STATUS (9.5)', () => {
    const status = (state: string, detail: string) =>
      readIssue(pasted('STATUS', `topic: AIMF protocol update\nstate: ${state}\ndetail: ${detail}`), WIRE)
        .request;
    expect(status('ok', 'Recorded v1.10, effective 2026-12-07.')).toEqual({
      form: 'acknowledgement',
      agreement: 'AGR-1',
      version: 'v1.10',
      effective: '2026-12-07',
    });
    expect(status('attention', 'We cannot follow v1.10.')).toMatchObject({
      form: 'cannot-implement',
      version: 'v1.10',
    });
  });

  it('a stranger asks for access, and cannot be somebody else (9.7)', () => {
    const rest = 'I am the bot of Carol.\nActs for: Carol\nPurpose: Share notes\nUpdates: monitor';
    const stranger = { ...WIRE, party: null };
    expect(readIssue(pasted('NOTE', 'subject: Access', rest, 'carol', ''), stranger).request).toMatchObject({
      form: 'access-request',
      party: 'carol',
      purpose: 'Share notes',
    });
    for (const from of ['dana', 'andrew']) {
      const read = readIssue(pasted('NOTE', 'subject: Access', rest, from), stranger);
      expect([from, read.request, read.findings[0]?.code]).toEqual([from, null, 'pasted-not-accepted']);
    }
    expect(readIssue(pasted('NOTE', 'subject: Access', rest, 'carol'), WIRE).verdict?.gate).toBe('allowlist');
  });

  it('two blocks, a message that fails, and one that asks for nothing are told (9.8)', () => {
    const codesOf = (text: string) => readIssue(text, WIRE).findings.map(one => one.code);
    const note = pasted('NOTE', 'subject: Hello');
    expect(codesOf(note)).toEqual(['pasted-no-request']);
    expect(codesOf(note + note)).toEqual(['pasted-several']);
    expect(codesOf(pasted('QUESTION', 'question: May I?\noptions: [yes, no]'))).toEqual([
      'pasted-not-accepted',
    ]);
    expect(codesOf(pasted('NOTE', 'subject: a', '', 'dana@example.com'))).toEqual(['pasted-not-accepted']);
  });
});

describe('the issue forms', () => {
  it('on disk are what the table makes, no more and no fewer (9.8)', () => {
    const root = new URL('../../../', import.meta.url);
    const files = formFiles();
    const there = readdirSync(new URL(FORMS_FOLDER, root)).map(name => `${FORMS_FOLDER}${name}`);
    expect(there.sort()).toEqual([...files.keys()].sort());
    for (const [path, text] of files) expect(readFileSync(new URL(path, root), 'utf8')).toBe(text);
  });

  it('have the fields of the specification, each with a heading that tells them apart (9.8)', () => {
    const ids = (form: FormName) => FORMS[form].fields.map(one => one.id).join(' ');
    expect(ids('proposal')).toBe('agreement term value reason');
    expect(ids('access-request')).toBe('party acts_for purpose update_watch');
    expect(ids('acknowledgement')).toBe('agreement version effective');
    expect(ids('cannot-implement')).toBe('agreement version reason');
    for (const { fields } of Object.values(FORMS)) {
      const labels: string[] = fields.map(one => one.label);
      expect(new Set(labels).size).toBe(labels.length);
      const others = Object.values(FORMS).filter(one => one.fields[0] !== fields[0] || one.fields !== fields);
      const foreign = new Set<string>(others.flatMap(one => one.fields.map(field => field.label)));
      expect(labels.some(label => !foreign.has(label))).toBe(true);
    }
  });

  it('are YAML that GitHub takes: every field has an id, a label and is required (9.8)', () => {
    for (const [path, text] of formFiles()) {
      if (path.endsWith('config.yml')) continue;
      const { value, fault } = readYamlFile(text);
      expect(fault).toBeNull();
      const { body: parts } = value as { body: { type: string; id?: string; validations?: object }[] };
      expect(parts[0]?.type).toBe('markdown');
      for (const part of parts.slice(1)) expect(part.validations).toEqual({ required: true });
    }
  });
});
