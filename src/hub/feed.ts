import type { ServerResponse } from 'node:http';
import { type Capacity, HUB_BOUNDS } from './bounds.ts';
import { Overloaded } from './refusal.ts';
import type { Store } from './store/contract.ts';
import { query } from './store/query.ts';

const SINCE = query<{ id: number; limit: number }>()((db, v) =>
  db.selectFrom('messages').select(['id', 'chat_id']).where('id', '>', v.id).orderBy('id').limit(v.limit),
);

const CHATS_SINCE = query<{ id: number }>()((db, v) =>
  db
    .selectFrom('chats')
    .select(['id as chat_id', 'last_message_id as id'])
    .where('last_message_id', '>', v.id),
);

const LATEST = query()(db => db.selectFrom('messages').select('id').orderBy('id', 'desc').limit(1));

const FOLLOWING = query<{ participant: number }>()((db, v) =>
  db
    .selectFrom('chat_members')
    .select('chat_id')
    .where('participant_id', '=', v.participant)
    .where('left_at', 'is', null),
);

/** One reader of the event stream. */
class Follower {
  /** Whose chats it is told of; null is told of all. */
  readonly participant: number | null;
  readonly #response: ServerResponse;
  /** The newest message of each chat that it was not told of yet: a reader that stops reading costs no more. */
  readonly #pending = new Map<number, number>();
  #blockedSince: number | null = null;
  #held = true;

  constructor(participant: number | null, response: ServerResponse) {
    this.participant = participant;
    this.#response = response;
    response.on('drain', () => {
      this.#blockedSince = null;
      this.#flush();
    });
  }

  tell(chats: Iterable<readonly [number, number]>): void {
    for (const [chat, message] of chats)
      this.#pending.set(chat, Math.max(message, this.#pending.get(chat) ?? 0));
    this.#flush();
  }

  /** Begins to send: what it missed before it came is known now. */
  begin(): void {
    this.#held = false;
    this.#flush();
  }

  /** A sign of life; who has taken nothing for long is let go. */
  keepAlive(now: number): void {
    this.#blockedSince ??= this.#response.writableNeedDrain ? now : null;
    if (this.#blockedSince !== null && now - this.#blockedSince > HUB_BOUNDS.eventStallMs) this.end();
    else if (!this.#response.writableNeedDrain) this.#response.write(': still here\n\n');
  }

  end(): void {
    this.#response.destroy();
  }

  /** Sends in the order of ids, so that who is cut off in between misses nothing by its Last-Event-ID. */
  #flush(): void {
    if (this.#held) return;
    for (const [chat, message] of [...this.#pending].sort(([, one], [, other]) => one - other)) {
      if (this.#response.writableNeedDrain) return;
      this.#pending.delete(chat);
      const data = JSON.stringify({ chat_id: chat, message_id: message });
      this.#response.write(`id: ${message}\nevent: message\ndata: ${data}\n\n`);
    }
  }
}

/**
 * Tells the followers of the event stream that something is new: which chat, which message, never what it says. The
 * store is the truth; its hints only say when to look.
 */
export class Feed {
  readonly #store: Pick<Store, 'read' | 'onNews'>;
  readonly #now: () => number;
  readonly #capacity: Capacity;
  readonly #followers = new Set<Follower>();
  #last = 0;
  #looking: Promise<void> | null = null;
  #again = false;
  #timers: NodeJS.Timeout[] = [];
  #stopNews: (() => void) | null = null;

  constructor(store: Pick<Store, 'read' | 'onNews'>, now: () => number, capacity: Capacity) {
    this.#store = store;
    this.#now = now;
    this.#capacity = capacity;
  }

  /** Adds a reader, which is told of what came after `since`; null is from now on. */
  async follow(participant: number | null, since: number | null, response: ServerResponse): Promise<void> {
    if (this.#followers.size === 0) await this.#start();
    if (this.#followers.size >= this.#capacity.eventStreams) throw new Overloaded();
    // Who left while it was looked up would never be seen to leave
    if (response.destroyed) return this.#stopIdle();
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.write('retry: 3000\n\n');
    const follower = new Follower(participant, response);
    this.#followers.add(follower);
    response.on('close', () => this.#remove(follower));
    if (since !== null && since < this.#last) await this.#catchUp(follower, since);
    follower.begin();
  }

  close(): void {
    for (const follower of this.#followers) follower.end();
    this.#followers.clear();
    this.#stop();
  }

  async #start(): Promise<void> {
    const latest = (await this.#store.read.first(LATEST, {}))?.id ?? 0;
    // Another reader came first, and must be told of what came since
    if (this.#stopNews !== null) return;
    this.#last = latest;
    this.#stopNews = this.#store.onNews(() => this.#look());
    const beat = () => {
      for (const follower of this.#followers) follower.keepAlive(this.#now());
    };
    this.#timers = [
      setInterval(beat, HUB_BOUNDS.eventKeepAliveMs),
      // A hint may get lost, so the truth is looked at anyway
      setInterval(() => this.#look(), HUB_BOUNDS.eventPollMs),
    ];
  }

  #stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopNews?.();
    this.#stopNews = null;
  }

  #remove(follower: Follower): void {
    this.#followers.delete(follower);
    this.#stopIdle();
  }

  #stopIdle(): void {
    if (this.#followers.size === 0) this.#stop();
  }

  /** Looks for new messages; a hint that comes meanwhile makes one more look, not many. */
  #look(): void {
    this.#again = true;
    this.#looking ??= this.#lookAll().finally(() => {
      this.#looking = null;
    });
  }

  async #lookAll(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      const rows = await this.#read(this.#last);
      if (rows.length === 0) continue;
      this.#again = rows.length === HUB_BOUNDS.eventBatch;
      this.#last = rows.at(-1)?.id ?? this.#last;
      await this.#tell([...this.#followers], newestByChat(rows));
      await new Promise(resolve => setTimeout(resolve, HUB_BOUNDS.eventPauseMs));
    }
  }

  /** What cannot be read now is read at the next hint. */
  async #read(after: number) {
    return this.#store.read.all(SINCE, { id: after, limit: HUB_BOUNDS.eventBatch }).catch(() => []);
  }

  async #catchUp(follower: Follower, since: number): Promise<void> {
    const rows = await this.#store.read.all(CHATS_SINCE, { id: since }).catch(() => []);
    await this.#tell([follower], newestByChat(rows));
  }

  async #tell(followers: readonly Follower[], news: ReadonlyMap<number, number>): Promise<void> {
    const followed = new Map<number, Set<number>>();
    for (const follower of followers) {
      const { participant } = follower;
      const chats =
        participant === null ? null : (followed.get(participant) ?? (await this.#chatsOf(participant)));
      if (participant !== null && chats !== null) followed.set(participant, chats);
      follower.tell([...news].filter(([chat]) => chats?.has(chat) !== false));
    }
  }

  async #chatsOf(participant: number): Promise<Set<number>> {
    const rows = await this.#store.read.all(FOLLOWING, { participant }).catch(() => []);
    return new Set(rows.map(row => row.chat_id));
  }
}

function newestByChat(rows: readonly { id: number | null; chat_id: number }[]): Map<number, number> {
  return new Map(rows.map(row => [row.chat_id, row.id ?? 0]));
}
