import { recordAck } from '../core/proposal/acknowledgement-record.ts';
import { authorityOf } from '../core/proposal/actor.ts';
import {
  answered,
  answerMark,
  comment as commentText,
  heldComment,
  heldMark,
  heldUnder,
  refusedCommandComment,
} from '../core/proposal/comment.ts';
import { readIssueForm } from '../core/proposal/issue-form.ts';
import { ackWords } from '../core/proposal/outcome-comment.ts';
import { type ProposalFinding, proposalFinding } from '../core/proposal/proposal-finding.ts';
import { trackedVersion } from '../core/proposal/tracking.ts';
import type { AppWorld } from './app-world.ts';
import { readText } from './asked.ts';
import type { BaseState } from './base-state.ts';
import type { CommentState, IssueState } from './github-reads.ts';
import { createComment } from './github-writes.ts';
import { ackRecord } from './plan-ack.ts';
import { writeRecord } from './record.ts';

/**
 * Records the acks that parties wrote as comments: a STATUS in a block of code, from the account that the agreement names. Each is
 * answered once. In the issue that keeps the acks, what a party wrote and is none is answered too. Specification section 9.5.
 */
export async function answerAcks(
  world: AppWorld,
  base: BaseState,
  issue: IssueState,
  comments: readonly CommentState[],
): Promise<{ readonly done: readonly string[]; readonly recorded: boolean }> {
  const self = world.self.id;
  const done: string[] = [];
  let recorded = false;
  const known = new Set(comments.flatMap(one => (one.author.id === self ? (answered(one.body) ?? []) : [])));
  const isTracking = issue.author.id === self && trackedVersion(issue.body) !== null;
  for (const comment of comments) {
    if (known.has(comment.id)) continue;
    const read = ackIn(comment, base);
    if (read === null) continue;
    if ('held' in read) {
      // Not answered: it is judged again once the agreement is resumed
      const mark = heldMark(comment.id);
      if (!isTracking || comments.some(one => one.author.id === self && one.body.startsWith(mark))) continue;
      await createComment(world, issue.number, heldComment(read.held, mark));
      done.push(`#${issue.number}: held`);
      continue;
    }
    const { login } = comment.author;
    if ('findings' in read) {
      // Elsewhere a message in a comment may be about anything
      if (!isTracking) continue;
      await createComment(world, issue.number, refusedCommandComment(comment.id, login, read.findings));
    } else {
      const { path, text, ack } = read;
      const pull = read.known ? null : await writeRecord(world, base, ackRecord(path, text, ack));
      recorded = recorded || !read.known;
      await createComment(world, issue.number, commentText([ackWords(ack, pull)], answerMark(comment.id)));
    }
    done.push(`#${issue.number}: answer`);
  }
  return { done, recorded };
}

type AckIn =
  | ReturnType<typeof recordAck>
  | { readonly findings: readonly ProposalFinding[] }
  /** The agreement by whose pause it is held. */
  | { readonly held: string };

/** The ack that a comment holds, or what is wrong with it; null where it holds no message, or nobody known wrote it. */
function ackIn(comment: CommentState, base: BaseState): AckIn | null {
  const { registry } = base.records;
  const authority = authorityOf(comment.author, base.manifest.owners, registry);
  if (authority.parties.size === 0) return null;
  const { pasted, form, findings: faults } = readIssueForm(comment.body);
  if (pasted === null) {
    const isMeant = form === null && faults.some(one => one.code !== 'form-unknown');
    return isMeant ? { findings: faults } : null;
  }
  if (comment.edited) return { findings: [proposalFinding('comment-edited')] };
  const { request, findings, verdict } = readText(comment.body, comment.createdAt, authority, base);
  const held = heldUnder(verdict);
  if (held !== null) return { held };
  if (request === null) return { findings };
  if (request.form !== 'acknowledgement') return { findings: [proposalFinding('pasted-no-request')] };
  return recordAck(request, authority.parties.get(request.agreement) ?? null, base.records, base.today);
}
