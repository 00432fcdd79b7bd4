import { GENERATOR } from '../document/invite-page.ts';
import type { Manifest, Surface } from './manifest.ts';
import { type Snapshot, textAt } from './snapshot.ts';
import { withoutStamp } from './stamp.ts';
import { surfaceContent } from './surface.ts';

/** The surfaces that a person edited: what they say differs in more than the version, and was not generated. */
export function editedSurfaces(base: Snapshot, head: Snapshot, manifest: Manifest): readonly Surface[] {
  return manifest.surfaces.filter(surface => written(base, surface) !== written(head, surface));
}

/** Whether a posting changes only agreements: nothing was edited but the registry (specification section 9.4). */
export function isAgreementsOnly(edited: readonly Surface[]): boolean {
  return edited.length > 0 && edited.every(surface => surface.name === 'registry');
}

/** A surface's content without the places that carry its version and without what is generated. */
function written(snapshot: Snapshot, surface: Surface): string {
  if (surface.version === 'changelog' || surface.name === 'update-prompt') return '';
  if (surface.name === 'site' && textAt(snapshot, surface.path)?.includes(GENERATOR) !== false) return '';
  const content = surfaceContent(snapshot, surface) ?? '';
  const isFolder = surface.path.endsWith('/');
  return content
    .split('\0\0')
    .filter(file => !(isFolder && /^[^\0]*(?:\/registry\.json|\/README\.md|\/protocol\.yml)\0/.test(file)))
    .map(file => withoutStamp(file).replace(/"(?:version|posted|effective)":"[^"]*"/g, ''))
    .join('\0\0');
}
