import * as z from 'zod/mini';
import type { Hub } from '../hub.ts';
import { required } from '../schema/kind.ts';
import { integer } from '../schema/number.ts';
import type { Shape } from '../schema/validate.ts';
import type { Tx } from '../store/contract.ts';

type Values<S> = S extends Shape ? z.output<S> : null;

/** A request that passed its schemas. */
export type Call<P, Q, B> = {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The X-AIM-Token header. */
  readonly token: string | null;
  /** The X-AIM-Operator header. */
  readonly operator: string | null;
};

/** Does one write; a repeat with the same Idempotency-Key gives the first answer and writes nothing. */
export type Write = (job: (tx: Tx) => Promise<object>, ways?: WriteWays) => Promise<object>;

/** What a write does otherwise than by one job. */
export type WriteWays = {
  /** What has to be done before it in commits of its own; done only where the key stands for no other request. */
  readonly ahead?: () => Promise<void>;
  /** Another way to the same, for a request without a key. */
  readonly plain?: () => Promise<object>;
};

/** Who makes a write, as far as the repeat of an Idempotency-Key is concerned. */
export type Actor = { readonly participant: number } | 'operator' | 'anyone';

/** One operation of the API: what it takes, what it is for, and how it is done. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly status: 200 | 201;
  readonly summary: string;
  readonly params: Shape;
  readonly query: Shape;
  readonly body: Shape | null;
  readonly answer: Shape;
  readonly actor: (body: never) => Actor;
  readonly handle: (hub: Hub, call: Call<never, never, never>, write: Write) => Promise<object>;
};

type Read<P extends Shape, Q extends Shape> = {
  readonly path: string;
  readonly summary: string;
  readonly params: P;
  readonly query: Q;
  readonly answer: Shape;
  readonly handle: (hub: Hub, call: Call<Values<P>, Values<Q>, null>) => Promise<object>;
};

/** An operation that changes nothing. */
export function reading<P extends Shape, Q extends Shape>(route: Read<P, Q>): Route {
  const handle = route.handle as Route['handle'];
  return { ...route, method: 'GET', status: 200, body: null, actor: () => 'anyone', handle };
}

type Change<P extends Shape, B extends Shape> = {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly status: 200 | 201;
  readonly summary: string;
  readonly params: P;
  readonly body: B;
  readonly answer: Shape;
  readonly actor: (body: Values<B>) => Actor;
  readonly handle: (hub: Hub, call: Call<Values<P>, null, Values<B>>, write: Write) => Promise<object>;
};

/** An operation that writes. */
export function writing<P extends Shape, B extends Shape>(route: Change<P, B>): Route {
  const handle = route.handle as unknown as Route['handle'];
  return { ...route, query: NOTHING, actor: route.actor as Route['actor'], handle };
}

/** A path, query or body with nothing in it. */
export const NOTHING = z.strictObject({});

/** The actor of a write whose body names the participant that makes it. */
export function byParticipant(body: { participant_id: number }): Actor {
  return { participant: body.participant_id };
}

/** A path with one id in it. Any number is read: one that was never given is an unknown id, not a fault. */
export function pathId<const N extends string>(name: N) {
  const field = required({ ...integer(), read: readPathId });
  return z.strictObject({ [name]: field } as { [K in N]: typeof field });
}

function readPathId(input: unknown, report: Parameters<ReturnType<typeof integer>['read']>[1]) {
  const text = String(input).trim();
  return /^[+-]?\d{16,}$/.test(text) ? Number(text) : integer().read(input, report);
}
