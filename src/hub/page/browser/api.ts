/** Who a call is made as. */
export type Credentials = { readonly id: number; readonly token: string };

/** How the last call to the hub went. */
export type Contact =
  | { readonly reached: true; readonly version: string; readonly instance: string }
  | { readonly reached: false; readonly error: string };

/** Milliseconds after which an answer is no longer waited for. */
const PATIENCE = 20_000;

/** The hub refused, in its own words. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  /** The participant that the refusal is about. */
  readonly about: number | null;

  constructor(status: number, detail: unknown) {
    super(wordsOf(detail) ?? `The hub answered with status ${status}.`);
    const { code, participant_id } = isRecord(detail) ? detail : {};
    this.status = status;
    this.code = typeof code === 'string' ? code : null;
    this.about = typeof participant_id === 'number' ? participant_id : null;
  }
}

/** The hub gave no answer, or something else answered in its place. */
export class Unreachable extends Error {}

/** What a call carries beside its method and path. */
type Sent = {
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly body?: object;
  readonly as?: Credentials | null;
  readonly operator?: string;
  /** Makes a repeat of this write harmless. */
  readonly once?: string;
};

/** The hub's API, on the address that the page came from. Tells after each call whether the hub was there, and which. */
export class Api {
  readonly #onContact: (contact: Contact) => void;

  constructor(onContact: (contact: Contact) => void) {
    this.#onContact = onContact;
  }

  get<T>(path: string, sent: Sent = {}): Promise<T> {
    return this.#call('GET', path, sent);
  }

  send<T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, sent: Sent): Promise<T> {
    return this.#call(method, path, sent);
  }

  async #call<T>(method: string, path: string, sent: Sent): Promise<T> {
    const answer = await this.#reach(method, path, sent);
    const body: unknown = await answer.json().catch(() => null);
    if (!isRecord(body) || typeof body.server_version !== 'string')
      throw this.#unreachable(
        `${method} ${path} was answered with status ${answer.status}, but not by a hub`,
      );
    // A hub that can do nothing now is away: to say first that it is back would tell both at every look
    if (answer.status === 503) throw this.#unreachable(wordsOf(body.detail) ?? 'status 503');
    this.#onContact({ reached: true, version: body.server_version, instance: String(body.server_instance) });
    if (!answer.ok) throw new ApiError(answer.status, body.detail);
    return body as T;
  }

  async #reach(method: string, path: string, { query = {}, body, as, operator, once }: Sent) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
    const address = search.size === 0 ? path : `${path}?${search}`;
    const headers = new Headers();
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (as !== undefined && as !== null) headers.set('x-aim-token', as.token);
    if (operator !== undefined) headers.set('x-aim-operator', headerText(operator));
    if (once !== undefined) headers.set('idempotency-key', once);
    const signal = AbortSignal.timeout(PATIENCE);
    const payload = body === undefined ? {} : { body: JSON.stringify(body) };
    try {
      return await fetch(address, { method, headers, signal, cache: 'no-store', ...payload });
    } catch (error) {
      throw this.#unreachable(error instanceof Error ? error.message : String(error));
    }
  }

  #unreachable(error: string): Unreachable {
    this.#onContact({ reached: false, error });
    return new Unreachable(error);
  }
}

/** Random text for keys. It needs no secure context, which plain http on a tailnet address is not. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

/** Any text in a header, which takes bytes: the hub reads them as UTF-8. */
function headerText(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

/** The sentence of a refusal's `detail`: a text, an object with a message, or the list of all that is wrong. */
function wordsOf(detail: unknown): string | null {
  if (typeof detail === 'string') return detail;
  if (Array.isArray(detail)) return detail.map(faultOf).join('; ');
  return isRecord(detail) && typeof detail.message === 'string' ? detail.message : null;
}

function faultOf(fault: unknown): string {
  if (!isRecord(fault)) return String(fault);
  const place = Array.isArray(fault.loc) ? fault.loc.slice(1).join('.') : '';
  return place === '' ? String(fault.msg) : `${place}: ${fault.msg}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
