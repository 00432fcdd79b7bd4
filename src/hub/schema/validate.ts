import * as z from 'zod/mini';
import { Refusal } from '../refusal.ts';
import { WIRE_VERSION } from '../version.ts';
import type { Body } from './body.ts';
import { type FaultEntry, faultEntries, type Source } from './fault-list.ts';

export type Shape = z.ZodMiniObject<Record<string, z.ZodMiniType>>;

/** What one route takes: its path, its query, and its body; null where it has none. */
export type Takes = { readonly params: Shape; readonly query: Shape; readonly body: Shape | null };

/** What a client sent, unread. */
export type Sent = {
  readonly params: Readonly<Record<string, string>>;
  readonly search: string;
  readonly body: Body | null;
};

/** What was sent, read by the schemas. */
export type Read = { readonly params: unknown; readonly query: unknown; readonly body: unknown };

/**
 * Reads a request by its route's schemas. Unknown parameters are refused first and by name, then all other faults
 * together.
 */
export function validate(takes: Takes, sent: Sent): Read {
  const query = queryValues(takes.query, sent.search);
  const faults: FaultEntry[] = [];
  const read = (source: Source, shape: Shape, value: unknown): unknown => {
    const result = z.safeParse(shape, value);
    if (!result.success) faults.push(...faultEntries(source, value, result.error.issues));
    return result.data;
  };
  const params = read('path', takes.params, sent.params);
  const asked = read('query', takes.query, query);
  const body =
    takes.body === null || sent.body === null ? null : readShape(takes.body, sent.body, read, faults);
  if (faults.length > 0) throw new Refusal(422, faults);
  return { params, query: asked, body };
}

function readShape(
  shape: Shape,
  body: Body,
  read: (source: Source, shape: Shape, value: unknown) => unknown,
  faults: FaultEntry[],
): unknown {
  if ('value' in body) return read('body', shape, body.value);
  faults.push(body.fault);
  return null;
}

/** The parameters of a query: the last of several wins, but where the schema wants a list. */
function queryValues(shape: Shape, search: string): Record<string, unknown> {
  const sent = new URLSearchParams(search);
  const known = shape.def.shape;
  const unknown = [...new Set(sent.keys())].filter(name => !Object.hasOwn(known, name)).sort();
  if (unknown.length > 0) throw new Refusal(422, unknownParameters(unknown));
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(known)) {
    const all = sent.getAll(name);
    if (all.length > 0) values[name] = LISTS.has(field) ? all : all.at(-1);
  }
  return values;
}

function unknownParameters(names: readonly string[]): string {
  const listed = names.map(name => name.slice(0, 100).toWellFormed()).slice(0, 20);
  return `Unknown query parameters: ${listed.join(', ')}. This hub speaks version ${WIRE_VERSION} of the API and refuses what it does not know instead of ignoring it: the client is probably newer than the server.`;
}

const LISTS = z.registry();

/** Marks a field of a query that may be given several times. */
export function repeatable<T extends z.ZodMiniType>(field: T): T {
  LISTS.add(field);
  return field;
}
