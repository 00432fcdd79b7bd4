import type { Hub } from './hub.ts';
import { coded, unknownParticipant } from './refusal.ts';
import { isHashOf } from './secret.ts';
import type { Reader } from './store/contract.ts';
import { query } from './store/query.ts';

const COLUMNS = [
  ...(['id', 'name', 'machine', 'client_type', 'agent_type'] as const),
  ...(['registered_at', 'last_seen_at', 'token_hash', 'session_key_hash'] as const),
] as const;

export const PARTICIPANT = query<{ id: number }>()((db, v) =>
  db.selectFrom('participants').select(COLUMNS).where('id', '=', v.id),
);

export const PARTICIPANT_OF_KEY = query<{ hash: string }>()((db, v) =>
  db.selectFrom('participants').select(COLUMNS).where('session_key_hash', '=', v.hash),
);

export const ALL_PARTICIPANTS = query()(db => db.selectFrom('participants').select(COLUMNS).orderBy('id'));

export type Participant = {
  readonly id: number;
  readonly name: string;
  readonly machine: string;
  readonly client_type: string;
  readonly agent_type: string;
  readonly registered_at: string;
  readonly last_seen_at: string | null;
  readonly token_hash: string | null;
  readonly session_key_hash: string | null;
};

export type Sender = Pick<Participant, 'id' | 'name' | 'machine' | 'client_type' | 'agent_type'>;

/** Finds a participant, or refuses the id. */
export async function participantOf(reader: Reader, id: number): Promise<Participant> {
  const found = Number.isSafeInteger(id) ? await reader.first(PARTICIPANT, { id }) : undefined;
  if (found === undefined) throw unknownParticipant(id);
  return found;
}

/** Finds the caller and checks its token; who passes was seen now, whatever comes of the call. */
export async function identify(
  hub: Pick<Hub, 'presence'>,
  reader: Reader,
  id: number,
  token: string | null,
): Promise<Participant> {
  const participant = await participantOf(reader, id);
  authenticate(hub, participant, token);
  return participant;
}

/** Checks a participant's token; who passes was seen now. */
export function authenticate(
  hub: Pick<Hub, 'presence'>,
  { id, token_hash: hash }: Pick<Participant, 'id' | 'token_hash'>,
  token: string | null,
): void {
  const about = { participant_id: id };
  const cure = 'Register again with your client_session_key to get a token (POST /register).';
  if (hash === null) throw coded('token_required', `Participant ${id} has no token any more. ${cure}`, about);
  if (token === null || token === '')
    throw coded('token_missing', `This call needs your token in the X-AIM-Token header. ${cure}`, about);
  if (!isHashOf(token, hash))
    throw coded('token_invalid', `This is not the present token of participant ${id}. ${cure}`, about);
  hub.presence.touch(id);
}

/** What is shown of a participant beside its messages. */
export function senderOf({ id, name, machine, client_type, agent_type }: Sender) {
  return { id, name, machine, client_type, agent_type };
}
