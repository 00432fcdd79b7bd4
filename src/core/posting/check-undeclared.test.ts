import { describe, expect, it } from 'vitest';
import { isIncluded } from './check-undeclared.ts';
import {
  BASE,
  COMPLETE,
  decide,
  EDITED,
  edit,
  MANIFEST_TEXT,
  manifestOf,
  placesOf,
  prepared,
} from './small-repository.test-support.ts';

/** Where a text at a path says a version that is neither the new one nor history. */
function undeclared(path: string, text: string): string[] {
  return placesOf(decide(edit(COMPLETE, path, text)), 'version-undeclared').map(one =>
    one.replace('version-undeclared ', ''),
  );
}

describe('versions that nobody declared', () => {
  it.each([
    ['README.md', '# P\n\nNow at v1.10, read it.\n', 3],
    ['README.md', '# P v1.10\n\nWhat it is.\n', 1],
    ['README.md', '# P\n\n| now | v1.9 |\n| --- | --- |\n', 3],
    ['README.md', '# P\n\n> Quoted: v1.10\n', 3],
    ['README.md', '# P\n\n- a\n  - b, v1.10\n', 4],
    ['README.md', '# P\n\nSee [the rules (v1.10)](spec/SPEC.md).\n', 3],
    ['spec/new.md', 'Under v2.0 all is well.\n', 1],
    ['spec/deep/er/new.md', 'v1.10\n', 1],
    ['site/more.html', '<!doctype html>\n<p>AIMF\n<b>v1.10</b></p>\n', 2],
    ['site/more.html', '<head><title>AIMF v1.10</title></head>\n', 1],
    ['site/more.html', '<p>\n<img alt="The gates of v1.10">\n', 2],
    ['site/more.html', '<meta name="description"\n  content="AIMF v1.10">', 2],
    ['site/config.yml', 'title: AIMF v1.10\n', 1],
    ['site/config.yml', 'version: v1.10\n', 1],
    ['site/data.json', '{\n  "version": "v1.10"\n}\n', 2],
    ['registry/capabilities/dana.yml', 'party: dana\nlimits: as in v1.10\n', 2],
  ])('%s that says %j is found at line %i (hazard B)', (path, text, line) => {
    const places = undeclared(path, text);
    expect(places).toHaveLength(1);
    expect([`${path}:${line}`, `${path}:${line - 1}`]).toContain(places[0]);
  });

  it.each([
    ['README.md', '# P\n\nNow at v1.11.\n'],
    ['README.md', '# P\n\nChecked since v1.9, changed after v1.10, replaces v1.8.\n'],
    ['README.md', '# P\n\nUp to `v1.9` it stood elsewhere.\n'],
    [
      'README.md',
      '# P\n\n```\nv1.9\n```\n\n- a\n\n  ~~~\n  v1.8\n  ~~~\n\n      v1.7\n\n> ```\n> v1.6\n> ```\n',
    ],
    ['README.md', '# P\n\n<!-- v1.9 -->\nWords.<!-- v1.8 -->\n'],
    ['README.md', '# P\n\n## Where the sections of v1.9 went\n\nIn v1.9 it was 2.\n\n### More\n\nv1.8\n'],
    ['README.md', '# P\n\nSoftware v1.10.2, rev1.9, https://a.example/tag/v1.9, v1.9-beta, x-v1.9, IPv1.9\n'],
    [
      'site/more.html',
      '<p>Now v1.11</p><pre>v1.9</pre><code>v1.8</code><script>v1.7</script><!-- v1.6 --><a href="/v1.5">a</a>',
    ],
    ['site/config.yml', 'previous: v1.9\nnormative: v1.10\nprotocol_version: v1.9\n'],
    ['registry/acks/v1.10/AGR-1.yml', 'version: v1.10\n'],
    ['registry/proposals/1.yml', 'value: v1.10\n'],
    ['docs/elsewhere.md', 'v1.9\n'],
    ['src/version.ts', "'v1.9'\n"],
  ])('%s that says %j is history, or out of the scan (hazard B)', (path, text) => {
    expect(undeclared(path, text)).toEqual([]);
  });

  it('history ends with its section (hazard B)', () => {
    expect(undeclared('README.md', '# P\n\n## Since v1.9\n\nv1.9\n\n## Now\n\nv1.10\n')).toEqual([
      'README.md:9',
    ]);
    expect(undeclared('README.md', '# P\n\n## Then\n\n### v1.9\n\nv1.9\n\n### Now\n\nv1.10\n')).toEqual([
      'README.md:11',
    ]);
  });

  it('the history of an agreement may name versions, its terms may not (hazard B)', () => {
    const record = 'registry/agreements/AGR-1.yml';
    const amend = (change: string, purpose: string) =>
      edit(
        EDITED,
        record,
        text =>
          `${text.replace('version: 1\n', 'version: 2\n').replace('Share notes', purpose)}  - {version: 2, date: 2026-12-10, change: ${change}}\n`,
      );
    expect(decide(prepared(amend('under v1.9', 'Share more'))).findings).toEqual([]);
    expect(placesOf(decide(prepared(amend('more', 'Share notes of v1.9'))), 'version-undeclared')).toContain(
      `version-undeclared ${record}:5`,
    );
  });

  it('nothing is looked for without a scan, or without a posting (hazard B)', () => {
    const manifest = manifestOf(MANIFEST_TEXT.replace(/^scan.*\n/m, ''));
    const head = edit(COMPLETE, 'README.md', 'v1.9\n');
    expect(decide(head, BASE, manifest).verdict).toBe('complete');
    expect(decide(edit(BASE, 'README.md', 'v1.9\n')).verdict).toBe('none');
  });

  it.each([
    ['spec/**', 'spec/a.md', true],
    ['spec/**', 'spec/a/b/c.md', true],
    ['spec/**', 'specs/a.md', false],
    ['spec/*', 'spec/a/b.md', false],
    ['**/*.md', 'a.md', true],
    ['**/*.md', 'a/b/c.md', true],
    ['**', '.github/x', true],
    ['a/**/z', 'a/z', true],
    ['a/**/z', 'a/b/c/z', true],
    ['README.md', 'docs/README.md', false],
    ['doc?/[x].md', 'docs/[x].md', true],
    ['doc?/[x].md', 'docs/x.md', false],
  ])('the glob %s and %s: %s (hazard B)', (glob, path, isMatch) => {
    expect(isIncluded(path, glob)).toBe(isMatch);
  });
});
