/** A remark that GitHub shows beside the changed lines of a pull request. */
export type Annotation = {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
};

const LEVELS = ['error', 'warning', 'notice'] as const;

/** What GitHub shows of one step at each level; it drops the rest without a word. */
const SHOWN = 10;

/**
 * The annotations that GitHub will show: the worst first, the first of each kind before the second of any, at most ten of a
 * level; where some are left out the last notice says how many. Hazards C.
 */
export function cappedAnnotations(all: readonly Annotation[]): readonly Annotation[] {
  const levels = LEVELS.map(level => kindsFirst(all.filter(one => one.level === level)));
  if (levels.every(ranked => ranked.length <= SHOWN)) return levels.flat();
  const shown = LEVELS.flatMap(
    (level, at) => levels[at]?.slice(0, level === 'notice' ? SHOWN - 1 : SHOWN) ?? [],
  );
  const rest = all.length - shown.length;
  const message = `${rest} more ${rest === 1 ? 'finding is' : 'findings are'} not shown here; the job summary has them all`;
  return [...shown, { level: 'notice', title: 'More findings', message }];
}

function kindsFirst(all: readonly Annotation[]): readonly Annotation[] {
  const seen = new Map<string, number>();
  const ranked = all.map(annotation => {
    const rank = seen.get(annotation.title) ?? 0;
    seen.set(annotation.title, rank + 1);
    return { annotation, rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(one => one.annotation);
}

/** An annotation as the command that the runner reads from a line of the log, with every value escaped. */
export function workflowCommand({ level, title, message, file, line }: Annotation): string {
  const properties = Object.entries({ file, line, title })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${level} ${properties.join(',')}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
