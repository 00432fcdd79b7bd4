import { gitLine } from '../github/git.ts';
import type { AppWorld } from './app-world.ts';
import type { BaseState } from './base-state.ts';
import { type PullState, readOwnPulls } from './github-reads.ts';

/** What the App writes below a commit of its own, where it finds it again. */
export type Trailer = {
  /** What the commit is bound to: of what was approved. */
  readonly digest: string;
  readonly agreement: string;
  /** The issue that it answers. */
  readonly issue: number | null;
  /** The posted version of the base that it was prepared over, and its own. */
  readonly from: string | null;
  readonly version: string | null;
};

/** A branch of the App as it stands. */
export type BranchState = {
  readonly head: string;
  /** What the newest commit of the App's says of itself; null where there is none of its own. */
  readonly subject: string | null;
  readonly trailer: Trailer | null;
  /** Whether somebody else committed to it: it is then theirs to finish. */
  readonly foreign: boolean;
};

/** A posting that the App opened: its pull request, and its branch where that still exists. */
export type PostingState = PullState & {
  readonly on: BranchState | null;
  /** The version that its merge brought; null where it brought none. */
  readonly mergedVersion: string | null;
};

const DIGEST = 'Aimf-Digest';
const AGREEMENT = 'Aimf-Agreement';
const ISSUE = 'Aimf-Issue';
const FROM = 'Aimf-From';
const VERSION = 'Aimf-Version';

/** The message of a commit of the App's: one line, and what it is bound to where a machine finds it again. */
export function commitMessage(subject: string, { digest, agreement, issue, from, version }: Trailer): string {
  const named = {
    [DIGEST]: digest,
    [AGREEMENT]: agreement,
    [ISSUE]: issue,
    [FROM]: from,
    [VERSION]: version,
  };
  const rows = Object.entries(named).flatMap(([name, value]) => (value === null ? [] : `${name}: ${value}`));
  return `${subject}\n\n${rows.join('\n')}\n`;
}

function readTrailer(message: string): Trailer | null {
  const named = (name: string) => new RegExp(`^${name}: (\\S+)$`, 'm').exec(message)?.[1] ?? null;
  const digest = named(DIGEST);
  const agreement = named(AGREEMENT);
  if (digest === null || agreement === null) return null;
  const issue = Number(named(ISSUE) ?? 0);
  return { digest, agreement, issue: issue > 0 ? issue : null, from: named(FROM), version: named(VERSION) };
}

/** A branch of the App in the mirror; null where there is none. */
export async function readBranchState(
  world: AppWorld,
  branch: string,
  base: BaseState,
): Promise<BranchState | null> {
  const { folder } = world.mirror;
  const head = base.heads.get(branch);
  if (head === undefined) return null;
  const log = await gitLine(folder, ['log', '--format=%B%x00', head, `^${base.commit}`, '--']);
  const messages = (log ?? '')
    .split('\0')
    .map(one => one.trim())
    .filter(one => one !== '');
  const trailers = messages.map(readTrailer);
  const own = trailers.findIndex(one => one !== null);
  return {
    head,
    subject: messages[own]?.split('\n')[0] ?? null,
    trailer: trailers[own] ?? null,
    foreign: trailers.some(one => one === null),
  };
}

/** What the App has opened from a branch: the pull request that is open, else the newest; and the branch, where there is one. */
export async function readPosting(
  world: AppWorld,
  branch: string,
  base: BaseState,
): Promise<{ readonly posting: PostingState | null; readonly on: BranchState | null }> {
  const on = await readBranchState(world, branch, base);
  const pulls = await readOwnPulls(world, { branch });
  const pull = pulls.find(one => one.state === 'open') ?? pulls[0];
  if (pull === undefined) return { posting: null, on };
  const { mergeCommit } = pull;
  const mergedVersion = mergeCommit === null ? null : await broughtBy(mergeCommit, base).catch(() => null);
  return { posting: { ...pull, on, mergedVersion }, on };
}

async function broughtBy(merge: string, { versionAt }: BaseState): Promise<string | null> {
  const version = await versionAt(merge);
  return version === (await versionAt(`${merge}^1`)) ? null : version;
}
