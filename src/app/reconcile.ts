import type { AppWorld, Reconciled, Target } from './app-world.ts';
import { askedBy, waitingIn } from './asked.ts';
import { readBase } from './base-state.ts';
import { postExpiries } from './expiry-run.ts';
import { readIssueState, readOpenIssues, readOrderedAt, readOwnPulls } from './github-reads.ts';
import { type AskedIssue, runIssue } from './issue-run.ts';
import { refreshOrders } from './order-run.ts';
import { checkOwnPostings } from './own-check.ts';
import { closeOrphans, tidyBranches } from './tidy-run.ts';
import { trackAcks } from './tracking-run.ts';
import { branchTarget } from './webhook.ts';

/**
 * Brings what GitHub shows in line with what was written, decided and merged. It is the App's only writer: it reads the whole
 * state anew, so that it does not matter what started it, how often or in which order. Specification section 9.8, hazards D.
 */
export async function reconcile(target: Target, world: AppWorld): Promise<Reconciled> {
  const done: string[] = [];
  const faults: string[] = [];
  const attempt = async <T>(what: string, act: () => Promise<T>): Promise<T | null> => {
    try {
      return await act();
    } catch (error) {
      // One thing that fails keeps no other from being done
      faults.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };
  let base = await readBase(world);
  const asked = (issue: AskedIssue['issue']): AskedIssue => ({ issue, asked: askedBy(issue, base) });
  const open = (await readOpenIssues(world)).map(asked);
  const waiting = waitingIn(open, base);
  let recorded = false;
  for (const one of await issuesFor(target, world, open, asked)) {
    const others = waiting.filter(record => record.proposal !== one.issue.number);
    const ran = await attempt(`#${one.issue.number}`, () => runIssue(world, base, one, others));
    done.push(...(ran?.done ?? []));
    recorded = recorded || ran?.recorded === true;
  }
  if (recorded) base = await readBase(world);
  done.push(...((await attempt('The acks', () => trackAcks(world, base, target === 'all'))) ?? []));
  if (target === 'all') {
    const postings = [
      await attempt('Orders', () => refreshOrders(world, base)),
      await attempt('Expiries', () => postExpiries(world, base)),
    ];
    done.push(...postings.flatMap(one => one?.done ?? []));
    faults.push(...postings.flatMap(one => one?.faults ?? []));
    done.push(...((await attempt('Orphans', () => closeOrphans(world, base))) ?? []));
    done.push(...((await attempt('Branches', () => tidyBranches(world, base))) ?? []));
  }
  if (world.checksItself)
    done.push(...((await attempt('The check', () => checkOwnPostings(world, base))) ?? []));
  return { done, faults };
}

/** Days back to which orders are looked for that no webhook told of. */
const ORDER_DAYS = 30;

type AskedOf = (issue: AskedIssue['issue']) => AskedIssue;

/** The issues of a run: the one with those that want the same agreement changed, or all that are open or have something to be done. */
async function issuesFor(
  target: Target,
  world: AppWorld,
  open: readonly AskedIssue[],
  asked: AskedOf,
): Promise<readonly AskedIssue[]> {
  const numbers = target === 'all' ? await closedOnes(world, open) : [target.issue];
  const closed: AskedIssue[] = [];
  for (const number of numbers) {
    const known = open.some(one => one.issue.number === number) ? null : await readIssueState(world, number);
    if (known !== null) closed.push(asked(known));
  }
  if (target === 'all') return [...closed, ...open];
  const subject = [...closed, ...open].find(one => one.issue.number === target.issue);
  if (subject === undefined) return [];
  return [subject, ...open.filter(one => one !== subject && wantsSameAgreement(one, subject))];
}

/**
 * Closed issues at which there is something to do: their posting is still open, and is to be closed as well or was merged; or an
 * order on an agreement was given there.
 */
async function closedOnes(world: AppWorld, open: readonly AskedIssue[]): Promise<readonly number[]> {
  const numbers = (await readOwnPulls(world, 'open')).flatMap(({ branch }) => {
    const about = branchTarget(branch);
    return about === null || about === 'all' ? [] : [about.issue];
  });
  const since = world.now() - ORDER_DAYS * 86_400_000;
  const ordered = await readOrderedAt(world, since);
  return [...new Set([...numbers, ...ordered])].filter(number =>
    open.every(one => one.issue.number !== number),
  );
}

function wantsSameAgreement(one: AskedIssue, other: AskedIssue): boolean {
  if (one.asked.kind !== 'proposal' || other.asked.kind !== 'proposal') return false;
  return one.asked.proposal.agreement === other.asked.proposal.agreement;
}
