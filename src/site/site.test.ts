import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectPath } from '../cli/project-files.ts';
import { sha256Hex } from '../core/finding/hash.ts';
import { withTexts } from '../core/posting/snapshot.ts';
import type { GitRepository } from '../github/git-repository.test-support.ts';
import { lostAnchors } from './edition.ts';
import { readSiteSource } from './read-source.ts';
import { relativeLink, type SiteFile } from './site-file.ts';
import { PAGES, smallRepository, textsOf } from './small-site.test-support.ts';
import { wholeSite } from './whole-site.ts';

let repository: GitRepository;
let files: readonly SiteFile[];
let site: ReadonlyMap<string, string>;

beforeAll(async () => {
  repository = smallRepository();
  files = await build('/');
  site = textsOf(files);
}, 60_000);

afterAll(() => repository.remove());

async function build(base: string): Promise<readonly SiteFile[]> {
  const made = await wholeSite(repository.folder, base);
  if ('fault' in made) throw new Error(made.fault);
  return made;
}

const at = (path: string): string => site.get(path) ?? expect.fail(`there is no ${path}`);
const json = (path: string) => JSON.parse(at(path));

describe('the site', () => {
  it('has every page with its two twins, which say the same (9.1)', () => {
    const pages = [...site.keys()].filter(
      path => path.endsWith('.html') && !['404.html', 'validator.html', 'agreements.html'].includes(path),
    );
    expect(pages).toEqual(
      expect.arrayContaining([
        ...[
          'index.html',
          'spec.html',
          'changelog.html',
          'trial-prompt.html',
          'update-prompt.html',
          'registry.html',
        ],
        ...['ledger.html', 'changes.html', 'changes/AGR-1.html', 'codes.html', 'codes/field-missing.html'],
        ...[
          'codes/posting/surface-unchanged.html',
          'codes/proposal/label-taken.html',
          'map.html',
          'versions.html',
        ],
        ...['data.html', 'validator/index.html', 'v1.9/spec.html', 'v1.8/spec.html', 'v1.10/spec.html'],
      ]),
    );
    for (const page of pages) {
      const twin = page.replace(/html$/, 'md');
      expect([page, at(twin)]).toEqual([page, at(page.replace(/html$/, 'txt'))]);
      expect(at(page)).toContain(`type="text/markdown" href="${relativeLink(page, twin)}"`);
    }
  });

  it('is the same bytes when it is built again (9.1)', async () => {
    const again = await build('/');
    expect(again.map(one => one.path)).toEqual(files.map(one => one.path));
    expect(textsOf(again)).toEqual(site);
  });

  it('differs under another path in nothing but the page for what is not there (9.1)', async () => {
    const other = textsOf(await build('/protocol/'));
    expect([...other].filter(([path, text]) => site.get(path) !== text).map(([path]) => path)).toEqual([
      '404.html',
    ]);
    const links = [...(other.get('404.html') ?? '').matchAll(/(?:href|src)="([^"]*)"/g)].map(
      ([, url = '']) => url,
    );
    expect(links.length).toBeGreaterThan(8);
    expect(links.filter(url => !/^(?:\/protocol\/|https:|#)/.test(url))).toEqual([]);
  });

  it('carries the documents as they are committed, with their sums (9.1, 9.3)', () => {
    const { documents, earlier, version, effective } = json('.well-known/aimf.json');
    expect([version, effective]).toEqual(['v1.10', '2026-12-07']);
    for (const { path, sha256, bytes } of documents) {
      const committed = path === 'site/index.html' ? at('index.html') : at(path);
      expect([path, sha256, bytes]).toEqual([
        path,
        sha256Hex(new TextEncoder().encode(committed)),
        new TextEncoder().encode(committed).length,
      ]);
    }
    expect(documents.map((one: { name: string }) => one.name)).toContain('trial-prompt');
    const prompt = repository.git('show', 'v1.9:spec/trial-prompt.md');
    expect(earlier[0].documents).toContainEqual(
      expect.objectContaining({
        name: 'trial-prompt',
        sha256: sha256Hex(new TextEncoder().encode(`${prompt}\n`)),
        raw: 'https://raw.githubusercontent.com/andrew/protocol/v1.9/spec/trial-prompt.md',
      }),
    );
    expect(json('version.json')).toMatchObject({
      ...{ version: 'v1.10', posted: '2026-11-30', normative: 'v1.10', previous: 'v1.9' },
      versions: [{ version: 'v1.10' }, { version: 'v1.9' }, { version: 'v1.8' }],
    });
    expect(json('registry.json')).toEqual(json('registry/registry.json'));
    expect(json('schema/note.json')).toEqual({ title: 'note' });
  });

  it('says of every older page that it is older, in the page and in the first line of its twins (9.1)', () => {
    const older = [...site.keys()].filter(path => /^v1\.[89]\/.*\.(?:html|md|txt)$/.test(path));
    expect(older.length).toBeGreaterThan(12);
    for (const path of older) {
      const version = path.slice(0, 4);
      if (path.endsWith('.html')) {
        expect(at(path)).toContain(`<strong>This is ${version}, an older version.</strong>`);
        expect(at(path)).toContain(`<link rel="canonical" href="${PAGES}${path.slice(5)}">`);
      } else {
        const newest = `${PAGES}${path.slice(5).replace(/\.txt$/, '.md')}`;
        expect(at(path).split('\n')[0]).toBe(
          `> This is ${version}, an older version. The current version is v1.10: ${newest}`,
        );
      }
    }
    expect(at('spec.html')).not.toContain('older version');
    expect(at('v1.10/spec.html')).toContain(`<link rel="canonical" href="${PAGES}spec.html">`);
    expect(site.has('v2.0/spec.html')).toBe(false);
  });

  it('leads the links of a document to its page, and elsewhere to the repository at that version (9.1)', () => {
    expect(at('spec.html')).toContain('<a href="changelog.html#v1.9">');
    expect(at('spec.html')).toContain('<a href="test-vectors/messages/text/a.md">');
    expect(at('spec.html')).toContain('<a href="https://github.com/andrew/protocol/blob/main/src/a.ts">');
    expect(at('spec.md')).toContain('[the changelog](changelog.md#v1.9)');
    expect(at('vectors/text.html')).toContain('(<a href="../validator/#vector=text/a.md">try</a>)');
    expect(at('vectors/text.md')).toContain('[try](../validator/#vector=text/a.md)');
    expect(at('v1.8/spec.html')).toContain('<a href="changelog.html">');
    expect(at('v1.8/spec.html')).toContain(
      '<a href="https://github.com/andrew/protocol/blob/v1.8/notes/a.md">',
    );
  });

  it('lists every page in llms.txt, in its form (llmstxt.org)', () => {
    const list = at('llms.txt');
    expect(list).toMatch(/^# .+\n\n> /);
    const links = [...list.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+$/gm)].map(([, url = '']) => url);
    const twins = [...site.keys()].filter(
      path => path.endsWith('.md') && !/^(?:spec|registry|test-vectors)\//.test(path),
    );
    expect(links.sort()).toEqual(twins.map(path => PAGES + path).sort());
  });

  it('keeps a ledger of acknowledgements and proposals, in which a stranger’s text does nothing (8.3, 9.5)', () => {
    expect(json('ledger.json')).toMatchObject({
      version: 'v1.10',
      acknowledgements: [{ agreement: 'AGR-1', acknowledged: null, due: '2026-12-14' }],
      acks: [{ agreement: 'AGR-1', version: 'v1.9', acknowledged: '2026-10-27' }],
      proposals: [{ proposal: 7, state: 'waiting', term: 'purpose' }],
    });
    expect(at('ledger.html')).toContain('&#x3C;script>alert(1)&#x3C;/script> | [x](javascript:y)</code>');
    expect(at('ledger.html')).not.toMatch(/<script>|href="javascript/);
  });

  it('shows what changed for one agreement between each version and the current one (9.3)', () => {
    const page = at('changes/AGR-1.html');
    expect(page).toContain('<h2 id="v1.9">From v1.9 to v1.10<');
    expect(page).toContain('<h2 id="v1.8">From v1.8 to v1.10<');
    expect(json('changes.json').agreements[0].differences[1]).toMatchObject({
      ...{ agreement: 'AGR-1', from: 'v1.8', to: 'v1.10', versions: ['v1.10', 'v1.9'] },
      changes: [{ text: 'Ten.' }, { text: 'Nine.' }, { text: 'Nine again.' }],
    });
  });

  it('allows no page to connect to anything, and leads on what moved (SITE 4)', () => {
    for (const [path, html] of site) {
      if (!path.endsWith('.html') || path === 'validator.html' || path === 'agreements.html') continue;
      const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
      expect([path, policy]).toEqual([
        path,
        expect.stringMatching(/^default-src &#39;none&#39;|^default-src 'none'/),
      ]);
      expect([path, policy]).not.toEqual([path, expect.stringContaining('connect-src')]);
      expect([path, html]).toEqual([
        path,
        expect.stringContaining('name="color-scheme" content="light dark"'),
      ]);
    }
    expect(at('validator.html')).toContain('url=validator/index.html');
    expect(site.get('.nojekyll')).toBe('');
  });
});

describe('anchors', () => {
  it('that were given out are still there, in this project too (9.1)', async () => {
    const own = await readSiteSource(projectPath(''));
    expect('fault' in own ? own.fault : lostAnchors(own)).toEqual([]);
    const small = await readSiteSource(repository.folder);
    if ('fault' in small) throw new Error(small.fault);
    expect(lostAnchors(small)).toEqual([]);
    const tree = withTexts(small.current.tree, new Map([['spec/SPEC.md', '# Rules\n']]));
    expect(lostAnchors({ ...small, current: { ...small.current, tree } })).toEqual(['spec#s1']);
  });
});

describe('a site that cannot be made', () => {
  it('is told in words', async () => {
    const { GitRepository } = await import('../github/git-repository.test-support.ts');
    const bare = GitRepository.create({ 'README.md': 'x' });
    expect(await wholeSite(bare.folder, '/')).toEqual({
      fault: 'There is no .github/posting.yml; write one with "aimf posting init"',
    });
    bare.remove();
  });
});

describe('relativeLink', () => {
  it.each([
    ['spec.html', 'codes/a.html#x', 'codes/a.html#x'],
    ['codes/a.html', 'spec.html', '../spec.html'],
    ['codes/posting/a.html', 'codes/b.html', '../b.html'],
    ['codes/a.html', 'index.html', '../'],
    ['spec.html', 'index.html', './'],
    ['spec.html', 'validator/index.html', 'validator/'],
    ['validator/index.html', 'assets/a.js', '../assets/a.js'],
    ['spec.html', 'spec.html#s1', '#s1'],
    ['v1.9/spec.html', 'v1.9/changelog.html', 'changelog.html'],
  ])('from %s to %s', (from, to, link) => expect(relativeLink(from, to)).toBe(link));
});
