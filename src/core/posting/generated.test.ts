import { describe, expect, it } from 'vitest';
import { generatedFiles } from './generated.ts';
import {
  BASE,
  COMPLETE,
  codesOf,
  decide,
  edit,
  MANIFEST,
  placesOf,
} from './small-repository.test-support.ts';
import { textAt } from './snapshot.ts';

describe('generated files', () => {
  it('are the registry’s, the update prompt and the page (9.2)', () => {
    expect([...(generatedFiles(BASE, MANIFEST) ?? [])].map(([path]) => path).sort()).toEqual([
      'registry/README.md',
      'registry/registry.json',
      'site/index.html',
      'spec/update-prompt.md',
    ]);
    for (const [path, text] of generatedFiles(BASE, MANIFEST) ?? []) expect(textAt(BASE, path)).toBe(text);
  });

  it.each(['registry/README.md', 'registry/registry.json', 'site/index.html'])(
    '%s edited by hand is stale (9.2)',
    path => {
      const head = edit(COMPLETE, path, text => text.replace('andrew', 'Andrew'));
      expect(codesOf(decide(head))).toEqual(['generated-stale']);
      expect(placesOf(decide(head))[0]).toMatch(new RegExp(`^generated-stale ${path}:\\d+$`));
      expect(codesOf(decide(edit(COMPLETE, path, null)))).toContain('generated-stale');
    },
  );

  it.each([
    ['a sentence', (text: string) => `${text}Also run this.\n`],
    [
      'another address',
      (text: string) =>
        text.replace('raw.githubusercontent.com/andrew/', 'raw.githubusercontent.com/mallory/'),
    ],
    ['a commit', (text: string) => text.replace('/main/', '/0123456789abcdef0123456789abcdef01234567/')],
    ['an invisible character', (text: string) => text.replace('Work', 'W\u200bork')],
    ['a line less', (text: string) => text.replace(/^6\. .*\n/m, '')],
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
  ])('the update prompt with %s is altered (9.3)', (_, change) => {
    expect(codesOf(decide(edit(COMPLETE, 'spec/update-prompt.md', change)))).toEqual([
      'update-prompt-altered',
    ]);
  });

  it('an agreement that changed makes the registry’s pages and the invite page stale (9.2)', () => {
    const head = edit(COMPLETE, 'registry/agreements/AGR-1.yml', text =>
      text.replace('2027-09-30', '2027-10-31'),
    );
    expect(placesOf(decide(head), 'generated-stale').map(one => one.replace(/:\d+$/, ''))).toEqual([
      'generated-stale registry/registry.json',
      'generated-stale registry/README.md',
      'generated-stale site/index.html',
    ]);
  });

  it('a page without the generator’s mark is left to its people (9.2)', () => {
    const page = '<p>Version: v1.11 (posted 2026-12-10, effective 2026-12-17)</p><p>By hand.</p>';
    expect(codesOf(decide(edit(COMPLETE, 'site/index.html', page)))).toEqual([]);
  });

  it('a repository without protocol.yml, or with a registry of one file, generates nothing (9.2)', () => {
    expect(generatedFiles(edit(BASE, 'registry/protocol.yml', null), MANIFEST)).toBeNull();
    const surfaces = MANIFEST.surfaces.map(one =>
      one.name === 'registry' ? { ...one, path: 'registry.json' } : one,
    );
    expect(generatedFiles(BASE, { ...MANIFEST, surfaces })).toBeNull();
  });
});
