/** A part of the site that every page leads to: the words of the navigation and the page below the site's root. */
export type SiteSection = {
  readonly title: string;
  readonly path: string;
  /** The surface that it shows; a repository without it has no such page. */
  readonly surface?: string;
};

/** The parts of the site, in the order of the navigation. */
export const SITE_SECTIONS: readonly SiteSection[] = [
  { title: 'Specification', path: 'spec.html', surface: 'spec' },
  { title: 'Map', path: 'map.html' },
  { title: 'Validator', path: 'validator/index.html' },
  { title: 'Registry', path: 'registry.html' },
  { title: 'What changed', path: 'changes.html' },
  { title: 'Vectors', path: 'vectors.html', surface: 'test-vectors' },
  { title: 'Codes', path: 'codes.html' },
];
