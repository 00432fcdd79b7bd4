import { type Actor, type Json, RANK, type Role, type World } from './world.test-support.ts';

export interface Call {
  readonly world: World;
  /** Null where nobody signed in. */
  readonly actor: Actor | null;
  /** True where the request carries the App's own JSON web token. */
  readonly asApp: boolean;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Json;
  readonly accept: string;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Handler = (call: Call) => Answer;
/** Handlers by method and path, the path written as GitHub's own description writes it. */
export type Routes = Readonly<Record<string, Handler>>;

/** An answer that is an error. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly Json[] | undefined;

  constructor(status: number, message: string, errors?: readonly Json[]) {
    super(message);
    this.status = status;
    this.errors = errors;
  }

  answer(): Answer {
    const link = { documentation_url: 'https://docs.github.com/rest', status: String(this.status) };
    const errors = this.errors === undefined ? {} : { errors: this.errors };
    return { status: this.status, body: { message: this.message, ...errors, ...link } };
  }
}

export const notFound = () => new Refusal(404, 'Not Found');

export function invalid(resource: string, field: string, code = 'invalid', message?: string): Refusal {
  const error = message === undefined ? { resource, field, code } : { resource, field, code, message };
  return new Refusal(422, 'Validation Failed', [error]);
}

export const ok = (body: unknown, status = 200): Answer => ({ status, body });
export const nothing: Answer = { status: 204, body: null };

/** Parameters that may hold slashes. */
const GREEDY = new Set(['path', 'ref', 'branch', 'basehead']);

export class Router {
  private readonly routes: readonly {
    readonly method: string;
    readonly template: string;
    readonly pattern: RegExp;
    readonly names: readonly string[];
    readonly handler: Handler;
  }[];

  constructor(routes: Routes) {
    this.routes = Object.entries(routes).map(([key, handler]) => {
      const [method = '', template = ''] = key.split(' ');
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '');
      // The root of the repository is a path, too, and an empty one.
      const shape = template.replace('/{path}', '(?:/{path})?');
      const source = shape.replaceAll(/\{(\w+)\}/g, (_, name) => (GREEDY.has(name) ? '(.+)' : '([^/]+)'));
      return { method, template, pattern: new RegExp(`^${source}/?$`), names, handler };
    });
  }

  templates(): readonly string[] {
    return this.routes.map(route => `${route.method} ${route.template}`);
  }

  find(method: string, path: string) {
    for (const route of this.routes) {
      const match = route.method === method ? route.pattern.exec(path) : null;
      if (match === null) continue;
      const values = route.names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]);
      return { ...route, params: Object.fromEntries(values) as Record<string, string> };
    }
    return null;
  }
}

export function signedIn(call: Call): Actor {
  if (call.actor === null) throw new Refusal(401, 'Requires authentication');
  return call.actor;
}

/** Whether the actor may do it: an App by one of these permissions, an account by its role. */
export function may(actor: Actor, permissions: readonly string[], role: Role): boolean {
  if (actor.app === null) return RANK[actor.user.role] >= RANK[role];
  return permissions.some(name => ['write', 'admin'].includes(actor.permissions[name] ?? ''));
}

/** Lets only those through who may; an App hears 403, an account what GitHub says to it. */
export function need(
  call: Call,
  permissions: readonly string[],
  role: Role,
  refusal: Refusal = notFound(),
): Actor {
  const actor = signedIn(call);
  if (may(actor, permissions, role)) return actor;
  throw actor.app === null ? refusal : new Refusal(403, 'Resource not accessible by integration');
}

export const mustBeAdmin = () => new Refusal(403, 'Must have admin rights to Repository.');

/** One page of a list, with the links to the others. */
export function paged(
  call: Call,
  all: readonly unknown[],
  wrap = (part: readonly unknown[]): unknown => part,
) {
  const size = Math.min(Math.max(numberOf(call.query.get('per_page')) ?? 30, 1), 100);
  const page = Math.max(numberOf(call.query.get('page')) ?? 1, 1);
  const last = Math.max(Math.ceil(all.length / size), 1);
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams(call.query);
    query.set('page', String(to));
    return `<${call.world.url}${call.params._path ?? ''}?${query}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link(page - 1, 'prev'), link(1, 'first')] : []),
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
  ];
  const body = wrap(all.slice((page - 1) * size, page * size));
  return { status: 200, body, headers: links.length === 0 ? {} : { Link: links.join(', ') } };
}

export function numberOf(text: string | null | undefined): number | null {
  return text !== null && text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function recordOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
