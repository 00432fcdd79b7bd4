import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Where GitHub sends the events, as in any App of Probot. */
export const WEBHOOK_PATH = '/api/github/webhooks';

/** Bytes of an event: GitHub sends none that is larger. */
const LARGEST = 25 * 1024 * 1024;
/** Milliseconds for a whole request; GitHub itself waits for ten seconds. */
const LONGEST = 10_000;

/** An event as it came, not yet proven. */
export type Delivered = {
  readonly id: string;
  readonly name: string;
  readonly body: string;
  readonly signature: string;
};

/** What a request is answered with; the JSON of a body, or nothing. */
export type Answer = { readonly status: number; readonly body?: unknown };

/** A server with two doors: the events of GitHub, and how the App is. Everything else is not there. */
export function webhookServer(receive: (event: Delivered) => Promise<Answer>, health: () => Answer): Server {
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const path = request.url?.split('?', 1)[0];
    if (path === '/health' && request.method === 'GET') return health();
    if (path !== WEBHOOK_PATH || request.method !== 'POST') return { status: 404 };
    const header = (name: string) => String(request.headers[name] ?? '');
    const [id, name] = [header('x-github-delivery'), header('x-github-event')];
    const signature = header('x-hub-signature-256');
    if (id === '' || name === '' || signature === '') return { status: 400 };
    const body = await bodyOf(request);
    return body === null ? { status: 413 } : receive({ id, name, body, signature });
  };
  const server = createServer((request, response) => {
    answer(request).then(
      given => respond(response, given),
      () => respond(response, { status: 500 }),
    );
  });
  server.requestTimeout = LONGEST;
  server.headersTimeout = LONGEST;
  return server;
}

/** The body as text, or null where it is too large: then no more of it is read. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > LARGEST) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function respond(response: ServerResponse, { status, body }: Answer): void {
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  // What is not read of a refused body must not be taken for the next request
  const close = status === 413 ? { connection: 'close' } : {};
  if (body === undefined) {
    response.writeHead(status, { ...headers, ...close }).end();
    return;
  }
  response
    .writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' })
    .end(`${JSON.stringify(body)}\n`);
}

/** Starts to listen and gives the address. Rejects where the port cannot be had. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
}

/** Takes no more requests, and waits for those under way. */
export function close(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
