import * as z from 'zod/mini';
import { BOUNDS } from '../core/finding/bounds.ts';
import type { ImapTransport } from '../core/registry/monitoring.ts';
import { askFor } from './imap-ask.ts';
import { type ImapAccess, type ImapSession, type Listed, openImap } from './imap-session.ts';
import { readMark } from './watermark.ts';
import type { Content, PollRequest, Wire, WireEvent, WireNote } from './wire.ts';

/** Messages that are fetched with one command, and their bytes together: what is in memory at a time. */
const BATCH = { messages: 64, bytes: 4_000_000 };
/** Messages that are listed with one command. */
const LISTED = 2000;
/** Bytes of a message that is too large to be read: its header section shows whose it is. */
const START = BOUNDS.headerBytes + 1;
/** Milliseconds between two looks at whether a large message is still coming. */
const LOOK = 5000;

/** How far a mailbox is read. Times are in ms since the epoch, as the server gave them. */
const markSchema = z.strictObject({
  validity: z.string(),
  /** Everything up to this uid is done. */
  uid: z.int(),
  /** What arrived before this moment stays unjudged, of the messages up to the uid `old`; null: nothing does. */
  before: z.nullable(z.number()),
  old: z.int(),
  /** Whether the messages up to the uid `old` may be known under an earlier numbering. */
  renumbered: z.boolean(),
});
type Mark = z.infer<typeof markSchema>;

/** A message that is to be read, and why the server says nothing of it, or null. */
type Item = Listed & { readonly withheld: string | null };

/** The messages of one mailbox, read over IMAP in one short session a poll. Specification sections 2.1 and 10.2. */
export function imapWire(transport: ImapTransport, access: ImapAccess): Wire {
  const { user, host, mailbox } = transport;
  return {
    kind: 'imap',
    name: `${user} at ${host}/${mailbox}`,
    poll: request => poll(transport, access, request),
  };
}

async function* poll(
  transport: ImapTransport,
  access: ImapAccess,
  request: PollRequest,
): AsyncGenerator<WireEvent, void> {
  const session = await openImap(transport, access, request.signal);
  const heard = watchBytes(session, request.alive);
  try {
    const last = session.uidNext - 1;
    const { mark, note } = await begin(session, last, request);
    if (note !== null) yield { event: 'note', note };
    const uids = mark.uid < last ? await session.uids(mark.uid + 1, last) : [];
    if (uids.length > 0) yield { event: 'expected', count: uids.length };
    for (const part of inParts(uids))
      yield* arrivals(session, transport.mailbox, await listed(session, part), mark, request);
    yield { event: 'reached', watermark: JSON.stringify({ ...mark, uid: Math.max(mark.uid, last) }) };
    await session.logout();
  } finally {
    clearInterval(heard);
    session.close();
  }
}

/** From where this poll reads, and what is to be said about it. */
async function begin(
  session: ImapSession,
  last: number,
  { from, since }: PollRequest,
): Promise<{ mark: Mark; note: WireNote | null }> {
  const validity = session.uidValidity;
  if (from === null) {
    if (since === 'now') return baseline(session, last);
    const before = since === 'all' ? null : since;
    return { mark: { validity, uid: 0, before, old: last, renumbered: false }, note: null };
  }
  const mark = readMark(markSchema, from);
  if (mark.validity === validity) return { mark, note: null };
  const note = { code: 'renumbered', args: { before: mark.validity, now: validity } } as const;
  return { mark: { validity, uid: 0, before: mark.before, old: last, renumbered: true }, note };
}

/** A first poll begins behind what is there, and remembers when the newest of that arrived. */
async function baseline(session: ImapSession, last: number): Promise<{ mark: Mark; note: WireNote }> {
  const uids = last === 0 ? [] : await session.uids(1, last);
  let before: number | null = null;
  for (const part of inParts(uids)) {
    for (const { arrived } of await listed(session, part))
      if (!Number.isNaN(arrived)) before = Math.max(before ?? arrived, arrived + 1);
  }
  const mark = { validity: session.uidValidity, uid: last, before, old: last, renumbered: false };
  return { mark, note: { code: 'baseline', args: { count: uids.length } } };
}

/** The messages with these uids, in order; one of which the server does not even say how large it is is withheld. */
async function listed(session: ImapSession, uids: readonly number[]): Promise<readonly Item[]> {
  const { given, withheld } = await askFor(session, uids, part =>
    // As a range, so that a command stays short
    session.list(part[0] ?? 0, part.at(-1) ?? 0),
  );
  return uids.flatMap((uid): readonly Item[] => {
    const why = withheld.get(uid);
    if (why !== undefined) return [{ uid, size: 0, arrived: Number.NaN, withheld: why }];
    const one = given.get(uid);
    return one === undefined ? [] : [{ ...one, withheld: null }];
  });
}

/** The messages of a list one by one in the order of their uids, fetched in small batches. */
async function* arrivals(
  session: ImapSession,
  mailbox: string,
  items: readonly Item[],
  mark: Mark,
  { isSeen, now }: PollRequest,
): AsyncGenerator<WireEvent, void> {
  const idOf = (uid: number) => `${mark.validity}:${uid}`;
  const isOld = ({ uid, arrived }: Item) => mark.before !== null && uid <= mark.old && arrived < mark.before;
  for (const batch of batches(items.filter(one => !isOld(one) && !isSeen(idOf(one.uid))))) {
    const contents = await contentsOf(session, batch);
    for (const { uid, arrived } of batch) {
      const content = contents.get(uid);
      // Deleted since it was listed
      if (content === undefined) continue;
      contents.delete(uid);
      yield {
        event: 'arrival',
        arrival: {
          transportId: idOf(uid),
          label: `${mailbox}/${uid}`,
          // A server that says no date leaves none but the run's
          arrived: Number.isNaN(arrived) ? now : arrived,
          again: mark.renumbered && uid <= mark.old,
          content,
          watermark: JSON.stringify({ ...mark, uid }),
        },
      };
    }
  }
}

/** What there is of each message of a batch, by uid: its bytes, or why the server does not give them. */
async function contentsOf(session: ImapSession, batch: readonly Item[]): Promise<Map<number, Content>> {
  const isLarge = batch.some(one => one.size > BOUNDS.wireBytes);
  const limit = isLarge ? START : BOUNDS.wireBytes;
  const asked = batch.filter(one => one.withheld === null).map(one => one.uid);
  const { given, withheld } = await askFor(session, asked, uids => session.fetch(uids, limit));
  const contents = new Map<number, Content>();
  for (const { uid, size, withheld: unlisted } of batch) {
    const bytes = given.get(uid);
    const why = unlisted ?? withheld.get(uid);
    if (why !== undefined) contents.set(uid, { form: 'withheld', why });
    else if (bytes !== undefined)
      contents.set(uid, { form: 'mail', bytes, size: isLarge ? size : bytes.length });
  }
  return contents;
}

/** Parts of a list of uids, each so long that one command can ask for it. */
function* inParts(uids: readonly number[]): Generator<readonly number[]> {
  for (let at = 0; at < uids.length; at += LISTED) yield uids.slice(at, at + LISTED);
}

/** Small groups of messages; one that is large goes alone. */
function* batches(items: readonly Item[]): Generator<readonly Item[]> {
  let batch: Item[] = [];
  let bytes = 0;
  for (const one of items) {
    if (batch.length > 0 && (batch.length === BATCH.messages || bytes + one.size > BATCH.bytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(one);
    bytes += one.size;
  }
  if (batch.length > 0) yield batch;
}

/** Looks now and then whether bytes still come: one large message over a slow line is no silence. */
function watchBytes(session: ImapSession, alive: () => void): NodeJS.Timeout {
  let before = session.received();
  return setInterval(() => {
    const now = session.received();
    if (now !== before) alive();
    before = now;
  }, LOOK);
}
