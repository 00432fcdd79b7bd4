import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = dirname(fileURLToPath(import.meta.url));
/** The folders of both halves, in the design's order: each imports from itself and those before it. */
const CORE = [
  ...['finding', 'mail', 'message', 'agreement', 'registry', 'gate', 'report', 'document', 'posting'],
  ...['proposal', 'conversation'],
];
const EDGES = ['transport', 'store', 'monitor', 'github', 'app', 'action', 'site', 'hub', 'mcp', 'cli'];

/** Libraries with one door: the only file that imports more of them than types. */
const DOORS: Readonly<Record<string, string>> = {
  yaml: 'core/message/yaml.ts',
  '@noble/hashes': 'core/finding/hash.ts',
  htmlparser2: 'core/mail/html.ts',
  mailauth: 'transport/dkim.ts',
  commander: 'cli/program.ts',
  picocolors: 'cli/paint.ts',
  croner: 'monitor/schedule.ts',
  imapflow: 'transport/imap-session.ts',
  nodemailer: 'transport/eml.ts',
  'mdast-util-from-markdown': 'core/posting/markdown.ts',
  'mdast-util-to-string': 'core/posting/markdown.ts',
  '@actions/github': 'action/comment.ts',
  '@octokit/core': 'github/client.ts',
  probot: 'app/probot.ts',
  pino: 'app/log.ts',
  esbuild: 'site/bundler.ts',
  'mdast-util-gfm-table': 'site/markdown.ts',
  'micromark-extension-gfm-table': 'site/markdown.ts',
  'mdast-util-to-hast': 'site/markdown.ts',
  'hast-util-to-html': 'site/markdown.ts',
  fastify: 'hub/server.ts',
  kysely: 'hub/store/query.ts',
  pg: 'hub/store/postgres.ts',
  '@modelcontextprotocol/server': 'mcp/server.ts',
};

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map(path => path.split(sep).join('/'))
  .filter(path => path.endsWith('.ts') && !/\.test(?:-support)?\.ts$/.test(path))
  .sort()
  .map(path => ({ path, text: readFileSync(join(SRC, path), 'utf8') }));

/** The specifiers of a source's imports, exports-from and dynamic imports, taken from its text. */
function importsOf(text: string): string[] {
  const code = withoutComments(text);
  const patterns = [
    /^\s*(?:import|export)\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"]+)['"]/g,
  ];
  return patterns.flatMap(pattern => [...code.matchAll(pattern)].map(match => match[1] ?? ''));
}

/** The specifiers of which a source imports no more than types. */
function typeImportsOf(text: string): Set<string> {
  const matches = withoutComments(text).matchAll(/^\s*import type\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]/gm);
  return new Set([...matches].map(match => match[1] ?? ''));
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

/** Where a relative specifier leads, below `src`; null for a package. */
function target(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return relative(SRC, resolve(SRC, dirname(from), specifier))
    .split(sep)
    .join('/');
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The rank of a file among the layers, in its half; -1 where the file is in no folder of the list. */
function place(path: string): { half: 'core' | 'edge'; rank: number } {
  const [first = '', second = ''] = path.split('/');
  return first === 'core'
    ? { half: 'core', rank: CORE.indexOf(second) }
    : { half: 'edge', rank: EDGES.indexOf(first) };
}

const edges = sources.flatMap(({ path, text }) =>
  importsOf(text).map(specifier => ({ path, specifier, to: target(path, specifier) })),
);

describe('layers', () => {
  it('finds the imports that the rules are about (DESIGN 3)', () => {
    const text =
      "import { a } from './a.ts';\nimport type {\n  B,\n} from '../b.ts';\nimport './c.ts';\nexport { d } from './d.ts';\n// import x from './no.ts'\nconst e = await import('./e.ts');";
    expect(importsOf(text).sort()).toEqual(['../b.ts', './a.ts', './c.ts', './d.ts', './e.ts']);
    expect(sources.length).toBeGreaterThan(60);
    expect(edges.length).toBeGreaterThan(150);
  });

  it('has every source in a folder of the list (DESIGN 3)', () => {
    const elsewhere = sources.filter(({ path }) => path !== 'index.ts' && place(path).rank === -1);
    expect(elsewhere.map(one => one.path)).toEqual([]);
  });

  it('the core imports no edge and nothing of Node (DESIGN 3)', () => {
    const wrong = edges.filter(
      ({ path, specifier, to }) =>
        (path.startsWith('core/') || path === 'index.ts') &&
        (specifier.startsWith('node:') || (to !== null && !to.startsWith('core/'))),
    );
    expect(wrong).toEqual([]);
  });

  it('a folder imports only from itself and those before it (DESIGN 3)', () => {
    const wrong = edges.filter(({ path, to }) => {
      if (to === null || path === 'index.ts') return false;
      const from = place(path);
      const into = place(to);
      return from.half === into.half && into.rank > from.rank;
    });
    expect(wrong).toEqual([]);
  });

  it('the public API has something of every folder of the core (DESIGN 3)', () => {
    const folders = (paths: readonly (string | null)[]) =>
      new Set(paths.flatMap(path => (path?.startsWith('core/') === true ? [path.split('/')[1]] : [])));
    const exported = folders(edges.filter(({ path }) => path === 'index.ts').map(({ to }) => to));
    expect([...folders(sources.map(({ path }) => path))].filter(one => !exported.has(one))).toEqual([]);
  });

  it.each(Object.entries(DOORS))('%s has one door, %s (DESIGN 7)', (library, door) => {
    const users = sources.filter(({ text }) => {
      const types = typeImportsOf(text);
      return importsOf(text).some(one => packageOf(one) === library && !types.has(one));
    });
    expect(users.map(one => one.path)).toEqual([door]);
  });

  it('the core uses zod/mini and no other zod (DESIGN 7)', () => {
    const zods = edges.filter(({ specifier }) => packageOf(specifier) === 'zod').map(one => one.specifier);
    expect([...new Set(zods)]).toEqual(['zod/mini']);
  });

  it('only the main files touch the process, the console and the clock (STYLE 8)', () => {
    const world = /\bprocess\s*\.|\bconsole\s*\.|\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b/;
    const touching = sources.filter(({ text }) => world.test(withoutComments(text)));
    const named = sources.filter(({ text }) => /[=(,]\s*process\b(?!\s*[:.])/.test(withoutComments(text)));
    expect([...new Set([...touching, ...named].map(one => one.path))].sort()).toEqual([
      'action/main.ts',
      'cli/main.ts',
      'hub/page/browser/main.ts',
      'mcp/main.ts',
      'monitor/judge-main.ts',
      'monitor/watch-main.ts',
      'site/browser/main.ts',
    ]);
  });

  it('never leaves by process.exit, which cuts long output (STYLE 8)', () => {
    expect(sources.filter(({ text }) => /process\.exit\(/.test(text)).map(one => one.path)).toEqual([]);
  });

  it('has named exports only, and none of everything (STYLE 9)', () => {
    const wrong = sources.filter(({ text }) =>
      /^\s*export\s+(?:default\b|\*)|\bas default\b/m.test(withoutComments(text)),
    );
    expect(wrong.map(one => one.path)).toEqual([]);
  });

  it('has no file over 300 lines but the table of wordings (STYLE 9)', () => {
    const long = sources.filter(({ text }) => text.trimEnd().split('\n').length > 300);
    expect(long.map(one => one.path).filter(path => path !== 'core/report/wording.ts')).toEqual([]);
  });

  it('has no drawer files (STYLE 9)', () => {
    const drawers = sources.filter(({ path }) =>
      /(?:^|\/)(?:utils?|helpers?|shared|types|misc)\.ts$/.test(path),
    );
    expect(drawers.map(one => one.path)).toEqual([]);
  });
});
