import type { ProposalCode } from '../finding/proposal-codes.ts';

const FORM =
  'A form is read by a program, question by question. An answer that could be read in two ways is asked for again, so that what is decided is what was meant.';
const PUBLIC =
  'An issue is public, and mail about it is sent at once. Addresses and secrets have no place there, and are not repeated in the answer.';
const PASTED =
  'A message that is pasted into an issue goes through the same gates as any other. One that would not be accepted elsewhere asks for nothing here.';
const PARTY =
  'Only a party of an agreement can ask for a change of it, known by the numeric id of its account. A name can be taken over; that number cannot.';
const CLOSED =
  'An agreement that has ended is not brought back by changing one of its terms. The two humans make a new one, with all that belongs to it.';
const VOCABULARY =
  'Types, verbs and wires are the same for everybody. A new one changes the specification, and only the owner does that.';
const LADDER =
  'Trust grows step by step: one verb at a time, each decided by itself, and none without the type that carries it.';
const ASKED =
  'A no may be questioned once. After that it stands, so that nobody is worn down by being asked again.';
const COMMAND =
  'A command changes what holds. It must be one, complete, and from somebody who may give it; a doubtful one does nothing.';
const BOUND_TO_TEXT =
  'The hash binds an approval to the text that was read. If the proposal was edited in between, the approval is not for what stands there now.';
const TERM_FORM =
  'A term of an agreement is checked by a machine at every message. It has to be written so that the machine reads what the humans meant.';
const ACK =
  'An acknowledgement says: we know this version and will work by it. It counts only for the version and the date that were announced.';

/** Why each code of proposals, access requests, acks and commands is there. */
export const PROPOSAL_WHY: Readonly<Record<ProposalCode, string>> = {
  'issue-too-long': FORM,
  'form-unknown': FORM,
  'form-text-outside': FORM,
  'form-field-missing': FORM,
  'form-field-repeated': FORM,
  'form-option-unknown': FORM,
  'form-answer-lines': FORM,
  'form-answer-long': FORM,
  'form-answer-invalid': FORM,
  'form-character-refused':
    'A character that nobody sees can make two different answers look the same. Whoever decides must see what is decided.',
  'issue-holds-address': PUBLIC,
  'issue-holds-secret': PUBLIC,
  'pasted-several': FORM,
  'pasted-not-accepted': PASTED,
  'pasted-no-request': PASTED,
  'proposal-agreement-unknown':
    'A proposal is about one agreement. Without it nobody can say what would change, or who has to say yes.',
  'proposal-agreement-unreadable':
    'What an agreement says now cannot be read, so nobody can see what the change would be.',
  'proposal-not-a-party': PARTY,
  'proposal-agreement-revoked': CLOSED,
  'proposal-agreement-expired': CLOSED,
  'proposal-changes-nothing':
    'A decision that changes nothing would still be on record as a change, and leave everybody wondering what it was.',
  'expires-not-date': TERM_FORM,
  'expires-past':
    'An agreement that ends in the past has ended. To end one there is a command of its own, which says so on the record.',
  'limits-unreadable': TERM_FORM,
  'limits-over-format':
    'The format itself allows no more than 10 files and 25 MB. An agreement can be narrower and never wider.',
  'list-mixed': TERM_FORM,
  'list-empty':
    'An agreement without any type or wire allows nothing. To stop it there are pausing and revoking.',
  'type-not-in-format': VOCABULARY,
  'action-not-in-format': VOCABULARY,
  'transport-unknown': VOCABULARY,
  'verbs-several': LADDER,
  'request-without-verb': LADDER,
  'verbs-left': LADDER,
  'status-taken-away':
    'An update is acknowledged by a STATUS. Without that type the party could read an announcement and not answer it.',
  'update-watch-missing':
    'Who does not watch for updates will one day send by rules that no longer hold. The owner should see that before deciding.',
  'proposal-conflicts':
    'Two proposals for the same term cannot both come into force. The owner should see both before deciding one.',
  'proposal-asked-again': ASKED,
  'proposal-asked-too-often': ASKED,
  'label-taken':
    'A label stands for one party in every public file. Two parties under one label could be taken for each other.',
  'ack-version-unknown': ACK,
  'ack-effective-differs': ACK,
  'agreement-not-active': CLOSED,
  'command-argument': COMMAND,
  'command-several': COMMAND,
  'command-not-allowed': COMMAND,
  'command-hash-differs': BOUND_TO_TEXT,
  'command-wrong-side':
    'Each side says yes to what the other proposes. Nobody approves their own proposal, or there would be one signature and not two.',
  'command-no-effect': COMMAND,
  'proposal-closed':
    'A decision was made and is on record. To change it again there is a new proposal, so that the record stays true.',
  'amendment-impossible':
    'The file of an agreement may hold comments that a person wrote. A change that would lose them is made by hand instead.',
};
