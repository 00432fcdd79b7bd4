import { escapeHidden } from '../../core/finding/character.ts';
import type { WireJson } from '../../core/report/monitor-json.ts';
import { type Paint, PLAIN } from '../../core/report/paint.ts';
import { quotable } from '../../core/report/sentence.ts';
import { resultText } from '../../core/report/text.ts';
import type { ToldDuty } from '../../store/store.ts';
import type { Item, Report } from './report.ts';
import { describedFile, sumOf } from './words.ts';

/**
 * A report as plain text, for the terminal and the mail: what needs a person first. Every value that came from outside is escaped,
 * so nothing in a message can repaint the terminal or forge a line. Specification section 10.2.
 */
export function plainReport(report: Report, paint: Paint = PLAIN): string {
  const parts = [
    ...(report.wires.length === 0 ? [] : [wiresText(report.wires, paint)]),
    ...(report.duties.length === 0 ? [] : [report.duties.map(one => dutyText(one, paint)).join('\n')]),
    ...report.sections.map(({ title, items }) =>
      [paint.strong(`${title} (${items.length})`), ...items.map(one => itemText(one, paint))].join('\n\n'),
    ),
    paint.strong(sumOf(report)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** What the wires have to say beside their messages. */
export function wiresText(wires: readonly WireJson[], paint: Paint = PLAIN): string {
  return wires.flatMap(one => wireLines(one, paint)).join('\n');
}

/** What a wire has to say: why it could not be read, and its notes. */
function wireLines(wire: WireJson, paint: Paint): string[] {
  const name = `${wire.kind} ${quotable(wire.name)}`;
  return [
    ...(wire.error === null
      ? []
      : [`${paint.bad('!')} ${paint.strong(name)} could not be read: ${quotable(wire.error)}`]),
    ...wire.notes.map(note => `${paint.dim('·')} ${name}: ${quotable(note.message)}`),
  ];
}

function dutyText({ message, remedy }: ToldDuty, paint: Paint): string {
  return `${paint.wait('!')} ${message}\n    ${paint.dim('→')} ${remedy}`;
}

function itemText({ result, done, arrived, steps }: Item, paint: Paint): string {
  const held = result.held_as === undefined ? '' : '. It was held before, and is judged again';
  const files = result.files.flatMap((file, at) => [
    `      "${quotable(file.name)}": ${describedFile(file)}`,
    ...file.lines.map(line => `      | ${quotable(line)}`),
    `      stored as ${quotable(result.stored[at] ?? 'nothing')}`,
  ]);
  const next = steps.flatMap(({ say, command }) => [
    `    ${paint.dim('→')} ${quotable(say)}`,
    // A command is to be copied whole, so it is escaped and never cut
    ...(command === null ? [] : [`        ${escapeHidden(command)}`]),
  ]);
  return [resultText(result, paint, `${done}${held}. Arrived ${arrived}`), ...files, ...next].join('\n');
}
