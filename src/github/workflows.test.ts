import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectPath } from '../cli/project-files.ts';
import { readManifest } from '../core/posting/manifest.ts';
import { actionlint, type Complaint, loadLanguageService } from './workflow-linters.test-support.ts';
import { brokenRules, RULES, readWorkflow, usesOf } from './workflow-rules.test-support.ts';

const FOLDER = '.github/workflows';
const read = (path: string): string => readFileSync(projectPath(path), 'utf8');
/** Workflows for others to copy are held to the same rules. */
const EXAMPLES = 'examples/github';
const workflows = [FOLDER, EXAMPLES].flatMap(folder =>
  readdirSync(projectPath(folder))
    .sort()
    .map(name => readWorkflow(`${folder}/${name}`, read(`${folder}/${name}`))),
);

/** What a linter says wrongly, and why it is wrong. One that is no longer said fails the test. */
const FALSE_ERRORS = [
  {
    linter: 'languageservice',
    path: `${FOLDER}/posting.yml`,
    message: 'Context access might be invalid: merge_group',
    why: 'github.event is that of the event which came, and of merge_group it has this part; it only knows pull_request',
  },
];

const languageservice = await loadLanguageService();

/** What both linters say of a file, without what is known to be false. */
async function complaints(path: string, text: string): Promise<readonly Complaint[]> {
  const all = [
    ...(path === 'action.yml' ? [] : await actionlint(path, text)),
    ...(await languageservice(path, text)),
  ];
  return all.filter(one => !FALSE_ERRORS.some(known => known.path === path && isSaid(known, one)));
}

function isSaid(known: (typeof FALSE_ERRORS)[number], { linter, message }: Complaint): boolean {
  return known.linter === linter && known.message === message;
}

describe('linters', () => {
  it.each([...workflows.map(one => one.path), 'action.yml'])(
    '%s has no complaint of either linter',
    async path => {
      expect(await complaints(path, read(path))).toEqual([]);
    },
  );

  it.each(FALSE_ERRORS)('a false error is still said: $message', async known => {
    const said = [
      ...(await actionlint(known.path, read(known.path))),
      ...(await languageservice(known.path, read(known.path))),
    ];
    expect(said.some(one => isSaid(known, one))).toBe(true);
  });

  it('see what is wrong', async () => {
    const path = `${FOLDER}/posting.yml`;
    const bad = read(path)
      .replace('ubuntu-24.04', 'ubuntu-24.40')
      .replace('timeout-minutes: 5', 'timeout-minutes: 5\n    colour: red')
      .replace('"$HEAD_SHA"', '"$' + '{{ github.event.pull_request.title }}"');
    const found = (await complaints(path, bad))
      .map(({ linter, message }) => `${linter}: ${message}`)
      .join('\n');
    expect(found).toMatch(/actionlint: label "ubuntu-24\.40" is unknown/);
    expect(found).toMatch(/actionlint: "github\.event\.pull_request\.title" is potentially untrusted/);
    expect(found).toMatch(/languageservice: Unexpected value 'colour'/);
    const action = read('action.yml').replace('node24', 'node99');
    expect((await complaints('action.yml', action)).map(one => one.message).join('\n')).toContain('node99');
  });
});

describe('hardening', () => {
  it.each(workflows)('$path keeps every rule', workflow => {
    expect(brokenRules(workflow)).toEqual([]);
  });

  it('the workflows are the ones that the rules by name are about', () => {
    const names = ['ci.yml', 'pages.yml', 'posting.yml', 'release.yml', 'software-release.yml'];
    expect(workflows.map(one => one.path)).toEqual(
      expect.arrayContaining(names.map(name => `${FOLDER}/${name}`)),
    );
  });

  const CHECKOUT = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1';
  const EXPRESSION = '$' + '{{ github.head_ref }}';
  const RUN = 'run: git fetch';
  /** Bad examples: a workflow, what is changed in it, and the rule that must see it. */
  const BAD: readonly (readonly [keyof typeof RULES, string, string, string])[] = [
    ['every action is pinned by a full commit, with its version', 'ci', CHECKOUT, 'actions/checkout@v7'],
    [
      'every action is pinned by a full commit, with its version',
      'ci',
      CHECKOUT,
      'actions/checkout@3d3c42e # v7.0.1',
    ],
    ['every action is pinned by a full commit, with its version', 'ci', ' # v7.0.1', ''],
    ['every action is pinned by a full commit, with its version', 'ci', CHECKOUT, 'docker://alpine:3'],
    ['nothing is granted at the top', 'ci', 'permissions: {}', 'permissions: {contents: read}'],
    ['nothing is granted at the top', 'ci', 'permissions: {}', ''],
    ['nothing is granted at the top', 'ci', 'permissions: {}', 'permissions: write-all'],
    ['every grant stands on its line with its reason', 'release', ' # to create the tag and the release', ''],
    [
      'every grant stands on its line with its reason',
      'ci',
      'contents: read # to',
      'packages: read\n      contents: read # to',
    ],
    ['every grant stands on its line with its reason', 'ci', 'contents: read # to', '{contents: read} # to'],
    [
      'no event that runs with the rights of the base on a head',
      'ci',
      'pull_request:',
      'pull_request_target:',
    ],
    ['no expression inside a script', 'posting', RUN, `run: echo ${EXPRESSION}; git fetch`],
    [
      'no expression inside a script',
      'ci',
      'run: npm ci',
      `uses: ./\n        with:\n          script: "x('${EXPRESSION}')"`,
    ],
    [
      'no checkout leaves its credentials',
      'release',
      'persist-credentials: false',
      'persist-credentials: true',
    ],
    ['no checkout leaves its credentials', 'ci', '          persist-credentials: false\n', ''],
    ['every job ends in time, on a named system', 'ci', '    timeout-minutes: 20\n', ''],
    ['every job ends in time, on a named system', 'ci', 'ubuntu-24.04', 'ubuntu-latest'],
    [
      'a job that may write uses nobody else and installs nothing',
      'software-release',
      'actions/setup-node@',
      'x/setup-node@',
    ],
    [
      'a job that may write uses nobody else and installs nothing',
      'software-release',
      'run: node .g',
      'run: npm ci && node .g',
    ],
    [
      'no secret stands in the environment of a workflow or of a job',
      'release',
      'env:\n  PAGES',
      `env:\n  T: ${'$'}{{ secrets.T }}\n  PAGES`,
    ],
    [
      'a release is never cancelled half way',
      'release',
      'cancel-in-progress: false',
      'cancel-in-progress: true',
    ],
    ['a release is never cancelled half way', 'software-release', '  cancel-in-progress: false\n', ''],
    ['the posting check runs on everything and cancels nothing', 'posting', ', edited', ''],
    ['the posting check runs on everything and cancels nothing', 'posting', '  merge_group:\n', ''],
    [
      'the posting check runs on everything and cancels nothing',
      'posting',
      'merge_group:\n',
      'merge_group:\n  push:\n',
    ],
    [
      'the posting check runs on everything and cancels nothing',
      'posting',
      '    types:',
      '    paths: [spec/**]\n    types:',
    ],
    [
      'the posting check runs on everything and cancels nothing',
      'posting',
      'progress: false',
      'progress: true',
    ],
    [
      'the posting check runs on everything and cancels nothing',
      'posting',
      '    name: posting',
      '    if: false\n    name: posting',
    ],
    ['the posting check runs the base and only reads the head', 'posting', 'base.ref', 'head.ref'],
    [
      'the posting check runs the base and only reads the head',
      'posting',
      RUN,
      'run: git checkout "$HEAD_SHA" && git fetch',
    ],
    [
      'the posting check runs the base and only reads the head',
      'posting',
      RUN,
      'continue-on-error: true\n        run: git fetch',
    ],
    [
      'the release comes by push, by hand and by schedule',
      'release',
      "  schedule:\n    - cron: '17 5 * * *'\n",
      '',
    ],
    [
      'nothing is announced before the live page was read back',
      'release',
      'needs: [plan, read-back]',
      'needs: [plan]',
    ],
    [
      'nothing is announced before the live page was read back',
      'release',
      "needs.read-back.result == 'success'",
      'true',
    ],
    ['nothing is announced before the live page was read back', 'release', 'release/public', 'release/files'],
  ];

  it.each(BAD)('%s (%s.yml with %j as %j)', (rule, name, from, to) => {
    const path = `${FOLDER}/${name}.yml`;
    const text = read(path);
    // The last place, where the jobs that may write are; for most there is only one
    const at = text.lastIndexOf(from);
    expect(at).not.toBe(-1);
    const bad = readWorkflow(path, text.slice(0, at) + to + text.slice(at + from.length));
    expect(brokenRules(bad).filter(one => one.startsWith(`${rule}: `))).not.toEqual([]);
  });

  it('every rule has a bad example', () => {
    expect([...new Set(BAD.map(([rule]) => rule))].sort()).toEqual(Object.keys(RULES).sort());
  });
});

describe('workflows of this repository', () => {
  it('one action has one pin', () => {
    const pins = new Map<string, Set<string>>();
    for (const uses of workflows.flatMap(usesOf)) {
      const [action = '', pin = ''] = uses.split('@');
      pins.set(action, (pins.get(action) ?? new Set()).add(pin));
    }
    expect([...pins].filter(([, all]) => all.size > 1)).toEqual([]);
  });

  it.each(['release', 'pages'])('%s.yml looks at the page that the manifest names', name => {
    const manifest = readManifest(read('.github/posting.yml'));
    const pages = 'manifest' in manifest ? manifest.manifest.canonical.pages : '';
    expect(read(`${FOLDER}/${name}.yml`)).toContain(`PAGES_URL: ${pages}\n`);
  });

  it('the site is built with the tags of earlier versions, and deployed one at a time', () => {
    for (const name of ['release', 'pages']) {
      const [, building = ''] =
        /\n {2}(?:site|build):\n([\s\S]*?)\n {2}deploy:/.exec(read(`${FOLDER}/${name}.yml`)) ?? [];
      expect([name, building]).toEqual([name, expect.stringContaining('fetch-depth: 0')]);
      expect([name, building]).toEqual([name, expect.stringContaining('release.ts site')]);
      expect(read(`${FOLDER}/${name}.yml`)).toContain('group: pages\n      cancel-in-progress: false');
    }
  });

  it('a moving tag and a protocol tag start no software release', () => {
    expect(read(`${FOLDER}/software-release.yml`)).toContain("tags: ['aimf-[0-9]+.[0-9]+.[0-9]+']");
  });
});
