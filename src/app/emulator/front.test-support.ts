import type { EmulateContext, TokenHolder } from './emulate.test-support.ts';
import {
  type Answer,
  type Call,
  notFound,
  Refusal,
  Router,
  type Routes,
  recordOf,
} from './router.test-support.ts';
import { CHECK_ROUTES } from './routes-checks.test-support.ts';
import { COMMENT_ROUTES } from './routes-comments.test-support.ts';
import { CONTENT_ROUTES } from './routes-contents.test-support.ts';
import { GIT_ROUTES } from './routes-git.test-support.ts';
import { GRAPHQL_ROUTES } from './routes-graphql.test-support.ts';
import { ISSUE_ROUTES } from './routes-issues.test-support.ts';
import { PULL_ROUTES } from './routes-pulls.test-support.ts';
import { RELEASE_ROUTES } from './routes-releases.test-support.ts';
import { REPOSITORY_ROUTES } from './routes-repository.test-support.ts';
import type { Actor, Json, World } from './world.test-support.ts';

const ROUTES: Routes = {
  ...{ ...REPOSITORY_ROUTES, ...COMMENT_ROUTES, ...ISSUE_ROUTES, ...PULL_ROUTES, ...CHECK_ROUTES },
  ...{ ...CONTENT_ROUTES, ...GIT_ROUTES, ...RELEASE_ROUTES, ...GRAPHQL_ROUTES },
};

const ROUTER = new Router(ROUTES);

/** What emulate itself answers. Everything else that is not ours is refused, so that nothing wrong is believed. */
const EMULATE = ['POST /app/installations/{installation_id}/access_tokens', 'GET /rate_limit'];
const LEFT = new Router(Object.fromEntries(EMULATE.map(route => [route, () => ({ status: 0, body: null })])));

export const EMULATED_ROUTES: readonly string[] = [...ROUTER.templates(), ...EMULATE];

/** One request and what it was answered. */
export interface Exchange {
  /** As in GitHub's own description: method and template. */
  readonly route: string;
  readonly path: string;
  readonly login: string | null;
  readonly request: Json;
  readonly status: number;
  readonly body: unknown;
}

/**
 * A failure that a test wants: before the request has an effect (as 502, or with the status that is given), or after, when
 * only the answer is lost.
 */
export type Fault = (call: {
  readonly method: string;
  readonly path: string;
  readonly login: string | null;
}) => 'before' | 'after' | number | null;

export class Front {
  readonly exchanges: Exchange[] = [];
  fault: Fault = () => null;

  async answer(context: EmulateContext, world: World): Promise<Response | null> {
    const { method } = context.req;
    const url = new URL(context.req.url);
    const found = ROUTER.find(method, url.pathname);
    if (found === null && LEFT.find(method, url.pathname) !== null && isKnown(context, world)) return null;
    const actor = actorOf(context, world);
    const login = actor?.user.login ?? null;
    const fault = found === null ? null : this.fault({ method, path: url.pathname, login });
    const lost = new Refusal(502, 'Server Error');
    const text = await context.req.text();
    const body = parsed(text);
    let answer: Answer;
    try {
      if (!isKnown(context, world)) throw new Refusal(401, 'Bad credentials');
      if (found === null) throw new Refusal(501, `Not emulated: ${method} ${url.pathname}`);
      if (fault === 'before') throw lost;
      if (typeof fault === 'number') throw new Refusal(fault, 'A failure that the test wants');
      if (body === null) throw new Refusal(400, 'Problems parsing JSON');
      const call = callOf(context, world, actor, found.params, url, body);
      answer = found.handler(call);
      if (fault === 'after') throw lost;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer = error.answer();
    }
    const route = `${method} ${found?.template ?? url.pathname}`;
    this.exchanges.push({ route, path: url.pathname, login, request: body ?? {}, ...answer });
    return respond(context, answer);
  }
}

function callOf(
  context: EmulateContext,
  world: World,
  actor: Actor | null,
  params: Record<string, string>,
  url: URL,
  body: Json,
): Call {
  const { owner, repo } = params;
  const named = owner === undefined || world.isNamed(`${owner}/${repo}`);
  if (!named) throw notFound();
  const asApp = context.get('authApp') !== undefined;
  const accept = context.req.header('accept') ?? '';
  const query = url.searchParams;
  return { world, actor, asApp, params: { ...params, _path: url.pathname }, query, body, accept };
}

function tokenOf(context: EmulateContext): string | null {
  const header = context.req.header('authorization');
  return header?.replace(/^(?:bearer|token)\s+/i, '').trim() ?? null;
}

/** Whether the request carries no credentials, or those of somebody; emulate takes any token for its first user. */
function isKnown(context: EmulateContext, world: World): boolean {
  const token = tokenOf(context);
  if (token === null || context.get('authApp') !== undefined) return true;
  return world.tokens.has(token) || holderOf(context)?.installation !== undefined;
}

function holderOf(context: EmulateContext): TokenHolder | undefined {
  return context.get('authUser') as TokenHolder | undefined;
}

function actorOf(context: EmulateContext, world: World): Actor | null {
  const [app, actions] = world.apps;
  const installation = holderOf(context)?.installation;
  if (installation !== undefined) return { user: app.bot, app, permissions: installation.permissions };
  const user = world.tokens.get(tokenOf(context) ?? '');
  if (user === undefined) return null;
  return user === actions.bot
    ? { user, app: actions, permissions: actions.permissions }
    : { user, app: null, permissions: {} };
}

function parsed(text: string): Json | null {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? { labels: value } : recordOf(value);
  } catch {
    return null;
  }
}

function respond(context: EmulateContext, { status, body, headers = {} }: Answer): Response {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  const text = typeof body === 'string' && 'content-type' in headers ? body : JSON.stringify(body);
  // A connection that stands open is closed by the server after seconds, which a busy machine takes for a failure
  const once = { connection: 'close' };
  return status === 204
    ? context.body(null, status, once)
    : context.body(text, status, { ...once, ...type, ...headers });
}
