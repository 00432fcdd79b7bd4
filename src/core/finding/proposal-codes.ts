import type { Entry } from './codes.ts';

const error = (section: string): Entry => ({ level: 'error', gate: null, section });
const flag = (section: string): Entry => ({ level: 'flag', gate: null, section });

/** The codes of proposals, access requests, acks and commands: what keeps one from being what it wants to be (8.3, 9.8). */
export const PROPOSAL_CODES = {
  // Reading an issue
  'issue-too-long': error('9.8'),
  'form-unknown': error('9.8'),
  'form-text-outside': error('9.8'),
  'form-field-missing': error('9.8'),
  'form-field-repeated': error('9.8'),
  'form-option-unknown': error('9.8'),
  'form-answer-lines': error('9.8'),
  'form-answer-long': error('9.8'),
  'form-answer-invalid': error('9.8'),
  'form-character-refused': error('9.8'),
  'issue-holds-address': error('9.8'),
  'issue-holds-secret': error('9.8'),
  'pasted-several': error('9.8'),
  'pasted-not-accepted': error('9.8'),
  'pasted-no-request': error('9.8'),
  // What a proposal asks for
  'proposal-agreement-unknown': error('8.3'),
  'proposal-agreement-unreadable': error('8.2'),
  'proposal-not-a-party': error('8.3'),
  'proposal-agreement-revoked': error('8.6'),
  'proposal-agreement-expired': error('8.6'),
  'proposal-changes-nothing': error('8.3'),
  'expires-not-date': error('8.6'),
  'expires-past': error('8.6'),
  'limits-unreadable': error('8.5'),
  'limits-over-format': error('8.5'),
  'list-mixed': error('8.3'),
  'list-empty': error('8.3'),
  'type-not-in-format': error('8.3'),
  'action-not-in-format': error('8.3'),
  'transport-unknown': error('2.1'),
  'verbs-several': error('8.4'),
  'request-without-verb': error('8.4'),
  'verbs-left': error('8.4'),
  'status-taken-away': flag('9.5'),
  'update-watch-missing': flag('9.5'),
  'proposal-conflicts': flag('8.3'),
  'proposal-asked-again': flag('8.3'),
  'proposal-asked-too-often': error('8.3'),
  // Access and acks
  'label-taken': error('9.7'),
  'ack-version-unknown': error('9.5'),
  'ack-effective-differs': error('9.5'),
  'agreement-not-active': error('8.6'),
  // Commands
  'command-argument': error('9.8'),
  'command-several': error('9.8'),
  'comment-edited': error('9.8'),
  'command-not-allowed': error('9.8'),
  'command-hash-differs': error('9.8'),
  'command-wrong-side': error('8.3'),
  'command-nothing-waits': error('9.8'),
  'command-no-effect': error('8.6'),
  'proposal-closed': error('8.3'),
  'amendment-impossible': error('8.2'),
} as const satisfies Record<string, Entry>;
export type ProposalCode = keyof typeof PROPOSAL_CODES;
