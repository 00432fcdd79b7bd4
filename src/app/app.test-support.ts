import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Octokit } from '@octokit/core';
import { afterAll, vi } from 'vitest';
import { projectPath } from '../cli/project-files.ts';
import { generatedFiles } from '../core/posting/generated.ts';
import { MANIFEST_PATH, readManifest } from '../core/posting/manifest.ts';
import { textAt, withTexts } from '../core/posting/snapshot.ts';
import { FORMS, type FormName } from '../core/proposal/form.ts';
import { neededPaths } from '../github/change.ts';
import { GitRepository } from '../github/git-repository.test-support.ts';
import { readWorkingTree } from '../github/working-tree.ts';
import type { AppWorld, Mirror, Reconciled, Target } from './app-world.ts';
import { type EmulatedGithub, type GithubOptions, startGithub } from './github-emulator.test-support.ts';
import { reconcile } from './reconcile.ts';

// Each scene runs git often, and the machine may be busy
vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

/** The owner whom this repository's own manifest names, and the account that the seed puts on record. */
export const OWNER = { id: 1234, login: 'andrewdhorowitz' } as const;
const PARTY = { id: 2002, login: 'casey-counterparty' } as const;

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

  /** One run over everything, of which nothing may fail. */
  async once(): Promise<readonly string[]> {
    const { done, faults } = await this.run();
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return done;
  }

  /** Runs until nothing is left to do, and gives everything that was done. */
  async settle(): Promise<readonly string[]> {
    const all: string[] = [];
    for (let round = 0; round < 10; round++) {
      const done = await this.once();
      if (done.length === 0) return all;
      all.push(...done);
    }
    throw new Error(`It never settles: ${JSON.stringify(this.runs.slice(-2))}`);
  }

  /** What the App has said at an issue, the oldest first. */
  async said(issue: number): Promise<readonly string[]> {
    const comments = await this.github.owner.get(`./issues/${issue}/comments?per_page=100`);
    return comments
      .filter((one: { user: { id: number } }) => one.user.id === this.world.self.id)
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

/** This repository's files with the party's account on record, and everything that is generated from it; made once for a file of tests. */
let seed: Promise<GitRepository> | null = null;
afterAll(async () => (await seed)?.remove());

async function makeSeed(): Promise<GitRepository> {
  const repository = GitRepository.ofThisProject();
  const manifest = readManifest(readFileSync(projectPath(MANIFEST_PATH), 'utf8'));
  if ('faults' in manifest) throw new Error(manifest.faults.join('\n'));
  const tree = await readWorkingTree(repository.folder, neededPaths(manifest.manifest));
  const text = `${textAt(tree, FILE)?.trimEnd()}\ngithub: {dana: ${PARTY.id}}\n`;
  const edited = withTexts(tree, new Map([[FILE, text]]));
  const files = new Map([[FILE, text], ...(generatedFiles(edited, manifest.manifest) ?? [])]);
  repository.commit('Put an account on record', Object.fromEntries(files));
  return repository;
}

export async function startClerk(
  options: GithubOptions & { readonly start?: string; readonly checksItself?: boolean } = {},
): Promise<Clerk> {
  const clock = new Clock(options.start ?? '2026-12-01T12:00:00Z');
  seed ??= makeSeed();
  const accounts = { owner: OWNER, counterparty: PARTY };
  const source = await seed;
  const github = await startGithub({ ...accounts, source, ...options, clock: () => new Date(clock.now()) });
  const folder = mkdtempSync(join(tmpdir(), 'aimf-mirror-'));
  const { checksItself = false } = options;
  // Without an App of its own, it writes as the token that every workflow gets
  const { token, user } = checksItself ? github.actions : await github.app();
  const client = new Octokit({ auth: token, baseUrl: github.url });
  const world: AppWorld = {
    github: client,
    repository: github.repository,
    mirror: mirrorOf(github.folder, folder),
    self: { id: user.id, login: user.login },
    now: clock.now,
    checksItself,
  };
  return new Clerk(github, clock, world, folder);
}

/** A mirror that shares the objects of the repository, so that bringing it up to date is no more than taking over its branches. */
function mirrorOf(remote: string, folder: string): Mirror {
  mkdirSync(join(folder, 'objects/info'), { recursive: true });
  writeFileSync(join(folder, 'objects/info/alternates'), `${join(remote, 'objects')}\n`);
  mkdirSync(join(folder, 'refs/remotes'), { recursive: true });
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
  const branches = join(folder, 'refs/remotes/origin');
  mkdirSync(branches);
  const update = async () => {
    const there = refsIn(join(remote, 'refs/heads'));
    for (const [name, commit] of there) putRef(join(branches, name), commit);
    for (const name of refsIn(branches).keys()) if (!there.has(name)) rmSync(join(branches, name));
  };
  return { folder, update };
}

function refsIn(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(one => one.isFile());
  const paths = files.map(one => join(one.parentPath, one.name));
  return new Map(paths.map(path => [relative(folder, path), readFileSync(path, 'utf8')]));
}

/** In one step, since another run may be reading it. */
function putRef(path: string, commit: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.lock`, commit);
  renameSync(`${path}.lock`, path);
}

/** The body of an issue as GitHub makes it of a form's answers. */
export function formBody(form: FormName, answers: Readonly<Record<string, string>>): string {
  return FORMS[form].fields
    .map(({ id, label }) => `### ${label}\n\n${answers[id] ?? '_No response_'}`)
    .join('\n\n');
}
