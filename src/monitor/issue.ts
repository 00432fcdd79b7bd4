import { GATES, type Gate } from '../core/finding/codes.ts';
import { type Finding, finding } from '../core/finding/finding.ts';
import type { Context } from '../core/gate/context.ts';
import { judge } from '../core/gate/judge.ts';
import { skippedGates, type Verdict, type VerdictWord } from '../core/gate/verdict.ts';
import type { Delivery } from '../core/message/delivery.ts';
import { isAimfShaped } from '../core/message/shape.ts';
import { readIssueForm } from '../core/proposal/issue-form.ts';
import type { ProposalFinding } from '../core/proposal/proposal-finding.ts';
import { pastedDelivery, type Request, requestFrom } from '../core/proposal/request.ts';
import type { Content } from '../transport/wire.ts';

type Issue = Extract<Content, { form: 'issue' }>;

/** An issue judged: as the message that was pasted into it, or as the form that it is. */
export type JudgedIssue = {
  readonly verdict: Verdict;
  /** The pasted message as it was judged; null for a form. */
  readonly delivery: Delivery | null;
  readonly request: Request | null;
  readonly requestFindings: readonly ProposalFinding[];
};

/**
 * Judges an issue by what its body says. A pasted message meets the four gates like any other; a form is held to its own fields,
 * to who sent it and to whose agreement it names. What holds an address or a secret is refused and not repeated.
 * Specification sections 2.1 and 9.8.
 */
export function judgeIssue(issue: Issue, received: number, context: Context): JudgedIssue {
  const { owner } = context.receiver;
  if (issue.automatic !== null)
    return only(ended('ordinary', null, [finding('automatic-mail', { sign: issue.automatic })]));
  if (issue.party === owner.name) return only(ended('ordinary', null, []));
  const { form, answers, pasted, findings } = readIssueForm(issue.body);
  if (pasted !== null) {
    const labels = new Set([...labelsOf(context), owner.name]);
    const delivery = pastedDelivery(pasted, { party: issue.party, labels, received });
    return { ...only(judge(delivery, context)), delivery };
  }
  if (form !== null && answers !== null) {
    const asked = requestFrom(form, Object.fromEntries(answers));
    if ('request' in asked) return judgeForm(asked.request, issue.party, context);
  }
  const isMeant = form !== null || isAimfShaped(issue.body, null) || isRefused(findings);
  if (!isMeant || issue.party === null) {
    // A stranger is told of nothing but what it must not have published
    const word = isMeant && isRefused(findings) && isAimfShaped(issue.body, null) ? 'attempt' : 'ordinary';
    return { ...only(ended(word, word === 'attempt' ? 'allowlist' : null, [])), requestFindings: findings };
  }
  return { ...only(ended('attempt', 'schema', [], issue.party)), requestFindings: findings };
}

function judgeForm(request: Request, party: string | null, context: Context): JudgedIssue {
  if (party === null) {
    if (request.form !== 'access-request') return only(ended('ordinary', null, []));
    const unlisted = finding('sender-unlisted', { identity: request.party });
    return { ...only(ended('access-request', 'allowlist', [unlisted])), request };
  }
  const fault = request.form === 'access-request' ? null : agreementFault(request.agreement, party, context);
  const verdict =
    fault === null ? ended('accepted', null, [], party) : ended('attempt', 'agreement', [fault], party);
  return { ...only(verdict), request };
}

function agreementFault(id: string, party: string, context: Context): Finding | null {
  const entry = context.registry.agreements.get(id);
  if (entry === undefined) return finding('agreement-unknown', { agreement: id }, { field: 'agreement' });
  if (entry.agreement?.parties.includes(party) === true) return null;
  return finding('agreement-of-another', { agreement: id, party }, { field: 'agreement' });
}

/** Whether an issue publishes what must stay private. */
function isRefused(findings: readonly ProposalFinding[]): boolean {
  return findings.some(one => one.code === 'issue-holds-address' || one.code === 'issue-holds-secret');
}

function labelsOf({ receiver, registry }: Context): string[] {
  const recorded = [...registry.agreements.values()].flatMap(({ agreement }) => agreement?.parties ?? []);
  return [...receiver.parties.map(one => one.party), ...recorded];
}

function only(verdict: Verdict): JudgedIssue {
  return { verdict, delivery: null, request: null, requestFindings: [] };
}

/** A verdict without a message: the gates before the one it stopped at are passed, those after it are skipped. */
function ended(
  word: VerdictWord,
  gate: Gate | null,
  findings: readonly Finding[],
  party: string | null = null,
): Verdict {
  const stop = gate === null ? GATES.length : GATES.indexOf(gate);
  const gates =
    word === 'ordinary'
      ? skippedGates()
      : GATES.map((one, at) => {
          const result = at < stop ? 'pass' : at === stop ? 'fail' : 'skipped';
          return { gate: one, result, findings: at === stop ? findings : [] } as const;
        });
  return {
    verdict: word,
    gate,
    gates,
    about: word === 'ordinary' ? findings : [],
    party,
    envelope: null,
    type: null,
    fields: null,
    body: null,
    attachments: [],
  };
}
