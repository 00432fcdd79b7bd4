import type { PostingCode } from '../finding/posting-codes.ts';

const TOGETHER =
  'People copy the prompt, bots read the raw files, and others look at the page. If one of these places changes alone, two people work by different rules and each can show a source. So all of them change together, or none does.';
const SAME_STAMP =
  'The version with its dates is how anybody tells whether a copy is current. It has to be there once, in one form, and the same everywhere.';
const RECORD =
  'The changelog is what others rely on to see what they accepted, and when. What was posted stays as it was posted; a correction is a new line in a new version.';
const BASE_DECIDES =
  'A change is judged by the rules of the branch that it wants to get into, as they stand there, so that no change can loosen the rules for itself.';
const HISTORY =
  'Two humans signed what the record says. Each change raises the version by one and adds a line to the history, so that both can see how it came to be.';
const NO_SECRETS =
  'What is public is copied at once and stays public. Labels stand for people, and addresses and secrets are exchanged between the humans.';
const GENERATED =
  'Some files are made from others. Editing one by hand would let it say something that its source does not say.';

/** Why each code of the posting check is there. */
export const POSTING_WHY: Readonly<Record<PostingCode, string>> = {
  'manifest-missing': BASE_DECIDES,
  'manifest-unreadable': BASE_DECIDES,
  'merge-base-missing':
    'To say what a change does, the point has to be known where it left the branch. A guess could pass a change that nobody saw.',
  'working-tree-differs':
    'A verdict is about a commit, because a commit is what gets merged. Files that are only saved are not looked at.',
  'surface-missing': TOGETHER,
  'surface-unchanged': TOGETHER,
  'version-missing': SAME_STAMP,
  'version-repeated': SAME_STAMP,
  'version-malformed': SAME_STAMP,
  'version-not-new':
    'A version number stands for one text for ever. A change under an old number would make two texts with one name.',
  'version-differs': SAME_STAMP,
  'date-differs': SAME_STAMP,
  'date-backwards': SAME_STAMP,
  'effective-early':
    'Everybody gets time to read a new version before it holds. It can hold from the day it is posted at the earliest.',
  'changelog-no-entry': RECORD,
  'changelog-entry-empty': RECORD,
  'changelog-entry-undated': RECORD,
  'changelog-altered': RECORD,
  'draft-marker':
    'What is posted holds. A word that says it is still a draft leaves everybody in doubt about whether it does.',
  'agreement-file-invalid':
    'A record that cannot be read stops every message under it. It is better noticed before it is merged.',
  'agreement-version-step': HISTORY,
  'agreement-history-altered': HISTORY,
  'agreement-removed':
    'A revoked or expired agreement stays on record, so that a message which cites it can be told why the path is closed.',
  'protocol-record-differs':
    'One small file says which version is in force, and every gate goes by it. It must say what the documents say.',
  'address-public': NO_SECRETS,
  'secret-public': NO_SECRETS,
  'generated-stale': GENERATED,
  'update-prompt-altered':
    'The update prompt is pasted into bots. If it could carry a change itself, a forged copy could carry one, too. So it only points to the documents.',
  'vector-fails':
    'The vectors are what other implementations are built against. One that the reference implementation does not fulfil would send them astray.',
  'version-undeclared':
    'A version that stands in a place nobody declared will be forgotten at the next posting, and then say something old.',
};
