import { checkPosting } from '../github/posting.ts';
import type { AppWorld } from './app-world.ts';
import { type BaseState, mirrored } from './base-state.ts';
import { readOwnPulls } from './github-reads.ts';

/** The name under which the posting check reports, as the workflow's job does. */
const CONTEXT = 'posting';

const STATES = { none: 'success', complete: 'success', partial: 'failure', undecidable: 'error' } as const;

/**
 * Checks the App's own open postings and sets the status of their heads, where no workflow does: pull requests of a workflow's own
 * token start none. Hazards C.
 */
export async function checkOwnPostings(world: AppWorld, base: BaseState): Promise<readonly string[]> {
  const done: string[] = [];
  await world.mirror.update();
  for (const { number, head } of await readOwnPulls(world, 'open')) {
    const asked = { ...world.repository, ref: head, per_page: 100 };
    const known = await world.github.request('GET /repos/{owner}/{repo}/commits/{ref}/statuses', asked);
    if (known.data.some(one => one.context === CONTEXT && Number(one.creator?.id) === world.self.id))
      continue;
    const { verdict, version } = await checkPosting(world.mirror.folder, mirrored(base.branch), head);
    const state = STATES[verdict];
    const description = `${verdict === 'none' ? 'no posting' : `a ${verdict} posting`}${version.head === null ? '' : `, ${version.head}`}`;
    const status = { ...world.repository, sha: head, state, context: CONTEXT, description };
    await world.github.request('POST /repos/{owner}/{repo}/statuses/{sha}', status);
    done.push(`#${number}: checked, ${description}`);
  }
  return done;
}
