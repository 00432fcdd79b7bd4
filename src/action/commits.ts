import { quotable } from '../core/report/sentence.ts';
import { git, gitComplaint, gitLine } from '../github/git.ts';
import { ActionError, type ActionWorld } from './command.ts';
import { type Event, readEvent } from './event.ts';

/** Commits of history that are asked for where the checkout has only a part of it; the check asks for more if it must. */
const DEPTH = 200;

/** The two ends of the change to check, both in the checkout, and how they were chosen. */
export type Ends = {
  readonly base: string;
  readonly head: string;
  /** The number of the pull request, or null where the change is none. */
  readonly pullRequest: number | null;
  /** What a person should know about the choice. */
  readonly notes: readonly string[];
};

/**
 * The base and the head of the change to check: what the inputs say, else what the event says. The base of a pull request is
 * its branch as it is at origin now, so that a base that moved on is seen; what the checkout does not have is fetched.
 */
export async function findEnds(world: ActionWorld): Promise<Ends> {
  const [base, head] = [world.input('base'), world.input('head')];
  const event: Event =
    base !== '' && head !== '' && !world.eventName.startsWith('pull_request')
      ? { kind: 'none' }
      : readEvent(world.eventName, world.eventText);
  const notes: string[] = [];
  return {
    base: base === '' ? await eventBase(world, event, notes) : await named(world, 'base', base),
    head: head === '' ? await eventHead(world, event) : await named(world, 'head', head),
    pullRequest: event.kind === 'pull-request' ? event.number : null,
    notes,
  };
}

async function eventBase(world: ActionWorld, event: Event, notes: string[]): Promise<string> {
  if (event.kind === 'none') {
    const before = await commitAt(world, 'HEAD~1');
    if (before !== null) {
      notes.push(
        'The event names no base, so the head is compared with the commit before it; the input "base" can name another',
      );
      return before;
    }
    throw new ActionError(
      'There is nothing to compare with: the event names no base and the checkout has one commit only. Give the input "base", or check out with fetch-depth: 0',
    );
  }
  const branch = event.kind === 'pull-request' ? await branchAtOrigin(world, event.baseBranch, notes) : null;
  return branch ?? present(world, 'base', event.base, []);
}

async function eventHead(world: ActionWorld, event: Event): Promise<string> {
  if (event.kind === 'none') return present(world, 'head', 'HEAD', []);
  // A fork's commit is reached by its pull request where origin gives out no commit by its name alone
  const others = event.kind === 'pull-request' ? [`refs/pull/${event.number}/head`] : [];
  return present(world, 'head', event.head, others);
}

/** The tip of a branch at origin, fetched where that works; null where it is not known. */
async function branchAtOrigin(world: ActionWorld, branch: string, notes: string[]): Promise<string | null> {
  const ref = `refs/heads/${branch}`;
  // A name is data: git says whether it is the name of a branch at all
  if (!(await git(world.folder, ['check-ref-format', ref])).ok) return null;
  const tracking = `refs/remotes/origin/${branch}`;
  const complaint = await fetch(world, `+${ref}:${tracking}`);
  const tip = await commitAt(world, tracking);
  if (complaint !== null && tip !== null)
    notes.push(`The base branch could not be fetched, so it is taken as the checkout has it: ${complaint}`);
  return tip;
}

/** A commit that an input names: a commit, a branch or a tag, here or at origin. */
async function named(world: ActionWorld, input: string, ref: string): Promise<string> {
  const found = (await commitAt(world, ref)) ?? (await commitAt(world, `refs/remotes/origin/${ref}`));
  if (found !== null) return found;
  const isName = (await git(world.folder, ['check-ref-format', '--allow-onelevel', ref])).ok;
  const complaint = isName ? await fetch(world, ref) : 'that is no name of a commit';
  const fetched = complaint === null ? await commitAt(world, 'FETCH_HEAD') : null;
  if (fetched !== null) return fetched;
  throw new ActionError(
    `The input "${input}" names "${quotable(ref)}", which is not in the checkout: ${complaint}`,
  );
}

/** A commit of the event, brought from origin where the checkout does not have it. */
async function present(
  world: ActionWorld,
  end: string,
  commit: string,
  others: readonly string[],
): Promise<string> {
  let complaint: string | null = null;
  for (const source of [null, commit, ...others]) {
    if (source !== null) complaint = await fetch(world, source);
    const found = await commitAt(world, commit);
    if (found !== null) return found;
  }
  throw new ActionError(
    `The ${end} of the change, ${commit}, is not in the checkout and cannot be fetched from origin: ${complaint ?? 'origin does not have it'}. Check out with fetch-depth: 0, or give the Action a token that may read the repository`,
  );
}

async function commitAt({ folder }: ActionWorld, ref: string): Promise<string | null> {
  return gitLine(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
}

/** Fetches from origin; null, or what git says against it. */
async function fetch({ folder }: ActionWorld, refspec: string): Promise<string | null> {
  const isShallow = (await gitLine(folder, ['rev-parse', '--is-shallow-repository'])) === 'true';
  const depth = isShallow ? [`--depth=${DEPTH}`] : [];
  const options = ['--quiet', '--no-tags', '--no-recurse-submodules', ...depth];
  const result = await git(folder, ['fetch', ...options, '--', 'origin', refspec]);
  return result.ok ? null : gitComplaint(result.error);
}
