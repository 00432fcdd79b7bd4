import type { Code } from '../finding/codes.ts';

/** What a code says to a person: one sentence, and one remedy. `{name}` is filled in; `[…]` is dropped where empty. */
export type Wording = { readonly sentence: string; readonly remedy: string };

/** The sentences of all codes: the only place where they are written. */
export const WORDING = {
  'not-aimf': {
    sentence: 'This is not an AIMF message',
    remedy: 'Nothing to do: it is ordinary mail, shown as it came',
  },
  'automatic-mail': {
    sentence: 'This is automatic mail ({sign}), which is never an AIMF message',
    remedy: 'If it was meant as one, send it without the marks of an automatic reply',
  },
  'from-owner': { sentence: 'The owner wrote this', remedy: 'Nothing to do: the owner needs no gate' },
  'duplicate-same': {
    sentence: 'Message "{id}" from {from} was accepted before; this is the same again and counts once',
    remedy: 'Nothing to do',
  },
  'duplicate-changed': {
    sentence: 'Message "{id}" from {from} was accepted before with other content; only the first one counts',
    remedy: 'Send the new content under an id that was never used',
  },

  'sender-proven': { sentence: 'The sender is {identity}, proven by {by}', remedy: 'Nothing to do' },
  'sender-unlisted': {
    sentence: 'The sender {identity} is not on the allowlist',
    remedy: 'A first contact is a NOTE or QUESTION that says who writes, for whom, and for what purpose',
  },
  'sender-unproven': {
    sentence: 'The message[ claims to be from {claimed}, but it] carries no proof of its sender',
    remedy: 'Send it from the account that the agreement records, through a provider that signs its mail',
  },
  'sender-mismatch': {
    sentence: 'The message says it is from {claimed}, but the transport proved {proven}',
    remedy: 'Send it as {claimed}, or have the agreement record {proven} as a transport sender',
  },
  'sender-proof-unavailable': {
    sentence: 'The proof of the sender could not be had now ({reason})',
    remedy: 'Nothing to do: the message is held and judged again at the next poll',
  },
  'sender-name-misleading': {
    sentence: 'The display name "{name}" looks like an address, but the mail is from {address}',
    remedy: 'Go by the address, never by the name',
  },
  'sender-domain-mixed': {
    sentence:
      'The domain {domain} is written "{unicode}" and mixes scripts, so that it can look like another',
    remedy: 'Compare it letter by letter with the domain you know',
  },
  'from-missing': {
    sentence: 'The mail has no From field',
    remedy: 'Send it with one From field that holds one address',
  },
  'from-repeated': {
    sentence: 'The mail has {count} From fields',
    remedy: 'Send it with exactly one From field',
  },
  'from-unreadable': {
    sentence: 'The From field cannot be read as exactly one mailbox: {reason}',
    remedy: 'Write one plain address, or a name and one address in angle brackets, and nothing else',
  },
  'header-control-character': {
    sentence: 'The header section has a control character on line {line}, so no header of it is trusted',
    remedy: 'Send the mail with a program that writes clean headers',
  },
  'header-malformed': {
    sentence: 'Line {line} of the header section is no header field, so no header of it is trusted',
    remedy: 'Send the mail with a program that writes clean headers',
  },
  'authserv-missing': {
    sentence: 'No Authentication-Results[ of {id}] stand above the message, so nothing proves its sender',
    remedy: 'Check that this mailbox adds them and that authserv_id in the private file is its name',
  },
  'authserv-unreadable': {
    sentence: 'An Authentication-Results field could not be read and was ignored',
    remedy: 'Nothing to do: only a field that reads exactly is trusted',
  },
  'authserv-not-passed': {
    sentence: 'The Authentication-Results of {id} do not say that DMARC passed for the From domain: {result}',
    remedy: 'Send from a domain whose mail passes DMARC',
  },
  'dkim-missing': {
    sentence: 'The mail has no DKIM signature, so nothing proves its sender',
    remedy: 'Send it through a provider that signs mail for your domain',
  },
  'dkim-not-passed': {
    sentence: 'The DKIM signature does not hold: {result}[ ({comment})]',
    remedy: 'Send it directly, through a provider that signs mail for your domain',
  },
  'dkim-other-domain': {
    sentence: 'The DKIM signature is of {domain}, not of the From domain {from}',
    remedy: 'Send it through a provider that signs with your own domain',
  },
  'dkim-body-open': {
    sentence: 'The DKIM signature leaves a part of the body unsigned, so anybody could have added to it',
    remedy: 'Sign the whole body (no l= tag)',
  },
  'dkim-header-open': {
    sentence: 'The DKIM signature leaves out {headers}, so anybody could have changed them',
    remedy: 'Sign From, Date, Subject, Message-ID, To and Content-Type',
  },
  'auth-missing': {
    sentence: 'Agreement {agreement} asks for an auth line ({kind}), and the envelope has none',
    remedy: 'Add the auth line that the two humans agreed',
  },
  'auth-wrong': {
    sentence: 'The auth line does not prove what agreement {agreement} asks for ({kind})',
    remedy:
      'Check the shared secret, and for hmac that id, sent and type are exactly as sent, in lower-case hex',
  },
  'auth-secret-unset': {
    sentence: 'Agreement {agreement} asks for an auth line, and the secret of {party} is not at hand here',
    remedy:
      '[Set {variable}; ]the message is held and can be judged again once secret_env names a set variable',
  },
  'auth-covers-part': {
    sentence: 'The auth line protects id, sent and type only, not the body',
    remedy: 'Read the body as you would any text',
  },

  'message-too-large': {
    sentence: 'The message is {bytes} bytes or more, over the {limit} that are read',
    remedy: 'Send fewer or smaller files',
  },
  'mail-too-many-parts': {
    sentence: 'The mail has {count} parts, more than the {limit} that are read',
    remedy: 'Send the text and the files, and nothing else',
  },
  'mail-too-deep': {
    sentence: 'The mail nests its parts too deep',
    remedy: 'Send the text and the files side by side',
  },
  'mail-header-too-large': {
    sentence: 'A header section is larger than the {limit} bytes that are read',
    remedy: 'Send the mail with a program that writes ordinary headers',
  },
  'mail-cut-off': {
    sentence: 'The mail ends before its last part does',
    remedy: 'Check that every file came whole; ask for it again if not',
  },
  'mail-part-malformed': {
    sentence: 'A part of the mail is not well formed: {reason}',
    remedy: 'Send it with an ordinary mail program',
  },
  'header-repeated': {
    sentence: 'The mail has more than one {name} field',
    remedy: 'Send it with exactly one',
  },
  'text-part-missing': {
    sentence: 'The mail has no text/plain part',
    remedy: 'Send the message as plain text; HTML is never read',
  },
  'text-part-extra': {
    sentence: 'Only the first text part was read; {count} more stood behind it',
    remedy: 'Put everything that matters into the first text part',
  },
  'text-charset': {
    sentence: 'The text is in the character set "{charset}"',
    remedy: 'Send it as UTF-8',
  },
  'text-transfer-encoding': {
    sentence: 'The text cannot be decoded from its transfer encoding "{encoding}"',
    remedy: 'Send it as 7bit, 8bit, quoted-printable or base64, whole',
  },
  'text-not-utf8': { sentence: 'The text is not valid UTF-8', remedy: 'Save or send it as UTF-8' },
  'text-utf16': { sentence: 'The file is UTF-16', remedy: 'Save it as UTF-8' },
  'text-unflowed': {
    sentence: 'Lines that the mail program had broken (format=flowed) were joined again',
    remedy: 'Nothing to do',
  },
  'alternative-differs': {
    sentence: 'The HTML part and the text part disagree on {field}, so a person would see another message',
    remedy: 'Send plain text only, or the same message in both',
  },
  'subject-mismatch': {
    sentence: 'The subject is "{subject}", but the type is {type}',
    remedy: 'Make the subject exactly {type}',
  },
  'subject-prefix': {
    sentence: 'The subject has "{prefix}" in front, which was passed over',
    remedy: 'Nothing to do',
  },
  'folder-file-name': {
    sentence: 'The file is called "{name}", but in a drop folder it must be called "{expected}"',
    remedy: 'Rename it to "{expected}"',
  },

  'envelope-missing': {
    sentence: 'There is no envelope: no line begins with "format: AIMF/1"',
    remedy: 'Begin the text with the envelope, on the first line',
  },
  'envelope-not-first': {
    sentence: 'The envelope begins on line {found}, but it must begin at the very start of the first line',
    remedy: 'Take away everything in front of it, spaces too',
  },
  'envelope-in-fence': {
    sentence: 'The envelope stands in a code fence',
    remedy: 'Take the fence lines away: the text itself begins with the envelope',
  },
  'type-block-missing': {
    sentence: 'No type block follows the envelope[: "{field}" belongs into it, not into the envelope]',
    remedy: 'After the envelope write exactly one blank line, then the fields of the type',
  },
  'block-too-large': {
    sentence: 'The block that begins here is larger than {maxBytes} bytes or {maxLines} lines',
    remedy: 'End the block with a blank line, and put long text behind it as free text',
  },
  'character-refused': {
    sentence: 'The character {character} is not allowed here',
    remedy: 'Write a plain space, or take the character away',
  },
  'carriage-return': {
    sentence: 'A carriage return stands here without a line feed',
    remedy: 'End lines with LF or CRLF',
  },
  'text-invisible': {
    sentence: 'The free text has {count} control or invisible characters; they are shown escaped',
    remedy: 'Look twice before you believe what the text seems to say',
  },
  'yaml-syntax': {
    sentence: 'This line is not of the form "name: value"',
    remedy: 'Write one field a line, "name: value"',
  },
  'yaml-tab': { sentence: 'This line is indented with a tab', remedy: 'Indent with spaces' },
  'yaml-colon': {
    sentence: 'The value has a colon and a space in it, which YAML reads as another field',
    remedy: 'Put the whole value in double quotes',
  },
  'yaml-no-space': { sentence: 'No space follows the colon', remedy: 'Write a space after the colon' },
  'yaml-wrapped-line': {
    sentence: 'This line has no field name; was the line above it wrapped',
    remedy: 'Write the value on one line, or turn off line wrapping',
  },
  'yaml-marker': {
    sentence: 'The line begins with "{marker}", a YAML directive or document marker',
    remedy: 'Take the line away',
  },
  'yaml-anchor': {
    sentence: 'Anchors, aliases and merge keys are not allowed',
    remedy: 'Write the value out; quote it if it begins with & or *',
  },
  'yaml-tag': {
    sentence: 'YAML tags are not allowed',
    remedy: 'Take the tag away; quote the value if it begins with !',
  },
  'yaml-mapping': {
    sentence: 'A field holds a text or a list of texts, and this is something else',
    remedy: 'Write a plain value; quote it if it begins with { or [',
  },
  'yaml-nesting': { sentence: 'A list may hold texts only', remedy: 'Write a flat list' },
  'key-repeated': { sentence: 'The field "{field}" is given twice', remedy: 'Give it once' },
  'comment-dropped': {
    sentence: 'A comment was dropped: "{text}"',
    remedy: 'If it belongs to the value, put the value in quotes',
  },
  'value-folded': {
    sentence: 'The value of "{field}" goes on over more than one line',
    remedy: 'Nothing to do',
  },
  'value-lines': {
    sentence: 'The value of "{field}" stands on more than one line',
    remedy: 'Write an envelope value on one line',
  },
  'curly-quotes': {
    sentence: 'The value of "{field}" stands in curly quotes, which YAML takes as part of it',
    remedy: 'Use straight quotes, or none',
  },
  'field-missing': { sentence: 'The field "{field}" is missing', remedy: 'Add it' },
  'field-unknown': {
    sentence: 'There is no field "{field}" here',
    remedy: '[Did you mean "{nearest}"? Else ]take it away: the list of fields is closed',
  },
  'field-empty': { sentence: 'The field "{field}" is empty', remedy: 'Give it a value' },
  'field-invalid': { sentence: 'The field "{field}" cannot be[ "{given}"]', remedy: 'Write {expected}' },
  'field-not-list': {
    sentence: 'The field "{field}" must be a list',
    remedy: 'Write [one, two] or one "- item" a line',
  },
  'field-not-text': {
    sentence: 'The field "{field}" must be one text, not a list',
    remedy: 'Write one value',
  },
  'format-unknown': { sentence: 'The format "{given}" is not known here', remedy: 'Write {known}' },
  'sent-invalid': {
    sentence: 'The time "{given}" is not of the form that sent must have',
    remedy: 'Write it as 2026-10-26T17:00:00-04:00: a real date, seconds, an offset or Z',
  },
  'sent-ahead': {
    sentence: 'The time in sent ({sent}) lies more than {hours} hours ahead of the arrival',
    remedy: 'Set the clock right and send again',
  },
  'sent-old': { sentence: 'The message was written {days} days before it arrived', remedy: 'Nothing to do' },

  'attachment-nameless': {
    sentence: 'A file ({type}) came without a name',
    remedy: 'Give every file a name, and name it in the message',
  },
  'attachment-not-named': {
    sentence: 'The file "{name}" came along, but the message does not name it',
    remedy: 'Name it exactly, or do not send it',
  },
  'attachment-absent': {
    sentence: 'The message names the file "{name}", but it did not come along[ ({hint} came instead)]',
    remedy: 'Send the file with exactly this name; Outlook must send plain text, not Rich Text',
  },
  'attachment-ambiguous': {
    sentence: 'The name "{name}" stands for more than one file, or stands twice',
    remedy: 'Give every file a name of its own, and name it once',
  },
  'attachment-names-differ': {
    sentence: 'One file carries two names, "{name}" and "{other}"',
    remedy: 'Send it with one name',
  },
  'attachment-name-refused': {
    sentence: 'The file name "{name}" is refused: {fault}',
    remedy: 'Give the file a plain name',
  },
  'attachment-inline': {
    sentence: '{count} inline parts came along; they count for size and safety only',
    remedy: 'Nothing to do',
  },
  'attachments-size': {
    sentence: 'The files are {bytes} bytes ({encoded} as sent)',
    remedy: 'Nothing to do',
  },
  'attachments-too-many': {
    sentence: '{count} files came, and at most {limit} may',
    remedy: 'Send fewer files',
  },
  'attachments-too-large': {
    sentence: 'The files are {bytes} bytes together, and at most {limit} may come',
    remedy: 'Send fewer or smaller files',
  },
  'attachment-executable': {
    sentence: 'The file "{name}" is refused: {reason}',
    remedy: 'Send a document; programs, scripts and active pages are stored nowhere',
  },
  'attachment-uninspectable': {
    sentence: 'The file "{name}" is refused, since it cannot be inspected: {reason}',
    remedy: 'Send the documents one by one, or in a plain zip without password',
  },
  'attachment-undecodable': {
    sentence: 'The file "{name}" cannot be decoded from its transfer encoding',
    remedy: 'Send it again',
  },

  'type-unknown': {
    sentence: 'There is no message type "{type}"',
    remedy: '[Did you mean {nearest}? ]The types are NOTE, FILE_DROP, REQUEST, STATUS and QUESTION',
  },
  'action-unknown': {
    sentence: 'There is no action "{action}"',
    remedy: '[Did you mean {nearest}? ]The actions are summarize, compare, extract-dates and draft-reply',
  },

  'agreement-missing': {
    sentence: 'The message cites no agreement',
    remedy: 'Add the line "agreement:" with the id of your agreement',
  },
  'agreement-unknown': {
    sentence: 'There is no agreement "{agreement}" in the registry',
    remedy: 'Cite the id as the registry has it',
  },
  'agreement-of-another': {
    sentence: 'Agreement {agreement} is not an agreement with {party}',
    remedy: 'Cite your own agreement',
  },
  'agreement-invalid': {
    sentence: 'The record of agreement {agreement} cannot be read: {fault}',
    remedy: 'The owner must mend the registry; send again then',
  },
  'agreement-revoked': {
    sentence: 'Agreement {agreement} was revoked, so the path is closed and this is ordinary mail',
    remedy: 'The two humans would have to agree anew',
  },
  'agreement-expired': {
    sentence: 'Agreement {agreement} expired at the end of {expires}, so this is ordinary mail',
    remedy: 'Ask for a renewal: it is a new, approved version',
  },
  'agreement-paused': {
    sentence: 'Agreement {agreement} is paused, so the message is held',
    remedy: 'Nothing to do: it is judged again when the agreement is resumed',
  },
  'agreement-version-differs': {
    sentence: 'The message cites version {cited} of agreement {agreement}, and the record is at {record}',
    remedy: 'Read the agreement again at its place in the registry',
  },
  'type-not-allowed': {
    sentence: 'Agreement {agreement} does not allow the type {type}',
    remedy: '[Allowed: {allowed}. ]Ask for more with a NOTE whose subject begins "Proposal:"',
  },
  'action-not-allowed': {
    sentence: 'Agreement {agreement} (level {level}) does not allow the action {action}',
    remedy: '[Allowed: {allowed}. ]Actions are added one at a time, by an approved version at level 2',
  },
  'transport-not-allowed': {
    sentence: 'Agreement {agreement} does not allow the transport {transport}',
    remedy: 'Send it by {allowed}',
  },
  'files-over-limit': {
    sentence: '{count} files came, and agreement {agreement} allows {limit} a message',
    remedy: 'Send fewer files a message',
  },
  'size-over-limit': {
    sentence: 'The files are {bytes} bytes, and agreement {agreement} allows {limit} a message',
    remedy: 'Send fewer or smaller files a message',
  },
  'day-limit-reached': {
    sentence: 'Agreement {agreement} allows {limit} messages a day, and they were used up on {day}',
    remedy: 'Send it again on another day',
  },
  'limits-unreadable': {
    sentence: 'The limits of agreement {agreement} have a clause that cannot be read: "{clause}"',
    remedy: 'Write it like "10 files / 25 MB per message; 5 messages/day"; until then a person checks it',
  },
  'protocol-superseded': {
    sentence:
      'The message cites protocol version {cited}, which is superseded: {normative} is in force since {effective}[ (now {current})]',
    remedy: 'Read the current version at {where} and send again under it',
  },
  'protocol-ahead': {
    sentence: 'The message cites protocol version {cited}, newer than {current}, the newest one posted',
    remedy: 'Check which version is posted at {where}',
  },
  'protocol-record-invalid': {
    sentence: 'registry/protocol.yml cannot be read ({fault}), so no version counts as superseded',
    remedy: 'Mend the file',
  },
  'capability-invalid': {
    sentence: 'The capability statement {path} cannot be read ({fault}) and was left out',
    remedy: 'Mend the file',
  },
  'update-watch-missing': {
    sentence: 'Agreement {agreement} does not say how {party} watches for protocol updates',
    remedy: 'Record the method under update_watch: a monitor or a scheduled pull',
  },
  'purpose-outside': {
    sentence: 'The {aspect} "{given}" lies outside the purpose of agreement {agreement}',
    remedy: 'Send only what the purpose covers, or propose a wider one',
  },
  'purpose-by-person': {
    sentence: 'Whether this fits the purpose of agreement {agreement} is for a person to judge: "{purpose}"',
    remedy: 'Read it and decide',
  },
} as const satisfies Record<Code, Wording>;
