import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gitLine } from './git.ts';
import { gitAccess } from './git-access.ts';
import { GitRepository } from './git-repository.test-support.ts';
import { bareMirror, checkoutMirror, type HistoryMirror } from './mirror.ts';

/** Where git is; nothing else reaches it. */
const PATH = '/usr/local/bin:/usr/bin:/bin';

let origin: GitRepository;
let folder: string;

beforeEach(() => {
  origin = GitRepository.create({ 'a.md': 'one\n' });
  folder = mkdtempSync(join(tmpdir(), 'aimf-mirror-'));
});

afterEach(() => {
  origin.remove();
  rmSync(folder, { recursive: true, force: true });
});

const bare = (remote: string, env: Readonly<Record<string, string>> = {}, branch = 'main') =>
  bareMirror({ folder: join(folder, 'm'), remote, branch, access: async () => ({ PATH, ...env }) });

function checkout(): HistoryMirror {
  origin.git('clone', '-q', '--depth', '1', `file://${origin.folder}`, join(folder, 'm'));
  return checkoutMirror({ folder: join(folder, 'm'), branch: 'main' });
}

const tip = (mirror: HistoryMirror, branch: string) =>
  gitLine(mirror.folder, ['rev-parse', '--verify', '--quiet', `refs/remotes/origin/${branch}`]);

describe.each([
  ['a bare mirror', () => bare(origin.folder)],
  ['a checkout', checkout],
])('%s', (_, make) => {
  it("follows the default branch and the App's branches, and forgets those that are gone", async () => {
    origin.commit('second', { 'a.md': 'two\n' });
    const mirror = make();
    origin.git('branch', 'aimf/proposal-7');
    origin.git('branch', 'topic');
    await mirror.update();
    const first = origin.git('rev-parse', 'main');
    expect(await tip(mirror, 'main')).toBe(first);
    expect(await tip(mirror, 'HEAD')).toBe(first);
    expect(await tip(mirror, 'aimf/proposal-7')).toBe(first);
    expect(await gitLine(mirror.folder, ['rev-list', '--count', 'refs/remotes/origin/main'])).toBe('2');

    origin.git('branch', '-D', 'aimf/proposal-7');
    origin.git('commit', '-q', '--amend', '--allow-empty', '-m', 'another second');
    await mirror.update();
    expect(await tip(mirror, 'main')).toBe(origin.git('rev-parse', 'main'));
    expect(await tip(mirror, 'aimf/proposal-7')).toBe(null);
  });

  it('is updated by several at once, one after another', async () => {
    const mirror = make();
    await Promise.all([mirror.update(), mirror.update(), mirror.update()]);
    expect(await tip(mirror, 'main')).toBe(origin.git('rev-parse', 'main'));
  });

  it('says in words what cannot be fetched, and works again when it can', async () => {
    const mirror = make();
    origin.git('branch', '-m', 'main', 'trunk');
    await expect(mirror.update()).rejects.toThrow(
      /^The repository cannot be fetched: couldn't find remote ref refs\/heads\/main$/,
    );
    origin.git('branch', '-m', 'trunk', 'main');
    await mirror.update();
    expect(await tip(mirror, 'main')).toBe(origin.git('rev-parse', 'main'));
  });
});

describe('a bare mirror', () => {
  it('takes no option for a branch, and no password into its words', async () => {
    await expect(bare(origin.folder, {}, '-x y').update()).rejects.toThrow('no name that git takes');
    const remote = 'http://me:hunter2@127.0.0.1:1/r.git';
    const error = await bare(remote)
      .update()
      .catch((one: Error) => one);
    expect(String(error)).toContain('cannot be fetched: unable to access');
    expect(String(error)).not.toContain('hunter2');
  });

  it('shows the token to the server that it is for, from the environment', async () => {
    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(403).end();
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    await expect(bare(`${url}/o/r.git`, gitAccess('t0k3n', url, undefined)).update()).rejects.toThrow('403');
    await expect(
      bare(`${url}/o/r.git`, gitAccess('t0k3n', 'https://github.com', undefined)).update(),
    ).rejects.toThrow('403');
    expect(seen).toEqual([`basic ${btoa('x-access-token:t0k3n')}`, undefined]);
    await new Promise(resolve => server.close(resolve));
  });
});
