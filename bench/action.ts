import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GitRepository } from '../src/github/git-repository.test-support.ts';
import { median } from './measure.ts';

const COMMITS = 2000;
const FILES = 300;
const RUNS = 11;
/** The budgets of DESIGN 8, in milliseconds. */
const BUDGET = { process: 1000, firstLine: 400 };

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'aimf-bench-'));

/** A run of the bundle: processor time of its process alone, wall time, and time to the first line, in milliseconds. */
type Run = {
  readonly process: number;
  readonly wall: number;
  readonly firstLine: number;
  readonly out: string;
};

/** Tells the processor time of the process when it ends. */
const METER = `process.on('exit', () => { const { userCPUTime, systemCPUTime } = process.resourceUsage();
require('node:fs').writeFileSync(process.env.METER, String((userCPUTime + systemCPUTime) / 1000)); });`;

function start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Run> {
  const began = performance.now();
  const meter = join(work, 'meter');
  return new Promise(done => {
    const child = spawn(process.execPath, ['--require', join(work, 'meter.cjs'), ...args], {
      env: { ...process.env, ...env, METER: meter },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let firstLine = 0;
    let out = '';
    child.stdout.on('data', chunk => {
      firstLine ||= performance.now() - began;
      out += chunk;
    });
    child.on('close', () => {
      const wall = performance.now() - began;
      done({ process: Number(execFileSync('cat', [meter], { encoding: 'utf8' })), wall, firstLine, out });
    });
  });
}

async function measure(
  name: string,
  repository: GitRepository,
  base: string,
  head: string,
  verdict: string,
): Promise<void> {
  const event = join(work, 'event.json');
  writeFileSync(event, JSON.stringify({ merge_group: { base_sha: base, head_sha: head } }));
  const env = {
    GITHUB_WORKSPACE: repository.folder,
    GITHUB_EVENT_NAME: 'merge_group',
    GITHUB_EVENT_PATH: event,
    GITHUB_OUTPUT: '',
    GITHUB_STEP_SUMMARY: '',
  };
  const runs: Run[] = [];
  const bare: Run[] = [];
  for (let run = 0; run < RUNS; run++) {
    bare.push(await start(['--eval', 'console.log()'], {}));
    runs.push(await start([join(root, 'dist/action/index.js')], env));
  }
  const wrong = runs.find(one => !one.out.includes(verdict));
  if (wrong !== undefined) throw new Error(`Not "${verdict}": ${wrong.out}`);
  const middle = (of: readonly Run[], key: 'process' | 'wall' | 'firstLine') =>
    Math.round(median(of.map(one => one[key])));
  const shown = (key: 'process' | 'firstLine') =>
    `${middle(runs, key)} ms (budget ${BUDGET[key]}; an empty Node takes ${middle(bare, key)})`;
  console.log(
    `${name}: process ${shown('process')}, first line ${shown('firstLine')}, wall ${middle(runs, 'wall')} ms`,
  );
}

/** Adds so many commits to `main` before the pull request, each with a file of its own. */
function withHistory(repository: GitRepository): void {
  const commits = Array.from({ length: COMMITS }, (_, at) => {
    const from = at === 0 ? 'from refs/heads/main^0\n' : '';
    const file = `M 100644 inline history/${at % 500}.txt\ndata ${String(at).length}\n${at}\n`;
    return `commit refs/heads/main\ncommitter Bench <bench@example.com> ${1.7e9 + at} +0000\ndata 1\nx\n${from}${file}`;
  });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repository.folder, input: commits.join('') });
  repository.git('reset', '-q', '--hard', 'main');
}

const many = Object.fromEntries(
  Array.from({ length: FILES }, (_, at) => [`pages/page-${at}.md`, `# Page ${at}\n\nWords.\n`]),
);
const project = GitRepository.ofThisProject();
try {
  writeFileSync(join(work, 'meter.cjs'), METER);
  withHistory(project);
  const base = project.git('rev-parse', 'HEAD');
  const none = project.commit('no surface', many);
  await measure(`${FILES} files, no surface`, project, base, none, 'No posting');

  const spec = execFileSync('git', ['show', 'HEAD:spec/SPEC.md'], { cwd: project.folder, encoding: 'utf8' });
  const partial = project.commit('one surface', { 'spec/SPEC.md': `${spec}\nOne more sentence.\n` });
  await measure(`${FILES} files, partial`, project, base, partial, 'A partial posting');

  const prepare = [
    'bin/aimf.js',
    'posting',
    'prepare',
    '--repo',
    project.folder,
    '--base',
    base,
    '--summary',
    'More',
  ];
  execFileSync(process.execPath, prepare, { cwd: root });
  const complete = project.commit('every surface');
  await measure(
    `${FILES} files, complete, every test vector run`,
    project,
    base,
    complete,
    'A complete posting',
  );
} finally {
  project.remove();
  rmSync(work, { recursive: true, force: true });
}
