import * as z from 'zod/mini';
import type { ChatTransport } from '../core/registry/monitoring-chat.ts';
import { quotable } from '../core/report/sentence.ts';
import { readMark } from './watermark.ts';
import { type Arrival, type PollRequest, type Wire, WireError, type WireEvent } from './wire.ts';

/** Messages of one answer; the hub gives no more. */
const PER_PAGE = 200;
/** Milliseconds for one answer. */
const PATIENCE = 30_000;
/** Ids that one question spans at most: above it a quiet chat among busy ones costs few questions all the same. */
const WIDEST = 1_000_000;

const server = { server_instance: z.string() };
const chatsSchema = z.object({
  chats: z.array(z.object({ id: z.int(), name: z.string(), message_count: z.int() })),
  ...server,
});
const messageSchema = z.object({
  id: z.int(),
  text: z.string(),
  created_at: z.string(),
  sender: z.object({ id: z.int() }),
});
const pageSchema = z.object({ messages: z.array(messageSchema), ...server });
type Message = z.infer<typeof messageSchema>;

/** How far a chat is read: ids mean something in one database of the hub alone. */
const markSchema = z.strictObject({ instance: z.string(), id: z.int() });
type Mark = z.infer<typeof markSchema>;

/** The chat as the hub shows it now. */
type Place = {
  readonly id: number;
  readonly name: string;
  readonly count: number;
  readonly instance: string;
};

/**
 * A chat of a hub. The hub gives every participant its id and lets nobody write under another's, so who wrote a message is
 * `<participant id>@<server instance>`. Reading is anonymous and leaves no trace. Specification section 2.1.
 */
export function chatWire(transport: ChatTransport): Wire {
  return {
    kind: 'chat',
    name: `${transport.hub} ${transport.chat}`,
    poll: request => poll(transport, request),
  };
}

async function* poll(transport: ChatTransport, request: PollRequest): AsyncGenerator<WireEvent, void> {
  const ask = asker(transport, request);
  const place = await placeOf(transport, ask);
  const last = (await ask(pageSchema, `/chats/${place.id}/messages?limit=1`)).messages[0]?.id ?? 0;
  const mark = markOf(request.from, place);
  const { instance } = place;
  if (request.from === null && request.since === 'now') {
    yield { event: 'note', note: { code: 'baseline', args: { count: place.count } } };
    yield { event: 'reached', watermark: JSON.stringify({ instance, id: last }) };
    return;
  }
  const first = request.from === null && typeof request.since === 'number' ? request.since : 0;
  for await (const message of messagesBetween(mark.id, last, place, ask)) {
    const arrival = arrivalOf(message, place);
    if (arrival.arrived >= first && !request.isSeen(arrival.transportId)) yield { event: 'arrival', arrival };
  }
  yield { event: 'reached', watermark: JSON.stringify({ instance, id: Math.max(mark.id, last) }) };
}

/** Where to go on. In another database than the one that was read all is new. */
function markOf(from: string | null, { instance }: Place): Mark {
  const mark = from === null ? null : readMark(markSchema, from);
  return mark?.instance === instance ? mark : { instance, id: 0 };
}

/** The messages after one id and up to another, oldest first, a window of ids at a time. */
async function* messagesBetween(
  after: number,
  last: number,
  place: Place,
  ask: Ask,
): AsyncGenerator<Message, void> {
  let width = PER_PAGE;
  for (let from = after; from < last; ) {
    const end = Math.min(from + width, last);
    const query = `after_id=${from}&before_id=${end + 1}&limit=${PER_PAGE}`;
    const { messages } = await ask(pageSchema, `/chats/${place.id}/messages?${query}`);
    if (messages.length === PER_PAGE && width > PER_PAGE) {
      // The newest fill the page, and older ones may be missing: look at fewer ids
      width = PER_PAGE;
      continue;
    }
    yield* messages.toSorted((one, other) => one.id - other.id);
    from = end;
    width = Math.min(width * 4, WIDEST);
  }
}

function arrivalOf({ id, text, created_at, sender }: Message, { name, instance }: Place): Arrival {
  const identity = `${sender.id}@${instance}`;
  return {
    transportId: `${instance}:${id}`,
    label: `${name}#${id}`,
    arrived: Date.parse(created_at),
    again: false,
    content: {
      form: 'text',
      transport: 'chat',
      bytes: new TextEncoder().encode(text),
      sender: { status: 'proven', identity, by: 'account', findings: [] },
      files: [],
    },
    watermark: JSON.stringify({ instance, id }),
  };
}

/** Finds the chat by its id or its name, as the hub compares names. */
async function placeOf({ hub, chat }: ChatTransport, ask: Ask): Promise<Place> {
  const isNamed = typeof chat === 'string';
  const named = isNamed ? `query=${encodeURIComponent(chat)}&` : '';
  for (let offset = 0; ; offset += PER_PAGE) {
    const { chats, server_instance: instance } = await ask(
      chatsSchema,
      `/chats?${named}limit=${PER_PAGE}&offset=${offset}`,
    );
    const found = chats.find(one => (isNamed ? comparable(one.name) === comparable(chat) : one.id === chat));
    if (found !== undefined) return { id: found.id, name: found.name, count: found.message_count, instance };
    if (chats.length < PER_PAGE)
      throw new WireError(
        `${hub} has no chat ${isNamed ? 'named' : 'with the id'} ${quotable(String(chat))}`,
      );
  }
}

function comparable(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC');
}

type Ask = <T>(schema: z.ZodMiniType<T>, path: string) => Promise<T>;

function asker({ hub }: ChatTransport, { signal, alive }: PollRequest): Ask {
  return async (schema, path) => {
    let response: Response;
    let body: unknown;
    try {
      const limits = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
      response = await fetch(`${hub}${path}`, { signal: limits, redirect: 'error' });
      body = await response.json();
    } catch (error) {
      throw new WireError(`The hub at ${hub} cannot be read: ${reasonOf(error)}`, { cause: error });
    }
    alive();
    if (!response.ok) throw new WireError(`The hub at ${hub} answered with status ${response.status}`);
    const read = z.safeParse(schema, body);
    if (!read.success) throw new WireError(`${hub} answered with something that no hub answers: is it one?`);
    return read.data;
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return quotable(String(error));
  if (error.name === 'TimeoutError') return `no answer within ${PATIENCE / 1000} s`;
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return quotable(cause);
}
