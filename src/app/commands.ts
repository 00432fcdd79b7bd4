import { type Authority, authorityOf } from '../core/proposal/actor.ts';
import { type Command, readCommand } from '../core/proposal/command.ts';
import { answered, refusedCommandComment } from '../core/proposal/comment.ts';
import { type Decidable, type Ruling, rule } from '../core/proposal/decision.ts';
import type { ProposalFinding } from '../core/proposal/proposal-finding.ts';
import type { ProposalRecord } from '../core/registry/proposals.ts';
import type { BaseState } from './base-state.ts';
import type { CommentState, IssueState } from './github-reads.ts';

/** A comment that gives a command, or tries to. */
export type GivenCommand = {
  readonly comment: CommentState;
  readonly authority: Authority;
  readonly command: Command | null;
  readonly findings: readonly ProposalFinding[];
  /** Whether the App has answered it: whatever it meant is done. */
  readonly answered: boolean;
};

/** What the App says to one comment, once. */
export type Answer = { readonly to: number; readonly text: string };

/** A change of an agreement's standing that somebody commanded. */
export type StatusOrder = {
  readonly comment: CommentState;
  readonly ruling: Extract<Ruling, { ruling: 'pause' | 'resume' | 'revoke' }>;
};

/** Answers that one account without any authority gets at one issue: what it writes on is left alone. */
const PATIENCE = 3;

/**
 * The commands among the comments of an issue, the oldest first. Bots and the App itself give none. Specification section 9.8.
 */
export function commandsIn(
  comments: readonly CommentState[],
  base: BaseState,
  self: number,
): readonly GivenCommand[] {
  const done = new Set(comments.flatMap(one => (one.author.id === self ? (answered(one.body) ?? []) : [])));
  return comments
    .filter(one => one.author.kind === 'User' && one.author.id !== self)
    .flatMap(comment => {
      const { command, findings } = readCommand(comment.body, comment.edited);
      if (command === null && findings.length === 0) return [];
      const authority = authorityOf(comment.author, base.manifest.owners, base.records.registry);
      return [{ comment, authority, command, findings, answered: done.has(comment.id) }];
    });
}

/** What the commands at an issue come to. */
export type Decided = {
  readonly decision: Extract<Ruling, { ruling: 'enact' | 'decline' }> | null;
  readonly orders: readonly StatusOrder[];
  readonly answers: readonly Answer[];
};

/** Where the commands were given: what can be decided there, and since when it can. */
export type CommandScene = {
  readonly issue: IssueState;
  readonly proposal: Decidable | null;
  readonly record: ProposalRecord | null;
  /** Decisions before this moment led to something that has ended since. */
  readonly since: number;
  readonly base: BaseState;
};

/**
 * Rules on the commands of an issue: the last decision that holds is the decision, orders on agreements are each carried out, and
 * what leads to nothing is answered with the reason. Specification section 9.8.
 */
export function decideOn(commands: readonly GivenCommand[], scene: CommandScene): Decided {
  const { issue, proposal, record, since, base } = scene;
  const at = { proposal, number: issue.number, record, registry: base.records.registry, today: base.today };
  let decision: Decided['decision'] = null;
  const orders: StatusOrder[] = [];
  const refused: { given: GivenCommand; findings: readonly ProposalFinding[] }[] = [];
  for (const given of commands) {
    const { comment, command, authority } = given;
    // An answer says that nothing comes of it, or that it is done
    if (given.answered) continue;
    if (command === null) {
      refused.push({ given, findings: given.findings });
      continue;
    }
    const isOrder =
      command.command === 'pause' || command.command === 'resume' || command.command === 'revoke';
    if (!isOrder && comment.createdAt <= since) continue;
    const ruling = rule(command, authority, at);
    if (ruling.ruling === 'nothing') refused.push({ given, findings: ruling.findings });
    else if (ruling.ruling === 'enact' || ruling.ruling === 'decline') decision = ruling;
    else orders.push({ comment, ruling });
  }
  return { decision, orders, answers: answersTo(refused, commands) };
}

function answersTo(
  refused: readonly { given: GivenCommand; findings: readonly ProposalFinding[] }[],
  commands: readonly GivenCommand[],
): readonly Answer[] {
  const had = new Map<number, number>();
  const count = (id: number) => had.set(id, (had.get(id) ?? 0) + 1);
  for (const given of commands) if (given.answered) count(given.comment.author.id);
  return refused.flatMap(({ given: { comment, authority }, findings }) => {
    const { id, login } = comment.author;
    const isKnown = authority.owner || authority.parties.size > 0;
    if (!isKnown && (had.get(id) ?? 0) >= PATIENCE) return [];
    count(id);
    return [{ to: comment.id, text: refusedCommandComment(comment.id, login, findings) }];
  });
}
