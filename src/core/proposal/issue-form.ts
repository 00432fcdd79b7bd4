import { BOUNDS } from '../finding/bounds.ts';
import { codePointName, hiddenCharacterAt } from '../finding/character.ts';
import { secretKindsIn } from '../posting/check-public.ts';
import { markdownPieces } from '../posting/markdown.ts';
import { addressesIn } from '../registry/check.ts';
import { FORMS, type Form, type FormField, type FormName } from './form.ts';
import { type ProposalFinding, proposalFinding } from './proposal-finding.ts';

/** The answers of a form, by the ids of its fields; `form` is null where no form was recognised. */
export type FormReading = {
  readonly form: FormName | null;
  /** Null where something is wrong: half a form is no form. */
  readonly answers: ReadonlyMap<string, string> | null;
  /** The text of the one pasted block of code, where there is one and no form. */
  readonly pasted: string | null;
  readonly findings: readonly ProposalFinding[];
};

const ABSENT = '_No response_';

/**
 * Reads the body of an issue: the headings of one of the forms, in the form's own order, each with its answer; or a message
 * pasted in a block of code. A heading inside an answer is text. Only the body decides, never a label or a title. Addresses and
 * secrets are refused without being repeated. Specification section 9.8.
 */
export function readIssueForm(body: string): FormReading {
  if (body.length > BOUNDS.issueLength) {
    const args = { length: body.length, limit: BOUNDS.issueLength };
    return { ...NOTHING, findings: [proposalFinding('issue-too-long', args)] };
  }
  const text = body.replaceAll('\r\n', '\n');
  const leaks = leaksIn(text);
  if (leaks.length > 0) return { ...NOTHING, findings: leaks };
  const headings = headingsOf(text);
  const form = likeliest(headings);
  if (form === null) return readPaste(text);
  const { answers, findings } = readAnswers(text, headings, FORMS[form]);
  return { form, answers: findings.length > 0 ? null : answers, pasted: null, findings };
}

const NOTHING: FormReading = { form: null, answers: null, pasted: null, findings: [] };

/** Addresses and secrets in a text that is public; what they are is told, and never what they say. */
export function leaksIn(text: string): readonly ProposalFinding[] {
  const rows = text.split('\n');
  const addresses = addressesIn(text).length;
  const kinds = new Set(rows.flatMap(secretKindsIn));
  return [
    ...(addresses === 0 ? [] : [proposalFinding('issue-holds-address', { count: addresses })]),
    ...[...kinds].map(kind => proposalFinding('issue-holds-secret', { kind })),
  ];
}

/** A heading as a form writes it: its label and its line, from 1. */
type Heading = { readonly label: string; readonly line: number };

/** The headings of level 3 that stand on a line of their own exactly as GitHub writes them: not in code, a list or a quote. */
function headingsOf(text: string): readonly Heading[] {
  const rows = text.split('\n');
  return markdownPieces(text).flatMap(({ kind, depth, line }) => {
    const label = /^### (.+?)\s*$/.exec(rows[line - 1] ?? '')?.[1];
    return kind === 'heading' && depth === 3 && label !== undefined ? [{ label, line }] : [];
  });
}

/** The form of whose fields most are there; null where two have as many, or none has any. */
function likeliest(headings: readonly Heading[]): FormName | null {
  const labels = new Set(headings.map(one => one.label));
  const counts = (Object.entries(FORMS) as [FormName, Form][])
    .map(([name, { fields }]) => ({ name, count: fields.filter(field => labels.has(field.label)).length }))
    .sort((one, other) => other.count - one.count);
  const [best, second] = counts;
  return best === undefined || best.count === 0 || best.count === second?.count ? null : best.name;
}

/** Walks the form's own headings in order: the answer of a field goes to the heading of the next one. */
function readAnswers(
  text: string,
  headings: readonly Heading[],
  form: Form,
): { answers: ReadonlyMap<string, string>; findings: readonly ProposalFinding[] } {
  const answers = new Map<string, string>();
  const findings: ProposalFinding[] = [];
  const rows = text.split('\n');
  const found: { field: FormField; line: number }[] = [];
  let from = 0;
  for (const [at, field] of form.fields.entries()) {
    const first = next(headings, field.label, from);
    if (first === null) {
      findings.push(proposalFinding('form-field-missing', { label: field.label }));
      continue;
    }
    // Behind the heading of the next field it is text of an answer
    const again = next(headings, field.label, first);
    const following = next(headings, form.fields[at + 1]?.label ?? '', first) ?? rows.length + 1;
    if (again !== null && again < following)
      findings.push(proposalFinding('form-field-repeated', { label: field.label }));
    found.push({ field, line: first });
    from = first;
  }
  const start = found[0]?.line ?? 1;
  if (rows.slice(0, start - 1).some(row => row.trim() !== '')) {
    findings.push(proposalFinding('form-text-outside', { label: found[0]?.field.label ?? '' }));
  }
  for (const [at, { field, line }] of found.entries()) {
    const end = found[at + 1]?.line ?? rows.length + 1;
    const answer = rows
      .slice(line, end - 1)
      .join('\n')
      .trim();
    const fault = answerFault(field, answer);
    if (fault === null) answers.set(field.id, answer);
    else findings.push(fault);
  }
  return { answers, findings };
}

/** The line of the first heading with a label behind a line, or null. */
function next(headings: readonly Heading[], label: string, behind: number): number | null {
  return headings.find(one => one.label === label && one.line > behind)?.line ?? null;
}

/** What is wrong with an answer, or null where it is good. */
export function answerFault(field: FormField, answer: string): ProposalFinding | null {
  const { label, kind, options, form, expected } = field;
  if (answer === '' || answer === ABSENT) return proposalFinding('form-field-missing', { label });
  const limit = kind === 'text' ? BOUNDS.answerText : BOUNDS.answerLine;
  if (answer.length > limit) return proposalFinding('form-answer-long', { label, limit });
  const hidden = hiddenCharacterAt(answer);
  if (hidden !== -1) {
    const character = codePointName(String.fromCodePoint(answer.codePointAt(hidden) ?? 0));
    return proposalFinding('form-character-refused', { label, character });
  }
  if (kind !== 'text' && answer.includes('\n')) return proposalFinding('form-answer-lines', { label });
  if (options !== undefined && !options.includes(answer))
    return proposalFinding('form-option-unknown', { label, options: options.join(', ') });
  if (form !== undefined && !form.test(answer))
    return proposalFinding('form-answer-invalid', { label, expected: expected ?? 'another form' });
  return null;
}

/** A body without a form: the one block of code that it holds. */
function readPaste(text: string): FormReading {
  const blocks = markdownPieces(text).flatMap(piece => (piece.code === null ? [] : [piece.code]));
  const [block, another] = blocks;
  if (block === undefined) return { ...NOTHING, findings: [proposalFinding('form-unknown')] };
  if (another !== undefined)
    return { ...NOTHING, findings: [proposalFinding('pasted-several', { count: blocks.length })] };
  return { ...NOTHING, pasted: block };
}
