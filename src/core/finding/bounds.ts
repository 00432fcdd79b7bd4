/**
 * Every bound of the reader, each with its reason, in one place. They are checked before the work they limit is
 * done, so that no input costs more than linear time. Specification sections 3.2, 5.2 and 2.2.
 */
export const BOUNDS = {
  /** Bytes of one YAML block (envelope or type block): a longer one is nobody's envelope and costs parse time. */
  blockBytes: 4096,
  /** Lines of one YAML block: six required fields and a few more need no more. */
  blockLines: 64,
  /** Files in one message (spec 5.2). */
  files: 10,
  /** Decoded bytes of all files of one message together: 25 MB, decimal (spec 5.2). */
  filesBytes: 25_000_000,
  /** Bytes of a message as it travels: 25 MB of files are about 34.2 MB in base64, and 36 leaves room for text. */
  wireBytes: 36_000_000,
  /** MIME parts of one mail: ten files and a few alternatives need a dozen; more only cost time. */
  mimeParts: 1000,
  /** Levels of multipart nesting: real mail has two or three. */
  mimeDepth: 32,
  /** Bytes of the header section of a mail or of one part: real ones are a few KB. */
  headerBytes: 256 * 1024,
  /** Bytes of the From field: one mailbox with a long display name is under 1 KB. */
  fromBytes: 2048,
  /** Bytes of one Authentication-Results field: a run of a dozen results is under 4 KB. */
  authResultsBytes: 16 * 1024,
  /** Characters of a MIME boundary: RFC 2046 allows 70. */
  boundaryLength: 70,
  /** Bytes of one HTML part that are compared with the text: reading HTML costs most of all. */
  htmlPartBytes: 1_000_000,
  /** Bytes of all HTML parts of one mail that are compared with the text. */
  htmlBytes: 4_000_000,
  /** Levels of HTML nesting that are read: a real mail has some dozens, and each level makes every tag dearer. */
  htmlDepth: 512,
  /** DKIM signatures of one mail that are checked: real mail has up to four, and each may cost a look-up and a hash. */
  dkimSignatures: 10,
  /** Lines of a mail whose signatures are checked: 36 MB of base64 are half of that, and each line costs a canonical form. */
  dkimLines: 1_000_000,
  /** Bytes of a file that this side keeps (an agreement, `aimf.yml`): a mistaken path must not hang. */
  ownFileBytes: 256 * 1024,
  /** UTF-8 bytes of a file name: the limit of the usual file systems. */
  fileNameBytes: 255,
  /** Entries of a zip's directory that are read: a parcel of documents has a few hundred. */
  zipEntries: 10_000,
  /** Hours that `sent` may lie ahead of arrival: clocks and time zones err by less. */
  sentAheadHours: 24,
  /** Days after which `sent` is called old in a note. */
  sentOldDays: 7,
  /** Characters of an issue or a comment: GitHub itself takes no more. */
  issueLength: 65_536,
  /** Characters of an answer of one line in an issue form: a sentence is well under it. */
  answerLine: 300,
  /** Characters of a longer answer: what a person reads before deciding, and what a comment can show whole. */
  answerText: 2000,
  /** Characters of a sender's text that a report quotes in one finding. */
  quoted: 200,
} as const;
