import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Octokit } from '@octokit/core';
import { projectPath } from '../cli/project-files.ts';
import { generatedFiles } from '../core/posting/generated.ts';
import { MANIFEST_PATH, readManifest } from '../core/posting/manifest.ts';
import { textAt, withTexts } from '../core/posting/snapshot.ts';
import { FORMS, type FormName } from '../core/proposal/form.ts';
import { neededPaths } from '../github/change.ts';
import { git } from '../github/git.ts';
import { readWorkingTree } from '../github/working-tree.ts';
import type { AppWorld, Mirror, Reconciled, Target } from './app-world.ts';
import { type EmulatedGithub, type GithubOptions, startGithub } from './github-emulator.test-support.ts';
import { reconcile } from './reconcile.ts';

/** The numeric ids that this repository's own files name: the owner of the manifest, and the parties of agreements. */
export const OWNER = { id: 1234, login: 'andrewdhorowitz' } as const;

/** A clock whose every look is a second later, so that no two things happen at once. */
export class Clock {
  private at: number;

  constructor(start: string) {
    this.at = Date.parse(start);
  }

  readonly now = (): number => {
    this.at += 1000;
    return this.at;
  };

  /** Goes on to a day, at noon. */
  toDay(day: string): void {
    this.at = Date.parse(`${day}T12:00:00Z`);
  }
}

/** The App on an emulated GitHub with this repository's own files, answering every webhook by a run over all. */
export class Clerk {
  readonly github: EmulatedGithub;
  readonly clock: Clock;
  readonly world: AppWorld;
  readonly runs: Reconciled[] = [];
  private readonly folder: string;

  constructor(github: EmulatedGithub, clock: Clock, world: AppWorld, folder: string) {
    this.github = github;
    this.clock = clock;
    this.world = world;
    this.folder = folder;
  }

  async run(target: Target = 'all'): Promise<Reconciled> {
    const ran = await reconcile(target, this.world);
    this.runs.push(ran);
    return ran;
  }

  /** Runs until nothing is left to do, and gives everything that was done. */
  async settle(): Promise<readonly string[]> {
    const all: string[] = [];
    for (let round = 0; round < 10; round++) {
      const { done, faults } = await this.run();
      if (faults.length > 0) throw new Error(faults.join('\n'));
      if (done.length === 0) return all;
      all.push(...done);
    }
    throw new Error(`It never settles: ${JSON.stringify(this.runs.slice(-2))}`);
  }

  /** What the App has said at an issue, the oldest first. */
  async said(issue: number): Promise<readonly string[]> {
    const comments = await this.github.owner.get(`./issues/${issue}/comments?per_page=100`);
    return comments
      .filter((one: { user: { id: number } }) => one.user.id === this.github.bot.id)
      .map((one: { body: string }) => one.body);
  }

  async stop(): Promise<void> {
    await this.github.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The agreement of the repository whose party has an account here, as its record names it. */
export const AGREEMENT = 'AGR-2026-11-15-001';
const FILE = `registry/agreements/${AGREEMENT}.yml`;

/** Puts the party's account on record on the default branch, with everything that is generated from it. */
async function recordAccount(github: EmulatedGithub): Promise<void> {
  const manifest = readManifest(readFileSync(projectPath(MANIFEST_PATH), 'utf8'));
  if ('faults' in manifest) throw new Error(manifest.faults.join('\n'));
  const tree = await readWorkingTree(projectPath(''), neededPaths(manifest.manifest));
  const text = `${textAt(tree, FILE)?.trimEnd()}\ngithub: {dana: ${github.counterparty.id}}\n`;
  const edited = withTexts(tree, new Map([[FILE, text]]));
  const files = new Map([[FILE, text], ...(generatedFiles(edited, manifest.manifest) ?? [])]);
  const changed = [...files].filter(([path, content]) => textAt(tree, path) !== content);
  await github.owner.push('main', Object.fromEntries(changed), 'Put an account on record');
}

export async function startClerk(
  options: GithubOptions & { readonly start?: string; readonly checksItself?: boolean } = {},
): Promise<Clerk> {
  const clock = new Clock(options.start ?? '2026-12-01T12:00:00Z');
  const github = await startGithub({ owner: OWNER, ...options, clock: () => new Date(clock.now()) });
  await recordAccount(github);
  const folder = mkdtempSync(join(tmpdir(), 'aimf-mirror-'));
  const { token } = await github.app();
  const client = new Octokit({ auth: token, baseUrl: github.url });
  const world: AppWorld = {
    github: client,
    repository: github.repository,
    mirror: await mirrorOf(github.folder, folder),
    self: github.bot,
    now: clock.now,
    checksItself: options.checksItself ?? false,
  };
  return new Clerk(github, clock, world, folder);
}

async function mirrorOf(remote: string, folder: string): Promise<Mirror> {
  await must(folder, ['init', '--quiet', '--bare']);
  const update = () =>
    must(folder, ['fetch', '--quiet', '--prune', remote, '+refs/heads/*:refs/remotes/origin/*']);
  return { folder, update };
}

async function must(folder: string, args: readonly string[]): Promise<void> {
  const result = await git(folder, args);
  if (!result.ok) throw new Error(result.error);
}

/** The body of an issue as GitHub makes it of a form's answers. */
export function formBody(form: FormName, answers: Readonly<Record<string, string>>): string {
  return FORMS[form].fields
    .map(({ id, label }) => `### ${label}\n\n${answers[id] ?? '_No response_'}`)
    .join('\n\n');
}
