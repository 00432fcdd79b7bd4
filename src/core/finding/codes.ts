/** How grave a finding is: an `error` stops the message, a `flag` wants a person's eye, a `note` only tells. */
export type Level = 'error' | 'flag' | 'note';

/** The gates, in the order a message meets them (specification section 6). */
export const GATES = ['allowlist', 'schema', 'type', 'agreement'] as const;
export type Gate = (typeof GATES)[number];

/** What a code is: how grave, which gate reports it, the section of the specification. */
export type Entry = { readonly level: Level; readonly gate: Gate | null; readonly section: string };

const allowlist = (level: Level, section: string): Entry => ({ level, gate: 'allowlist', section });
const schema = (level: Level, section: string): Entry => ({ level, gate: 'schema', section });
const type = (level: Level, section: string): Entry => ({ level, gate: 'type', section });
const agreement = (level: Level, section: string): Entry => ({ level, gate: 'agreement', section });
const about = (level: Level, section: string): Entry => ({ level, gate: null, section });

/**
 * The closed table of finding codes: how grave each is, which gate reports it (null: it is about the message as a whole)
 * and the section of the specification it implements. Sentences and remedies are in `report/wording.ts`.
 */
export const CODES = {
  // About the message as a whole
  'not-aimf': about('note', '3.1'),
  'automatic-mail': about('note', '2.3'),
  'duplicate-same': about('note', '6.7'),
  'duplicate-changed': about('flag', '6.7'),

  // Allowlist: who sent it
  'sender-proven': allowlist('note', '2.2'),
  'from-owner': allowlist('note', '6.6'),
  'sender-unlisted': allowlist('error', '6.1'),
  'sender-unproven': allowlist('error', '6.1'),
  'sender-mismatch': allowlist('error', '6.1'),
  'sender-proof-unavailable': allowlist('error', '2.2'),
  'sender-name-misleading': allowlist('flag', '2.2'),
  'sender-domain-mixed': allowlist('flag', '2.2'),
  'from-missing': allowlist('error', '2.2'),
  'from-repeated': allowlist('error', '2.2'),
  'from-unreadable': allowlist('error', '2.2'),
  'header-control-character': allowlist('error', '2.3'),
  'header-malformed': allowlist('error', '2.3'),
  'authserv-missing': allowlist('error', '2.2'),
  'authserv-unreadable': allowlist('note', '2.2'),
  'authserv-not-passed': allowlist('error', '2.2'),
  'dkim-missing': allowlist('error', '2.2'),
  'dkim-not-passed': allowlist('error', '2.2'),
  'dkim-other-domain': allowlist('error', '2.2'),
  'dkim-body-open': allowlist('error', '2.2'),
  'dkim-header-open': allowlist('error', '2.2'),
  'auth-missing': allowlist('error', '6.2'),
  'auth-wrong': allowlist('error', '6.2'),
  'auth-secret-unset': allowlist('error', '6.2'),
  'auth-covers-part': allowlist('note', '6.2'),

  // Schema: reading a mail
  'message-too-large': schema('error', '2.3'),
  'mail-too-many-parts': schema('error', '2.3'),
  'mail-too-deep': schema('error', '2.3'),
  'mail-header-too-large': schema('error', '2.3'),
  'mail-cut-off': schema('flag', '2.3'),
  'mail-part-malformed': schema('error', '2.3'),
  'header-repeated': schema('error', '2.3'),
  'text-part-missing': schema('error', '2.3'),
  'text-part-extra': schema('note', '2.3'),
  'text-charset': schema('error', '2.3'),
  'text-transfer-encoding': schema('error', '2.3'),
  'text-not-utf8': schema('error', '2.3'),
  'text-utf16': schema('error', '2.3'),
  'text-unflowed': schema('note', '2.3'),
  'alternative-differs': schema('error', '2.3'),
  'subject-mismatch': schema('error', '2.4'),
  'subject-prefix': schema('note', '2.4'),
  'folder-file-name': schema('error', '2.1'),

  // Schema: the two blocks
  'envelope-missing': schema('error', '3.1'),
  'envelope-not-first': schema('error', '3.1'),
  'envelope-in-fence': schema('error', '3.1'),
  'type-block-missing': schema('error', '3.2'),
  'block-too-large': schema('error', '3.2'),
  'character-refused': schema('error', '3.2'),
  'carriage-return': schema('error', '3.2'),
  'text-invisible': schema('note', '3.2'),
  'yaml-syntax': schema('error', '3.3'),
  'yaml-tab': schema('error', '3.3'),
  'yaml-colon': schema('error', '3.3'),
  'yaml-no-space': schema('error', '3.3'),
  'yaml-wrapped-line': schema('error', '3.3'),
  'yaml-marker': schema('error', '3.3'),
  'yaml-anchor': schema('error', '3.3'),
  'yaml-tag': schema('error', '3.3'),
  'yaml-mapping': schema('error', '3.3'),
  'yaml-nesting': schema('error', '3.3'),
  'key-repeated': schema('error', '3.3'),
  'comment-dropped': schema('note', '3.3'),
  'value-folded': schema('note', '3.3'),
  'value-lines': schema('error', '3.3'),
  'curly-quotes': schema('error', '3.3'),
  'field-missing': schema('error', '3.4'),
  'field-unknown': schema('error', '3.4'),
  'field-empty': schema('error', '3.4'),
  'field-invalid': schema('error', '3.4'),
  'field-not-list': schema('error', '3.4'),
  'field-not-text': schema('error', '3.4'),
  'format-unknown': schema('error', '3.4'),
  'sent-invalid': schema('error', '3.4'),
  'sent-ahead': schema('error', '3.4'),
  'sent-old': schema('note', '3.4'),

  // Schema: attachments
  'attachment-nameless': schema('error', '5.1'),
  'attachment-not-named': schema('error', '5.1'),
  'attachment-absent': schema('error', '5.1'),
  'attachment-ambiguous': schema('error', '5.1'),
  'attachment-names-differ': schema('error', '5.1'),
  'attachment-name-refused': schema('error', '5.1'),
  'attachment-inline': schema('note', '5.1'),
  'attachments-size': schema('note', '5.2'),
  'attachments-too-many': schema('error', '5.2'),
  'attachments-too-large': schema('error', '5.2'),
  'attachment-executable': schema('error', '5.3'),
  'attachment-uninspectable': schema('error', '5.3'),
  'attachment-undecodable': schema('error', '5.3'),

  // Type
  'type-unknown': type('error', '4'),
  'action-unknown': type('error', '4.3'),

  // Agreement
  'agreement-missing': agreement('error', '6.5'),
  'agreement-unknown': agreement('error', '6.5'),
  'agreement-of-another': agreement('error', '6.5'),
  'agreement-invalid': agreement('error', '8.2'),
  'agreement-revoked': agreement('error', '8.6'),
  'agreement-expired': agreement('error', '8.6'),
  'agreement-paused': agreement('error', '8.6'),
  'agreement-version-differs': agreement('flag', '9.4'),
  'type-not-allowed': agreement('error', '6.5'),
  'action-not-allowed': agreement('error', '8.4'),
  'transport-not-allowed': agreement('error', '6.5'),
  'files-over-limit': agreement('error', '8.5'),
  'size-over-limit': agreement('error', '8.5'),
  'day-limit-reached': agreement('error', '8.5'),
  'limits-unreadable': agreement('flag', '8.5'),
  'protocol-superseded': agreement('error', '9.4'),
  'protocol-ahead': agreement('flag', '9.4'),
  'protocol-record-invalid': agreement('flag', '9.4'),
  'capability-invalid': agreement('flag', '8.1'),
  'update-watch-missing': agreement('flag', '9.5'),
  'purpose-outside': agreement('error', '8.7'),
  'purpose-by-person': agreement('note', '8.7'),
} as const satisfies Record<string, Entry>;

export type Code = keyof typeof CODES;

/** The gate that reports findings of `code`, or null where it is about the message as a whole (section 6). */
export function gateOf(code: Code): Gate | null {
  return CODES[code].gate;
}
