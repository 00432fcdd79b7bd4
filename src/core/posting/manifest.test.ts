import { describe, expect, it } from 'vitest';
import { readManifest, surfaceNamed } from './manifest.ts';
import { MANIFEST, MANIFEST_TEXT } from './small-repository.test-support.ts';

const faultsOf = (change: (text: string) => string) => {
  const text = change(MANIFEST_TEXT);
  if (text === MANIFEST_TEXT) throw new Error('The manifest was not changed');
  const read = readManifest(text);
  return 'faults' in read ? read.faults : [];
};

describe('readManifest', () => {
  it('reads the surfaces in their order (9.2)', () => {
    expect(MANIFEST.surfaces.map(one => one.name)).toEqual([
      'spec',
      'trial-prompt',
      'changelog',
      'update-prompt',
      'site',
      'registry',
      'test-vectors',
    ]);
    expect(surfaceNamed(MANIFEST, 'site')?.path).toBe('site/index.html');
    expect(surfaceNamed(MANIFEST, 'none')).toBeNull();
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ['an absolute path', text => text.replace('path: spec/SPEC.md', 'path: /spec/SPEC.md'), /surfaces.*path/],
    ['a path that climbs', text => text.replace('path: spec/SPEC.md', 'path: ../SPEC.md'), /surfaces.*path/],
    [
      'a path that climbs within',
      text => text.replace('path: spec/SPEC.md', 'path: spec/../SPEC.md'),
      /surfaces.*path/,
    ],
    ['a path with a dot', text => text.replace('path: spec/SPEC.md', 'path: ./SPEC.md'), /surfaces.*path/],
    [
      'a path with a backslash',
      text => text.replace('path: spec/SPEC.md', 'path: "spec\\\\SPEC.md"'),
      /surfaces.*path/,
    ],
    ['an empty path', text => text.replace('path: spec/SPEC.md', 'path: ""'), /surfaces.*path/],
    [
      'a name twice',
      text => text.replace('name: trial-prompt', 'name: spec'),
      /the name spec or the path spec\/trial-prompt.md stands twice/,
    ],
    ['a path twice', text => text.replace('spec/trial-prompt.md', 'spec/SPEC.md'), /stands twice/],
    [
      'a version form that there is not',
      text => text.replace('version: html', 'version: toml'),
      /surfaces.*version: it must be one of line/,
    ],
    ['owners left out', text => text.replace(/^owners.*\n/m, ''), /owners/],
    ['an owner by name alone', text => text.replace(', id: 1234', ''), /owners.*id/],
    ['an owner with a name for an id', text => text.replace('id: 1234', 'id: andrew'), /owners.*id/],
    ['an owner of no number', text => text.replace('id: 1234', 'id: -1'), /owners.*id/],
    ['no surfaces', text => text.replace(/^surfaces:\n(?: {2}.*\n)+/m, 'surfaces: []\n'), /surfaces/],
    ['an unknown key', text => `${text}bypass: true\n`, /bypass/],
    [
      'an unknown key in a surface',
      text => text.replace('version: line}', 'version: line, optional: true}'),
      /optional/,
    ],
    ['a repository without an owner', text => text.replace('andrew/protocol', 'protocol'), /repository/],
    ['broken YAML', text => text.replace('surfaces:', 'surfaces: ['), /./],
    ['nothing', () => '', /./],
  ])('%s is a fault in words (9.2)', (_, change, words) => {
    const faults = faultsOf(change);
    expect(faults.join('\n')).toMatch(words);
    for (const fault of faults) expect(fault).not.toMatch(/ZodError|undefined|\[object/);
  });
});
