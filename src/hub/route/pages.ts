import type { FastifyInstance, RouteHandler } from 'fastify';
import * as z from 'zod/mini';
import type { Elsewhere } from '../elsewhere.ts';
import type { Hub } from '../hub.ts';
import { openApi } from '../openapi.ts';
import { docsPage } from '../page/docs.ts';
import { uiPage } from '../page/ui.ts';
import { identify } from '../participant.ts';
import { optional } from '../schema/kind.ts';
import { integer } from '../schema/number.ts';
import { validate } from '../schema/validate.ts';
import { NOTHING } from './route.ts';
import { ROUTES } from './table.ts';

const EVENTS = {
  params: NOTHING,
  query: z.strictObject({ participant_id: optional(integer()) }),
  body: null,
};

/** What the hub serves beside its JSON operations: pages, the description of the API, and the stream of events. */
export function addPages(app: FastifyInstance, hub: Hub, elsewhere: Elsewhere): void {
  const document = JSON.stringify(openApi(ROUTES));
  const pages: Record<string, { type: string; text: string }> = {
    '/ui': { type: 'text/html', text: uiPage() },
    '/docs': { type: 'text/html', text: docsPage() },
    '/redoc': { type: 'text/html', text: docsPage() },
    '/openapi.json': { type: 'application/json', text: document },
  };
  const add = (path: string, handler: RouteHandler) => {
    elsewhere.add('GET', path);
    app.get(path, handler);
  };
  add('/', (_request, reply) => reply.redirect('/ui', 307));
  for (const [path, { type, text }] of Object.entries(pages))
    add(path, (_request, reply) =>
      reply
        .header('content-type', `${type}; charset=utf-8`)
        .header('content-security-policy', CSP)
        .send(text),
    );
  add('/events', async (request, reply) => {
    const search = request.url.split('?')[1] ?? '';
    const read = validate(EVENTS, { params: {}, search, body: null });
    const { participant_id: participant } = read.query as z.output<typeof EVENTS.query>;
    const { headers } = request.raw;
    const token = headers['x-aim-token'];
    if (participant !== null)
      await identify(hub, hub.store.read, participant, typeof token === 'string' ? token : null);
    const last = headers['last-event-id'];
    const since = typeof last === 'string' && /^\d{1,15}$/.test(last) ? Number(last) : null;
    await hub.feed.follow(participant, since, reply.raw);
    reply.hijack();
  });
}

/** The pages are whole in themselves: nothing is fetched from elsewhere, and nobody frames them. */
const CSP =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
