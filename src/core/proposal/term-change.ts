import type { Agreement } from '../agreement/agreement.ts';
import { readLimits } from '../agreement/limits.ts';
import { BOUNDS } from '../finding/bounds.ts';
import { TRANSPORTS, type Transport } from '../message/delivery.ts';
import { DATE } from '../message/envelope.ts';
import { ACTIONS, type Action, type MessageType, TYPES } from '../message/type.ts';
import type { Term } from './form.ts';
import { type ProposalFinding, proposalFinding } from './proposal-finding.ts';

/** A list as it is to be, and what is added to it and taken away, all in the order of the vocabulary. */
type ListChange<Word> = {
  readonly to: readonly Word[];
  readonly added: readonly Word[];
  readonly removed: readonly Word[];
};

/** The change that a proposal asks for, a value for each term (specification sections 8.3 to 8.5). */
export type TermChange =
  | { readonly term: 'expires' | 'limits' | 'purpose'; readonly from: string; readonly to: string }
  | ({ readonly term: 'allowed_types' } & ListChange<MessageType>)
  | ({ readonly term: 'allowed_actions' } & ListChange<Action>)
  | ({ readonly term: 'transport' } & ListChange<Transport>)
  /** Only the humans can read it: nothing in the agreement changes by itself. */
  | { readonly term: 'other'; readonly text: string };

/** The change that `value` asks for in an agreement on a day, or what is wrong with it. */
export type ChangeReading = {
  readonly change: TermChange | null;
  readonly findings: readonly ProposalFinding[];
};

/**
 * Reads the value of a proposal as a change of one term. Nothing is guessed: a date is a date, limits are read whole, the words of
 * a list are those of the format, and verbs come one at a time. Specification sections 8.3 to 8.6.
 */
export function readTermChange(
  term: Term,
  value: string,
  agreement: Agreement,
  today: string,
): ChangeReading {
  const given = value.trim();
  switch (term) {
    case 'expires':
      return expiresChange(given, agreement, today);
    case 'limits':
      return limitsChange(given, agreement);
    case 'purpose':
      return textChange(term, agreement.purpose, given, agreement);
    case 'other':
      return { change: { term, text: given }, findings: [] };
    case 'allowed_types':
      return typesChange(given, agreement);
    case 'allowed_actions':
      return actionsChange(given, agreement);
    case 'transport': {
      const read = readList(given, TRANSPORTS, [agreement.transport].flat(), 'transport-unknown', term);
      if ('findings' in read) return { change: null, findings: read.findings };
      return list({ term, ...read.list }, [], agreement);
    }
  }
}

/** The value of a change in the one form in which two are compared and digested. */
export function changeValue(change: TermChange): string {
  if (change.term === 'other') return change.text;
  return typeof change.to === 'string' ? change.to : change.to.join(', ');
}

function nothing(agreement: Agreement): ChangeReading {
  const args = { agreement: agreement.agreement };
  return { change: null, findings: [proposalFinding('proposal-changes-nothing', args)] };
}

function textChange(
  term: 'expires' | 'limits' | 'purpose',
  from: string,
  to: string,
  agreement: Agreement,
): ChangeReading {
  return from === to ? nothing(agreement) : { change: { term, from, to }, findings: [] };
}

function expiresChange(to: string, agreement: Agreement, today: string): ChangeReading {
  if (!DATE.test(to)) return { change: null, findings: [proposalFinding('expires-not-date')] };
  if (to < today) return { change: null, findings: [proposalFinding('expires-past', { to, today })] };
  return textChange('expires', agreement.expires, to, agreement);
}

function limitsChange(to: string, agreement: Agreement): ChangeReading {
  const { limits, unreadable } = readLimits(to);
  const findings = unreadable.map(clause => proposalFinding('limits-unreadable', { clause }));
  if (findings.length === 0 && Object.keys(limits).length === 0)
    findings.push(proposalFinding('limits-unreadable', { clause: to }));
  const { files, filesBytes } = BOUNDS;
  if ((limits.files ?? 0) > files || (limits.bytes ?? 0) > filesBytes)
    findings.push(proposalFinding('limits-over-format', { files, megabytes: filesBytes / 1e6 }));
  return findings.length > 0
    ? { change: null, findings }
    : textChange('limits', agreement.limits ?? '', to, agreement);
}

function typesChange(given: string, agreement: Agreement): ChangeReading {
  const term = 'allowed_types';
  const read = readList(given, TYPES, agreement.allowed_types, 'type-not-in-format', term);
  if ('findings' in read) return { change: null, findings: read.findings };
  const { added, removed } = read.list;
  const verbs = agreement.allowed_actions ?? [];
  const findings: ProposalFinding[] = [];
  if (added.includes('REQUEST')) findings.push(proposalFinding('request-without-verb'));
  if (removed.includes('REQUEST') && verbs.length > 0)
    findings.push(proposalFinding('verbs-left', { words: verbs.join(', ') }));
  if (removed.includes('STATUS'))
    findings.push(proposalFinding('status-taken-away', { agreement: agreement.agreement }));
  return list({ term, ...read.list }, findings, agreement);
}

/** One more verb at a time: each is a widening of its own, approved by itself (section 8.4). */
function actionsChange(given: string, agreement: Agreement): ChangeReading {
  const term = 'allowed_actions';
  const read = readList(given, ACTIONS, agreement.allowed_actions ?? [], 'action-not-in-format', term);
  if ('findings' in read) return { change: null, findings: read.findings };
  const { added } = read.list;
  const args = { count: added.length, words: added.join(', ') };
  return list(
    { term, ...read.list },
    added.length > 1 ? [proposalFinding('verbs-several', args)] : [],
    agreement,
  );
}

function list(
  change: TermChange & ListChange<string>,
  findings: readonly ProposalFinding[],
  agreement: Agreement,
): ChangeReading {
  if (change.added.length === 0 && change.removed.length === 0) return nothing(agreement);
  return { change: findings.some(one => one.level === 'error') ? null : change, findings };
}

/** A list as written: either all its words, or only `add WORD` and `remove WORD` (also `+WORD` and `-WORD`). */
function readList<Word extends string>(
  given: string,
  vocabulary: readonly Word[],
  before: readonly Word[],
  unknown: 'type-not-in-format' | 'action-not-in-format' | 'transport-unknown',
  term: Term,
): { list: ListChange<Word> } | { findings: readonly ProposalFinding[] } {
  const items = wordsOf(given);
  const strange = items.filter(({ word }) => !(vocabulary as readonly string[]).includes(word));
  if (strange.length > 0) {
    const known = vocabulary.join(', ');
    return { findings: strange.map(({ word }) => proposalFinding(unknown, { word, known })) };
  }
  const signs = new Set(items.map(({ sign }) => sign));
  if (signs.has('') && signs.size > 1) return { findings: [proposalFinding('list-mixed')] };
  const named = (sign: string) => new Set(items.filter(one => one.sign === sign).map(({ word }) => word));
  const plus = named('add');
  const minus = named('remove');
  const whole = named('');
  if ([...plus].some(word => minus.has(word))) return { findings: [proposalFinding('list-mixed')] };
  const isWhole = signs.has('') || items.length === 0;
  const isIn = (word: Word) =>
    isWhole ? whole.has(word) : (before.includes(word) || plus.has(word)) && !minus.has(word);
  const to = vocabulary.filter(isIn);
  if (to.length === 0 && term !== 'allowed_actions')
    return { findings: [proposalFinding('list-empty', { term })] };
  return {
    list: {
      to,
      added: to.filter(word => !before.includes(word)),
      removed: vocabulary.filter(word => before.includes(word) && !to.includes(word)),
    },
  };
}

type Item = { readonly sign: '' | 'add' | 'remove'; readonly word: string };

const SIGNS: Readonly<Record<string, Item['sign']>> = {
  '+': 'add',
  '-': 'remove',
  add: 'add',
  remove: 'remove',
};

/** The words of a list in any of the usual ways to write one; "none" alone is the empty list. */
function wordsOf(given: string): readonly Item[] {
  const inner = given.replace(/^\[(.*)\]$/s, '$1').trim();
  if (/^(?:none|nothing)?$/i.test(inner)) return [];
  return inner
    .split(/[,;]|\band\b/i)
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => {
      const match = /^(?:([+-])|(add|remove)\s+)\s*(\S.*)$/i.exec(part);
      const sign = SIGNS[(match?.[1] ?? match?.[2] ?? '').toLowerCase()] ?? '';
      return { sign, word: match?.[3] ?? part };
    });
}
