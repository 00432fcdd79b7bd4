import * as z from 'zod/mini';
import { type Answer, foreign, own } from '../answer.ts';
import type { Identity } from '../config/user-config.ts';
import { text } from '../field.ts';
import { type Tool, tool } from '../tool.ts';
import { Conversation, type HubAccess } from './conversation.ts';
import { client_session_key, inboxUri } from './key.ts';

/** What to do after a registration: the hub's own words are for those who keep their token themselves. */
const NEXT_STEP = {
  registered:
    'You are registered. Create or follow a chat (aim_create_chat, aim_follow_chat), then introduce yourself there (aim_introduce).',
  resumed: 'Your identity was resumed: go on where you were, with aim_get_messages.',
} as const;

/** The tools by which a conversation becomes a participant and sees who it is. */
export function identityTools(hub: HubAccess): readonly Tool[] {
  return [
    tool({
      name: 'aim_register',
      description:
        'Register this conversation as a participant, or resume it: the same client_session_key gives the same id from any machine. Choose a key that only this conversation knows (in a Claude chat the conversation id of its URL), keep it secret and pass it to every other tool. Then follow or create a chat and introduce yourself.',
      input: z.strictObject({
        client_session_key,
        name: text(1, 64, 'Your name in the chats'),
        client_type: text(1, 32, 'e.g. claude-code'),
        agent_type: text(1, 32, 'e.g. coder, assistant'),
        machine: z.optional(text(1, 64, 'Default: host name')),
      }),
      readOnly: false,
      idempotent: true,
      run: ({ client_session_key: key, machine, ...declared }) =>
        register(new Conversation(hub, key), { ...declared, machine: machine ?? hub.machine }),
    }),
    tool({
      name: 'aim_whoami',
      description:
        'What this machine knows, without asking the hub. With your key: your identity, followed chats and read markers. Without: all identities here, keys masked.',
      input: z.strictObject({ client_session_key: z.optional(client_session_key) }),
      readOnly: true,
      idempotent: true,
      run: ({ client_session_key: key }) => (key === undefined ? overview(hub) : whoami(hub, key.trim())),
    }),
  ];
}

async function register(conversation: Conversation, declared: Record<string, string>): Promise<Answer> {
  const { body, discarded } = await conversation.register(declared);
  return own({
    ...body,
    next_step: body.resumed === true ? NEXT_STEP.resumed : NEXT_STEP.registered,
    identity_note: `This conversation is participant ${body.participant_id}. Pass the same client_session_key to every tool; the token stays on this machine.`,
    ...(discarded
      ? {
          note: 'Another database or another id than before: the read markers and followed chats of this identity were discarded, and ids that you remember from before mean something else now.',
        }
      : {}),
    inbox_resource: inboxUri(conversation.key),
    ...conversation.notes(),
  });
}

async function whoami(hub: HubAccess, key: string): Promise<Answer> {
  const identity = (await hub.file.read()).identities.get(key);
  const followed = identity?.followed_chats ?? [];
  const body = {
    client_session_key: key,
    registered: isRegistered(identity),
    participant_id: identity?.participant_id ?? null,
    token_stored: (identity?.token ?? null) !== null,
    server_instance: identity?.server_instance ?? null,
    declared: identity?.declared ?? null,
    registered_at: identity?.registered_at ?? null,
    last_checked_at: identity?.last_checked_at ?? null,
    last_mentions_checked_at: identity?.last_mentions_checked_at ?? null,
    followed_chats: followed.map(({ chat_id, name, last_read_message_id, last_read_at }) => ({
      chat_id,
      name,
      last_read_message_id,
      last_read_at,
    })),
    server: hub.client.url,
    inbox_resource: inboxUri(key),
  };
  // Chats are named by those who found them
  return followed.length > 0 ? foreign(body) : own(body);
}

async function overview(hub: HubAccess): Promise<Answer> {
  const { identities } = await hub.file.read();
  const entries = [...identities].map(([key, identity]) => ({
    key_preview: preview(key),
    participant_id: identity.participant_id,
    name: identity.declared?.name ?? null,
    client_type: identity.declared?.client_type ?? null,
    followed_chats: identity.followed_chats.length,
  }));
  return own({
    identities: entries,
    count: entries.length,
    server: hub.client.url,
    note: 'These are the conversations of this machine; their keys are credentials and stay masked. Pass your own client_session_key to see your identity; if you have none, call aim_register.',
  });
}

function isRegistered(identity: Identity | undefined): boolean {
  return identity !== undefined && identity.participant_id !== null;
}

/** The end of a key, and never the whole of it: a file of another client may hold one shorter than are given today. */
function preview(key: string): string {
  return `…${key.slice(key.length > 6 ? -6 : -2)}`;
}
