import { readFileSync } from 'node:fs';
import examples from '@octokit/webhooks-examples' with { type: 'json' };
import { Ajv, type ValidateFunction } from 'ajv';
import type { Delivery } from './deliveries.test-support.ts';
import type { Exchange } from './front.test-support.ts';
import { recordOf } from './router.test-support.ts';
import type { Json } from './world.test-support.ts';

/** GitHub's own description of its API, and how it is asked. */
export class Description {
  private readonly ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, logger: false });
  private readonly document: Json;
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor() {
    const url = import.meta.resolve('@octokit/openapi/generated/api.github.com.json');
    this.document = plain(JSON.parse(readFileSync(new URL(url), 'utf8'))) as Json;
    this.ajv.addSchema({ ...this.document, $id: 'github' });
  }

  /** What GitHub's description finds wrong in an answer, as `path: message`. */
  faultsOfAnswer({ route, status, body }: Pick<Exchange, 'route' | 'status' | 'body'>): readonly string[] {
    const [method = '', template = ''] = route.split(' ');
    const operation = ['paths', template, method.toLowerCase()];
    if (this.at(operation) === undefined) return ['no such operation'];
    const pointer = this.response([...operation, 'responses', String(status)]);
    if (pointer === null) return status >= 400 ? this.faultsOfError(body) : [`no answer ${status}`];
    // Raw content is described as bytes of any kind.
    if (typeof body === 'string') return [];
    if (status === 204) return body === null ? [] : ['a body with 204'];
    const content = [...pointer, 'content', 'application/json'];
    const schema = [...content, 'schema'];
    if (this.at(schema) === undefined) return this.faultsOfError(body);
    return this.faults(schema, body);
  }

  faultsOfDelivery({
    event,
    action,
    payload,
  }: Pick<Delivery, 'event' | 'action' | 'payload'>): readonly string[] {
    const name = (action === null ? event : `${event}-${action}`).replaceAll('_', '-');
    const body = ['x-webhooks', name, 'post', 'requestBody', 'content', 'application/json', 'schema'];
    return this.at(body) === undefined ? ['no such event'] : this.faults(body, payload);
  }

  private faultsOfError(body: unknown): readonly string[] {
    return typeof recordOf(body).message === 'string' ? [] : ['an error without a message'];
  }

  /** The pointer to a response, followed through one reference; null where the status is not described. */
  private response(pointer: readonly string[]): readonly string[] | null {
    const found = recordOf(this.at(pointer));
    const reference = found.$ref;
    if (typeof reference === 'string') return reference.slice('#/'.length).split('/');
    return Object.keys(found).length === 0 ? null : pointer;
  }

  private at(pointer: readonly string[]): unknown {
    return pointer.reduce<unknown>((value, key) => recordOf(value)[key], this.document);
  }

  private faults(pointer: readonly string[], value: unknown): readonly string[] {
    const escaped = pointer.map(key => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')));
    const reference = `github#/${escaped.join('/')}`;
    const validate = this.compiled.get(reference) ?? this.ajv.compile({ $ref: reference });
    this.compiled.set(reference, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(one => `${one.instancePath || '/'}: ${one.message ?? ''}`);
  }
}

/** A schema of OpenAPI 3.0 as one of JSON Schema: `nullable` in the words that ajv knows for every schema. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, discriminator: _, example: __, examples: ___, ...rest } = value as Json;
  const copied = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, plain(one)]));
  // A property may be called `nullable`, too: then it is a schema and no truth.
  if (nullable !== true) return nullable === undefined ? copied : { ...copied, nullable: plain(nullable) };
  return { anyOf: [copied, { type: 'null' }] };
}

interface EventExamples {
  readonly name: string;
  readonly examples: readonly Json[];
}

/** The members that every example of an event has and the payload has not, as paths. */
export function missingMembers({ event, action, payload }: Pick<Delivery, 'event' | 'action' | 'payload'>) {
  const all =
    (examples as unknown as readonly EventExamples[]).find(one => one.name === event)?.examples ?? [];
  const alike = all.filter(one => action === null || one.action === action);
  if (alike.length === 0) return [`no example of ${event} ${action}`];
  const [first, ...rest] = alike.map(one => new Set(members(one)));
  const always = [...(first ?? [])].filter(path => rest.every(other => other.has(path)));
  const own = new Set(members(payload));
  const nulls = new Set(members(payload, true));
  return always.filter(path => !own.has(path) && ![...nulls].some(one => path.startsWith(`${one}.`)));
}

/** The paths of an object's members; list entries are not told apart. With `only`, those that end in null. */
function members(value: unknown, only = false, at = ''): readonly string[] {
  if (Array.isArray(value)) {
    const below = value.flatMap(one => members(one, only, `${at}[]`));
    return only && value.length === 0 ? [`${at}[]`, ...below] : below;
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const path = at === '' ? key : `${at}.${key}`;
    const own = !only || one === null ? [path] : [];
    return [...own, ...members(one, only, path)];
  });
}
