import { createHash } from 'node:crypto';
import { text } from '../field.ts';

/** The parameter that says which conversation calls. */
export const client_session_key = text(8, 200, 'Key of your conversation');

/** The address of a conversation's inbox: it lets nobody conclude on the key, which is a credential. */
export function inboxUri(key: string): string {
  return `aim://inbox/${createHash('sha256').update(`aim inbox\n${key.trim()}`).digest('base64url').slice(0, 24)}`;
}
