import type { Code } from '../finding/codes.ts';

const CLEAN_NAME =
  'A receiver that cleans a name decides which file was meant, and two receivers clean differently. So a name is taken as it is or not at all.';
const WHOLE_HEADER =
  'Programs disagree on how to read a damaged header section, and what one of them takes for the sender another takes for text. Where readers can disagree, nothing is proven.';
const BOUND =
  'Every bound is checked before anything is parsed, so that no message can make the receiver do more work than it is worth, and the answer is the same on every machine.';
const SUBSET =
  'Both blocks are a small part of YAML in which every value stays text. The rest of YAML lets a value turn into something else, depending on who reads it.';
const ONE_READING =
  'Two receivers must read the same message. Whatever could be read in two ways is refused instead of repaired by guess.';
const TWO_YES =
  'Only what both humans agreed to may be processed. The agreement is where they wrote it down, so what it does not list stops here however well it is formed.';
const PROVIDER_WORD =
  'Anybody can write such a field into a mail. Only those that the mailbox itself put on top, under the id that the owner pinned, say what was really checked.';
const UNSIGNED =
  'A signature proves what it covers and nothing else. What it leaves open could have been put there by anybody on the way.';
const TOLD =
  'It stops nothing. It is reported because the person who reads the message should know what was done to it, or with it.';

/** Why each code is there, in words for the person whose message got it. */
export const WHY: Readonly<Record<Code, string>> = {
  'not-aimf':
    'Most mail is ordinary mail. Only what bears a sign of the format is put before the gates, so that nobody is accused of a fault in a letter.',
  'automatic-mail':
    'An answer that a program sends by itself must never set something off, or two programs could answer each other without end.',
  'duplicate-same':
    'Mail is sometimes delivered twice, and a sender may send again to be safe. The same id from the same sender counts once, so a resend is harmless.',
  'duplicate-changed':
    'An id stands for one content. If a second content could replace the first, what a person has read and what is on record would differ.',
  'sender-proven':
    'The report always names the way in which the sender was proven, because the ways are not equally strong.',
  'from-owner': 'The gates are there for people outside. What the owner writes to himself is simply shown.',
  'sender-unlisted':
    'The list of known senders is the first gate: a stranger cannot bring anything about, however the text is worded. A first contact is welcome, as a request for access that a person decides.',
  'sender-unproven':
    'What a message says about its sender is a claim. Without proof from the wire anybody could write in the name of a listed party.',
  'sender-mismatch':
    'The name in the envelope must be the one that the wire proved, or one that the agreement records for it. Otherwise one listed party could write as another.',
  'sender-proof-unavailable':
    'When DNS does not answer, nobody is accused and nothing is let through: the message waits and is judged again at the next poll.',
  'sender-name-misleading':
    'Many mail programs show the name and hide the address. A name that is written like an address makes the reader believe in another sender.',
  'sender-domain-mixed':
    'Letters of different scripts can look the same. A domain that mixes them is a known way to imitate another one.',
  'from-missing':
    'The one address in the From field is the identity that everything else is held against. Without it there is nobody to prove.',
  'from-repeated':
    'With two From fields, one program checks the first and another shows the second. That gap has been used to forge senders, so such a mail has none.',
  'from-unreadable':
    'A list, a group or a broken From field can be read as several people. Exactly one mailbox leaves no choice.',
  'header-control-character': WHOLE_HEADER,
  'header-malformed': WHOLE_HEADER,
  'authserv-missing': PROVIDER_WORD,
  'authserv-unreadable': PROVIDER_WORD,
  'authserv-not-passed':
    'Only a pass for the very domain in the From field ties the sender to the mail. A pass of another domain, or anything short of a pass, proves somebody else or nobody.',
  'dkim-missing':
    'This mailbox goes by the DKIM signature of the mail. One without a signature could come from anybody.',
  'dkim-not-passed':
    'A signature that does not verify says that the mail was changed on the way, or was never signed by that domain.',
  'dkim-other-domain':
    'Anybody can sign with a domain of their own. The signature has to be of the domain that the From field names.',
  'dkim-body-open': UNSIGNED,
  'dkim-header-open': UNSIGNED,
  'auth-missing':
    'The two humans agreed on a further proof beside the address, for the case that an account is taken over. A message without it does not fulfil the agreement.',
  'auth-wrong':
    'The auth line is there to tell the party from somebody who merely uses its account. One that does not match proves nothing.',
  'auth-secret-unset':
    'The receiving side cannot check the line without its own copy of the secret. That is no fault of the sender, so the message is held.',
  'auth-covers-part':
    'The HMAC is made over id, sent and type. A reader should know that it does not vouch for the text below.',
  'message-too-large': BOUND,
  'mail-too-many-parts': BOUND,
  'mail-too-deep': BOUND,
  'mail-header-too-large': BOUND,
  'mail-cut-off':
    'A mail that ends before its last part may have lost something on the way. A person should look before relying on it.',
  'mail-part-malformed': ONE_READING,
  'header-repeated':
    'Where a field stands twice, programs choose differently between them. What is judged must be what a person is shown.',
  'text-part-missing':
    'The plain text is the message. HTML can show one thing and say another, so it is never read in its place.',
  'text-part-extra':
    'The message is the first plain text part and nothing else; what stands behind it was not judged, and the report says so.',
  'text-charset':
    'In one character set every text has one reading. A second one would let the same bytes mean two things.',
  'text-transfer-encoding': ONE_READING,
  'text-not-utf8': ONE_READING,
  'text-utf16': ONE_READING,
  'text-unflowed':
    'The mail program had declared where it broke lines, so joining them again is no guess. It is told because the text is no longer as it was sent.',
  'alternative-differs':
    'Most programs show the HTML and the gates read the text. If the two disagree, a person would approve something other than what was judged.',
  'subject-mismatch':
    'The subject shows the type before the mail is opened. One that says something else misleads whoever sorts the mailbox.',
  'subject-prefix': TOLD,
  'folder-file-name':
    'In a drop folder the name of the file is the id of the message, so that no two messages can replace each other.',
  'envelope-missing':
    'The first line tells a machine that this is a message of the format. Without it nothing below can be taken for fields.',
  'envelope-not-first':
    'A greeting or a quotation above the envelope is text that nobody judged. Beginning on line 1 leaves no room for it, and no doubt about which envelope counts.',
  'envelope-in-fence':
    'Chat programs and assistants like to put text in a fence. What is fenced is an example, so it cannot be meant as the message itself.',
  'type-block-missing':
    'The blank line parts who and when from what. Without it a field of the message could pose as a field of the envelope.',
  'block-too-large': BOUND,
  'character-refused':
    'Characters that nobody sees can make two different words look equal, or hide one. In the blocks that a machine reads there is no use for them.',
  'carriage-return':
    'Some programs end a line at a lone carriage return and others do not, so the same bytes would have different lines.',
  'text-invisible':
    'Free text may hold such characters by accident. They are shown written out, so that nothing is hidden from the person who reads it.',
  'yaml-syntax': SUBSET,
  'yaml-tab': SUBSET,
  'yaml-colon': SUBSET,
  'yaml-no-space': SUBSET,
  'yaml-wrapped-line':
    'Mail programs break long lines without saying so. Joining them again would be a guess at what was meant.',
  'yaml-marker': SUBSET,
  'yaml-anchor':
    'Anchors and aliases let a short text grow without end and let one place change the meaning of another.',
  'yaml-tag':
    'A tag asks the reader to build something other than text. Nothing in a message may ask for that.',
  'yaml-mapping': SUBSET,
  'yaml-nesting': SUBSET,
  'key-repeated':
    'Of two fields with one name some readers take the first and some the last. A sender could show one to a person and another to a machine.',
  'comment-dropped':
    'A comment is legal and carries no meaning. Its text is reported, so that nobody can hide words in one.',
  'value-folded': TOLD,
  'value-lines':
    'A value of the envelope is a name, a time or an address. Over several lines it could only be a mistake or a trick.',
  'curly-quotes':
    'Word processors turn straight quotes into curly ones, and YAML takes those for part of the value. What was meant is clear to a person and not to a machine.',
  'field-missing':
    'Each field answers a question that a gate asks. Where one is missing, somebody would have to guess the answer.',
  'field-unknown':
    'The lists of fields are closed. A field that nobody knows would be a place for words that no gate has looked at, and a misspelt one would be lost in silence.',
  'field-empty': 'An empty field says as little as a missing one, and looks as if it said something.',
  'field-invalid':
    'A field that is compared, counted or shown has a form that leaves one reading. Anything else is refused rather than cleaned.',
  'field-not-list': ONE_READING,
  'field-not-text': ONE_READING,
  'format-unknown':
    'The number behind the slash says which rules a message follows. By other rules it might mean something else.',
  'sent-invalid':
    'A time without an offset, or a day that does not exist, is another moment for each reader. The strict form is the same moment for all.',
  'sent-ahead':
    'A clock may be wrong by a little. A message from the future could be kept ready and used when its moment comes.',
  'sent-old': TOLD,
  'attachment-nameless': CLEAN_NAME,
  'attachment-not-named':
    'The message says which files belong to it. One that nobody mentioned may have been added on the way, or by mistake.',
  'attachment-absent':
    'A message that speaks of a file which is not there cannot be judged as a whole: what it is about is missing.',
  'attachment-ambiguous':
    'If one name stands for two files, the person who approves one of them may get the other.',
  'attachment-names-differ':
    'Mail can carry two names for one file, and programs choose differently between them. A harmless name could cover a dangerous one.',
  'attachment-name-refused': CLEAN_NAME,
  'attachment-inline': TOLD,
  'attachments-size': TOLD,
  'attachments-too-many': BOUND,
  'attachments-too-large': BOUND,
  'attachment-executable':
    'A file that runs is a command, and nothing in a message is ever one. It is told by its first bytes and its contents, since a name can say anything.',
  'attachment-uninspectable':
    'A locked or unknown archive may hold anything, programs included. What cannot be looked into cannot be judged.',
  'attachment-undecodable': ONE_READING,
  'type-unknown':
    'The five types are the whole vocabulary: each says exactly what may happen. A sixth would mean whatever its reader imagines.',
  'action-unknown':
    'A request can ask for a few listed things only. Each of them was thought through; a new verb comes by a change of the specification.',
  'agreement-missing': TWO_YES,
  'agreement-unknown': TWO_YES,
  'agreement-of-another':
    'An agreement holds between its parties. Citing that of another would borrow permissions that were given to somebody else.',
  'agreement-invalid':
    'What was agreed cannot be read from the record, so nothing can be held against it. The receiving side has to mend its file.',
  'agreement-revoked':
    'Either human may end an agreement at once and without a reason. From then on the path is closed and mail is ordinary mail.',
  'agreement-expired':
    'Every agreement has a last day, so that no permission outlives the purpose it was given for. It counts in full, in the time zone of the owner.',
  'agreement-paused':
    'A pause is meant to be lifted. Nothing is lost in the meantime: the message is kept and judged again.',
  'agreement-version-differs':
    'One of the two sides works by an older record. Nothing is wrong with the message yet, but the humans should compare what they have.',
  'type-not-allowed': TWO_YES,
  'action-not-allowed':
    'Trust grows one verb at a time. An agreement begins without any, and each is added by a decision of both humans.',
  'transport-not-allowed':
    'The parties agreed on the wire as well, because each proves its sender in its own way. Another wire would be a way around that.',
  'files-over-limit': TWO_YES,
  'size-over-limit': TWO_YES,
  'day-limit-reached':
    'The limit keeps a program that runs wild, or an account that was taken over, from filling a day. It is counted by the calendar of the owner.',
  'limits-unreadable':
    'A clause that a machine cannot read limits nothing by itself, so a person has to watch it until it is written in a form that can be read.',
  'protocol-superseded':
    'There is one common version. Until the effective date the one before it is still good; after that a message by old rules might mean something else by the new ones.',
  'protocol-ahead':
    'Nobody has posted that version. Either it is a misprint, or the sender works from a copy that is not genuine.',
  'protocol-record-invalid':
    'Without a record of the versions nobody can say which is in force. Messages are not held up for it, but the owner has to know.',
  'capability-invalid':
    'A statement of what a side offers and accepts narrows what is allowed. One that cannot be read was left out, so less is narrowed than was meant.',
  'update-watch-missing':
    'Who does not watch for updates will one day send by rules that no longer hold. So each agreement says how its party watches.',
  'purpose-outside':
    'An agreement is made for one purpose. The part of it that a machine can check is written down, and what lies outside was never agreed to.',
  'purpose-by-person':
    'A machine cannot tell whether a text serves a purpose that is written in words. The report says so, instead of acting as if it had looked.',
};
