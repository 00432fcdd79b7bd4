import { compareVersions } from '../registry/version.ts';
import type { Change } from './change.ts';
import { readChangelog } from './changelog.ts';
import type { Surface } from './manifest.ts';
import { markdownPieces } from './markdown.ts';
import { withoutSamples } from './page.ts';
import { type PostingFinding, postingFinding } from './posting-finding.ts';
import { textAt } from './snapshot.ts';
import { type Found, isThere, surfaceStamps } from './surface.ts';

/**
 * Every surface carries its version exactly once, and all agree on one new version and its dates. Specification sections
 * 9.2 and 9.4.
 */
export function checkVersions(
  change: Change,
  versions: { base: string | null; head: string | null },
): PostingFinding[] {
  const { head, manifest } = change;
  const findings: PostingFinding[] = [];
  const stamps: Found[] = [];
  for (const surface of manifest.surfaces) {
    if (!isThere(head, surface)) continue;
    const found = surfaceStamps(head, surface);
    const [only] = found;
    const args = { surface: surface.name, path: surface.path, count: found.length };
    if (only === undefined) {
      if (surface.version !== 'changelog')
        findings.push(postingFinding('version-missing', args, { file: surface.path }));
    } else if (found.length > 1) {
      findings.push(postingFinding('version-repeated', args, placeOf(found.at(-1) ?? only)));
    } else if (only.stamp === null) {
      if (surface.version !== 'changelog')
        findings.push(postingFinding('version-malformed', args, placeOf(only)));
    } else stamps.push(only);
  }
  return [
    ...findings,
    ...checkNew(versions, stamps),
    ...checkAgreement(versions.head, stamps),
    ...checkDates(stamps),
    ...checkDrafts(change),
  ];
}

function checkNew(
  versions: { base: string | null; head: string | null },
  stamps: readonly Found[],
): PostingFinding[] {
  const { base, head } = versions;
  if (base === null || head === null || compareVersions(head, base) > 0) return [];
  const [first] = stamps;
  return [
    postingFinding(
      'version-not-new',
      { version: head, base },
      first === undefined ? {} : { file: first.path, ...lineOf(first) },
    ),
  ];
}

function checkAgreement(expected: string | null, stamps: readonly Found[]): PostingFinding[] {
  return stamps
    .filter(one => expected !== null && one.stamp?.version !== expected)
    .map(one =>
      postingFinding(
        'version-differs',
        { version: one.stamp?.version ?? '', expected: expected ?? '' },
        placeOf(one),
      ),
    );
}

/** One posting has one date and one effective date, and takes effect no earlier than it is posted (section 9.4). */
function checkDates(stamps: readonly Found[]): PostingFinding[] {
  const findings: PostingFinding[] = [];
  const dated = stamps.filter(one => one.stamp?.posted !== undefined);
  const posted = commonest(dated.map(one => one.stamp?.posted ?? ''));
  const effective = commonest(dated.flatMap(one => one.stamp?.effective ?? []));
  for (const one of dated) {
    const { stamp } = one;
    if (stamp?.posted !== posted) {
      findings.push(
        postingFinding(
          'date-differs',
          { date: stamp?.posted ?? '', expected: posted, which: 'posted' },
          placeOf(one),
        ),
      );
    }
    if (stamp?.effective !== undefined && stamp.effective !== effective) {
      findings.push(
        postingFinding(
          'date-differs',
          { date: stamp.effective, expected: effective, which: 'effective' },
          placeOf(one),
        ),
      );
    }
    if (stamp?.effective !== undefined && stamp.posted !== undefined && stamp.effective < stamp.posted) {
      findings.push(
        postingFinding('effective-early', { effective: stamp.effective, posted: stamp.posted }, placeOf(one)),
      );
    }
  }
  return findings;
}

/** A posting is no draft: no surface says DRAFT or TBD outside code; what the changelog said earlier is history. */
function checkDrafts({ head, manifest }: Change): PostingFinding[] {
  return manifest.surfaces.flatMap(surface => {
    const text = textAt(head, surface.path) ?? '';
    // Parsing it is worth it only where there is something to find
    if (!DRAFT.test(text)) return [];
    return saidBy(surface, text).flatMap(({ row, line }) => {
      const word = DRAFT.exec(row)?.[0];
      return word === undefined
        ? []
        : [postingFinding('draft-marker', { word }, { file: surface.path, line })];
    });
  });
}

const DRAFT = /\b(?:DRAFT|TBD)\b/;

/** What a document of one file says, by rows, without code and samples. */
function saidBy({ path, version }: Surface, text: string): { row: string; line: number }[] {
  const rows = (source: string, line: number) =>
    source.split('\n').map((row, at) => ({ row, line: line + at }));
  if (path.endsWith('.html')) return rows(withoutSamples(text), 1);
  if (!path.endsWith('.md')) return [];
  const second = version === 'changelog' ? readChangelog(text)[1]?.line : undefined;
  return markdownPieces(text)
    .filter(piece => second === undefined || piece.line < second)
    .flatMap(piece => rows(piece.prose, piece.line));
}

function commonest(values: readonly string[]): string {
  const count = (value: string) => values.filter(one => one === value).length;
  return [...values].sort((a, b) => count(b) - count(a) || (a < b ? 1 : -1))[0] ?? '';
}

function placeOf(found: Found): PostingFinding['place'] {
  return { file: found.path, ...lineOf(found) };
}

function lineOf(found: Found): { line?: number } {
  return found.line === null ? {} : { line: found.line };
}
