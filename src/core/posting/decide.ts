import { hasError } from '../finding/finding.ts';
import type { PostingCode } from '../finding/posting-codes.ts';
import { compareVersions } from '../registry/version.ts';
import type { Change, Reached } from './change.ts';
import { readChangelog } from './changelog.ts';
import { checkChangelog } from './check-changelog.ts';
import { checkGenerated, checkPrompt } from './check-generated.ts';
import { checkPublic } from './check-public.ts';
import { checkRecords } from './check-records.ts';
import { checkUndeclared } from './check-undeclared.ts';
import { checkVersions } from './check-versions.ts';
import { type Manifest, type Surface, surfaceNamed } from './manifest.ts';
import { type PostingFinding, postingFinding } from './posting-finding.ts';
import { type Snapshot, textAt } from './snapshot.ts';
import { isThere, saysTheSame, surfaceStamps } from './surface.ts';

/** What a change is: no posting at all, a complete one, a partial one, or one that cannot be decided (section 9.2). */
export type PostingVerdict = 'none' | 'complete' | 'partial' | 'undecidable';

/** A surface in a decision: whether its content changed, and the version that it carries at the head. */
export type SurfaceState = {
  readonly name: string;
  readonly path: string;
  readonly changed: boolean;
  readonly version: string | null;
};

/** What the rule decides about a change, with everything that is missing from it. */
export type Decision = {
  readonly verdict: PostingVerdict;
  readonly version: { readonly base: string | null; readonly head: string | null };
  readonly surfaces: readonly SurfaceState[];
  readonly findings: readonly PostingFinding[];
};

/**
 * The all-surfaces rule: nothing touched is `none`; every surface changed, agreeing on one new version, its dates and the
 * registry, is `complete`; anything between is `partial`, with one finding for each thing that is missing. Pure: two trees
 * and the manifest decide. Specification section 9.2.
 */
export function decidePosting(change: Change): Decision {
  const { base, head, manifest } = change;
  const surfaces = manifest.surfaces.map(surface => surfaceState(surface, base, head));
  const before = change.reached ?? reachedAt(base, manifest);
  const now = reachedAt(head, manifest);
  const versions = { base: before?.version ?? null, head: now?.version ?? null };
  const altered = checkChangelog(change, versions);
  const lost = manifest.surfaces.some(one => isThere(base, one) && !isThere(head, one));
  const untouched = !lost && surfaces.every(one => !one.changed) && altered.length === 0;
  if (untouched) {
    const findings = [...checkPrompt(change), ...newlyPublic(change)];
    return { verdict: hasError(findings) ? 'partial' : 'none', version: versions, surfaces, findings };
  }
  // Without a new version nothing can be out of step with it: that it is missing says it all
  const isRaised =
    versions.head !== null && (versions.base === null || compareVersions(versions.head, versions.base) > 0);
  const raised = isRaised ? versions.head : null;
  const findings = [
    ...missingSurfaces(change, surfaces),
    ...checkVersions(change, versions),
    ...checkDate(before, now, change),
    ...altered,
    ...checkRecords(change, raised),
    ...checkGenerated(change),
    ...checkPublic(change),
    ...checkUndeclared(change, raised),
  ];
  return { verdict: hasError(findings) ? 'partial' : 'complete', version: versions, surfaces, findings };
}

/** A decision that could not be made, and why: it fails, since nothing is known to be right. */
export function undecidable(code: PostingCode, args: PostingFinding['args'] = {}): Decision {
  return {
    verdict: 'undecidable',
    version: { base: null, head: null },
    surfaces: [],
    findings: [postingFinding(code, args)],
  };
}

/** The newest posting that the surfaces of a tree show, or null where none carries a version. */
export function reachedAt(snapshot: Snapshot, manifest: Manifest): Reached | null {
  const stamps = manifest.surfaces.flatMap(surface =>
    surfaceStamps(snapshot, surface).flatMap(one => one.stamp ?? []),
  );
  const version = stamps
    .map(one => one.version)
    .sort(compareVersions)
    .at(-1);
  if (version === undefined) return null;
  const dates = stamps.flatMap(one => (one.version === version ? (one.posted ?? []) : []));
  return { version, posted: dates.sort().at(-1) ?? null };
}

/** A posting is not dated before the one that it follows (section 9.2). */
function checkDate(before: Reached | null, now: Reached | null, { manifest }: Change): PostingFinding[] {
  const last = before?.posted ?? null;
  const posted = now?.posted ?? null;
  if (last === null || posted === null || posted >= last) return [];
  const file = surfaceNamed(manifest, 'changelog')?.path ?? manifest.surfaces[0]?.path ?? '';
  return [postingFinding('date-backwards', { posted, before: last }, { file })];
}

/** A change that is no posting still brings no address and no secret onto a public surface, not even inside a comment. */
function newlyPublic(change: Change): PostingFinding[] {
  const found = checkPublic(change);
  if (found.length === 0) return [];
  const key = ({ code, args, place }: PostingFinding) => JSON.stringify([code, args, place.file]);
  const before = new Set(checkPublic({ ...change, head: change.base }).map(key));
  return found.filter(one => !before.has(key(one)));
}

function surfaceState(surface: Surface, base: Snapshot, head: Snapshot): SurfaceState {
  const [found] = surfaceStamps(head, surface);
  const version = found?.stamp?.version ?? null;
  const { name, path } = surface;
  return { name, path, changed: isChanged(surface, base, head), version };
}

/** A changelog changes by gaining an entry on top; every other surface by saying something else than before. */
function isChanged(surface: Surface, base: Snapshot, head: Snapshot): boolean {
  if (!isThere(head, surface)) return false;
  if (surface.version !== 'changelog') return !isThere(base, surface) || !saysTheSame(base, head, surface);
  const top = (snapshot: Snapshot) => readChangelog(textAt(snapshot, surface.path) ?? '')[0]?.version ?? null;
  return top(head) !== top(base);
}

function missingSurfaces(change: Change, surfaces: readonly SurfaceState[]): PostingFinding[] {
  return surfaces.flatMap(({ name, path, changed }, at) => {
    const surface = change.manifest.surfaces[at];
    if (surface === undefined || changed) return [];
    return [
      postingFinding(
        isThere(change.head, surface) ? 'surface-unchanged' : 'surface-missing',
        { surface: name, path },
        { file: path },
      ),
    ];
  });
}
