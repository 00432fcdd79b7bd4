import type { ResultJson } from './json.ts';
import { quotable } from './sentence.ts';

/** How a report is painted; a plain one paints nothing. */
export type Paint = Readonly<Record<'good' | 'bad' | 'wait' | 'dim' | 'strong', (text: string) => string>>;

const same = (text: string) => text;
/** No colours: for files, pipes and terminals that want none. */
export const PLAIN: Paint = { good: same, bad: same, wait: same, dim: same, strong: same };

/** What stands below the report of a simulation. */
export const SIMULATED =
  'This was a simulation: nothing was sent, and the transport was taken to prove the sender.';

type Tone = 'good' | 'bad' | 'wait' | 'dim';

/** What each verdict means to the owner, in a few words. */
export const MEANING: Readonly<Record<NonNullable<ResultJson['verdict']>, readonly [Tone, string, string]>> =
  {
    accepted: ['good', '✓', 'processed as the agreement says'],
    attempt: ['bad', '✗', 'stopped; nothing was done with it'],
    'access-request': ['wait', '?', 'a first contact asks for access; yours to decide'],
    ordinary: ['dim', '·', 'ordinary mail, shown as it came'],
    held: ['wait', '‖', 'held; it will be judged again'],
    duplicate: ['dim', '=', 'came before; counted once'],
  };

const MARK: Readonly<Record<string, string>> = { pass: '✓', fail: '✗', skipped: '–' };

/** Lines of free text that a report shows before it cuts. */
const BODY_LINES = 6;

/**
 * A report for a person: one paragraph a message, then the sum. Every value that came from outside is escaped, so nothing
 * in a message can repaint the terminal or forge a line of the report. Specification section 6.
 */
export function textReport(results: readonly ResultJson[], paint: Paint = PLAIN): string {
  return `${results.map(one => resultText(one, paint)).join('\n\n')}\n\n${summary(results, paint)}\n`;
}

/**
 * One result for a person: its verdict, its gates, what it says, and every finding with its remedy. `told` says what was done with
 * the message, in place of what its verdict means. Specification section 6.
 */
export function resultText(result: ResultJson, paint: Paint, told: string | null = null): string {
  if (result.verdict === null) {
    return `${paint.bad('!')} ${paint.strong(quotable(result.file))}\n    ${quotable(result.error ?? 'It could not be opened')}`;
  }
  const [tone, mark, meaning] = MEANING[result.verdict];
  const at = result.gate === null ? '' : ` at ${result.gate}`;
  const head = `${paint[tone](`${mark} ${result.verdict}${at}`)}  ${paint.strong(quotable(result.file))}`;
  const lines = [head, `    ${paint.dim(told ?? meaning)}`];
  if (result.gates.some(one => one.result !== 'skipped')) {
    const gates = result.gates.map(one => `${one.gate} ${MARK[one.result]}`);
    lines.push(`    ${gates.join('   ')}`);
  }
  lines.push(...messageLines(result), ...fileLines(result, paint), ...findingLines(result, paint));
  return lines.join('\n');
}

function messageLines(result: ResultJson): string[] {
  const { envelope, fields, body } = result;
  if (envelope === null || result.verdict === 'ordinary') return [];
  const agreement = envelope.agreement === undefined ? '' : `, under ${quotable(envelope.agreement)}`;
  const lines = [
    `    ${quotable(envelope.type ?? '')} ${quotable(envelope.id ?? '')} from ${quotable(envelope.from ?? '')}${agreement}`,
  ];
  for (const [name, value] of Object.entries(fields ?? {})) {
    const text = typeof value === 'string' ? value : value.join(' | ');
    lines.push(`      ${quotable(name)}: ${quotable(text)}`);
  }
  const rows = (body ?? '').trim() === '' ? [] : (body ?? '').trim().split('\n', BODY_LINES + 1);
  for (const row of rows.slice(0, BODY_LINES)) lines.push(`      | ${quotable(row)}`);
  if (rows.length > BODY_LINES) lines.push('      | …');
  return lines;
}

function fileLines(result: ResultJson, paint: Paint): string[] {
  return result.attachments.map(file => {
    const name = file.name === null ? '(no name)' : `"${quotable(file.name)}"`;
    const refused = file.refused ? paint.bad(', refused: stored nowhere') : '';
    const inline = file.inline ? ', inline' : '';
    return `      file ${name}, ${file.bytes} bytes${inline}${refused}`;
  });
}

function findingLines(result: ResultJson, paint: Paint): string[] {
  const tones = { error: paint.bad, flag: paint.wait, note: paint.dim };
  return result.findings.flatMap(finding => {
    const column = finding.column === null ? '' : `, column ${finding.column}`;
    const place = finding.line === null ? '' : `line ${finding.line}${column}: `;
    const head = `    ${tones[finding.level](finding.level.padEnd(5))} ${place}${finding.message} ${paint.dim(`[${finding.code}]`)}`;
    return finding.level === 'note' ? [head] : [head, `          ${paint.dim('→')} ${finding.remedy}`];
  });
}

function summary(results: readonly ResultJson[], paint: Paint): string {
  const counts = new Map<string, number>();
  for (const one of results) {
    const word = one.verdict ?? 'unreadable';
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const parts = [...counts].map(([word, count]) => `${count} ${word}`);
  const total = `${results.length} ${results.length === 1 ? 'message' : 'messages'}`;
  return paint.strong(`${total}: ${parts.join(', ')}`);
}
