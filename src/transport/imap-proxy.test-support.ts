import { connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { freePort } from './dovecot.test-support.ts';

/** What becomes of a command: it goes on as it is or changed, is answered here, or ends the connection; null hangs. */
export type Fate = { readonly send: string } | { readonly answer: string } | 'close' | null;

/** A server between a client and Dovecot, until the test ends. `fate` hears each command without its tag; gives the port. */
export async function imapProxy(behind: number, fate: (command: string) => Promise<Fate>): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer(client => {
    const upstream = connect(behind, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.push(socket);
      socket.on('error', () => {});
    }
    upstream.pipe(client);
    createInterface(client).on('line', async line => {
      // The second line of a sign-in has no tag
      const [, tag, command] = /^(\S+) (.*)$/.exec(line) ?? [];
      const what = command === undefined ? { send: null } : await fate(command);
      if (what === 'close') client.destroy();
      else if (what === null) client.pause();
      else if ('answer' in what) client.write(`${tag} ${what.answer}\r\n`);
      else upstream.write(what.send === null ? `${line}\r\n` : `${tag} ${what.send}\r\n`);
    });
  });
  const port = await freePort();
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return port;
}

/** The uids that a UID FETCH asks for, of those up to the highest there are; none where it is another command. */
export function fetchedUids(command: string, highest: number): readonly number[] {
  const set = /^UID FETCH ([\d:,]+) /i.exec(command)?.[1];
  if (set === undefined) return [];
  const uids = set.split(',').flatMap(part => {
    const [from = 0, to = from] = part.split(':').map(Number);
    return Array.from({ length: Math.min(to, highest) - from + 1 }, (_, at) => from + at);
  });
  return uids;
}
