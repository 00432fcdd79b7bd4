import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { serverFactory } from './server.ts';
import type { Toolset } from './toolset.ts';

/** The same servers over HTTP on loopback: for the conformance suite, which speaks nothing else. */
export async function servedOverHttp(
  sets: readonly Toolset[],
): Promise<{ url: string; close: () => Promise<void> }> {
  const handler = createMcpHandler(serverFactory(sets));
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const request = await requestOf(incoming);
    const refused =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins());
    const response = refused ?? (await handler.fetch(request));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    for await (const chunk of response.body ?? []) outgoing.write(chunk);
    outgoing.end();
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/mcp`,
    close: async () => {
      await handler.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const { method = 'GET', url = '/' } = incoming;
  const body = chunks.length === 0 ? null : Buffer.concat(chunks);
  return new Request(`http://${incoming.headers.host ?? 'localhost'}${url}`, { method, headers, body });
}
