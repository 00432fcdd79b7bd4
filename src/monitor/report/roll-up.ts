import { codeSpan } from '../../core/proposal/inert.ts';
import { quotable } from '../../core/report/sentence.ts';
import type { ReportEntry, RunRecord, ToldDuty } from '../../store/store.ts';
import { type kindOf, needsPerson } from './item.ts';
import { dutyLine } from './markdown.ts';

/** One line of a day's overview. */
export type DayLine = {
  readonly key: string;
  readonly kind: string;
  readonly who: string;
  readonly what: string;
  readonly needsPerson: boolean;
};

/** A day of the monitor, as a value: what came, what stands, and that it was alive. */
export type RollUp = {
  /** `YYYY-MM-DD` in the owner's time zone. */
  readonly day: string;
  readonly heartbeat: string;
  /** Runs in which a wire could not be read. */
  readonly failed: number;
  /** How many results ended with each verdict. */
  readonly verdicts: Readonly<Record<string, number>>;
  readonly lines: readonly DayLine[];
  /** Results over the number of lines that are shown. */
  readonly over: number;
  readonly duties: readonly ToldDuty[];
};

/** Lines that a day's overview shows: those that need a person come first. */
const LINES = 500;

/** The roll-up of a day out of what was recorded on it (specification section 10.2). */
export function rollUpOf(day: string, entries: Iterable<ReportEntry>, runs: readonly RunRecord[]): RollUp {
  const verdicts: Record<string, number> = {};
  const needing: DayLine[] = [];
  const others: DayLine[] = [];
  const duties: ToldDuty[] = [];
  let count = 0;
  for (const entry of entries) {
    if (entry.kind === 'duty') {
      duties.push(entry.duty);
      continue;
    }
    const word = entry.result.verdict ?? 'unreadable';
    verdicts[word] = (verdicts[word] ?? 0) + 1;
    count++;
    const line = lineOf(entry.key, entry.result);
    const list = line.needsPerson ? needing : others;
    if (list.length < LINES) list.push(line);
  }
  const lines = [...needing, ...others].slice(0, LINES);
  return {
    day,
    heartbeat: heartbeatLine(day, runs, count),
    failed: failedOf(runs),
    verdicts,
    lines,
    over: count - lines.length,
    duties,
  };
}

/** The sign of life for a day, on one line (specification section 10.5). */
export function heartbeatLine(day: string, runs: readonly RunRecord[], messages: number): string {
  const ended = runs.filter(one => one.end !== null);
  const failed = failedOf(runs);
  const killed = runs.length - ended.length;
  const parts = [
    `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`,
    ...(failed > 0 ? [`${failed} in which a wire could not be read`] : []),
    ...(killed > 0 ? [`${killed} cut off`] : []),
    `${messages} ${messages === 1 ? 'message' : 'messages'} reported`,
  ];
  return `${day} ${runs.length === 0 ? 'not alive' : 'alive'}: ${parts.join(', ')}`;
}

function failedOf(runs: readonly RunRecord[]): number {
  return runs.filter(one => one.end?.ok === false).length;
}

/** A roll-up as Markdown; strangers' words stand in it as code. */
export function rollUpMarkdown(rollUp: RollUp): string {
  const { day, heartbeat, lines, over, duties } = rollUp;
  const items = lines.map(
    ({ kind, who, what, needsPerson: isNeeded }) =>
      `- ${isNeeded ? '**needs you** ' : ''}${kind}: ${codeSpan(what)} from ${codeSpan(who)}`,
  );
  const parts = [
    `# The day ${day}`,
    `${heartbeat}.`,
    ...(items.length === 0 ? ['No messages.'] : [items.join('\n')]),
    ...(over > 0 ? [`And ${over} more in the files of the runs.`] : []),
    ...(duties.length === 0 ? [] : ['## To remember', duties.map(dutyLine).join('\n')]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A roll-up as plain text, for the mail. */
export function rollUpText({ heartbeat, lines, over, duties }: RollUp): string {
  const items = lines.map(
    ({ kind, who, what, needsPerson: isNeeded }) =>
      `${isNeeded ? '! ' : '  '}${kind}: ${quotable(what)} from ${quotable(who)}`,
  );
  const parts = [
    heartbeat,
    items.length === 0 ? 'No messages' : items.join('\n'),
    ...(over > 0 ? [`And ${over} more in the files of the runs`] : []),
    ...(duties.length === 0
      ? []
      : [duties.map(({ message, remedy }) => `! ${message}\n  → ${remedy}`).join('\n')]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function lineOf(key: string, result: Parameters<typeof kindOf>[0]): DayLine {
  const { verdict, gate, envelope, file, party } = result;
  const word = verdict ?? 'not readable';
  return {
    key,
    kind: gate === null ? word : `${word} at ${gate}`,
    who: party ?? envelope?.from ?? 'somebody',
    what: envelope === null ? file : `${envelope.type ?? ''} ${envelope.id ?? ''}`,
    needsPerson: needsPerson(result),
  };
}
