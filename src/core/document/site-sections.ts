/** The parts of the site that every page leads to: the words of the navigation and the page below the site's root. */
export const SITE_SECTIONS: readonly { readonly title: string; readonly path: string }[] = [
  { title: 'Specification', path: 'spec.html' },
  { title: 'Map', path: 'map.html' },
  { title: 'Validator', path: 'validator/index.html' },
  { title: 'Registry', path: 'registry.html' },
  { title: 'What changed', path: 'changes.html' },
  { title: 'Vectors', path: 'vectors.html' },
  { title: 'Codes', path: 'codes.html' },
];
