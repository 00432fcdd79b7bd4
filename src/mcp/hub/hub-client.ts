import { createHash, randomUUID } from 'node:crypto';
import { MCP_BOUNDS } from '../bounds.ts';
import { Refused } from './refused.ts';
import { inToolWords } from './tool-words.ts';

/** One request to the hub. */
export type HubRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: Readonly<Record<string, unknown>>;
};

/** A value of the query: null and undefined are left out, and a list is given once for each. */
export type QueryValue = string | number | boolean | readonly string[] | null | undefined;

/** An object that the hub answered with. */
export type HubBody = Readonly<Record<string, unknown>>;

/** What the hub answered, with what it says of itself. */
export type HubReply = {
  readonly body: HubBody;
  readonly version: string | null;
  readonly instance: string | null;
};

/** Speaks the hub's HTTP API. Every failure is a `Refused` in words; a token goes into the header and nowhere else. */
export class HubClient {
  readonly url: string;
  readonly #ended: AbortSignal;
  /** Keys of writes of which nobody knows whether they came through, by what was written: the same write again takes the same key. */
  readonly #unsettled = new Map<string, string>();

  /** `ended` stops every request that is under way. */
  constructor(url: string, ended: AbortSignal) {
    this.url = url;
    this.#ended = ended;
  }

  async send(request: HubRequest, token: string | null): Promise<HubReply> {
    const write = request.method === 'GET' ? null : digestOf(request, token);
    const key = write === null ? null : (this.#unsettled.get(write) ?? randomUUID());
    let response: { status: number; text: string };
    try {
      response = await this.#exchange(request, token, key);
    } catch (error) {
      if (write !== null && key !== null) this.#unsettled.set(write, key);
      throw this.#unreached(error);
    }
    if (write !== null && key !== null) {
      if (isSettled(response)) this.#unsettled.delete(write);
      else this.#unsettled.set(write, key);
    }
    return readReply(request, response);
  }

  /** Opens the hub's stream of events for a participant. */
  async events(participant: number, token: string, signal: AbortSignal): Promise<Response> {
    return fetch(urlOf(this.url, '/events', { participant_id: participant }), {
      headers: { accept: 'text/event-stream', 'x-aim-token': token },
      redirect: 'error',
      signal: AbortSignal.any([signal, this.#ended]),
    });
  }

  async #exchange({ method, path, query, body }: HubRequest, token: string | null, key: string | null) {
    const response = await fetch(urlOf(this.url, path, query ?? {}), {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { 'x-aim-token': token }),
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      // A token follows no redirection to somewhere else
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(MCP_BOUNDS.requestMs), this.#ended]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }

  #unreached(error: unknown): Refused {
    if (error instanceof Error && error.name === 'TimeoutError')
      return new Refused(
        `The hub at ${this.url} did not answer within ${MCP_BOUNDS.requestMs / 1000} s. Please retry: the same call again is not done twice by a hub that knows idempotency keys.`,
        { code: 'timeout' },
      );
    return new Refused(
      `The hub at ${this.url} cannot be reached (${causeOf(error)}). Is this machine in the tailnet ("tailscale status" shows it), and is the hub running? Then retry.`,
      { code: 'unreachable' },
    );
  }
}

function urlOf(base: string, path: string, query: Readonly<Record<string, QueryValue>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null && one !== undefined) search.append(name, String(one));
  }
  return `${base}${path}${search.size === 0 ? '' : `?${search}`}`;
}

function readReply(
  { method, path }: HubRequest,
  { status, text }: { status: number; text: string },
): HubReply {
  const body = objectOf(text);
  if (body === null)
    throw new Refused(
      `${method} ${path} was answered with status ${status} and no JSON object. Is the address that of a hub?`,
    );
  const instance = stringOf(body.server_instance);
  if (status >= 400) throw refusalOf(`${method} ${path}`, status, body.detail, instance);
  if (status >= 300)
    throw new Refused(`${method} ${path} was answered with a redirection, which is not followed.`);
  const { next_step } = body;
  const said = typeof next_step === 'string' ? { ...body, next_step: inToolWords(next_step) } : body;
  return { body: said, version: stringOf(body.server_version), instance };
}

function refusalOf(request: string, status: number, detail: unknown, instance: string | null): Refused {
  if (detail === 'Not Found')
    return new Refused(
      `The hub has no ${request}: it is an older build than this client. Update and restart the hub; GET /health says which version runs.`,
      { code: 'endpoint_missing' },
    );
  if (typeof detail === 'string') return new Refused(inToolWords(detail), { instance });
  if (Array.isArray(detail))
    return new Refused(detail.map(faultLine).join('; '), { code: 'invalid', instance });
  if (isRecord(detail)) {
    const { code, message, participant_id, memory_id } = detail;
    const words = stringOf(message) ?? `The hub refused ${request} with status ${status}.`;
    return new Refused(inToolWords(words), {
      code: stringOf(code),
      instance,
      participant: typeof participant_id === 'number' ? participant_id : null,
      more: typeof memory_id === 'number' ? { memory_id } : {},
    });
  }
  return new Refused(`The hub refused ${request} with status ${status}.`, { instance });
}

/** One entry of a validation list: the field and what is wrong with it; the value itself stays out. */
function faultLine(entry: unknown): string {
  if (!isRecord(entry)) return 'a value is wrong';
  const place = Array.isArray(entry.loc) ? entry.loc.slice(1).map(String).join('.') : '';
  return `${place === '' ? 'request' : place}: ${stringOf(entry.msg) ?? 'wrong'}`;
}

/** Whether an answer says what became of a write: a failing hub, or what stands before it, may not know. */
function isSettled({ status, text }: { status: number; text: string }): boolean {
  return status < 500 && objectOf(text) !== null;
}

/** Names a write without keeping it. */
function digestOf(request: HubRequest, token: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify([request, token]))
    .digest('base64url');
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
