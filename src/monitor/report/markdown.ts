import { BOUNDS } from '../../core/finding/bounds.ts';
import { escapeHidden } from '../../core/finding/character.ts';
import { codeBlock, codeSpan } from '../../core/proposal/inert.ts';
import type { FileDescription, MonitorResult, WireJson } from '../../core/report/monitor-json.ts';
import type { ToldDuty } from '../../store/store.ts';
import type { Item, Report } from './report.ts';
import { describedFile, momentIn, sumOf } from './words.ts';

/** Characters of a text that a file shows: a long letter is shown whole, a megabyte is not. */
const VERBATIM = 100_000;

/**
 * A report as Markdown. Whatever a sender or a server wrote stands in it as code, so that it can neither link, mention, restyle
 * nor pass for a line of the report. Specification section 10.2.
 */
export function markdownReport(report: Report, timeZone: string): string {
  const parts = [
    `# ${momentIn(timeZone, report.at)}`,
    `${sumOf(report)}.`,
    ...(report.duties.length === 0 ? [] : ['## To remember', report.duties.map(dutyLine).join('\n')]),
    ...(report.wires.length === 0 ? [] : ['## The wires', report.wires.flatMap(wireLines).join('\n')]),
    ...report.sections.flatMap(({ title, items }) => [`## ${title}`, ...items.map(itemPart)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A duty as one item of a list. */
export function dutyLine({ message, remedy }: ToldDuty): string {
  return `- ${codeSpan(message)}\n  ${codeSpan(remedy)}`;
}

/** What the wires have to say beside their messages, as Markdown. */
export function wiresMarkdown(wires: readonly WireJson[], at: number, timeZone: string): string {
  return `# ${momentIn(timeZone, at)}\n\n## The wires\n\n${wires.flatMap(wireLines).join('\n')}\n`;
}

/** What a wire has to say, as items of a list. */
function wireLines({ kind, name, error, notes }: WireJson): string[] {
  return [
    ...(error === null ? [] : [`- **${kind} ${codeSpan(name)} could not be read:** ${codeSpan(error)}`]),
    ...notes.map(note => `- ${kind} ${codeSpan(name)}: ${codeSpan(note.message)}`),
  ];
}

function itemPart(item: Item): string {
  const { result, done, arrived, steps } = item;
  const parts = [
    `### ${headOf(result)}`,
    `${done}.${result.held_as === undefined ? '' : ' It was held before, and is judged again.'} Arrived ${arrived}.`,
    ...steps.map(({ say, command }) =>
      command === null ? `${say}.` : `${say}:\n\n${commandBlock(command)}`,
    ),
    ...contentParts(result),
    ...(result.files.length === 0
      ? []
      : [result.files.map((file, at) => fileLines(file, result.stored[at] ?? '')).join('\n')]),
    ...(result.findings.length === 0 ? [] : [findingLines(result)]),
  ];
  return parts.join('\n\n');
}

/** The verdict, and who sent what: the sender's own words as code. */
function headOf({ verdict, gate, envelope, file }: MonitorResult): string {
  const word = verdict ?? 'not readable';
  const at = gate === null ? '' : ` at ${gate}`;
  const what =
    envelope === null
      ? codeSpan(file)
      : `${codeSpan(envelope.type ?? '')} ${codeSpan(envelope.id ?? '')} from ${codeSpan(envelope.from ?? '')}`;
  return `${word}${at}: ${what}`;
}

/** What the message says, word for word as far as a person reads: a note is delivered as it came. */
function contentParts({ fields, body, verdict, error }: MonitorResult): string[] {
  if (verdict === null) return [codeSpan(error ?? 'It could not be read')];
  const rows = Object.entries(fields ?? {}).map(([name, value]) => {
    const text = typeof value === 'string' ? value : value.join(' | ');
    return text.length > BOUNDS.quoted
      ? `- ${codeSpan(name)}:\n\n${codeBlock(text, VERBATIM)}\n`
      : `- ${codeSpan(name)}: ${codeSpan(text)}`;
  });
  const isSaid = body !== null && body.trim() !== '';
  return [...(rows.length === 0 ? [] : [rows.join('\n')]), ...(isSaid ? [codeBlock(body, VERBATIM)] : [])];
}

function fileLines(file: FileDescription, path: string): string {
  const lines = file.lines.map(line => `  - ${codeSpan(line)}`);
  return [
    `- ${codeSpan(file.name)}: ${describedFile(file)}`,
    ...lines,
    `  - stored as ${codeSpan(path)}`,
  ].join('\n');
}

function findingLines({ findings }: MonitorResult): string {
  return findings
    .map(({ level, code, message, remedy }) => {
      const next = level === 'note' ? '' : `\n  Remedy: ${codeSpan(remedy)}`;
      return `- ${level} \`${code}\`: ${codeSpan(message)}${next}`;
    })
    .join('\n');
}

/** A command to be copied whole: in a block of code, whose fence is longer than any in it. */
function commandBlock(command: string): string {
  const longest = Math.max(2, ...[...command.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${escapeHidden(command)}\n${fence}`;
}
