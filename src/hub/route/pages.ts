import type { FastifyInstance, FastifyReply, RouteHandler } from 'fastify';
import * as z from 'zod/mini';
import type { Elsewhere } from '../elsewhere.ts';
import type { Hub } from '../hub.ts';
import { openApi } from '../openapi.ts';
import { docsPage } from '../page/docs.ts';
import { ICON, MANIFEST } from '../page/icon.ts';
import { ICON_PNG } from '../page/icon-png.ts';
import { type Page, uiPage } from '../page/ui.ts';
import { identify } from '../participant.ts';
import { optional } from '../schema/kind.ts';
import { integer } from '../schema/number.ts';
import { searchOf } from '../schema/search.ts';
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
  const pages: Record<string, { type: string; text: string | Buffer }> = {
    '/ui/icon.svg': { type: 'image/svg+xml', text: ICON },
    '/ui/icon.png': { type: 'image/png', text: Buffer.from(ICON_PNG, 'base64') },
    '/ui/manifest.webmanifest': { type: 'application/manifest+json', text: JSON.stringify(MANIFEST) },
    '/docs': { type: 'text/html', text: docsPage() },
    '/redoc': { type: 'text/html', text: docsPage() },
    '/openapi.json': { type: 'application/json', text: document },
  };
  const add = (path: string, handler: RouteHandler) => {
    elsewhere.add('GET', path);
    app.get(path, handler);
  };
  add('/', (_request, reply) => reply.redirect('/ui', 307));
  const serve = (reply: FastifyReply, type: string, policy: string, text: string | Buffer) =>
    reply
      .header('content-type', type.startsWith('image/') ? type : `${type}; charset=utf-8`)
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-cache')
      .send(text);
  // Made when somebody first asks for it: a hub of agents alone never needs it
  let ui: Promise<Page> | null = null;
  add('/ui', async (_request, reply) => {
    ui ??= uiPage().catch((error: unknown) => {
      ui = null;
      throw error;
    });
    const { html, policy } = await ui;
    return serve(reply, 'text/html', policy, html);
  });
  for (const [path, { type, text }] of Object.entries(pages))
    add(path, (_request, reply) => serve(reply, type, POLICY, text));
  add('/events', async (request, reply) => {
    const search = searchOf(request.url);
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

/** What the other pages may do: they are whole in themselves, and nobody frames them. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
