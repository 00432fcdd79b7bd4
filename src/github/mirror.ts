import { mkdir } from 'node:fs/promises';
import { git, gitComplaint, gitLine } from './git.ts';

/** A local copy of a repository's history that can be brought up to date. */
export type HistoryMirror = {
  readonly folder: string;
  readonly update: () => Promise<void>;
};

/** The branches of the App; the posting of issue N stands on `aimf/proposal-N`. */
const APP_BRANCHES = 'refs/heads/aimf/*:refs/remotes/origin/aimf/*';

/** A server that sends less than 1 kB/s for a minute has hung. The clean-up of git waits its turn and outlives no run. */
const PATIENCE = [
  ...['-c', 'http.lowSpeedLimit=1000'],
  ...['-c', 'http.lowSpeedTime=60'],
  ...['-c', 'gc.autoDetach=false'],
  ...['-c', 'maintenance.autoDetach=false'],
];

/**
 * A bare mirror in a folder of its own, made at the first update. The remote is a URL or a path; `access` gives git's whole
 * environment for each fetch, where the token stands (see `gitAccess`). After an update the tip of a branch is
 * `refs/remotes/origin/<branch>` and the default branch is `refs/remotes/origin/HEAD`, as in a checkout: both kinds of mirror
 * are read alike. A branch that is gone at the remote is gone here too. The update throws in words where git cannot.
 */
export function bareMirror(from: {
  readonly folder: string;
  readonly remote: string;
  readonly branch: string;
  readonly access: () => Promise<Readonly<Record<string, string>>>;
}): HistoryMirror {
  const { folder, remote, branch, access } = from;
  return mirror(folder, async () => {
    const env = await access();
    await mkdir(folder, { recursive: true });
    const made = await git(folder, ['init', '--quiet', '--bare'], undefined, env);
    if (!made.ok) throw new Error(`The mirror cannot be made: ${gitComplaint(made.error)}`);
    await fetchBranches(folder, remote, branch, [], env);
  });
}

/** A checkout as a mirror: its remote `origin` is fetched, with what the checkout left out of the history. */
export function checkoutMirror(from: { readonly folder: string; readonly branch: string }): HistoryMirror {
  const { folder, branch } = from;
  return mirror(folder, async () => {
    const isShallow = (await gitLine(folder, ['rev-parse', '--is-shallow-repository'])) === 'true';
    await fetchBranches(folder, 'origin', branch, isShallow ? ['--unshallow'] : []);
  });
}

/** Updates come one after another, since git locks what it writes. */
function mirror(folder: string, fetch: () => Promise<void>): HistoryMirror {
  let turn: Promise<void> = Promise.resolve();
  return {
    folder,
    update: () => {
      const done = turn.then(fetch);
      turn = done.catch(() => undefined);
      return done;
    },
  };
}

async function fetchBranches(
  folder: string,
  remote: string,
  branch: string,
  options: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const tracking = `refs/remotes/origin/${branch}`;
  // A name is data: git says whether it is the name of a branch at all
  if (!(await git(folder, ['check-ref-format', ref], undefined, env)).ok)
    throw new Error('The repository cannot be fetched: its default branch has no name that git takes');
  const quiet = ['--quiet', '--prune', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'];
  const refspecs = [`+${ref}:${tracking}`, `+${APP_BRANCHES}`];
  const args = [...PATIENCE, 'fetch', ...quiet, ...options, '--', remote, ...refspecs];
  const fetched = await git(folder, args, undefined, env);
  if (!fetched.ok) throw new Error(`The repository cannot be fetched: ${gitComplaint(fetched.error)}`);
  await git(folder, ['symbolic-ref', 'refs/remotes/origin/HEAD', tracking], undefined, env);
}
