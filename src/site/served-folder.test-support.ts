import { readFile, stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** A folder served on loopback; `url` ends in a slash and is where its `index.html` answers. */
export type ServedFolder = { readonly url: string; readonly close: () => Promise<void> };

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
};

/**
 * Serves a built folder below `base` as GitHub Pages does: `page` answers with `page.html`, a folder without its slash is
 * redirected, and what is not there gets `404.html` with status 404.
 */
export async function serveFolder(folder: string, base = '/'): Promise<ServedFolder> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    answer(folder, base, decodeURIComponent(pathname), response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}${base}`, close };
}

async function answer(folder: string, base: string, path: string, response: ServerResponse): Promise<void> {
  const below = path.startsWith(base) ? normalize(path.slice(base.length)) : '..';
  const found = below.startsWith('..') ? null : await fileAt(folder, below);
  if (found === 'folder') {
    response.writeHead(301, { location: `${path}/` }).end();
    return;
  }
  const file = found ?? join(folder, '404.html');
  const bytes = await readFile(file).catch(() => null);
  const type = bytes === null ? 'text/plain' : (TYPES[extname(file)] ?? 'application/octet-stream');
  response.writeHead(found === null ? 404 : 200, { 'content-type': type }).end(bytes ?? 'Not found');
}

async function fileAt(folder: string, path: string): Promise<string | 'folder' | null> {
  const whole = join(folder, path);
  const kind = await stat(whole).catch(() => null);
  if (kind?.isFile()) return whole;
  if (kind?.isDirectory()) {
    if (!path.endsWith('/') && path !== '.' && path !== '') return 'folder';
    return fileAt(folder, join(path, 'index.html'));
  }
  return extname(path) === '' && !path.endsWith('/') ? fileAt(folder, `${path}.html`) : null;
}
