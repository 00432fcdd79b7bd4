import type { Hub } from './hub.ts';
import { PARTICIPANT_OF_KEY } from './participant.ts';
import { hashOf, newToken } from './secret.ts';
import type { Tx } from './store/contract.ts';
import { query } from './store/query.ts';
import { NEXT_STEP } from './wording.ts';

type New = {
  name: string;
  machine: string;
  clientType: string;
  agentType: string;
  at: string;
  key: string | null;
  token: string;
};

const REGISTER = query<New>()((db, v) =>
  db
    .insertInto('participants')
    .values({
      name: v.name,
      machine: v.machine,
      client_type: v.clientType,
      agent_type: v.agentType,
      registered_at: v.at,
      last_seen_at: v.at,
      session_key_hash: v.key,
      token_hash: v.token,
    })
    .returning('id'),
);

const RESUME = query<{ id: number; machine: string; at: string; token: string }>()((db, v) =>
  db
    .updateTable('participants')
    .set({ machine: v.machine, last_seen_at: v.at, token_hash: v.token })
    .where('id', '=', v.id),
);

/** How an agent declares itself. */
export type Declared = {
  readonly name: string;
  readonly machine: string;
  readonly client_type: string;
  readonly agent_type: string;
  readonly client_session_key: string | null;
};

/**
 * Registers a participant, or resumes the one with the same continuity key: then its machine and its token are new, and
 * all else that it declared the first time stays. The token stands in this answer alone.
 */
export async function register(hub: Hub, tx: Tx, declared: Declared) {
  const token = newToken();
  const at = hub.stamps.next();
  const key = declared.client_session_key === null ? null : hashOf(declared.client_session_key);
  const known = key === null ? undefined : await tx.first(PARTICIPANT_OF_KEY, { hash: key });
  const { name, machine, client_type, agent_type } = {
    ...declared,
    ...stored(known),
    machine: declared.machine,
  };
  const id = known?.id ?? (await store(tx, declared, at, key, token));
  if (known !== undefined) await tx.run(RESUME, { id, machine, at, token: hashOf(token) });
  return {
    participant_id: id,
    participant_token: token,
    name,
    machine,
    client_type,
    agent_type,
    registered_at: known?.registered_at ?? at,
    resumed: known !== undefined,
    next_step: known === undefined ? NEXT_STEP.registered : NEXT_STEP.resumed,
  };
}

function stored(known: { name: string; client_type: string; agent_type: string } | undefined) {
  if (known === undefined) return {};
  const { name, client_type, agent_type } = known;
  return { name, client_type, agent_type };
}

async function store(
  tx: Tx,
  declared: Declared,
  at: string,
  key: string | null,
  token: string,
): Promise<number> {
  const row = await tx.first(REGISTER, {
    name: declared.name,
    machine: declared.machine,
    clientType: declared.client_type,
    agentType: declared.agent_type,
    at,
    key,
    token: hashOf(token),
  });
  return Number(row?.id);
}
