import { ImapFlow } from 'imapflow';
import { BOUNDS } from '../core/finding/bounds.ts';
import type { ImapTransport } from '../core/registry/monitoring.ts';
import { quotable } from '../core/report/sentence.ts';
import { WireError } from './wire.ts';

/** Milliseconds for which the server may say nothing. */
const SILENCE = 30_000;
/** Milliseconds that the server has for taking leave. */
const GOODBYE = 2000;
/** What the protocol itself may add to the largest message that is fetched. */
const FRAME = 1_000_000;
/** Bytes of one line of the protocol: the list of some million uids. */
const LINE = 20_000_000;

/** A message as the server lists it: times in ms since the epoch, the size in bytes. */
export type Listed = { readonly uid: number; readonly size: number; readonly arrived: number };

/** A mailbox opened for reading only, in one session. Every method throws a `WireError` where the server fails. */
export type ImapSession = {
  readonly uidValidity: string;
  /** The uid that the next message will get. */
  readonly uidNext: number;
  /** The uids that there are in a range, in order. */
  readonly uids: (from: number, to: number) => Promise<readonly number[]>;
  /** The messages of a range of uids, in the order of their uids. */
  readonly list: (from: number, to: number) => Promise<readonly Listed[]>;
  /** The first `limit` bytes of each message, by uid; what has gone since is missing. It marks nothing as read. */
  readonly fetch: (uids: readonly number[], limit: number) => Promise<Map<number, Uint8Array>>;
  /** Bytes received so far. */
  readonly received: () => number;
  /** Takes leave of the server. */
  readonly logout: () => Promise<void>;
  /** Cuts the connection. */
  readonly close: () => void;
};

/** What is needed beside the transport's own settings. */
export type ImapAccess = {
  /** The password or the OAuth2 access token. */
  readonly secret: string;
  /** Certificates that are trusted beside the system's, as PEM. */
  readonly ca?: string;
  readonly silence?: number;
};

/** Connects, signs in and opens the mailbox with EXAMINE: nothing that the session does changes anything there. */
export async function openImap(
  transport: ImapTransport,
  access: ImapAccess,
  signal: AbortSignal,
): Promise<ImapSession> {
  const { host, port, secure, user, credential, mailbox } = transport;
  const silence = access.silence ?? SILENCE;
  const client = new ImapFlow({
    host,
    port,
    secure,
    // A clear connection that may be upgraded is one that an attacker keeps clear
    ...(secure ? {} : { doSTARTTLS: false }),
    auth: {
      user,
      ...(credential.kind === 'token' ? { accessToken: access.secret } : { pass: access.secret }),
    },
    ...(access.ca === undefined ? {} : { tls: { ca: access.ca } }),
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    disableAutoEnable: true,
    connectionTimeout: silence,
    greetingTimeout: silence,
    socketTimeout: silence,
    maxLineLength: LINE,
    maxLiteralSize: BOUNDS.wireBytes + FRAME,
    maxResponseSize: BOUNDS.wireBytes + 2 * FRAME,
  });
  let failure: unknown = null;
  client.on('error', error => {
    failure ??= error;
    client.close();
  });
  const close = () => client.close();
  signal.addEventListener('abort', close, { once: true });
  const inWords = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      client.close();
      throw new WireError(reasonOf(failure ?? error, transport, silence), { cause: error });
    }
  };
  const box = await inWords(async () => {
    await client.connect();
    return client.mailboxOpen(mailbox, { readOnly: true });
  });
  const uids = async (from: number, to: number) => {
    const found = await client.search({ uid: `${from}:${to}` }, { uid: true });
    if (!Array.isArray(found)) throw new Error('The search was refused');
    // A range that is empty may be answered with the last message there is
    return found.filter(uid => uid >= from && uid <= to).sort((one, other) => one - other);
  };
  const list = async (from: number, to: number) => {
    const found: Listed[] = [];
    const query = { uid: true, size: true, internalDate: true } as const;
    for await (const { uid, size, internalDate } of client.fetch(`${from}:${to}`, query, { uid: true }))
      found.push({ uid, size: size ?? 0, arrived: momentOf(internalDate) });
    return found.sort((one, other) => one.uid - other.uid);
  };
  const fetch = async (uids: readonly number[], limit: number) => {
    const found = new Map<number, Uint8Array>();
    const query = { uid: true, source: { maxLength: limit } };
    for await (const { uid, source } of client.fetch(uids.join(','), query, { uid: true }))
      if (source !== undefined) found.set(uid, new Uint8Array(source));
    return found;
  };
  return {
    uidValidity: String(box.uidValidity),
    uidNext: box.uidNext,
    uids: (from, to) => inWords(() => uids(from, to)),
    list: (from, to) => inWords(() => list(from, to)),
    fetch: (uids, limit) => inWords(() => fetch(uids, limit)),
    received: () => client.stats().received,
    logout: async () => {
      signal.removeEventListener('abort', close);
      // Everything is read by now: a server that does not answer this is left
      const left = setTimeout(close, GOODBYE);
      await client.logout().catch(() => undefined);
      clearTimeout(left);
      client.close();
    },
    close,
  };
}

function momentOf(date: Date | string | undefined): number {
  return date === undefined ? Number.NaN : new Date(date).getTime();
}

/** Why a session failed, in words for the owner, and what to do. */
function reasonOf(error: unknown, transport: ImapTransport, silence: number): string {
  const { host, port, user, credential, mailbox } = transport;
  const where = `${host}:${port}`;
  if (!(error instanceof Error)) return `${where} failed: ${quotable(String(error))}`;
  const said = 'responseText' in error && typeof error.responseText === 'string' ? error.responseText : '';
  const code = 'code' in error ? String(error.code) : '';
  if ('authenticationFailed' in error && error.authenticationFailed === true)
    return `${where} refused to let ${user} in: check the ${credential.kind} in ${credential.variable}${said === '' ? '' : ` (${quotable(said)})`}`;
  switch (code) {
    case 'ECONNREFUSED':
      return `${where} refused the connection: is the server running, and is the port right?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} cannot be found: check the name and the network`;
    case 'ETIMEOUT':
    case 'ETIMEDOUT':
    case 'CONNECT_TIMEOUT':
    case 'GREETING_TIMEOUT':
    case 'UPGRADE_TIMEOUT':
      return `${where} was silent for ${silence / 1000} s and was given up`;
    case 'NoConnection':
    case 'EConnectionClosed':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'StateLogout':
      return `${where} closed the connection before everything was read`;
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO/.test(code))
    return `No safe connection to ${where}: ${quotable(error.message)} (${code})`;
  if (said !== '') return `${where} does not open ${quotable(mailbox)}, or not all of it: ${quotable(said)}`;
  return `${where} failed: ${quotable(error.message)}${code === '' ? '' : ` (${code})`}`;
}
