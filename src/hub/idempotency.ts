import { requireOperator } from './admin.ts';
import { HUB_BOUNDS } from './bounds.ts';
import type { Hub } from './hub.ts';
import { identify } from './participant.ts';
import { Refusal } from './refusal.ts';
import type { Actor, Write } from './route/route.ts';
import { hashOf, seal, unseal } from './secret.ts';
import type { Tx } from './store/contract.ts';
import { query } from './store/query.ts';

const FIND = query<{ scope: string; key: string }>()((db, v) =>
  db
    .selectFrom('idempotency')
    .select(['request_hash', 'sealed'])
    .where('scope', '=', v.scope)
    .where('key_hash', '=', v.key),
);

type Kept = { scope: string; key: string; request: string; sealed: string; at: string };

const KEEP = query<Kept>()((db, v) =>
  db.insertInto('idempotency').values({
    scope: v.scope,
    key_hash: v.key,
    request_hash: v.request,
    sealed: v.sealed,
    created_at: v.at,
  }),
);

const FORGET = query<{ before: string }>()((db, v) =>
  db.deleteFrom('idempotency').where('created_at', '<', v.before),
);

/** One request as far as repeating it is concerned. */
export type Attempt = {
  readonly actor: Actor;
  /** The Idempotency-Key header; null where there is none. */
  readonly key: string | null;
  /** Method, path and body as they were sent. */
  readonly request: string;
  readonly token: string | null;
  readonly operator: string | null;
};

/**
 * Gives a route its way to write: with an Idempotency-Key, a repeat of a write that was done gives its answer and does
 * nothing, and the same key with another request is refused. The answer is kept in the same commit as the write, and
 * sealed under the request, since it may hold a token or a text that is deleted later.
 */
export function writeOnce(hub: Hub, attempt: Attempt): Write {
  const { key } = attempt;
  if (key === null)
    return async (job, { ahead, plain = () => hub.store.write(job) } = {}) => {
      await ahead?.();
      return plain();
    };
  requireGoodKey(key);
  const place = { key: hashOf(key), request: hashOf(attempt.request) };
  const answered = async (tx: Tx, scope: string) => {
    const kept = await tx.first(FIND, { scope, key: place.key });
    return kept === undefined ? null : repeated(kept, place.request, attempt);
  };
  return async (job, { ahead } = {}) => {
    if (ahead !== undefined) {
      const known = await hub.store.write(async tx => {
        const scope = await scopeOf(hub, tx, attempt);
        return scope === null ? null : answered(tx, scope);
      });
      if (known !== null) return known;
      await ahead();
    }
    return hub.store.write(async tx => {
      const scope = await scopeOf(hub, tx, attempt);
      if (scope === null) return job(tx);
      const known = await answered(tx, scope);
      if (known !== null) return known;
      const answer = await job(tx);
      const sealed = seal(JSON.stringify(answer), sealingKey(attempt));
      await tx.run(KEEP, { scope, ...place, sealed, at: hub.stamps.next() });
      return answer;
    });
  };
}

/** Forgets the answers that nobody will ask for again. */
export async function forgetAnswers(hub: Hub): Promise<void> {
  const before = hub.stamps.ago(HUB_BOUNDS.idempotencyMs);
  await hub.store.write(tx => tx.run(FORGET, { before }));
}

function repeated(kept: { request_hash: string; sealed: string }, request: string, attempt: Attempt): object {
  if (kept.request_hash !== request)
    throw new Refusal(
      409,
      'This Idempotency-Key was used for another request. A key belongs to one request: use a new one.',
    );
  return JSON.parse(unseal(kept.sealed, sealingKey(attempt)));
}

function sealingKey({ key, request }: Attempt): string {
  return `${key}\n${request}`;
}

/** Whose keys are meant; null where the caller is not who it says, which the write itself will refuse. */
async function scopeOf(hub: Hub, tx: Tx, { actor, token, operator }: Attempt): Promise<string | null> {
  if (actor === 'anyone') return actor;
  try {
    if (actor === 'operator') requireOperator(hub, operator);
    else await identify(hub, tx, actor.participant, token);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  return actor === 'operator' ? actor : `participant ${actor.participant}`;
}

function requireGoodKey(key: string): void {
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= HUB_BOUNDS.idempotencyKeyChars) return;
  throw new Refusal(
    422,
    `Idempotency-Key must be 1 to ${HUB_BOUNDS.idempotencyKeyChars} visible ASCII characters, such as a UUID.`,
  );
}
