import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bytesOf, type SiteFile } from './site-file.ts';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  yml: 'text/yaml; charset=utf-8',
  svg: 'image/svg+xml',
  eml: 'message/rfc822',
  pdf: 'application/pdf',
};

/** A site being served: where, and how to stop. */
export type Served = { readonly url: string; readonly stop: () => Promise<void> };

/**
 * Serves a site's files on this machine alone, as Pages would: a folder's page is its `index.html`, an address without its ending
 * finds the page, and what is not there gets `404.html`.
 */
export async function serveSite(files: readonly SiteFile[], base: string, port: number): Promise<Served> {
  const known = new Map(files.map(one => [one.path, one]));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, null);
    if (!pathname.startsWith(base)) return answer(response, 404, known.get('404.html') ?? null);
    const found = fileAt(known, pathname.slice(base.length));
    return found === null
      ? answer(response, 404, known.get('404.html') ?? null)
      : answer(response, 200, found);
  });
  await listening(server, port);
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${chosen}${base}`,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function fileAt(known: ReadonlyMap<string, SiteFile>, encoded: string): SiteFile | null {
  let path: string;
  try {
    path = decodeURIComponent(encoded);
  } catch {
    return null;
  }
  const page = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  return known.get(page) ?? known.get(`${page}.html`) ?? null;
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

function answer(response: ServerResponse, status: number, file: SiteFile | null): void {
  const type = TYPES[file?.path.slice(file.path.lastIndexOf('.') + 1) ?? 'txt'] ?? 'application/octet-stream';
  // Node leaves the body out of the answer to HEAD by itself
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-cache' });
  response.end(file === null ? 'Not here' : bytesOf(file.content));
}
