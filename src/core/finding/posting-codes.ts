import type { Entry } from './codes.ts';

const error = (section: string): Entry => ({ level: 'error', gate: null, section });
const note = (section: string): Entry => ({ level: 'note', gate: null, section });

/** The codes of the posting check: what keeps a change of the public documents from being a complete posting (section 9.2). */
export const POSTING_CODES = {
  'manifest-missing': error('9.2'),
  'manifest-unreadable': error('9.2'),
  'merge-base-missing': error('9.2'),
  'working-tree-differs': note('9.2'),
  'surface-missing': error('9.2'),
  'surface-unchanged': error('9.2'),
  'version-missing': error('9.2'),
  'version-repeated': error('9.2'),
  'version-malformed': error('9.2'),
  'version-not-new': error('9.4'),
  'version-differs': error('9.2'),
  'date-differs': error('9.2'),
  'date-backwards': error('9.2'),
  'effective-early': error('9.4'),
  'changelog-no-entry': error('9.2'),
  'changelog-entry-empty': error('9.2'),
  'changelog-entry-undated': error('9.2'),
  'changelog-altered': error('9.2'),
  'draft-marker': error('9.2'),
  'agreement-file-invalid': error('8.2'),
  'agreement-version-step': error('8.2'),
  'agreement-history-altered': error('8.2'),
  'agreement-removed': error('8.6'),
  'protocol-record-differs': error('9.4'),
  'address-public': error('8.2'),
  'secret-public': error('6.2'),
  'generated-stale': error('9.2'),
  'update-prompt-altered': error('9.3'),
  'vector-fails': error('7.3'),
  'version-undeclared': error('9.2'),
} as const satisfies Record<string, Entry>;

export type PostingCode = keyof typeof POSTING_CODES;
