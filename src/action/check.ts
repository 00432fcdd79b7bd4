import type { Decision } from '../core/posting/decide.ts';
import type { PostingFinding } from '../core/posting/posting-finding.ts';
import { postingExit, postingRemedy, postingSentence, postingText } from '../core/posting/report.ts';
import { checkPosting } from '../github/posting.ts';
import type { Annotation } from './annotation.ts';
import { type ActionResult, type ActionWorld, isOn } from './command.ts';
import { findEnds } from './commits.ts';
import { COMMENT_LIMIT, postingSummary, SUMMARY_LIMIT } from './summary.ts';

const LEVELS: Readonly<Record<PostingFinding['level'], Annotation['level']>> = {
  error: 'error',
  flag: 'warning',
  note: 'notice',
};

/** `command: check`: whether the change is a complete posting (specification section 9.2). */
export async function checkCommand(world: ActionWorld): Promise<ActionResult> {
  const wantsComment = isOn(world, 'comment');
  world.say('Checking whether this change is a complete posting');
  const { base, head, pullRequest, notes } = await findEnds(world);
  world.say(`Base ${base}, head ${head}`);
  const decision = await checkPosting(world.folder, base, head);
  const remarks = notes.map(note => notice('The base of the comparison', note));
  if (wantsComment) remarks.push(...(await comment(world, pullRequest, decision)));
  return {
    exit: postingExit(decision),
    log: postingText(decision),
    annotations: [...decision.findings.map(annotationOf), ...remarks],
    summary: postingSummary(decision, SUMMARY_LIMIT),
    outputs: {
      verdict: decision.verdict,
      version: decision.version.head ?? '',
      findings: String(decision.findings.filter(one => one.level === 'error').length),
    },
  };
}

function annotationOf(finding: PostingFinding): Annotation {
  const { file, line } = finding.place;
  return {
    level: LEVELS[finding.level],
    title: `AIMF posting: ${finding.code}`,
    message: `${postingSentence(finding)}\n${postingRemedy(finding)}`,
    // GitHub shows nothing beside a folder
    ...(file === undefined || file.endsWith('/') ? {} : { file, ...(line === undefined ? {} : { line }) }),
  };
}

/** Writes the comment; what keeps it from being written is a notice and never changes the verdict. */
async function comment(
  world: ActionWorld,
  pullRequest: number | null,
  decision: Decision,
): Promise<Annotation[]> {
  const title = 'The comment was not written';
  if (pullRequest === null) return [notice(title, 'Only a pull request has a place for it')];
  const { stickyComment } = await import('./comment.ts');
  const fault = await stickyComment(world, pullRequest, postingSummary(decision, COMMENT_LIMIT));
  return fault === null ? [] : [notice(title, fault)];
}

function notice(title: string, message: string): Annotation {
  return { level: 'notice', title, message };
}
