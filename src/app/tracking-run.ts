import {
  overdueComment,
  supersededIssue,
  toldOverdue,
  trackedVersion,
  trackingIssue,
} from '../core/proposal/tracking.ts';
import { activeAgreements, ledgerOf } from '../core/registry/acks.ts';
import type { AppWorld } from './app-world.ts';
import type { BaseState } from './base-state.ts';
import { type IssueState, readComments, readLogin, readOwnIssues } from './github-reads.ts';
import { createComment, createIssue, updateIssue } from './github-writes.ts';

/**
 * Keeps the one issue of the version in force up to date: who has acknowledged it, and who is overdue, of which the owner is told
 * once. It is opened only by a run over everything, so that two runs at once do not open two. Specification section 9.5.
 */
export async function trackAcks(
  world: AppWorld,
  base: BaseState,
  mayOpen: boolean,
): Promise<readonly string[]> {
  const { registry, acks } = base.records;
  const { protocol } = registry;
  if (protocol === null) return [];
  const rows = ledgerOf({ ...registry, protocol }, acks, base.today);
  const tracked = (await readOwnIssues(world)).filter(one => trackedVersion(one.body) !== null);
  const done = await closeSuperseded(world, tracked, protocol.normative);
  const known = tracked.filter(one => trackedVersion(one.body) === protocol.normative).at(-1) ?? null;
  if (known === null && (rows.length === 0 || !mayOpen)) return done;
  const { title, body } = trackingIssue(protocol, rows, unwatchedIn(base));
  const isDone = rows.every(row => row.state === 'acknowledged');
  // A version that everybody had acknowledged before anybody looked needs no issue
  if (known === null && isDone) return done;
  const number = known?.number ?? (await createIssue(world, title, body));
  if (known === null) done.push(`#${number}: opened for the acks of ${protocol.normative}`);
  else done.push(...(await updateTracking(world, known, body, isDone)));
  const overdue = rows.filter(row => row.state === 'overdue');
  if (overdue.length === 0) return done;
  const comments = await readComments(world, number);
  const told = new Set(
    comments.flatMap(one =>
      one.author.id === world.self.id ? toldOverdue(one.body, protocol.normative) : [],
    ),
  );
  const untold = overdue.filter(row => !told.has(row.agreement));
  if (untold.length === 0) return done;
  const [owner] = base.manifest.owners;
  const login = owner === undefined ? null : await readLogin(world, owner.id);
  await createComment(world, number, overdueComment(protocol.normative, untold, login));
  done.push(`#${number}: told of ${untold.length} overdue ack(s)`);
  return done;
}

async function updateTracking(
  world: AppWorld,
  known: IssueState,
  body: string,
  isDone: boolean,
): Promise<readonly string[]> {
  const state = isDone ? 'closed' : 'open';
  if (sameText(known.body, body) && known.state === state) return [];
  await updateIssue(world, known.number, {
    body,
    state,
    ...(isDone ? { state_reason: 'completed' as const } : {}),
  });
  return [`#${known.number}: brought up to date`];
}

async function closeSuperseded(
  world: AppWorld,
  tracked: readonly IssueState[],
  normative: string,
): Promise<string[]> {
  const done: string[] = [];
  for (const { number, body, state } of tracked) {
    const version = trackedVersion(body);
    if (state === 'closed' || version === null || version === normative) continue;
    const change = {
      body: supersededIssue(version, normative),
      state: 'closed',
      state_reason: 'not_planned',
    } as const;
    await updateIssue(world, number, change);
    done.push(`#${number}: closed, ${version} is superseded`);
  }
  return done;
}

/** The active agreements that record no watching for updates, with the parties of whom it is missing. */
function unwatchedIn({ records, today }: BaseState): ReadonlyMap<string, readonly string[]> {
  const found = activeAgreements(records.registry, today).map(
    ({ agreement, parties, update_watch: watch }) => {
      return [agreement, parties.filter(party => (watch?.[party] ?? '').trim() === '')] as const;
    },
  );
  return new Map(found.filter(([, parties]) => parties.length > 0));
}

/** Whether two texts are the same to GitHub, which keeps no white space at the end. */
export function sameText(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n').trimEnd() === other.trimEnd();
}
