import { gitLine } from '../github/git.ts';
import type { AppWorld } from './app-world.ts';
import { type BaseState, mirrored } from './base-state.ts';
import { type PullState, readOwnPulls } from './github-reads.ts';

/** What the App writes below a commit of its own: what it is bound to, and of which agreement it is. */
export type Trailer = { readonly digest: string; readonly agreement: string };

/** A branch of the App as it stands. */
export type BranchState = {
  readonly head: string;
  /** What the newest commit of the App's says of itself; null where there is none of its own. */
  readonly subject: string | null;
  readonly trailer: Trailer | null;
  /** Whether somebody else committed to it: it is then theirs to finish. */
  readonly foreign: boolean;
  /** The posted version of the base that its work began from, and its own. */
  readonly from: string | null;
  readonly version: string | null;
};

/** A posting that the App opened: its pull request, and its branch where that still exists. */
export type PostingState = PullState & {
  readonly on: BranchState | null;
  /** The version that its merge brought. */
  readonly mergedVersion: string | null;
};

const DIGEST = 'Aimf-Digest';
const AGREEMENT = 'Aimf-Agreement';

/** The message of a commit of the App's: one line, and what it is bound to where a machine finds it again. */
export function commitMessage(subject: string, { digest, agreement }: Trailer): string {
  return `${subject}\n\n${DIGEST}: ${digest}\n${AGREEMENT}: ${agreement}\n`;
}

function readTrailer(message: string): Trailer | null {
  const named = (name: string) => new RegExp(`^${name}: (\\S+)$`, 'm').exec(message)?.[1];
  const digest = named(DIGEST);
  const agreement = named(AGREEMENT);
  return digest === undefined || agreement === undefined ? null : { digest, agreement };
}

/** A branch of the App in the mirror; null where there is none. */
export async function readBranchState(
  world: AppWorld,
  branch: string,
  base: BaseState,
): Promise<BranchState | null> {
  const { folder } = world.mirror;
  const head = await gitLine(folder, ['rev-parse', '--verify', '--quiet', `${mirrored(branch)}^{commit}`]);
  if (head === null) return null;
  const log = await gitLine(folder, ['log', '--format=%B%x00', head, `^${base.commit}`, '--']);
  const messages = (log ?? '')
    .split('\0')
    .map(one => one.trim())
    .filter(one => one !== '');
  const trailers = messages.map(readTrailer);
  const own = trailers.findIndex(one => one !== null);
  const meeting = (await gitLine(folder, ['merge-base', base.commit, head])) ?? head;
  return {
    head,
    subject: messages[own]?.split('\n')[0] ?? null,
    trailer: trailers[own] ?? null,
    foreign: trailers.some(one => one === null),
    from: await base.versionAt(meeting),
    version: await base.versionAt(head),
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
  const mergedVersion = mergeCommit === null ? null : await base.versionAt(mergeCommit).catch(() => null);
  return { posting: { ...pull, on, mergedVersion }, on };
}
