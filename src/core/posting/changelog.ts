import { DATE, PROTOCOL_VERSION } from '../message/envelope.ts';
import { folded, markdownPieces } from './markdown.ts';
import type { Stamp } from './stamp.ts';

/** One entry of the changelog: its version and dates, its text with white space folded, its heading's line. */
export type ChangelogEntry = {
  readonly version: string;
  readonly posted: string | null;
  readonly effective: string | null;
  readonly text: string;
  /** What stands below its heading, as written. */
  readonly source: string;
  readonly line: number;
};

type Heading = Omit<ChangelogEntry, 'text' | 'source'>;

const HEADING = /^(v\S+)(?:\s+[—–-]\s+(\S+))?(?:\s+\(effective (\S+)\))?$/;

/**
 * The entries of a changelog, newest first: headings of level 2 such as `v1.10 — 2026-11-30 (effective 2026-12-07)`, each
 * with what stands below it. A heading of another form is an entry without a date. Specification section 9.2.
 */
export function readChangelog(text: string): readonly ChangelogEntry[] {
  const entries: { entry: Heading; pieces: string[] }[] = [];
  for (const piece of markdownPieces(text)) {
    if (piece.kind === 'heading' && piece.depth === 2) {
      entries.push({ entry: readHeading(folded(piece.text), piece.line), pieces: [] });
    } else entries.at(-1)?.pieces.push(folded(piece.text));
  }
  const rows = text.split('\n');
  return entries.map(({ entry, pieces }, at) => ({
    ...entry,
    text: pieces.filter(piece => piece !== '').join('\n'),
    source: rows
      .slice(entry.line, (entries[at + 1]?.entry.line ?? rows.length + 1) - 1)
      .join('\n')
      .trim(),
  }));
}

/**
 * A changelog with the stamp's entry on top, everything below it as it was. An entry on top that is this posting's already
 * (`ours` is its version) keeps its text and gets the stamp's heading; lines that it has are not added again, so that writing
 * twice gives the same.
 */
export function withEntry(
  changelog: string,
  stamp: Stamp,
  lines: readonly string[],
  ours: string = stamp.version,
): string {
  const heading = `## ${stamp.version} — ${stamp.posted} (effective ${stamp.effective})`;
  const [top, second] = readChangelog(changelog);
  const rows = changelog.split('\n');
  const start = top === undefined ? rows.length : top.line - 1;
  const isOurs = top?.version === ours;
  const end = isOurs ? (second === undefined ? rows.length : second.line - 1) : start;
  const own = rows
    .slice(isOurs ? start + 1 : start, end)
    .join('\n')
    .replace(/^(?:[ \t\r]*\n)+/, '')
    .trimEnd();
  const has = new Set(own.split('\n').map(row => row.trimEnd()));
  const fresh = lines.map(line => `- ${line}`).filter(line => !has.has(line));
  const isList = /^(?:[-*+]| +\S)/.test(own.slice(own.lastIndexOf('\n') + 1));
  const entry = [own, fresh.join('\n')].filter(part => part !== '').join(isList ? '\n' : '\n\n');
  const below = rows.slice(end).join('\n');
  const above = rows.slice(0, start).join('\n').trimEnd();
  return `${above === '' ? '' : `${above}\n\n`}${heading}\n\n${entry}\n${below === '' ? '' : `\n${below}`}`;
}

function readHeading(heading: string, line: number): Heading {
  const [, version = heading, posted, effective] = HEADING.exec(heading) ?? [];
  const isDate = (date: string | undefined) => (date !== undefined && DATE.test(date) ? date : null);
  return {
    version: PROTOCOL_VERSION.test(version) ? version : heading,
    posted: isDate(posted),
    effective: isDate(effective),
    line,
  };
}
