import { BOUNDS } from '../finding/bounds.ts';
import { type Finding, finding } from '../finding/finding.ts';
import { checkFiles } from '../message/attachment.ts';
import type { Delivery } from '../message/delivery.ts';
import type { Reading } from '../message/parse.ts';
import type { Context } from './context.ts';

const HOUR = 3_600_000;

/** The second gate: could the wire's form be read, does the text validate, are the files in order (section 6.3). */
export function schemaGate(
  delivery: Delivery,
  reading: Reading,
  unsafe: readonly Finding[],
  context: Context,
): readonly Finding[] {
  const naming = { type: reading.type, fields: reading.fields, text: delivery.text ?? '' };
  return [
    ...delivery.findings,
    ...reading.findings,
    ...checkSubject(delivery, reading, context),
    ...checkFolderName(delivery, reading),
    ...checkSent(delivery, reading),
    ...unsafe,
    ...checkFiles(delivery.files, naming),
  ];
}

/** A mail's subject is the type; `Re:`, `Fwd:` and the configured tag in front are passed over with a note (section 2.4). */
function checkSubject(delivery: Delivery, reading: Reading, context: Context): Finding[] {
  if (delivery.subject === null || reading.type === null) return [];
  const subject = (delivery.subject ?? '').replaceAll(/\s+/g, ' ').trim();
  const bare = withoutPrefixes(subject, context.receiver.mail?.subjectTag ?? null);
  if (bare !== reading.type) return [finding('subject-mismatch', { subject, type: reading.type })];
  return bare === subject
    ? []
    : [finding('subject-prefix', { prefix: subject.slice(0, subject.length - bare.length).trim() })];
}

function withoutPrefixes(subject: string, tag: string | null): string {
  let rest = subject;
  for (;;) {
    const reply = /^(?:re|fwd?)\s?:\s*/i.exec(rest)?.[0];
    if (reply !== undefined) rest = rest.slice(reply.length);
    else if (tag !== null && rest.startsWith(tag)) rest = rest.slice(tag.length).trimStart();
    else return rest;
  }
}

/** In a drop folder the message's file is named after its id (section 2.1). */
function checkFolderName(delivery: Delivery, reading: Reading): Finding[] {
  if (delivery.transport !== 'folder' || delivery.fileName === null || reading.envelope === null) return [];
  const expected = `${reading.envelope.id}.md`;
  return delivery.fileName === expected
    ? []
    : [finding('folder-file-name', { name: delivery.fileName, expected })];
}

/** `sent` is held against the time of arrival, never against the time of reading (section 3.4). */
function checkSent(delivery: Delivery, reading: Reading): Finding[] {
  if (reading.envelope === null) return [];
  const { sent } = reading.envelope;
  const ahead = Date.parse(sent) - delivery.received;
  const place = { field: 'sent' };
  if (ahead > BOUNDS.sentAheadHours * HOUR)
    return [finding('sent-ahead', { sent, hours: BOUNDS.sentAheadHours }, place)];
  const days = Math.floor(-ahead / (24 * HOUR));
  return -ahead > BOUNDS.sentOldDays * 24 * HOUR ? [finding('sent-old', { sent, days }, place)] : [];
}
