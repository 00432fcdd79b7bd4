import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Capacity } from './bounds.ts';
import { ROUTES } from './route/table.ts';
import { SERVER } from './schema/answer.ts';
import type { Settings } from './settings.ts';
import { type Running, startHub } from './start.ts';
import type { Store } from './store/contract.ts';
import { query } from './store/query.ts';
import { SqliteStore } from './store/sqlite.ts';

export const OPERATOR_KEY = 'the-operator-key';

type Json = Record<string, unknown>;

const FILL = query<{ chat: number; sender: number; seq: number; at: string }>()((db, v) =>
  db.insertInto('messages').values({
    chat_id: v.chat,
    seq: v.seq,
    sender_id: v.sender,
    text: 'one of many',
    text_folded: null,
    is_introduction: 0,
    intro_payload: null,
    created_at: v.at,
  }),
);

const DATE = query<{ id: number; at: string }>()((db, v) =>
  db.updateTable('messages').set({ created_at: v.at }).where('id', '=', v.id),
);

const FILLED = query<{ chat: number; count: number }>()((db, v) =>
  db.updateTable('chats').set({ message_count: v.count, last_seq: v.count }).where('id', '=', v.chat),
);

/** What one request gave; the body is {} where it was no JSON. */
export type Answer = {
  readonly status: number;
  readonly body: Json;
  readonly text: string;
  readonly headers: Headers;
};

/** What a request carries beside its path. */
export type Sent = {
  readonly body?: unknown;
  /** The body as it is, instead of JSON. */
  readonly raw?: string | Uint8Array;
  readonly token?: string;
  readonly operator?: string;
  readonly headers?: Record<string, string>;
};

/** A registered participant and its token. */
export type Person = { readonly id: number; readonly token: string };

/** Options of a hub for tests. */
export type TestOptions = {
  readonly settings?: Partial<Settings>;
  readonly capacity?: Capacity;
  readonly file?: string;
  readonly store?: (now: () => number) => Promise<Store> | Store;
};

/**
 * A hub on loopback whose clock the test moves. Every answer is held to the schema that the OpenAPI document shows, and
 * to the rule that it names version and instance.
 */
export class TestHub {
  /** How far the hub's clock is ahead, in milliseconds. */
  ahead = 0;
  readonly log: string[] = [];
  readonly url: string;
  readonly store: Store;
  readonly #running: Running;
  readonly #folder: string | null;

  private constructor(
    running: Running,
    store: Store,
    folder: string | null,
    log: string[],
    clock: { now: () => number },
  ) {
    this.#running = running;
    this.url = running.url;
    this.store = store;
    this.#folder = folder;
    this.log = log;
    clock.now = () => Date.now() + this.ahead;
  }

  static async start(options: TestOptions = {}): Promise<TestHub> {
    const folder = options.file === undefined && options.store === undefined ? temporaryFolder() : null;
    const clock = { now: () => Date.now() };
    const now = () => clock.now();
    const path = options.file ?? join(folder ?? '', 'aim.db');
    const store = (await options.store?.(now)) ?? new SqliteStore(path, now);
    const log: string[] = [];
    const settings: Settings = {
      host: '127.0.0.1',
      port: 0,
      databasePath: path,
      databaseUrl: null,
      retentionDays: null,
      operatorKey: OPERATOR_KEY,
      allowedHosts: [],
      ...options.settings,
    };
    const world = { now, log: (line: string) => log.push(line) };
    const running = await startHub(settings, store, world, options.capacity);
    return new TestHub(running, store, folder, log, clock);
  }

  async stop(): Promise<void> {
    await this.#running.stop();
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
  }

  async call(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const payload = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
    const answer = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(sent.token === undefined ? {} : { 'x-aim-token': sent.token }),
        ...(sent.operator === undefined ? {} : { 'x-aim-operator': sent.operator }),
        ...sent.headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
    const body = isJson ? JSON.parse(text) : {};
    if (isJson && path !== '/openapi.json') this.#hold(method, path, answer.status, body);
    return { status: answer.status, body, text, headers: answer.headers };
  }

  async register(declared: Json = {}): Promise<Person> {
    const { body } = await this.call('POST', '/register', {
      body: { name: 'nova', machine: 'desk', client_type: 'code', agent_type: 'claude', ...declared },
    });
    return { id: Number(body.participant_id), token: String(body.participant_token) };
  }

  async found(founder: Person, name: string): Promise<number> {
    const { body } = await this.call('POST', '/chats', {
      body: { participant_id: founder.id, name },
      token: founder.token,
    });
    return Number(body.chat_id);
  }

  follow(who: Person, chat: number): Promise<Answer> {
    return this.call('POST', `/chats/${chat}/follow`, { body: { participant_id: who.id }, token: who.token });
  }

  leave(who: Person, chat: number): Promise<Answer> {
    return this.call('POST', `/chats/${chat}/leave`, { body: { participant_id: who.id }, token: who.token });
  }

  send(who: Person, chat: number, text: string, mentions: unknown = []): Promise<Answer> {
    return this.call('POST', `/chats/${chat}/messages`, {
      body: { sender_id: who.id, text, mentions },
      token: who.token,
    });
  }

  /** Puts many messages into a chat at once, without the way over HTTP. */
  async fill(chat: number, sender: number, count: number): Promise<void> {
    const at = '2020-01-01T00:00:00.000000Z';
    await this.store.write(async tx => {
      for (let seq = 1; seq <= count; seq += 1) await tx.run(FILL, { chat, sender, seq, at });
      await tx.run(FILLED, { chat, count });
    });
  }

  /** Dates a message as if the hub's clock had stood there: it does not go back by itself. */
  async setMessageTime(id: number, moment: string): Promise<void> {
    const at = `${moment.slice(0, 19)}.000000Z`;
    await this.store.write(tx => tx.run(DATE, { id, at }));
  }

  #hold(method: string, path: string, status: number, body: Json): void {
    z.parse(z.looseObject(SERVER), body);
    if (status >= 300) {
      if (!('detail' in body)) throw new Error(`${method} ${path} answered ${status} without a detail`);
      return;
    }
    const [plain = ''] = path.split('?');
    const route = ROUTES.find(one => one.method === method && matches(one.path, plain));
    if (route === undefined) throw new Error(`no route ${method} ${path}`);
    z.parse(z.extend(route.answer, SERVER), body);
  }
}

/** The entries of a list in an answer. */
export function entries(answer: Answer, name: string): Json[] {
  return answer.body[name] as Json[];
}

/** One field of all entries of a list in an answer. */
export function each(answer: Answer, list: string, field: string): unknown[] {
  return entries(answer, list).map(one => one[field]);
}

/** An object within an answer. */
export function inner(answer: Answer, name: string): Json {
  return answer.body[name] as Json;
}

function matches(pattern: string, path: string): boolean {
  // "context" is no id, so the literal path comes first in the table
  return new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'aimf-hub-'));
}
