import { urlHost } from './bind.ts';
import { type Capacity, HUB_BOUNDS } from './bounds.ts';
import { SendQueue } from './chat/send-queue.ts';
import { faultLog } from './fault-log.ts';
import { Feed } from './feed.ts';
import type { Hub } from './hub.ts';
import { forgetAnswers } from './idempotency.ts';
import { Presence } from './presence.ts';
import { purge } from './retention.ts';
import { buildServer } from './server.ts';
import type { Settings } from './settings.ts';
import { Stamps } from './stamp.ts';
import type { Store } from './store/contract.ts';
import { query } from './store/query.ts';

/** The newest times of what is written in order, by the indexes that serve them. */
const NEWEST = [
  query()(db => db.selectFrom('messages').select('created_at').orderBy('id', 'desc').limit(1)),
  query()(db => db.selectFrom('memories').select('created_at').orderBy('created_at', 'desc').limit(1)),
];

/** A hub that answers. */
export type Running = {
  readonly url: string;
  /** Answers what is in work, writes what is only in memory, and lets go of the database. */
  stop(): Promise<void>;
};

/** What a hub needs of the world. */
export type World = { readonly now: () => number; readonly log: (line: string) => void };

/** Starts a hub on an open store; the store is the hub's from then on. */
export async function startHub(
  settings: Settings,
  store: Store,
  { now, log }: World,
  capacity: Capacity = HUB_BOUNDS,
): Promise<Running> {
  const stamps = new Stamps(now);
  const presence = new Presence(store, stamps);
  const sends = new SendQueue({ store, stamps, presence });
  const feed = new Feed(store, now, capacity);
  const hub: Hub = { store, stamps, presence, sends, feed, settings, capacity };
  const fault = faultLog(log, now);
  const server = buildServer(hub, fault);
  const tidy = async () => {
    const purged = await purge(hub);
    if (purged > 0) log(`retention: deleted ${purged} messages older than ${settings.retentionDays} days`);
    await forgetAnswers(hub);
  };
  let timer: NodeJS.Timeout | null = null;
  const stop = async () => {
    if (timer !== null) clearInterval(timer);
    hub.feed.close();
    const patience = setTimeout(() => server.server.closeAllConnections(), HUB_BOUNDS.endingMs);
    await server.close();
    clearTimeout(patience);
    await presence.flush().catch(fault);
    await store.close();
  };
  try {
    // The clock may have gone back while no hub ran
    for (const newest of NEWEST) stamps.after((await store.read.first(newest, {}))?.created_at ?? null);
    await tidy();
    await server.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    await stop();
    throw error;
  }
  timer = setInterval(() => void tidy().catch(fault), HUB_BOUNDS.retentionMs);
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  return { url: `http://${urlHost(settings.host)}:${port}`, stop };
}
