import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ReleaseSteps } from '../../.github/scripts/release-steps.ts';
import { projectPath } from '../cli/project-files.ts';
import { FakeReleaseHost } from './fake-release-host.test-support.ts';
import { GitRepository } from './git-repository.test-support.ts';

const BOT = 'github-actions[bot]';

let host: FakeReleaseHost;
let repository: GitRepository;
let folder: string;
let built: string;
/** Where the site was built, once for all tests. */
let site: string;
let version: string;
let head: string;

beforeAll(async () => {
  repository = GitRepository.ofThisProject();
  symlinkSync(projectPath('node_modules'), join(repository.folder, 'node_modules'));
  writeFileSync(join(repository.folder, '.git/info/exclude'), 'node_modules\n');
  const protocol = readFileSync(join(repository.folder, 'registry/protocol.yml'), 'utf8');
  version = /^version: (.*)$/m.exec(protocol)?.[1] ?? '';
  head = repository.git('rev-parse', 'HEAD').trim();
  built = mkdtempSync(join(tmpdir(), 'aimf-release-'));
  const release = join(built, 'release');
  expect(await step('build', { RELEASE_DIR: release, GITHUB_OUTPUT: join(built, 'output') })).toBe('');
  site = mkdtempSync(join(tmpdir(), 'aimf-release-site-'));
  expect(await step('site', { SITE_DIR: site, PAGES_URL: 'https://owner.example/page' })).toBe('');
}, 180_000);

beforeEach(async () => {
  host = await FakeReleaseHost.start();
  folder = mkdtempSync(join(tmpdir(), 'aimf-release-'));
  cpSync(built, folder, { recursive: true });
});

afterEach(async () => {
  await host.stop();
  rmSync(folder, { recursive: true });
});

afterAll(() => {
  for (const one of [repository.folder, built, site]) rmSync(one, { recursive: true });
});

function environment(more: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return {
    GITHUB_API_URL: host?.url,
    GITHUB_REPOSITORY: 'owner/name',
    GITHUB_OUTPUT: join(folder ?? '', 'output'),
    GH_TOKEN: 'token',
    PAGES_URL: `${host?.url}/page/`,
    RELEASE_DIR: join(folder ?? '', 'release'),
    VERSION: version,
    COMMIT: head,
    READ_BACK_SECONDS: '0.1',
    READ_BACK_PAUSE: '0.05',
    ...more,
  };
}

/** Runs a step on the repository and gives what it said; where it fails, the error. */
async function step(name: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  try {
    await new ReleaseSteps({ env: environment(more), folder: repository.folder, print }).byName[name]?.();
  } catch (error) {
    lines.push(String(error));
  }
  return lines.join('\n');
}

/** The outputs of a step that ran last, read as a runner reads them. */
function outputs(): Readonly<Record<string, string>> {
  const pairs = readFileSync(join(folder, 'output'), 'utf8').matchAll(
    /^(\w+)<<(end-[\w-]+)\n([\s\S]*?)\n\2$/gm,
  );
  return Object.fromEntries([...pairs].map(([, name, , value]) => [name, value]));
}

async function planned(): Promise<Readonly<Record<string, string>>> {
  await step('plan');
  const { published = '', attested = '', deployed = '', announced = '', todo = '' } = outputs();
  return { published, attested, deployed, announced, todo };
}

/** Runs a script as a runner would: from the checkout, with everything in its environment. */
function run(script: string, args: readonly string[], more: Readonly<Record<string, string>>) {
  const options = { cwd: repository.folder, env: environment(more) };
  return new Promise<{ code: number; text: string }>(resolve => {
    execFile(process.execPath, [`.github/scripts/${script}`, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : 1, text: `${stdout}${stderr}` });
    });
  });
}

/** Does what the steps of others do: attest the files, and deploy the page. */
function attest(): void {
  const sums = readFileSync(join(folder, 'release/SHA256SUMS'), 'utf8').trim().split('\n');
  for (const line of sums) host.attested.add(line.split('  ')[0] ?? '');
}

function deploy(): void {
  for (const path of ['index.html', '.well-known/aimf-deployment.json']) {
    host.page.set(path, readFileSync(join(site, 'site', path), 'utf8'));
  }
}

function editSummary(from: string, to: string): void {
  const file = join(folder, 'release/summary.json');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replaceAll(from, to));
}

describe('release steps', () => {
  it('go from nothing to everything, and a second run finds nothing to do', async () => {
    expect(outputs()).toMatchObject({
      version,
      commit: head,
      head,
      sums: expect.stringMatching(/^(?:[0-9a-f]{64} {2}\S+\n?){3}$/),
    });
    expect(readdirSync(join(folder, 'release/public')).sort()).toEqual([
      'registry.json',
      'release-notes.md',
      'update-prompt.md',
    ]);
    expect(await planned()).toEqual({
      published: 'false',
      attested: 'false',
      deployed: 'false',
      announced: 'false',
      todo: 'true',
    });

    expect(await step('publish')).toBe(
      `tagged ${version} at ${head}\nadded update-prompt.md\nadded registry.json`,
    );
    expect(host.tags.get(version)).toBe(head);
    attest();
    deploy();
    expect(await step('read-back')).toBe(`the live page shows ${version}`);
    expect(await step('announce')).toBe('opened https://example.com/issue\nadded announcements.json');

    expect(await planned()).toEqual({
      published: 'true',
      attested: 'true',
      deployed: 'true',
      announced: 'true',
      todo: 'false',
    });
    const { length } = host.writes;
    expect([await step('publish'), await step('announce')]).toEqual(['', 'the tracking issue is there']);
    expect(host.writes.length).toBe(length);
    expect(host.issues.map(one => one.title)).toEqual([`Acknowledgements of AIMF ${version}`]);
    expect(host.issues[0]?.body).toMatch(
      /^<!-- aimf:acknowledgements v\d+\.\d+ -->\n[\s\S]*- \[ \] `gemini` \(`AGR-/,
    );
  });

  it('put every file of the page into the archive, dot folders too', async () => {
    const archive = readFileSync(join(site, 'artifact.tar'), 'latin1');
    expect(archive).toContain('./.well-known/aimf-deployment.json');
    for (const path of ['index.html', '404.html', '.well-known/aimf.json', 'validator/index.html'])
      expect(archive).toContain(`./${path}`);
    // The one page whose addresses must begin with the path that the site is served under
    expect(readFileSync(join(site, 'site/404.html'), 'utf8')).toContain('href="/page/spec.html"');
  });

  it('complete a release that stopped between its tag and its files', async () => {
    host.tags.set(version, head);
    host.releases.set(version, { body: '', make_latest: 'true', assets: [] });
    expect(await planned()).toMatchObject({ published: 'false' });
    await step('publish');
    expect(host.writes).toEqual([`POST upload/${version}`, `POST upload/${version}`]);
    expect(await planned()).toMatchObject({ published: 'true' });
  });

  it('build from the tagged commit when main has moved on, and stop where the tag is of another version', async () => {
    repository.git('tag', '-a', '-m', 'AIMF', version);
    repository.commit('later', { 'later.txt': 'later\n' });
    const other = `${'0'.repeat(64)}  announcements.json`;
    expect(await step('build', { EXPECTED_SUMS: other })).toContain(
      'differ from those that this run attested',
    );
    expect(await step('build', { EXPECTED_SUMS: outputs().sums ?? '' })).toBe('');
    expect(outputs().commit).toBe(head);
    expect(outputs().head).not.toBe(head);
    const protocol = readFileSync(join(repository.folder, 'registry/protocol.yml'), 'utf8');
    repository.commit('next', {
      'registry/protocol.yml': protocol.replace(`version: ${version}`, 'version: v9.9'),
    });
    repository.git('tag', 'v9.9', head);
    expect(await step('build')).toBe(`Error: The tag v9.9 stands on a commit of ${version}`);
    repository.git('reset', '-q', '--hard', head);
    repository.git('tag', '-d', version, 'v9.9');
  });

  it('never move a protocol tag and never replace a published file', async () => {
    host.tags.set(version, 'f'.repeat(40));
    expect(await step('publish')).toContain('a person must look');
    expect(host.writes).toEqual([]);
    host.tags.clear();
    await step('publish');
    writeFileSync(join(folder, 'release/public/registry.json'), 'other');
    expect(await step('publish')).toContain('another registry.json: a published file is never replaced');
  });

  it('fail when the live page does not show the version and the commit in time', async () => {
    const none = await step('read-back');
    expect(none).toMatch(
      /does not show v\d+\.\d+ after 0\.1 s: it cannot be read: .* answers 404\. Nothing was announced/,
    );
    deploy();
    expect(await step('read-back', { COMMIT: 'f'.repeat(40) })).toContain('its stamp names another commit');
    const page = host.page.get('index.html') ?? '';
    host.page.set('index.html', page.replaceAll(version, `${version}0`));
    expect(await step('read-back')).toContain(`it does not say ${version}`);
    host.page.set('.well-known/aimf-deployment.json', `{"version":"${version}","site":"old"}`);
    expect(await step('read-back', { COMMIT: '' })).toContain('it is an older page');
  });

  it("take no stranger's issue for the tracking issue, however it is marked", async () => {
    await step('publish');
    const body = `<!-- aimf:acknowledgements ${version} -->\n`;
    const strangers = Array.from({ length: 120 }, () => ({
      user: { login: BOT, type: 'User' },
      title: '',
      body,
    }));
    host.issues.push(...strangers, {
      user: { login: BOT, type: 'Bot' },
      title: '',
      body: `quoted:\n${body}`,
    });
    for (const _ of ['once', 'twice']) {
      await step('announce');
      expect(host.issues.length).toBe(122);
    }
  });

  it('open no tracking issue for a posting that asks for no acknowledgements', async () => {
    await step('publish');
    editSummary('"ack": true', '"ack": false');
    expect(await step('announce')).toContain('no acknowledgements are asked for');
    expect(host.issues).toEqual([]);
    expect(await planned()).toMatchObject({ announced: 'true' });
  });

  it('put nothing into an issue but labels', async () => {
    await step('publish');
    editSummary('"gemini"', '"@everyone closes #1"');
    expect(await step('announce')).toContain('names no label');
    expect(host.issues).toEqual([]);
  });

  it('say what GitHub answered, and what a step is missing', async () => {
    expect(await step('plan', { GH_TOKEN: 'wrong' })).toContain('GitHub answered 401: Bad credentials');
    expect(await step('plan', { VERSION: '' })).toContain('VERSION is not set');
    expect(await step('plan', { VERSION: 'v1; rm' })).toContain('VERSION is no protocol version');
    const wrong = await run('release.ts', ['plan'], { COMMIT: '', VERSION: '100%' });
    expect(wrong).toEqual({ code: 1, text: '::error title=Release::VERSION is no protocol version\n' });
    const none = await run('release.ts', [], {});
    expect(none.text).toContain('the steps are build, plan, publish, site, read-back, announce');
  });
});

describe('the moving tag of the software', () => {
  it('stands on the newest release of its major version, and never moves back', async () => {
    for (const [tag, commit] of [
      ['aimf-1.9.0', 'a'],
      ['aimf-1.10.0', 'b'],
      ['aimf-2.0.0', 'c'],
    ] as const)
      host.tags.set(tag, commit);
    expect((await run('major-tag.ts', [], { TAG: 'aimf-1.9.0' })).text).toBe(
      'aimf-1 stands on aimf-1.10.0, b\n',
    );
    expect(host.tags.get('aimf-1')).toBe('b');
    host.tags.set('aimf-1.10.1', 'd');
    expect(await run('major-tag.ts', [], { TAG: 'aimf-1.10.1' })).toMatchObject({ code: 0 });
    expect(host.tags.get('aimf-1')).toBe('d');
    const { length } = host.writes;
    await run('major-tag.ts', [], { TAG: 'aimf-1.9.0' });
    expect(host.writes.length).toBe(length);
    expect(await run('major-tag.ts', [], { TAG: 'v1.10' })).toMatchObject({ code: 1 });
  });
});
