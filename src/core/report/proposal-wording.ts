import type { ProposalCode } from '../finding/proposal-codes.ts';
import type { Wording } from './wording.ts';

/** The sentences of the codes of proposals: the only place where they are written. */
export const PROPOSAL_WORDING = {
  'issue-too-long': {
    sentence: 'The text has {length} characters, and at most {limit} are read',
    remedy: 'Shorten it',
  },
  'form-unknown': {
    sentence: 'This is none of the forms, and no message was pasted in a block of code',
    remedy: 'Open an issue with one of the forms, or paste one AIMF message in a block of code',
  },
  'form-text-outside': {
    sentence: 'There is text above the first heading[, "{label}"]',
    remedy: 'Put it under one of the headings, or take it out',
  },
  'form-field-missing': {
    sentence: 'There is no answer under "{label}"',
    remedy: 'Write one below a line "### {label}"; a block of code that was not closed hides what follows it',
  },
  'form-field-repeated': {
    sentence: 'The heading "{label}" stands there more than once',
    remedy: 'Leave it once; inside an answer, write it otherwise',
  },
  'form-option-unknown': {
    sentence: 'The answer under "{label}" is none of those that can be chosen',
    remedy: 'Choose one of {options}',
  },
  'form-answer-lines': {
    sentence: 'The answer under "{label}" has more than one line',
    remedy: 'Write it on one line',
  },
  'form-answer-long': {
    sentence: 'The answer under "{label}" is longer than {limit} characters',
    remedy: 'Shorten it',
  },
  'form-answer-invalid': {
    sentence: 'The answer under "{label}" has another form than it must',
    remedy: 'Write {expected}',
  },
  'form-character-refused': {
    sentence: 'The answer under "{label}" holds the character {character}, which a reader cannot see',
    remedy: 'Type the answer anew; copied text often brings such characters along',
  },
  'issue-holds-address': {
    sentence: 'The text holds {count} mail address(es), and what stands here is public',
    remedy:
      'Take them out and write labels; addresses are exchanged between the humans. On GitHub the old text stays in the history of edits: delete it there too',
  },
  'issue-holds-secret': {
    sentence: 'The text holds what looks like {kind}, and what stands here is public',
    remedy: 'Take it out, and change the secret: it has been seen',
  },
  'pasted-several': {
    sentence: 'There are {count} blocks of code, and it is not clear which one is the message',
    remedy: 'Leave one block of code, with the message in it',
  },
  'pasted-not-accepted': {
    sentence: 'The pasted message was judged "{verdict}"[ at the gate "{gate}"]',
    remedy: 'Mend what the report says about it, or fill in a form instead',
  },
  'pasted-no-request': {
    sentence: 'The pasted message asks for nothing that is decided here',
    remedy:
      'Send a NOTE whose subject begins with "Proposal:", or a STATUS about the update; or fill in a form',
  },

  'proposal-agreement-unknown': {
    sentence: 'There is no agreement {agreement}',
    remedy: 'Take its id from the registry',
  },
  'proposal-agreement-unreadable': {
    sentence: 'The record of {agreement} cannot be read',
    remedy: 'The owner mends the file first: run "aimf registry check"',
  },
  'proposal-not-a-party': {
    sentence: 'Nothing shows that this comes from a party of {agreement}',
    remedy: 'Write from the account that the agreement records under "github", or on a wire of the agreement',
  },
  'proposal-agreement-revoked': {
    sentence: '{agreement} was revoked, and nothing of it can be changed',
    remedy: 'Ask for access anew',
  },
  'proposal-agreement-expired': {
    sentence: '{agreement} expired on {expires}; all that can be asked for is a later date',
    remedy: 'Propose another date for "expires"',
  },
  'proposal-changes-nothing': {
    sentence: '{agreement} says so already',
    remedy: 'Nothing to do, or ask for something else',
  },
  'expires-not-date': {
    sentence: 'The new end is not a date',
    remedy: 'Write the last day on which the agreement is to be valid, like 2027-06-30',
  },
  'expires-past': { sentence: '{to} lies before {today}', remedy: 'Ask for a day that is still to come' },
  'limits-unreadable': {
    sentence: 'The limits clause "{clause}" cannot be read',
    remedy: 'Write it like "10 files / 25 MB per message; 5 messages/day"',
  },
  'limits-over-format': {
    sentence: 'No agreement can allow more than {files} files or {megabytes} MB in a message',
    remedy: 'Ask for that or less',
  },
  'list-mixed': {
    sentence: 'Some words are added or taken away, and others just stand there',
    remedy: 'Write the whole new list, or only words like "add QUESTION" and "remove FILE_DROP"',
  },
  'list-empty': {
    sentence: 'Nothing would be left of {term}',
    remedy: 'Leave at least one; to end the agreement, revoke it',
  },
  'type-not-in-format': {
    sentence: 'The format has no type "{word}", and no proposal can add one',
    remedy: 'Choose among {known}',
  },
  'action-not-in-format': {
    sentence: 'The format has no verb "{word}", and no proposal can add one',
    remedy: 'Choose among {known}',
  },
  'transport-unknown': { sentence: 'There is no wire "{word}"', remedy: 'Choose among {known}' },
  'verbs-several': {
    sentence: '{count} verbs would be added at once: {words}',
    remedy: 'Ask for one verb; each is a version of its own',
  },
  'request-without-verb': {
    sentence: 'REQUEST comes with the verb that it may carry, not alone',
    remedy: 'Ask for one verb under "allowed_actions"; REQUEST is then allowed with it',
  },
  'verbs-left': {
    sentence: 'REQUEST cannot go while verbs are listed: {words}',
    remedy: 'Ask to take the verbs away under "allowed_actions"; REQUEST goes with the last one',
  },
  'status-taken-away': {
    sentence: 'Without STATUS {agreement} could not acknowledge an update',
    remedy: 'Keep STATUS, unless the acks come another way',
  },
  'update-watch-missing': {
    sentence: '{agreement} does not say how {party} watches for updates',
    remedy: 'Settle it with the party and write it under "update_watch"; a posting is refused without it',
  },
  'proposal-conflicts': {
    sentence: 'Other open proposals want the same term of {agreement} changed: {numbers}',
    remedy: 'The humans decide which one holds; the others are then to be read anew',
  },
  'proposal-asked-again': {
    sentence: 'The same was declined before, in {number}: {reason}',
    remedy: 'It may be asked once more, and this is that time',
  },
  'proposal-asked-too-often': {
    sentence: 'The same was declined before and asked again, in {number}: {reason}',
    remedy: 'Nothing to do: it stays declined',
  },

  'label-taken': {
    sentence: 'The label "{party}" is somebody else\'s in the registry',
    remedy: 'Choose another label; if it is yours, propose a change of your agreement instead',
  },
  'ack-version-unknown': {
    sentence: '{version} is not the version to acknowledge; that is {normative}',
    remedy: 'Read the current document and acknowledge {normative}, effective {effective}',
  },
  'ack-effective-differs': {
    sentence: '{version} takes effect on {effective}, and the ack says {given}',
    remedy: 'Acknowledge it with its own date, {effective}',
  },
  'agreement-not-active': {
    sentence: '{agreement} is {standing}',
    remedy: 'Nothing to do until it is active',
  },

  'command-argument': {
    sentence: 'The command "{command}" is not complete, or says too much',
    remedy: 'Write it like {usage}',
  },
  'command-several': {
    sentence: 'There are {count} commands in one comment, and none was followed',
    remedy: 'Write one command a comment',
  },
  'command-character-refused': {
    sentence: 'The command holds the character {character}, which a reader cannot see',
    remedy: 'Type it anew in a new comment; copied text often brings such characters along',
  },
  'comment-edited': {
    sentence: 'This comment was edited, perhaps by somebody else, so it counts for nothing',
    remedy: 'Write it in a new comment',
  },
  'command-not-allowed': {
    sentence: 'The command "{command}" is not for this account to give',
    remedy: '{who}',
  },
  'command-hash-differs': {
    sentence: 'The command is for {given}, and the proposal as it now stands is {digest}',
    remedy:
      'It was edited, or the agreement has changed since: read it again, and write the command that the comment about it now shows',
  },
  'command-wrong-side': {
    sentence: 'The command "{command}" is for a proposal of the other side',
    remedy: 'A proposal is decided by the side that did not make it',
  },
  'command-nothing-waits': {
    sentence: 'Nothing here waits for "{command}"',
    remedy: 'Give it at an open proposal or access request, as the comment there says',
  },
  'command-no-effect': {
    sentence: '{agreement} is {standing}, so "{command}" changes nothing',
    remedy: 'Nothing to do',
  },
  'proposal-closed': {
    sentence: 'Proposal {number} is {state} already',
    remedy: 'Nothing to do; a new change is a new proposal',
  },
  'amendment-impossible': {
    sentence: '{path} cannot be changed with its comments kept: {fault}',
    remedy: 'Change the file by hand and run "aimf posting prepare"',
  },
} as const satisfies Record<ProposalCode, Wording>;
