import { MCP_BOUNDS } from './bounds.ts';

/**
 * Which resources a client wants to hear of, as its messages say: one by one (protocol 2025-11-25 and before), or as long as a
 * request to listen is open (2026-07-28).
 */
export class Subscriptions {
  readonly #tell: (uris: ReadonlySet<string>) => void;
  /** The resources of each subscription, by what ends it. */
  readonly #wanted = new Map<string, readonly string[]>();

  /** `tell` is given all resources that are wanted, at every change. */
  constructor(tell: (uris: ReadonlySet<string>) => void) {
    this.#tell = tell;
  }

  see(message: object): void {
    const { method, id, params } = message as { method?: unknown; id?: unknown; params?: Params };
    const uri = typeof params?.uri === 'string' ? params.uri : null;
    if (method === 'resources/subscribe' && uri !== null) this.#add(`uri ${uri}`, [uri]);
    else if (method === 'resources/unsubscribe' && uri !== null) this.#remove(`uri ${uri}`);
    else if (method === 'subscriptions/listen' && id !== undefined)
      this.#add(`request ${JSON.stringify(id)}`, textsOf(params?.notifications?.resourceSubscriptions));
    else if (method === 'notifications/cancelled')
      this.#remove(`request ${JSON.stringify(params?.requestId)}`);
  }

  clear(): void {
    this.#wanted.clear();
    this.#tell(new Set());
  }

  #add(name: string, uris: readonly string[]): void {
    if (uris.length === 0 || (!this.#wanted.has(name) && this.#wanted.size >= MCP_BOUNDS.subscriptions))
      return;
    this.#wanted.set(name, uris);
    this.#changed();
  }

  #remove(name: string): void {
    if (this.#wanted.delete(name)) this.#changed();
  }

  #changed(): void {
    this.#tell(new Set([...this.#wanted.values()].flat()));
  }
}

type Params = {
  readonly uri?: unknown;
  readonly requestId?: unknown;
  readonly notifications?: { readonly resourceSubscriptions?: unknown };
};

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : [];
}
