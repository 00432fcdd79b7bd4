import type { Args } from '../core/finding/finding.ts';
import type { Decision } from '../core/posting/decide.ts';
import type { PostingFinding } from '../core/posting/posting-finding.ts';
import { postingText } from '../core/posting/report.ts';
import { POSTING_WORDING } from '../core/report/posting-wording.ts';
import { fillIn, quotable } from '../core/report/sentence.ts';

/** GitHub takes a summary up to 1 MiB and a comment up to 65,536 characters, and refuses whole what is longer. */
export const SUMMARY_LIMIT = 500_000;
export const COMMENT_LIMIT = 60_000;

const LEVELS: Readonly<Record<PostingFinding['level'], string>> = {
  error: 'Error',
  flag: 'Warning',
  note: 'Note',
};

/**
 * A decision as Markdown: every surface in a table, and every finding with its remedy. What stands in files, paths and names
 * of branches is shown as code, where it can neither format, mention nor link.
 */
export function postingSummary(decision: Decision, limit: number): string {
  const { surfaces, findings } = decision;
  const [head = ''] = postingText(decision).split('\n', 1);
  const parts = [`## ${head}\n`];
  if (surfaces.length > 0) {
    const rows = surfaces.map(({ name, path, changed, version }) =>
      row([code(name), code(path), changed ? 'yes' : 'no', version === null ? 'none' : code(version)]),
    );
    parts.push(
      `${row(['Surface', 'Path', 'Changed', 'Version'])}${row(['---', '---', '---', '---'])}${rows.join('')}`,
    );
  }
  if (findings.length > 0) parts.push(listed(findings, limit - parts.join('\n').length));
  return parts.join('\n');
}

/** A heading with a table of values that are shown as code; a line where there is none. */
export function listSummary(
  head: string,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const body = rows.map(cells => row(cells.map(cell => (cell === '' ? '' : code(cell))))).join('');
  const table = `${row(titles)}${row(titles.map(() => '---'))}${body}`;
  return `## ${head}\n\n${rows.length === 0 ? 'None\n' : table}`;
}

/** What kept the Action from its work, as a summary. */
export function failureSummary(message: string): string {
  return `## The Action could not do its work\n\n${span(message)}\n`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
}

function listed(findings: readonly PostingFinding[], limit: number): string {
  let list = '';
  for (const [at, finding] of findings.entries()) {
    const item = itemOf(finding);
    if (list.length + item.length > limit)
      return `${list}- ${findings.length - at} more that do not fit here; the log of the step has them all\n`;
    list += item;
  }
  return list;
}

function itemOf({ code: name, level, args, place }: PostingFinding): string {
  const { sentence, remedy } = POSTING_WORDING[name];
  const line = place.line === undefined ? '' : `:${place.line}`;
  const where = place.file === undefined ? '' : `${code(`${place.file}${line}`)}: `;
  return `- **${LEVELS[level]}** ${where}${filled(sentence, args)} (${name})\n  → ${filled(remedy, args)}\n`;
}

/** A template of ours with its values filled in as code. */
function filled(template: string, args: Args): string {
  const slots = Object.entries(args).map(([name, value]) => [
    name,
    value === '' ? '' : `${OPEN}${name}${CLOSE}`,
  ]);
  return fillIn(template, Object.fromEntries(slots)).replaceAll(SLOT, (_, name: string) =>
    code(String(args[name])),
  );
}

/** Characters that no wording holds and that `fillIn` leaves alone. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const SLOT = new RegExp(`${OPEN}(\\w+)${CLOSE}`, 'g');

/** A stranger's text as code, on one line and cut to a length that a person reads. */
function code(text: string): string {
  return span(quotable(text));
}

/** A line as code, between more backquotes than it has in a row. */
function span(line: string): string {
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(run => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}
