import { compareVersions } from '../registry/version.ts';
import type { Change } from './change.ts';
import { type ChangelogEntry, readChangelog } from './changelog.ts';
import { type PostingFinding, postingFinding } from './posting-finding.ts';
import { textAt } from './snapshot.ts';

type Versions = { readonly base: string | null; readonly head: string | null };

/**
 * The changelog gains the new version's own entry, on top, dated and not empty, and loses or alters none below it.
 * Specification section 9.2.
 */
export function checkChangelog({ base, head, manifest }: Change, versions: Versions): PostingFinding[] {
  return manifest.surfaces
    .filter(surface => surface.version === 'changelog')
    .flatMap(({ path }) => {
      const before = readChangelog(textAt(base, path) ?? '');
      const after = readChangelog(textAt(head, path) ?? '');
      if (textAt(head, path) === null) return [];
      return [...checkTop(path, before, after, versions), ...checkBelow(path, before, after)];
    });
}

function checkTop(
  path: string,
  before: readonly ChangelogEntry[],
  after: readonly ChangelogEntry[],
  versions: Versions,
) {
  const version = versions.head;
  const [top] = after;
  const isNew = top !== undefined && top.version !== before[0]?.version;
  const place = { file: path, line: top?.line ?? 1 };
  if (!isNew) {
    // Without a new version anywhere there is nothing that an entry could be missing for
    const isRaised =
      version !== null && (versions.base === null || compareVersions(version, versions.base) > 0);
    return isRaised ? [postingFinding('changelog-no-entry', { version }, place)] : [];
  }
  const findings: PostingFinding[] = [];
  if (version !== null && top.version !== version)
    findings.push(postingFinding('changelog-no-entry', { version }, place));
  if (top.text === '')
    findings.push(postingFinding('changelog-entry-empty', { version: top.version }, place));
  if (top.posted === null)
    findings.push(postingFinding('changelog-entry-undated', { version: top.version }, place));
  return findings;
}

/** Every earlier entry is still there, in order and as it was, and below the top nothing was put beside them. */
function checkBelow(
  path: string,
  before: readonly ChangelogEntry[],
  after: readonly ChangelogEntry[],
): PostingFinding[] {
  // A changelog that is new brings its history along
  if (before.length === 0) return [];
  const isNew = after[0] !== undefined && !before.some(one => one.version === after[0]?.version);
  const below = after.slice(isNew ? 1 : 0);
  const altered = (version: string, line: number) =>
    postingFinding('changelog-altered', { version }, { file: path, line });
  const findings = below
    .filter(entry => !before.some(one => one.version === entry.version))
    .map(entry => altered(entry.version, entry.line));
  const kept = below.filter(entry => before.some(one => one.version === entry.version));
  for (const [at, entry] of before.entries()) {
    const now = kept[at];
    const same =
      now?.version === entry.version &&
      now.text === entry.text &&
      now.posted === entry.posted &&
      now.effective === entry.effective;
    if (!same)
      findings.push(altered(entry.version, after.find(one => one.version === entry.version)?.line ?? 1));
  }
  return findings;
}
