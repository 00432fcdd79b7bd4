/**
 * Moves the tag `aimf-MAJOR`, by which other repositories use the action, to the newest software release of that major
 * version: `node .github/scripts/major-tag.ts`. It reads all release tags, so an old release that is run again moves
 * nothing back.
 */
import { GitHubApi, text } from './github-api.ts';

const env = (name: string): string => {
  // biome-ignore lint/style/noProcessEnv: a script of a workflow gets everything from its environment
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
};

const released = /^aimf-(\d+)\.(\d+)\.(\d+)$/;
const version = released.exec(env('TAG'));
if (version === null) throw new Error('TAG is no software release');
const major = `aimf-${version[1]}`;

const api = new GitHubApi(env('GITHUB_API_URL'), env('GITHUB_REPOSITORY'), env('GH_TOKEN'));
const newest = (await api.list(`git/matching-refs/tags/${major}.`))
  .map(ref => text(ref, 'ref').replace('refs/tags/', ''))
  .flatMap(tag => {
    const [, , minor, patch] = released.exec(tag) ?? [];
    return minor === undefined ? [] : [{ tag, minor: Number(minor), patch: Number(patch) }];
  })
  .sort((a, b) => a.minor - b.minor || a.patch - b.patch)
  .at(-1);
if (newest === undefined) throw new Error(`There is no tag ${major}.x.y`);

const commit = await api.commitOfTag(newest.tag);
const there = await api.commitOfTag(major);
if (there === null) await api.send('POST', 'git/refs', { ref: `refs/tags/${major}`, sha: commit });
else if (there !== commit) await api.send('PATCH', `git/refs/tags/${major}`, { sha: commit, force: true });
process.stdout.write(`${major} stands on ${newest.tag}, ${commit}\n`);
