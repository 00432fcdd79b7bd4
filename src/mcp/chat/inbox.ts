import { answerText, refusal } from '../answer.ts';
import type { Resource } from '../toolset.ts';
import { Conversation, type HubAccess } from './conversation.ts';
import { inboxUri } from './key.ts';
import { peekInbox } from './reading.ts';

/** Messages that the inbox shows at once. */
const SHOWN = 50;

/**
 * The inbox of a conversation as a resource: what is unread, oldest first, without marking it as read. Its address is given to
 * the conversation that it belongs to, and is listed nowhere.
 */
export function inboxResource(hub: HubAccess): Resource {
  return {
    name: 'inbox',
    uri: 'aim://inbox/{id}',
    description:
      'Your unread messages, not marked as read by reading. aim_register and aim_whoami give the address (inbox_resource); subscribe to it to hear of new messages.',
    mimeType: 'application/json',
    lasting: false,
    read: async ({ id = '' }) => {
      const key = await keyOfInbox(hub, `aim://inbox/${id}`);
      if (key === null) return null;
      return answerText(await peekInbox(new Conversation(hub, key), SHOWN).catch(refusal));
    },
  };
}

/** The key of the conversation whose inbox has an address; null where none of this machine has it. */
export async function keyOfInbox(hub: HubAccess, uri: string): Promise<string | null> {
  const { identities } = await hub.file.read();
  return [...identities.keys()].find(key => inboxUri(key) === uri) ?? null;
}
