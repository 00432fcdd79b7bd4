import type { PostingCode } from '../finding/posting-codes.ts';
import type { Wording } from './wording.ts';

/** The sentences of the posting check's codes: the only place where they are written. */
export const POSTING_WORDING = {
  'manifest-missing': {
    sentence: 'The base branch has no posting manifest at {path}',
    remedy: 'Write one with "aimf posting init" and merge it first',
  },
  'manifest-unreadable': {
    sentence: 'The posting manifest {path} of the base branch cannot be read: {fault}',
    remedy: 'Mend it on the base branch first',
  },
  'merge-base-missing': {
    sentence: 'It cannot be decided what this change is: {reason}',
    remedy: 'Fetch the whole history (fetch-depth: 0), or rebase the branch onto the base branch',
  },
  'working-tree-differs': {
    sentence: 'The working tree differs from the head that was checked',
    remedy: 'Commit first if the check is to see it',
  },
  'surface-missing': {
    sentence: 'The surface {surface} is not at {path} as a regular file of text',
    remedy: 'Put it back at {path}; a link or a file of another name is no surface',
  },
  'surface-unchanged': {
    sentence: 'The surface {surface} did not change with the others',
    remedy: 'Run "aimf posting prepare" and commit what it writes to {path}',
  },
  'version-missing': {
    sentence: 'The surface {surface} does not say its version',
    remedy:
      'Give {path} exactly one line "Version: vX.Y (posted DATE, effective DATE)", or the version in its own form',
  },
  'version-repeated': {
    sentence: 'The surface {surface} says its version {count} times',
    remedy: 'Leave exactly one in {path}',
  },
  'version-malformed': {
    sentence: 'The version of the surface {surface} is not of the form it must have',
    remedy: 'Write it like "Version: v1.11 (posted 2026-12-01, effective 2026-12-08)"',
  },
  'version-not-new': {
    sentence: 'The version {version} is not newer than {base}, which the base branch has',
    remedy:
      'Merge the base branch if it moved on, and run "aimf posting prepare", which takes the next version',
  },
  'version-differs': {
    sentence: 'This surface says {version}, and the posting is {expected}',
    remedy: 'Run "aimf posting prepare", or write {expected} here',
  },
  'date-differs': {
    sentence: 'This surface says {which} {date}, and the others say {expected}',
    remedy: 'Write {expected} here',
  },
  'date-backwards': {
    sentence: 'The posting is dated {posted}, before the last one ({before})',
    remedy: 'Date it on the day it is posted, in UTC',
  },
  'effective-early': {
    sentence: 'The posting takes effect on {effective}, before it is posted ({posted})',
    remedy: 'Let it take effect on that day or later',
  },
  'changelog-no-entry': {
    sentence: 'The changelog has no entry for {version} on top',
    remedy: 'Add "## {version} — DATE (effective DATE)" above the others, with a line that says what changed',
  },
  'changelog-entry-empty': {
    sentence: 'The changelog entry of {version} says nothing',
    remedy: 'Say in one line what changed',
  },
  'changelog-entry-undated': {
    sentence: 'The changelog entry of {version} has no date',
    remedy: 'Write its heading like "## v1.11 — 2026-12-01 (effective 2026-12-08)"',
  },
  'changelog-altered': {
    sentence: 'The changelog entry of {version} was altered, moved, taken away or put in below the top',
    remedy: 'Leave everything below the new entry as it was; corrections go into that entry',
  },
  'draft-marker': {
    sentence: 'A surface says {word}, and a posting is no draft',
    remedy: 'Settle the point or leave it out',
  },
  'agreement-file-invalid': { sentence: '{path}: {fault}', remedy: 'Mend the file' },
  'agreement-version-step': {
    sentence: 'Agreement {agreement} changed and went from version {from} to {to}',
    remedy: 'Raise its version by exactly one',
  },
  'agreement-history-altered': {
    sentence: 'The history of agreement {agreement} was altered',
    remedy: 'Keep every line as it was, and add one for the new version',
  },
  'agreement-removed': {
    sentence: 'Agreement {agreement} was taken out of the registry',
    remedy: 'Keep its file; an agreement that ended is revoked or expires',
  },
  'protocol-record-differs': {
    sentence: '{path} {fault}',
    remedy: 'Run "aimf posting prepare"',
  },
  'address-public': {
    sentence: 'A public surface holds the address {address}',
    remedy: 'Write a label, or an address at example.com',
  },
  'secret-public': {
    sentence: 'A public surface holds what looks like {kind}',
    remedy: 'Take it out, and change the secret: it has been seen',
  },
  'generated-stale': {
    sentence: '{path} is not what would be generated',
    remedy: 'Run "aimf posting build" and commit what it writes',
  },
  'update-prompt-altered': {
    sentence: 'The update prompt {path} says something else than a pointer says',
    remedy: 'Run "aimf posting build": the prompt points to the documents and carries nothing itself',
  },
  'vector-fails': {
    sentence: 'The test vector {file} gives {got}, and must give {expected}',
    remedy: 'Mend the vector, or the rule that it shows',
  },
  'version-undeclared': {
    sentence: 'This place says {version}, and the posting is {expected}',
    remedy:
      'Write it without a version, say {expected}, or mark it as history ("since {version}", or in backquotes)',
  },
} as const satisfies Record<PostingCode, Wording>;
