import { type FetchMessageObject, type FetchQueryObject, ImapFlow } from 'imapflow';
import { BOUNDS } from '../core/finding/bounds.ts';
import type { ImapTransport } from '../core/registry/monitoring.ts';
import { redactText } from '../core/report/redact.ts';
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

/** What the server gave of what it was asked for, by uid, and in which words it refused the rest; null where it did not. */
export type Answer<Part> = { readonly given: Map<number, Part>; readonly refusal: string | null };

/** A mailbox opened for reading only, in one session. Every method throws a `WireError` where the connection fails. */
export type ImapSession = {
  readonly uidValidity: string;
  /** The uid that the next message will get. */
  readonly uidNext: number;
  /** The uids that there are in a range, in order. */
  readonly uids: (from: number, to: number) => Promise<readonly number[]>;
  /** The messages of a range of uids. */
  readonly list: (from: number, to: number) => Promise<Answer<Listed>>;
  /** The first `limit` bytes of each message; what has gone since is missing. It marks nothing as read. */
  readonly fetch: (uids: readonly number[], limit: number) => Promise<Answer<Uint8Array>>;
  /** Whether the server gives any message but this one now, of those that are easily asked for. */
  readonly givesBeside: (uid: number) => Promise<boolean>;
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
      const reason = reasonOf(failure ?? error, transport, silence);
      throw new WireError(redactText(reason, [access.secret]), { cause: error });
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
  const ask = async <Part>(
    range: string,
    isByUid: boolean,
    query: FetchQueryObject,
    partOf: (row: FetchMessageObject) => Part | null,
  ): Promise<Answer<Part>> => {
    const given = new Map<number, Part>();
    try {
      for await (const row of client.fetch(range, { ...query, uid: true }, { uid: isByUid })) {
        const part = partOf(row);
        if (part !== null) given.set(row.uid, part);
      }
      return { given, refusal: null };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null || failure !== null) throw error;
      return { given, refusal };
    }
  };
  const list = (from: number, to: number) =>
    ask(`${from}:${to}`, true, { size: true, internalDate: true }, row =>
      row.size === undefined ? null : { uid: row.uid, size: row.size, arrived: momentOf(row.internalDate) },
    );
  const bytesOf = (range: string, isByUid: boolean, maxLength: number) =>
    ask(range, isByUid, { source: { maxLength } }, ({ source }) =>
      // No message is empty: what a server cannot read it may also answer with nothing, or NIL
      source && source.length > 0 ? new Uint8Array(source) : null,
    );
  let good = 0;
  const fetch = async (uids: readonly number[], limit: number) => {
    const answer = await bytesOf(uids.join(','), true, limit);
    for (const uid of answer.given.keys()) good = uid;
    return answer;
  };
  const givesBeside = async (uid: number) => {
    const first = good === 0 ? [] : ([[String(good), true]] as const);
    for (const [range, isByUid] of [...first, ['1', false], ['*', false]] as const) {
      const { given } = await bytesOf(range, isByUid, 1);
      if ([...given.keys()].some(one => one !== uid)) return true;
    }
    return false;
  };
  return {
    uidValidity: String(box.uidValidity),
    uidNext: box.uidNext,
    uids: (from, to) => inWords(() => uids(from, to)),
    list: (from, to) => inWords(() => list(from, to)),
    fetch: (uids, limit) => inWords(() => fetch(uids, limit)),
    givesBeside: uid => inWords(() => givesBeside(uid)),
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

/** The words in which the server refused a command and goes on; null where it asks to come later, or the connection failed. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('responseStatus' in error)) return null;
  const { responseStatus: status } = error;
  if ((status !== 'NO' && status !== 'BAD') || ('code' in error && error.code === 'ETHROTTLE')) return null;
  return 'responseText' in error && typeof error.responseText === 'string' ? error.responseText : status;
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
