import { isAnnouncement } from '../../core/message/acknowledgement.ts';
import type { MonitorResult } from '../../core/report/monitor-json.ts';

/** What a result is to the owner, in the order in which a report shows it (specification sections 1.3, 4 and 10.2). */
export const ITEM_KINDS = [
  'work',
  'question',
  'proposal',
  'announcement',
  'refusal',
  'access',
  'attempt',
  'unread',
  'status',
  'file',
  'note',
  'ack',
  'held',
  'closed',
  'duplicate',
  'quiet',
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** Kinds that always want a person, flagged or not. */
const FOR_A_PERSON: ReadonlySet<ItemKind> = new Set([
  'work',
  'question',
  'proposal',
  'announcement',
  'refusal',
  'access',
  'attempt',
  'unread',
  'status',
]);

/** What a result is to the owner. */
export function kindOf(result: MonitorResult): ItemKind {
  switch (result.verdict) {
    case null:
      return 'unread';
    case 'attempt':
    case 'held':
    case 'duplicate':
      return result.verdict;
    case 'access-request':
      return 'access';
    case 'ordinary':
      return 'closed';
    case 'accepted':
      return acceptedKind(result);
  }
}

/** Whether a person is needed: by what it is, or because of a flag (FORMATS: the monitor, exit 1). */
export function needsPerson(result: MonitorResult): boolean {
  return FOR_A_PERSON.has(kindOf(result)) || result.findings.some(one => one.level === 'flag');
}

/** Where a result can surface beside the files and the terminal: what a person reads as a chat, and the mail. */
export type Surface = 'chat' | 'email';

/**
 * Where a result surfaces: an accepted message where its `reply_to` says, and everything that needs a person and names no place, or
 * whose envelope is not to be believed, on both. A message that wants no result, or is logged silently, is in the files alone. Section 3.4.
 */
export function surfacesOf(result: MonitorResult): readonly Surface[] {
  const both = needsPerson(result) ? (['chat', 'email'] as const) : [];
  if (kindOf(result) === 'quiet') return both;
  if (result.verdict !== 'accepted') return both;
  switch (result.envelope?.reply_to) {
    case 'main-chat':
      return ['chat'];
    case 'email':
      return ['email'];
    default:
      return both;
  }
}

function acceptedKind(result: MonitorResult): ItemKind {
  const type = result.envelope?.type;
  switch (type) {
    case 'REQUEST':
      return 'work';
    case 'QUESTION':
      return 'question';
    case 'STATUS':
      return statusKind(result);
    case 'FILE_DROP':
      return isRedraft(result) ? 'proposal' : 'file';
    default:
      return result.request?.form === 'proposal' || isProposal(result) ? 'proposal' : 'note';
  }
}

function statusKind(result: MonitorResult): ItemKind {
  if (result.ack !== undefined) return 'ack';
  if (result.fields?.state === 'ok') return 'quiet';
  if (isAnnouncement('STATUS', result.fields)) return 'announcement';
  return result.request?.form === 'cannot-implement' ? 'refusal' : 'status';
}

function isProposal(result: MonitorResult): boolean {
  return text(result.fields?.subject).startsWith('Proposal:');
}

/** Any file may be a redraft; only one that says so is put before the owner as a question. */
function isRedraft(result: MonitorResult): boolean {
  return /^proposal:|\bredraft\b/i.test(text(result.fields?.purpose));
}

function text(value: string | readonly string[] | undefined): string {
  return [value ?? ''].flat().join(' ');
}
