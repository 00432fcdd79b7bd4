import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BASE,
  COMPLETE,
  codesOf,
  decide,
  edit,
  MANIFEST,
  placesOf,
} from './small-repository.test-support.ts';
import type { Snapshot } from './snapshot.ts';
import { surfaceStamps } from './surface.ts';

const SPEC = 'spec/SPEC.md';
const STAMP = 'Version: v1.11 (posted 2026-12-10, effective 2026-12-17)';
const CR = '\r\n';

/** Changes of a file that change nothing of what it says. */
const NO_CHANGES: readonly (readonly [string, string, (text: string) => string])[] = [
  ['white space in Markdown', SPEC, text => text.replaceAll(' ', '  ').replaceAll('\n', '\n\n')],
  ['trailing spaces', SPEC, text => text.replaceAll('rule.', 'rule.  ')],
  ['no line end at the end', SPEC, text => text.trimEnd()],
  ['CRLF line ends', SPEC, text => text.replaceAll('\n', CR)],
  ['a comment', SPEC, text => `${text}\n<!-- a remark -->\n`],
  ['a comment in a sentence', SPEC, text => text.replace('One', 'One<!-- or two -->')],
  ['a comment over lines', SPEC, text => text.replace('# Rules', '<!--\nVersion: v9.9\n-->\n# Rules')],
  ['a comment that is not closed', SPEC, text => `${text}\n<!-- v1.11\n`],
  ['white space in HTML', 'site/index.html', text => text.replaceAll('\n', '\n   ')],
  ['a comment in HTML', 'site/index.html', text => text.replace('<h1>', '<!-- v1.11 --><h1>')],
  ['CRLF in HTML', 'site/index.html', text => text.replaceAll('\n', CR)],
  ['a comment in YAML', 'registry/protocol.yml', text => `# v1.11\n${text}`],
  ['another way to write YAML', 'registry/protocol.yml', text => text.replace('v1.10', '"v1.10"')],
  ['CRLF in YAML', 'registry/agreements/AGR-1.yml', text => text.replaceAll('\n', CR)],
  ['white space in JSON', 'test-vectors/vectors.json', text => text.replaceAll(' ', '\n')],
  ['CRLF in a message', 'test-vectors/messages/a.md', text => text.replaceAll('\n', CR)],
  [
    'an edit above the first entry',
    'spec/CHANGELOG.md',
    text => text.replace('# Changelog', '# All changes'),
  ],
  ['white space in an old entry', 'spec/CHANGELOG.md', text => text.replace('- Nine.', '-   Nine.\n')],
  ['a comment in an old entry', 'spec/CHANGELOG.md', text => text.replace('- Nine.', '- Nine.<!-- v1.9 -->')],
];

describe('what is no change', () => {
  it.each(NO_CHANGES)('%s is no change of a surface (hazard A)', (_, path, change) => {
    const decision = decide(edit(BASE, path, change));
    expect(decision.surfaces.filter(one => one.changed)).toEqual([]);
    expect(decision).toMatchObject({ verdict: 'none', findings: [] });
  });

  it.each(NO_CHANGES)(
    '%s does not stand for the change of its surface in a posting (hazard A)',
    (_, path, change) => {
      const surface = MANIFEST.surfaces.find(one => path.startsWith(one.path));
      const old = [...BASE].filter(([one]) => one.startsWith(surface?.path ?? ''));
      const decision = decide(edit(new Map([...COMPLETE, ...old]), path, change));
      expect(decision.verdict).toBe('partial');
      expect(decision.findings.find(one => one.code === 'surface-unchanged')?.args.surface).toBe(
        surface?.name,
      );
    },
  );

  it('an edit in an old changelog entry is a finding and no change of the surface (hazard A)', () => {
    const decision = decide(edit(BASE, 'spec/CHANGELOG.md', text => text.replace('- Nine.', '- Nine!')));
    expect(decision.verdict).toBe('partial');
    expect(placesOf(decision)).toContain('changelog-altered spec/CHANGELOG.md:7');
    expect(decision.surfaces.filter(one => one.changed)).toEqual([]);
  });

  it.each([
    ['in code', 'Write `<!--` so.\n\nOne rule.', 'Write `<!--` so.\n\nNo rule.'],
    ['in a fence', '~~~\n<!--\n~~~\n\nOne rule.', '~~~\n<!--\n~~~\n\nNo rule.'],
    ['in a fence in a list', '- a\n\n  ```\n  <!-- a -->\n  ```\n', '- a\n\n  ```\n  <!-- b -->\n  ```\n'],
    ['indented', '\n    <!-- a -->\n', '\n    <!-- b -->\n'],
  ])('the characters of a comment %s hide nothing behind them (hazard A)', (_, before, after) => {
    const base = edit(BASE, SPEC, text => text + before);
    expect(
      decide(
        edit(base, SPEC, text => text.replace(before, after)),
        base,
      ).surfaces[0]?.changed,
    ).toBe(true);
  });

  it('the characters of a comment in an attribute or a script of a page hide nothing (hazard A)', () => {
    for (const before of ['<p title="<!--">One</p>', '<script>"<!--"</script><p>One</p>']) {
      const base = edit(BASE, 'site/index.html', text => text.replace('</main>', `${before}</main>`));
      const head = edit(base, 'site/index.html', text => text.replace('>One<', '>Two<'));
      expect(decide(head, base).surfaces.find(one => one.name === 'site')?.changed).toBe(true);
    }
  });

  it.each(['link', 'other'] as const)('a %s in place of a surface is no surface (hazard A)', kind => {
    for (const [path, name] of [
      [SPEC, 'spec'],
      ['registry/agreements/AGR-1.yml', 'registry'],
    ] as const) {
      const file = COMPLETE.get(path);
      const head: Snapshot = new Map([...COMPLETE, [path, { kind, bytes: file?.bytes ?? new Uint8Array() }]]);
      const decision = decide(head);
      expect(decision.verdict).toBe('partial');
      expect(decision.findings.find(one => one.code === 'surface-missing')?.args.surface).toBe(name);
    }
  });

  it('a renamed surface is missing, though its content is there (hazard A)', () => {
    const moved = (tree: Snapshot) =>
      new Map([...tree].map(([path, file]) => [path === SPEC ? 'spec/RULES.md' : path, file]));
    expect(placesOf(decide(moved(BASE)), 'surface-missing')).toEqual([`surface-missing ${SPEC}:`]);
    expect(decide(moved(COMPLETE)).verdict).toBe('partial');
    const folder = new Map(
      [...COMPLETE].map(([path, file]) => [path.replace(/^registry\//, 'records/'), file]),
    );
    expect(placesOf(decide(folder))).toContain('surface-missing registry/:');
  });

  it('acks and proposals alone are records and no posting (9.2)', () => {
    const head = edit(
      edit(BASE, 'registry/acks/v1.10/AGR-1.yml', 'version: v1.10\n'),
      'registry/proposals/7.yml',
      'a: b\n',
    );
    expect(decide(head)).toMatchObject({ verdict: 'none', findings: [] });
  });
});

describe('what is no version', () => {
  it.each([
    ['a fence', `\`\`\`\n${STAMP}\n\`\`\``],
    ['a tilde fence with a fence in it', `~~~~\n~~~\n\`\`\`\n${STAMP}\n~~~\n~~~~`],
    ['a fence that is not closed', `\`\`\`\n${STAMP}`],
    ['a fence in a list', `- Like this:\n\n  \`\`\`\n  ${STAMP}\n  \`\`\``],
    ['a fence in a list in a list', `- a\n  1. b\n\n     ~~~\n     ${STAMP}\n     ~~~`],
    ['a fence in a quote', `> \`\`\`\n> ${STAMP}\n> \`\`\``],
    ['a quote', `> Then:\n${STAMP}`],
    ['indented code', `    ${STAMP}`],
    ['inline code', `\`${STAMP}\``],
    ['inline code over lines', `\`so\n${STAMP}\``],
    ['a comment', `<!--\n${STAMP}\n-->`],
    ['a comment in a list', `- a\n\n  <!--\n  ${STAMP}\n  -->`],
    ['preformatted HTML', `<pre>\n${STAMP}\n</pre>`],
    ['the middle of a line', `The line ${STAMP} says it`],
  ])('%s holds no version of a document (hazard B)', (_, block) => {
    expect(codesOf(decide(edit(COMPLETE, SPEC, text => `${text}\n${block}\n`)))).toEqual([]);
    const only = edit(COMPLETE, SPEC, text => text.replace(STAMP, block));
    expect(codesOf(decide(only))).toEqual(['version-missing']);
  });

  it.each([
    ['twice in paragraphs', `\n${STAMP}\n`],
    ['once more in the same paragraph', `\nAlso:\n${STAMP}\n`],
    ['once more in another form', '\nversion : 1.11\n'],
    ['once more in a list', `\n- a\n  ${STAMP}\n`],
  ])('a document says its version %s (hazard B)', (_, more) => {
    expect(codesOf(decide(edit(COMPLETE, SPEC, text => text + more)))).toEqual(['version-repeated']);
  });

  it.each([
    'Version: 1.11 (posted 2026-12-10, effective 2026-12-17)',
    'Version: v1.011 (posted 2026-12-10, effective 2026-12-17)',
    'Version: v1.11 (posted 2026-12-10)',
    'Version: v1.11 (posted 2026-02-30, effective 2026-12-17)',
    'Version: v1.11-DRAFT (posted 2026-12-10, effective 2026-12-17)',
    'Version: v1.11 (posted 2026-12-10, effective 2026-12-17).',
    'version: v1.11 (posted 2026-12-10, effective 2026-12-17)',
    'Version: v1.11',
  ])('"%s" is malformed (hazard B)', line => {
    const head = edit(COMPLETE, SPEC, text => text.replace(STAMP, line));
    expect(placesOf(decide(head))).toContain(`version-malformed ${SPEC}:3`);
  });

  it('a page says its version in visible text, and not in a sample, a comment or a script (hazard B)', () => {
    const site = MANIFEST.surfaces.find(one => one.name === 'site');
    const stampsOf = (html: string) =>
      site === undefined ? [] : surfaceStamps(edit(BASE, 'site/index.html', html), site);
    const page = `<!-- ${STAMP} -->\n<pre>\n${STAMP}\n</pre><textarea>${STAMP}</textarea>\n<p>${STAMP}</p>\n<script>\n${STAMP}</script>`;
    expect(stampsOf(page)).toEqual([
      {
        path: 'site/index.html',
        line: 5,
        stamp: { version: 'v1.11', posted: '2026-12-10', effective: '2026-12-17' },
      },
    ]);
    expect(stampsOf(`<p hidden>${STAMP}</p><blockquote>${STAMP}</blockquote>`)).toEqual([]);
    expect(
      stampsOf(`<p>Version: <b>v1.11</b> (posted 2026-12-10, effective 2026-12-17)</p>`)[0]?.stamp?.version,
    ).toBe('v1.11');
  });

  it.each([
    ['{"vectors": []}', 'version-missing'],
    ['{"version": 1.11}', 'version-malformed'],
    ['{"version": "1.11"}', 'version-malformed'],
    ['not JSON', 'version-missing'],
    ['["version"]', 'version-missing'],
  ])('vectors.json of %s is %s (hazard B)', (text, code) => {
    expect(codesOf(decide(edit(COMPLETE, 'test-vectors/vectors.json', text)))).toContain(code);
  });

  it('a second JSON file with a version is one too many (hazard B)', () => {
    expect(codesOf(decide(edit(COMPLETE, 'test-vectors/more.json', '{"version": "v1.11"}')))).toEqual([
      'version-repeated',
    ]);
    expect(codesOf(decide(edit(COMPLETE, 'test-vectors/messages/more.json', '{"version": "v1.0"}')))).toEqual(
      [],
    );
  });
});

describe('any text', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          '<!--',
          '-->',
          '```',
          '~~~',
          '> ',
          '- ',
          '# ',
          '\n',
          STAMP,
          '<pre>',
          '</pre>',
          '## v1.11',
          'a',
          '`',
          '\r',
          '"',
          '<a b="',
          ' ',
        ),
        { maxLength: 40 },
      )
      .map(parts => parts.join('')),
  );

  it('as a surface is decided, and never thrown at (9.2)', () => {
    const paths = [
      'spec/SPEC.md',
      'spec/CHANGELOG.md',
      'site/index.html',
      'registry/protocol.yml',
      'registry/registry.json',
      'registry/agreements/AGR-1.yml',
      'test-vectors/vectors.json',
      'README.md',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...paths), texts, (path, text) => {
        const head = new Map([
          ...COMPLETE,
          [path, { kind: 'file', bytes: new TextEncoder().encode(text) } as const],
        ]);
        expect(['none', 'complete', 'partial']).toContain(decide(head).verdict);
      }),
      { numRuns: 300 },
    );
  });

  it('of bytes that are no UTF-8 is no document (9.2)', () => {
    for (const path of [
      'spec/SPEC.md',
      'spec/CHANGELOG.md',
      'site/index.html',
      'registry/protocol.yml',
      'registry/agreements/AGR-1.yml',
      'test-vectors/vectors.json',
    ]) {
      const head = new Map([
        ...COMPLETE,
        [path, { kind: 'file', bytes: new Uint8Array([0xff, 0xfe, 0x41]) } as const],
      ]);
      expect([path, decide(head).verdict]).toEqual([path, 'partial']);
    }
  });
});
