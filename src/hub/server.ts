import type { IncomingMessage, ServerResponse } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { HostRule } from './bind.ts';
import { HUB_BOUNDS } from './bounds.ts';
import { Elsewhere } from './elsewhere.ts';
import type { Hub } from './hub.ts';
import { writeOnce } from './idempotency.ts';
import { Overloaded, Refusal } from './refusal.ts';
import { addPages } from './route/pages.ts';
import type { Call, Route } from './route/route.ts';
import { ROUTES } from './route/table.ts';
import { LargeBodies, readBody, readBytes, TOO_LARGE, TOO_MANY } from './schema/body.ts';
import { searchOf } from './schema/search.ts';
import { validate } from './schema/validate.ts';
import { StorageFailure } from './store/failure.ts';
import { WIRE_VERSION } from './version.ts';

/** Takes a fault that is ours, for the log; no client sees more than that there was one. */
export type Report = (error: unknown) => void;

/** The hub's HTTP server, not listening yet. */
export function buildServer(hub: Hub, report: Report): FastifyInstance {
  const app = fastify({
    bodyLimit: HUB_BOUNDS.drainBytes,
    requestTimeout: HUB_BOUNDS.requestMs,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // What is still in work when the hub ends is answered like everything else
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: 512,
      querystringParser: () => ({}),
    },
    frameworkErrors: (error, _request, reply) => void answerError(hub, reply, error, report),
    clientErrorHandler: ({ code }, socket) => {
      const long = code === 'HPE_HEADER_OVERFLOW';
      const detail = long
        ? 'The head of the request is too long.'
        : 'The request is not HTTP that can be read.';
      const status = long ? '431 Request Header Fields Too Large' : '400 Bad Request';
      if (socket.writable) socket.end(rawAnswer(status, JSON.stringify(stamped(hub, { detail }))));
    },
  });
  app.decorateRequest('contentType', undefined);
  app.decorateRequest('response', null);
  const large = new LargeBodies();
  app.addHook('onRequest', admission(hub));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', ({ response }: FastifyRequest, payload: IncomingMessage) =>
    readBytes(payload, () => response === null || large.take(response)),
  );
  app.setErrorHandler((error, _request, reply) => answerError(hub, reply, error, report));
  const elsewhere = new Elsewhere();
  const work = { count: 0 };
  for (const route of ROUTES) {
    elsewhere.add(route.method, route.path);
    app.route({ method: route.method, url: route.path, handler: handlerOf(hub, route, work) });
  }
  addPages(app, hub, elsewhere);
  app.setNotFoundHandler((request, reply) => {
    const found = elsewhere.find(request.url);
    if (found.redirect !== null) return reply.redirect(found.redirect, 307);
    if (found.allow !== null) void reply.header('allow', found.allow);
    const known = found.allow !== null;
    return answer(hub, reply, known ? 405 : 404, { detail: known ? 'Method Not Allowed' : 'Not Found' });
  });
  return app;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The Content-Type header as it was sent. */
    contentType: string | undefined;
    /** What the request is answered on. */
    response: ServerResponse | null;
  }
}

/** Admits a request by the names that it came by. */
function admission(hub: Hub) {
  const rule = new HostRule(hub.settings.host, hub.settings.allowedHosts);
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { headers } = request.raw;
    if (!rule.admits(headers.host))
      return void answer(hub, reply, 403, {
        detail:
          'This Host header is no name of this hub. If it is one, add it to AIM_ALLOWED_HOSTS; if not, a page elsewhere may be trying to reach into your network.',
      });
    if (!rule.admitsOrigin(headers.origin))
      return void answer(hub, reply, 403, {
        detail:
          'This Origin is no page of this hub. Add its host to AIM_ALLOWED_HOSTS if it may call the hub.',
      });
    request.response = reply.raw;
    request.contentType = headers['content-type'];
    // Any body is read as bytes and judged by the schemas, whatever it is said to be
    if (request.contentType !== undefined) headers['content-type'] = 'application/octet-stream';
    done();
  };
}

function handlerOf(hub: Hub, route: Route, work: { count: number }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // A path with nothing where an id stands is no path of this hub
    if (Object.values(request.params as object).includes('')) {
      reply.callNotFound();
      return reply;
    }
    if (work.count >= hub.capacity.requestsInWork) throw new Overloaded();
    work.count += 1;
    try {
      return answer(hub, reply, route.status, await perform(hub, route, request));
    } finally {
      work.count -= 1;
    }
  };
}

async function perform(hub: Hub, route: Route, request: FastifyRequest): Promise<object> {
  const bytes = bytesOf(request.body);
  const search = searchOf(request.url);
  const body = route.body === null ? null : readBody(bytes, request.contentType);
  const read = validate(route, { params: request.params as Record<string, string>, search, body });
  const { headers } = request.raw;
  const token = headerOf(headers['x-aim-token']);
  const operator = headerOf(headers['x-aim-operator']);
  const write = writeOnce(hub, {
    actor: route.actor(read.body as never),
    key: headerOf(headers['idempotency-key']),
    request: `${route.method} ${request.url}\n${bytes.toString('latin1')}`,
    token,
    operator,
  });
  const call = { ...read, token, operator } as Call<never, never, never>;
  return route.handle(hub, call, write);
}

function bytesOf(body: unknown): Buffer {
  if (body === TOO_LARGE) throw new Refusal(413, `The body is larger than ${HUB_BOUNDS.bodyBytes} bytes.`);
  if (body === TOO_MANY) throw new Overloaded();
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function headerOf(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : (value?.[0] ?? null);
}

function stamped(hub: Hub, body: object): object {
  return { ...body, server_version: WIRE_VERSION, server_instance: hub.store.instanceId };
}

function answer(hub: Hub, reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(stamped(hub, body)));
}

function rawAnswer(status: string, body: string): string {
  const length = Buffer.byteLength(body);
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${body}`;
}

/** Answers what went wrong: a refusal with its detail, too much work with when to come back, all else as our fault. */
function answerError(hub: Hub, reply: FastifyReply, error: unknown, report: Report): FastifyReply {
  if (error instanceof Refusal) return answer(hub, reply, error.status, { detail: error.detail });
  if (error instanceof Overloaded || error instanceof StorageFailure) {
    const ours = error instanceof StorageFailure;
    if (ours) report(error);
    void reply.header('retry-after', String(HUB_BOUNDS.retryAfterSeconds));
    const why = ours ? 'The hub cannot use its database now.' : 'The hub has more work than it can do now.';
    const fate =
      ours && error.mayBeStored
        ? 'It is not known whether this was stored: look, or send it again with the same Idempotency-Key.'
        : 'Nothing was stored; send the same request again.';
    return answer(hub, reply, 503, { detail: `${why} ${fate}` });
  }
  const status = (error as { statusCode?: unknown }).statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return answer(hub, reply, status, { detail: (error as Error).message });
  report(error);
  return answer(hub, reply, 500, {
    detail: 'Something went wrong in the hub that is not your fault. It was logged there.',
  });
}
