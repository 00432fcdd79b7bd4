import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { field, GitHubApi, items, text } from './github-api.ts';
import { askingIn, hasTrackingIssue, trackingBody } from './tracking-issue.ts';

/** Where a step runs: its environment, the checkout, and where its lines go. */
export type World = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly print: (line: string) => void;
};

/** What the release page carries from the start, and what it gets once the live page shows the version. */
const ASSETS = ['update-prompt.md', 'registry.json'];
const ANNOUNCEMENTS = 'announcements.json';
const ATTESTED = [...ASSETS, ANNOUNCEMENTS];
/** The stamp that a deployment adds to the page; it stands in a dot folder to prove that those arrive too. */
const STAMP = '.well-known/aimf-deployment.json';

/**
 * The steps of .github/workflows/release.yml that are more than a line. Every step looks first at what is there, so that a run
 * can be repeated and completes what an earlier one left undone. They use nothing but Node and git: the jobs with write
 * permission install no package.
 */
export class ReleaseSteps {
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** The steps by the names that the workflow calls them by. */
  get byName(): Readonly<Record<string, () => Promise<void> | void>> {
    return {
      build: () => this.build(),
      plan: () => this.plan(),
      publish: () => this.publish(),
      site: () => this.site(),
      'read-back': () => this.readBack(),
      announce: () => this.announce(),
    };
  }

  /** Writes the release's files from the commit that is tagged, or from HEAD while nothing is tagged. */
  private build(): void {
    const version = this.versionAt('HEAD');
    const commit = this.taggedCommit(version) ?? this.git('rev-parse', 'HEAD');
    const out = resolve(this.env('RELEASE_DIR'));
    const tree = `${out}-tree`;
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    this.git('worktree', 'add', '--quiet', '--force', '--detach', tree, commit);
    try {
      const args = [join(this.world.folder, 'bin/aimf.js'), 'release', '--out', join(out, 'files'), '--json'];
      const json = execFileSync(process.execPath, args, { cwd: tree, stdio: ['ignore', 'pipe', 'inherit'] });
      const made = text(JSON.parse(json.toString('utf8')), 'version');
      if (made !== version) throw new Error(`aimf release wrote ${made} and not ${version}`);
      writeFileSync(join(out, 'summary.json'), json);
      copyFileSync(join(tree, 'registry/registry.json'), join(out, 'files/registry.json'));
      const prompt = readFileSync(join(out, 'files/update-prompt.md'));
      if (!prompt.equals(readFileSync(join(tree, 'spec/update-prompt.md')))) {
        throw new Error('The update prompt is not the committed one, byte for byte');
      }
    } finally {
      this.git('worktree', 'remove', '--force', tree);
    }
    const sums = ATTESTED.map(name => `${digest(join(out, 'files', name))}  ${name}\n`).join('');
    const expected = this.variable('EXPECTED_SUMS');
    if (expected !== '' && expected.trim() !== sums.trim()) {
      throw new Error(
        'The files differ from those that this run attested: building must give the same bytes',
      );
    }
    writeFileSync(join(out, 'SHA256SUMS'), sums);
    mkdirSync(join(out, 'public'));
    for (const name of [...ASSETS, 'release-notes.md']) {
      copyFileSync(join(out, 'files', name), join(out, 'public', name));
    }
    this.output({ version, commit, head: this.git('rev-parse', 'HEAD'), sums: sums.trim() });
  }

  /** Says what of this version's release is there already. */
  private async plan(): Promise<void> {
    const api = this.github();
    const version = this.version();
    const out = resolve(this.env('RELEASE_DIR'));
    const acks = askingIn(readSummary(out)).length > 0;
    const release = await api.get(`releases/tags/${version}`);
    const assets = release === null ? [] : items(release, 'assets').map(one => text(one, 'name'));
    const isTagged = (await api.commitOfTag(version)) !== null;
    const attested = ATTESTED.map(name => isAttested(api, digest(join(out, 'files', name))));
    const done = {
      published: isTagged && ASSETS.every(name => assets.includes(name)),
      attested: (await Promise.all(attested)).every(one => one),
      deployed: (await this.pageFault(version, null)) === null,
      announced: assets.includes(ANNOUNCEMENTS) && (!acks || (await hasTrackingIssue(api, version))),
    };
    for (const [what, there] of Object.entries(done))
      this.world.print(`${what}: ${there ? 'yes' : 'not yet'}`);
    this.output({ ...done, todo: Object.values(done).includes(false) });
  }

  /** The tag and the release with its files. */
  private async publish(): Promise<void> {
    const api = this.github();
    const version = this.version();
    const commit = this.commit();
    const folder = resolve(this.env('RELEASE_DIR'), 'public');
    const there = await api.commitOfTag(version);
    if (there === null) {
      const object = { tag: version, message: `AIMF ${version}`, object: commit, type: 'commit' };
      const tag = await api.send('POST', 'git/tags', object);
      await api.send('POST', 'git/refs', { ref: `refs/tags/${version}`, sha: text(tag, 'sha') });
      this.world.print(`tagged ${version} at ${commit}`);
    } else if (there !== commit) {
      throw new Error(`The tag ${version} stands on ${there}, not on ${commit}: a person must look`);
    }
    const release =
      (await api.get(`releases/tags/${version}`)) ??
      (await api.send('POST', 'releases', {
        tag_name: version,
        name: `AIMF ${version}`,
        body: readFileSync(join(folder, 'release-notes.md'), 'utf8'),
        make_latest: 'true',
      }));
    for (const name of ASSETS) await this.addAsset(api, release, name, join(folder, name));
  }

  /** The whole site as one tar file, dot files included, with the stamp that the read-back looks for. */
  private site(): void {
    const out = resolve(this.env('SITE_DIR'));
    const page = join(out, 'site');
    const base = new URL(this.env('PAGES_URL').replace(/\/?$/, '/')).pathname;
    const args = [join(this.world.folder, 'bin/aimf.js'), 'site', 'build', '--out', page, '--base', base];
    execFileSync(process.execPath, args, { cwd: this.world.folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const [commit, site] = [this.git('rev-parse', 'HEAD'), this.git('rev-parse', 'HEAD:site')];
    const stamp = { aimf: 1, version: this.versionAt('HEAD'), commit, site };
    writeFileSync(join(page, STAMP), `${JSON.stringify(stamp)}\n`);
    const plain = ['--owner=0', '--group=0', '--mode=u=rwX,go=rX', '--dereference', '--hard-dereference'];
    execFileSync('tar', [...plain, '-cf', join(out, 'artifact.tar'), '-C', page, '.']);
  }

  /** Waits until the live page shows the version and the commit; what is not seen in time fails the run. */
  private async readBack(): Promise<void> {
    const version = this.version();
    const commit = this.variable('COMMIT') === '' ? null : this.commit();
    const [bound, pause] = [Number(this.env('READ_BACK_SECONDS')), Number(this.env('READ_BACK_PAUSE'))];
    const until = performance.now() + bound * 1000;
    for (;;) {
      const fault = await this.pageFault(version, commit);
      if (fault === null) break;
      this.world.print(fault);
      if (!(performance.now() + pause * 1000 <= until)) {
        throw new Error(
          `The live page does not show ${version} after ${bound} s: ${fault}. Nothing was announced`,
        );
      }
      await sleep(pause * 1000);
    }
    this.world.print(`the live page shows ${version}`);
  }

  /** The issue in which acknowledgements are tracked, and the announcements on the release. */
  private async announce(): Promise<void> {
    const api = this.github();
    const version = this.version();
    const folder = resolve(this.env('RELEASE_DIR'));
    const release = await api.get(`releases/tags/${version}`);
    if (release === null) throw new Error(`There is no release ${version} to add the announcements to`);
    const summary = readSummary(folder);
    if (askingIn(summary).length === 0) this.world.print('no acknowledgements are asked for');
    else if (await hasTrackingIssue(api, version)) this.world.print('the tracking issue is there');
    else {
      const body = trackingBody(version, summary, this.env('GITHUB_REPOSITORY'));
      const issue = await api.send('POST', 'issues', { title: `Acknowledgements of AIMF ${version}`, body });
      this.world.print(`opened ${String(field(issue, 'html_url'))}`);
    }
    await this.addAsset(api, release, ANNOUNCEMENTS, join(folder, 'files', ANNOUNCEMENTS));
  }

  /** What the live page is short of, in words; null when it shows the version, and the commit or else this tree's page. */
  private async pageFault(version: string, commit: string | null): Promise<string | null> {
    const root = this.env('PAGES_URL').replace(/\/?$/, '/');
    try {
      const stamp: unknown = await (await fetchPage(root + STAMP)).json();
      if (field(stamp, 'version') !== version)
        return `its stamp says ${JSON.stringify(field(stamp, 'version'))}`;
      if (commit !== null && field(stamp, 'commit') !== commit) return 'its stamp names another commit';
      const isThisPage = commit !== null || field(stamp, 'site') === this.git('rev-parse', 'HEAD:site');
      if (!isThisPage) return 'it is an older page';
      const html = await (await fetchPage(root)).text();
      const shown = new RegExp(`(?<![\\w.])${version.replace('.', '\\.')}(?!\\w|\\.\\d)`).test(html);
      return shown ? null : `it does not say ${version}`;
    } catch (error) {
      return `it cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  /** Adds a file to a release that does not have it; one that is there must be the same. */
  private async addAsset(api: GitHubApi, release: unknown, name: string, file: string): Promise<void> {
    const there = items(release, 'assets').find(one => field(one, 'name') === name);
    const known = field(there, 'digest');
    if (there === undefined) {
      await api.upload(text(release, 'upload_url'), name, new Uint8Array(readFileSync(file)));
      this.world.print(`added ${name}`);
    } else if (typeof known === 'string' && known !== `sha256:${digest(file)}`) {
      throw new Error(
        `The release has another ${name}: a published file is never replaced, a person must look`,
      );
    }
  }

  /** The version in the tree of a commit. */
  private versionAt(commit: string): string {
    const protocol = this.git('show', `${commit}:registry/protocol.yml`);
    const found = /^version:[ \t]*["']?(v\d+\.\d+)["']?[ \t]*(?:#.*)?$/m.exec(protocol)?.[1];
    if (found === undefined) throw new Error(`registry/protocol.yml at ${commit} names no version`);
    return found;
  }

  /** The commit of a version's tag, which must be on this branch and carry that version. */
  private taggedCommit(version: string): string | null {
    const name = `refs/tags/${version}`;
    if (this.git('for-each-ref', '--format=%(refname)', name) !== name) return null;
    const commit = this.git('rev-parse', `${name}^{commit}`);
    const at = this.versionAt(commit);
    if (at !== version) throw new Error(`The tag ${version} stands on a commit of ${at}`);
    if (this.git('merge-base', commit, 'HEAD') !== commit)
      throw new Error(`The tag ${version} is not on this branch`);
    return commit;
  }

  private git(...args: readonly string[]): string {
    const options = {
      cwd: this.world.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    } satisfies ExecFileSyncOptions;
    return execFileSync('git', args, options).toString('utf8').trim();
  }

  private github(): GitHubApi {
    return new GitHubApi(this.env('GITHUB_API_URL'), this.env('GITHUB_REPOSITORY'), this.env('GH_TOKEN'));
  }

  private version(): string {
    const value = this.env('VERSION');
    if (!/^v\d+\.\d+$/.test(value)) throw new Error('VERSION is no protocol version');
    return value;
  }

  private commit(): string {
    const value = this.env('COMMIT');
    if (!/^[0-9a-f]{40}$/.test(value)) throw new Error('COMMIT is no commit');
    return value;
  }

  private env(name: string): string {
    const value = this.variable(name);
    if (value === '') throw new Error(`${name} is not set`);
    return value;
  }

  private variable(name: string): string {
    return this.world.env[name] ?? '';
  }

  /** Outputs of the step, each behind a delimiter that no value can guess. */
  private output(values: Readonly<Record<string, unknown>>): void {
    const lines = Object.entries(values).map(([name, value]) => {
      const end = `end-${randomUUID()}`;
      return `${name}<<${end}\n${String(value)}\n${end}\n`;
    });
    appendFileSync(this.env('GITHUB_OUTPUT'), lines.join(''));
  }
}

function readSummary(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'));
}

async function fetchPage(url: string): Promise<Response> {
  const headers = { 'cache-control': 'no-cache', 'user-agent': 'aimf-release' };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(30_000) });
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}`);
  return response;
}

async function isAttested(api: GitHubApi, sha256: string): Promise<boolean> {
  const found = await api.get(`attestations/sha256:${sha256}`);
  return found !== null && items(found, 'attestations').length > 0;
}

function digest(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
