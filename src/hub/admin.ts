import { CHAT_NAMED, type Chat, COUNT_MEMBERS, chatOf } from './chat/chat.ts';
import { fold, sameName } from './fold.ts';
import type { Hub } from './hub.ts';
import { ALL_PARTICIPANTS, PARTICIPANT_OF_KEY, type Participant, participantOf } from './participant.ts';
import { coded, Refusal } from './refusal.ts';
import { hashOf, sameSecret } from './secret.ts';
import type { Reader, Tx } from './store/contract.ts';
import { query } from './store/query.ts';

/** Refuses who does not hold the operator's key; a participant's token never helps. */
export function requireOperator(hub: Hub, key: string | null): void {
  const { operatorKey } = hub.settings;
  if (operatorKey === null)
    throw coded('editing_disabled', 'Editing is disabled: this hub was started without AIM_OPERATOR_KEY.');
  // Header values arrive as Latin-1, whatever the client meant
  const sent = key === null ? '' : Buffer.from(key, 'latin1').toString('utf8');
  if (!sameSecret(sent, operatorKey) && !sameSecret(key ?? '', operatorKey))
    throw coded('not_operator', "This needs the operator's key in the X-AIM-Operator header.");
}

/** Everybody, with what an operator needs to know of the credentials: whether there are any. */
export async function listParticipants(hub: Hub, reader: Reader) {
  const participants = (await reader.all(ALL_PARTICIPANTS, {})).map(one => ({
    ...shown(hub, one),
    has_token: one.token_hash !== null,
    has_session_key: one.session_key_hash !== null,
  }));
  return { participants, count: participants.length };
}

function shown(hub: Hub, one: Participant) {
  return {
    id: one.id,
    name: one.name,
    machine: one.machine,
    client_type: one.client_type,
    agent_type: one.agent_type,
    registered_at: one.registered_at,
    last_seen_at: hub.presence.lastSeen(one.id, one.last_seen_at),
  };
}

type Edited = {
  id: number;
  name: string;
  machine: string;
  clientType: string;
  agentType: string;
  key: string | null;
  token: string | null;
};

const EDIT = query<Edited>()((db, v) =>
  db
    .updateTable('participants')
    .set({
      name: v.name,
      machine: v.machine,
      client_type: v.clientType,
      agent_type: v.agentType,
      session_key_hash: v.key,
      token_hash: v.token,
    })
    .where('id', '=', v.id),
);

const DECLARED = ['name', 'machine', 'client_type', 'agent_type'] as const;

/** What an operator corrects of a participant; null is left as it is. */
export type ParticipantEdit = Readonly<
  Record<(typeof DECLARED)[number] | 'client_session_key', string | null>
> & {
  readonly revoke_token: boolean | null;
};

type Diff = Record<string, { from: unknown; to: unknown }>;

/** Corrects what a participant declared, all of it or nothing, and says what moved. */
export async function editParticipant(hub: Hub, tx: Tx, id: number, edit: ParticipantEdit) {
  const before = await participantOf(tx, id);
  const changed: Diff = {};
  const declared = Object.fromEntries(DECLARED.map(field => [field, edit[field] ?? before[field]]));
  for (const field of DECLARED)
    if (declared[field] !== before[field]) changed[field] = { from: before[field], to: declared[field] };
  const key = edit.client_session_key === null ? before.session_key_hash : hashOf(edit.client_session_key);
  if (key !== before.session_key_hash) {
    await requireFreeKey(tx, id, key ?? '');
    changed.client_session_key = { from: '(hidden)', to: '(replaced)' };
  }
  const revoked = edit.revoke_token === true && before.token_hash !== null;
  if (revoked) changed.token = { from: '(issued)', to: '(revoked)' };
  const after = { ...before, ...declared };
  await tx.run(EDIT, {
    id,
    name: after.name,
    machine: after.machine,
    clientType: after.client_type,
    agentType: after.agent_type,
    key,
    token: revoked ? null : before.token_hash,
  });
  return {
    participant_id: id,
    changed,
    unchanged: Object.keys(changed).length === 0,
    participant: shown(hub, after),
  };
}

async function requireFreeKey(tx: Tx, id: number, hash: string): Promise<void> {
  const holder = await tx.first(PARTICIPANT_OF_KEY, { hash });
  if (holder !== undefined && holder.id !== id)
    throw coded(
      'session_key_taken',
      `Participant ${holder.id} has this continuity key already. Nothing was changed.`,
    );
}

const RENAME = query<{ chat: number; name: string; folded: string; description: string | null }>()((db, v) =>
  db
    .updateTable('chats')
    .set({ name: v.name, name_folded: v.folded, description: v.description })
    .where('id', '=', v.chat),
);

/** Corrects a chat's name or description; null is left as it is. */
export async function editChat(
  tx: Tx,
  id: number,
  edit: { readonly name: string | null; readonly description: string | null },
) {
  const before = await chatOf(tx, id);
  const name = edit.name ?? before.name;
  const description = edit.description ?? before.description;
  if (name !== before.name) await requireFreeName(tx, before, name);
  const changed: Diff = {};
  if (name !== before.name) changed.name = { from: before.name, to: name };
  if (description !== before.description) changed.description = { from: before.description, to: description };
  const unchanged = Object.keys(changed).length === 0;
  if (!unchanged) await tx.run(RENAME, { chat: id, name, folded: fold(name), description });
  if (!unchanged) tx.announce();
  return { chat_id: id, changed, unchanged, chat: { id, name, description } };
}

async function requireFreeName(tx: Tx, chat: Chat, name: string): Promise<void> {
  const holders = await tx.all(CHAT_NAMED, { folded: fold(name) });
  const other = holders.find(one => one.id !== chat.id);
  if (other !== undefined)
    throw new Refusal(409, `Chat ${other.id} has this name already. Nothing was changed.`);
}

/** Refuses a merge whose retyped name is not the survivor's. */
export function requireName(survivor: Participant, name: string): void {
  if (!sameName(name, survivor.name))
    throw coded(
      'confirm_name_mismatch',
      `The name in confirm_name does not match that of participant ${survivor.id}. Retype it to merge into it.`,
    );
}

/** Counts the members of the chats anew where memberships moved. */
export async function recount(tx: Tx, chats: readonly number[]): Promise<void> {
  for (const chat of new Set(chats)) await tx.run(COUNT_MEMBERS, { chat });
}
