import type { Fields } from './type.ts';

/** The topic of every announcement and of every acknowledgement (specification sections 9.3 and 9.5). */
export const UPDATE_TOPIC = 'AIMF protocol update';

/** A version and the day (`YYYY-MM-DD`) from which it holds. */
export type Announced = { readonly version: string; readonly effective: string };

const ANNOUNCED = /\b(v\d{1,6}\.\d{1,6})\b[^\n]{0,40}?\beffective (\d{4}-\d\d-\d\d)\b/;

/** What an announcement (a STATUS, topic as above, state attention) announces, or null where it is none. Section 9.3. */
export function readAnnouncement(type: string | null, fields: Fields | null): Announced | null {
  return isUpdateStatus(type, fields, 'attention') ? readAnnounced(fields?.detail) : null;
}

/**
 * Whether a STATUS announces a version to whoever reads it: a refusal has the same topic and state, and may name version and
 * date too, so the detail must begin as that of an announcement does. Section 9.3.
 */
export function isAnnouncement(type: string | null, fields: Fields | null): boolean {
  return readAnnouncement(type, fields) !== null && /^Now v\d/.test([fields?.detail ?? ''].flat().join(' '));
}

/** What an acknowledgement (a STATUS, topic as above, state ok) acknowledges, or null where it is none. Section 9.5. */
export function readAcknowledgement(type: string | null, fields: Fields | null): Announced | null {
  return isUpdateStatus(type, fields, 'ok') ? readAnnounced(fields?.detail) : null;
}

/** The fields of an announcement of a version, with a summary of one line. Section 9.3. */
export function announcementFields(announced: Announced, summary: string, where: string): Fields {
  const { version, effective } = announced;
  const detail = `Now ${version} (effective ${effective}): ${summary}. The current document is at ${where}`;
  return { topic: UPDATE_TOPIC, state: 'attention', detail };
}

/** The fields of the acknowledgement that answers an announcement. Section 9.5. */
export function acknowledgementFields(announced: Announced): Fields {
  const { version, effective } = announced;
  return { topic: UPDATE_TOPIC, state: 'ok', detail: `Acknowledged ${version} (effective ${effective})` };
}

function isUpdateStatus(type: string | null, fields: Fields | null, state: string): boolean {
  return type === 'STATUS' && fields?.topic === UPDATE_TOPIC && fields.state === state;
}

function readAnnounced(detail: string | readonly string[] | undefined): Announced | null {
  const match = typeof detail === 'string' ? ANNOUNCED.exec(detail) : null;
  return match?.[1] === undefined || match[2] === undefined
    ? null
    : { version: match[1], effective: match[2] };
}
