import type { Agreement } from '../../core/agreement/agreement.ts';
import { lifeCycle } from '../../core/agreement/life-cycle.ts';
import { CANONICAL, type Protocol } from '../../core/registry/protocol.ts';
import { compareVersions } from '../../core/registry/version.ts';
import type { ToldDuty } from '../../store/store.ts';
import { duty } from './duty.ts';

/** What the canonical documents at a place say of themselves, or why they cannot be read. */
export type Sighting = { readonly location: string } & (
  | {
      readonly version: string;
      readonly effective: string | null;
      /** What was seen there before; null on the first look. */
      readonly before?: string | null;
    }
  | { readonly error: string }
);

/** The feature by which an agreement asks that the canonical version is held against the record (section 9.4). */
const FEATURE = 'version-verify';

/**
 * Where the canonical documents are to be looked at: at the place that the private file names, and at that of each active
 * agreement which carries the feature (specification sections 9.1 and 9.4).
 */
export function watchedLocations(
  own: readonly Agreement[],
  today: string,
  configured: string | null,
): readonly string[] {
  const asked = own
    .filter(one => one.features?.includes(FEATURE) === true && lifeCycle(one, today) === 'active')
    .map(one => one.updates_location ?? `https://github.com/${CANONICAL.repository}`);
  return [...new Set([...(configured === null ? [] : [configured]), ...asked])];
}

/**
 * A canonical version that is not the recorded one, told once a version, and a place that cannot be read, told once a day.
 * Where nothing is recorded it is held against what was seen before. Sections 9.1 and 10.5.
 */
export function canonicalDuties(
  sightings: readonly Sighting[],
  recorded: Protocol | null,
  today: string,
): readonly ToldDuty[] {
  return sightings.flatMap(seen => {
    const { location } = seen;
    if ('error' in seen)
      return [duty('canonical-unreadable', { location, reason: seen.error }, [location, today], null)];
    const { version, effective } = seen;
    const known = recorded?.version ?? seen.before ?? null;
    if (known === null || compareVersions(version, known) === 0) return [];
    const args = { version, effective: effective ?? '', recorded: known, location };
    return [duty('version-moved', args, [location, version], effective)];
  });
}
