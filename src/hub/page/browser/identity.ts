import { type Api, ApiError, type Credentials, randomKey } from './api.ts';
import { fields, type Kept } from './kept.ts';

/** The fewest characters of a continuity key. */
export const KEY_LENGTH = 8;

/** The codes by which the hub says that it no longer knows this identity: the cure is to register again. */
const LOST = ['unknown_participant', 'token_required', 'token_invalid', 'token_missing'];

const OTHER_DATABASE =
  'This hub has a new database, so nothing was done: what this browser knew of the old one was dropped.';

type Registered = { readonly participant_id: number; readonly participant_token: string };

/** Who this browser is on the hub. The continuity key brings the same identity back, here or in another browser. */
export class Identity {
  readonly #kept: Kept;
  readonly #api: Api;
  readonly #name: () => string;
  #registering: Promise<Credentials> | null = null;

  constructor(kept: Kept, api: Api, name: () => string) {
    this.#kept = kept;
    this.#api = api;
    this.#name = name;
  }

  /** The id and token that the hub gave; null before anything was written. */
  get credentials(): Credentials | null {
    const { id, token } = fields(this.#kept.read('identity'));
    return typeof id === 'number' && typeof token === 'string' ? { id, token } : null;
  }

  get key(): string {
    const kept = this.#kept.read('session_key');
    if (typeof kept === 'string' && kept.length >= KEY_LENGTH) return kept;
    const made = `web-${randomKey()}`;
    this.#kept.write('session_key', made);
    return made;
  }

  /** Takes another key, and with it the identity that it belongs to. */
  replaceKey(key: string): void {
    this.#kept.write('session_key', key);
    this.forget();
  }

  /** Drops the id: ids of another database belong to somebody else. The key stays. */
  forget(): void {
    this.#kept.write('identity', null);
  }

  /** Makes a call as this identity: registers where that was never done, and once more where the hub lost it. */
  async as<T>(call: (who: Credentials) => Promise<T>): Promise<T> {
    const held = this.credentials !== null;
    const who = this.credentials ?? (await this.#register());
    try {
      return await call(who);
    } catch (error) {
      const ours = error instanceof ApiError && (error.about === null || error.about === who.id);
      if (!ours || !LOST.includes(error.code ?? '')) throw error;
      const now = this.credentials;
      // It was forgotten with its database, and so the ids in this call would name something else now
      if (now === null && held) throw new Error(OTHER_DATABASE);
      // Another tab may have registered meanwhile, and its token is the one that counts
      return call(now !== null && now.token !== who.token ? now : await this.#register());
    }
  }

  /** One registration at a time: a second one would make the token of the first worthless. */
  #register(): Promise<Credentials> {
    this.#registering ??= this.#ask().finally(() => {
      this.#registering = null;
    });
    return this.#registering;
  }

  async #ask(): Promise<Credentials> {
    const body = {
      name: this.#name(),
      machine: machineOf(navigator.userAgent),
      client_type: 'web-ui',
      agent_type: 'human',
      client_session_key: this.key,
    };
    const made = await this.#api.send<Registered>('POST', '/register', { body });
    const who = { id: made.participant_id, token: made.participant_token };
    this.#kept.write('identity', who);
    return who;
  }
}

/** The kind of machine that a browser says it runs on. */
function machineOf(agent: string): string {
  const known = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'CrOS', 'Linux'];
  return `browser on ${known.find(one => agent.includes(one)) ?? 'an unknown system'}`;
}
