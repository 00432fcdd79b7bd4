import { matchesPattern } from '../agreement/scope.ts';
import { htmlLines } from '../mail/html.ts';
import type { Change } from './change.ts';
import { markdownPieces } from './markdown.ts';
import { withoutSamples } from './page.ts';
import { type PostingFinding, postingFinding } from './posting-finding.ts';
import { type Snapshot, textAt } from './snapshot.ts';

const VERSION = /(?<![\w./-])v\d{1,6}\.\d{1,6}(?![\w-]|\.\d)/g;

/** Words that make a version a matter of the past on the line where they stand in front of it. */
const PAST = /\b(?:since|until|before|after|than|replaces|replaced|superseded)\s+$/i;

/** Keys of records that name a version which is not the newest posting. */
const RECORD_KEY = /^\s*["']?(?:previous|normative|protocol_version|change)["']?\s*:/;

/** Attributes whose text a reader or a program takes from a page. */
const ATTRIBUTE = /\b(?:content|alt|title|placeholder|aria-label)\s*=\s*("[^"]*"|'[^']*')/gi;

/**
 * Places inside the manifest's `scan` that carry a version which is neither the new one nor history: the stale sentence that
 * nobody declared as a surface. History is the changelog, code, a record's own fields, a section whose heading names a
 * version, and a line that speaks of the past. Hazards B.
 */
export function checkUndeclared({ head, manifest }: Change, version: string | null): PostingFinding[] {
  if (version === null) return [];
  const include = manifest.scan?.include ?? [];
  const changelogs = manifest.surfaces.filter(one => one.version === 'changelog').map(one => one.path);
  const paths = [...head.keys()].filter(
    path => include.some(glob => isIncluded(path, glob)) && !changelogs.includes(path) && !isEvidence(path),
  );
  return paths.sort().flatMap(path =>
    versionsIn(head, path)
      .filter(one => one.version !== version)
      .map(one =>
        postingFinding(
          'version-undeclared',
          { version: one.version, expected: version },
          { file: path, line: one.line },
        ),
      ),
  );
}

/** Whether a path matches a glob of the scan: `**` crosses folders, `*` and `?` do not. */
export function isIncluded(path: string, glob: string): boolean {
  const names = path.split('/');
  const globs = glob.split('/');
  const match = (at: number, of: number): boolean => {
    if (of === globs.length) return at === names.length;
    if (globs[of] === '**') return match(at, of + 1) || (at < names.length && match(at + 1, of));
    return at < names.length && matchesPattern(names[at] ?? '', globs[of] ?? '') && match(at + 1, of + 1);
  };
  return match(0, 0);
}

type Place = { readonly version: string; readonly line: number };

/** Records and messages are evidence of their own time. */
function isEvidence(path: string): boolean {
  return /(?:^|\/)(?:acks|proposals|messages)\//.test(path);
}

function versionsIn(snapshot: Snapshot, path: string): readonly Place[] {
  const text = textAt(snapshot, path);
  if (text === null) return [];
  if (path.endsWith('.md')) return markdownVersions(text);
  if (path.endsWith('.html')) return htmlVersions(text);
  const rows = text.split('\n');
  const history = /\.ya?ml$/.test(path) ? historyRows(rows) : new Set<number>();
  return rows.flatMap((row, at) => (RECORD_KEY.test(row) || history.has(at) ? [] : rowVersions(row, at + 1)));
}

/** The rows of a record's own `history`: what is said there was true in its time, and it may not be altered. */
function historyRows(rows: readonly string[]): ReadonlySet<number> {
  const history = new Set<number>();
  let inside = false;
  for (const [at, row] of rows.entries()) {
    if (/^[^\s#-]/.test(row)) inside = /^history\s*:/.test(row);
    if (inside) history.add(at);
  }
  return history;
}

function markdownVersions(text: string): readonly Place[] {
  const places: Place[] = [];
  let historyBelow = 7;
  for (const piece of markdownPieces(text)) {
    // The title of a document stands for all of it and makes nothing history
    if (piece.kind === 'heading' && piece.depth > 1) {
      if (piece.depth <= historyBelow) historyBelow = /\bv\d+\.\d+\b/.test(piece.text) ? piece.depth : 7;
      continue;
    }
    if (piece.kind === 'heading') historyBelow = 7;
    if (historyBelow < 7) continue;
    for (const [at, row] of piece.prose.split('\n').entries()) {
      places.push(...rowVersions(row, piece.line + at));
    }
  }
  return places;
}

function htmlVersions(html: string): readonly Place[] {
  const shown = withoutSamples(html);
  const lineAt = (at: number) => (at === -1 ? 1 : shown.slice(0, at).split('\n').length);
  const said = htmlLines(shown).map(line => [line, shown.indexOf(line)] as const);
  const titles = [...shown.matchAll(/<title\b[^>]*>([^<]*)/gi), ...shown.matchAll(ATTRIBUTE)];
  return [...said, ...titles.map(match => [match[1] ?? '', match.index] as const)].flatMap(([text, at]) =>
    rowVersions(text, lineAt(at)),
  );
}

function rowVersions(row: string, line: number): readonly Place[] {
  return [...row.matchAll(VERSION)]
    .filter(match => !PAST.test(row.slice(0, match.index)))
    .map(match => ({ version: match[0], line }));
}
