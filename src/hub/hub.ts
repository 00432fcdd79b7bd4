import type { Capacity } from './bounds.ts';
import type { SendQueue } from './chat/send-queue.ts';
import type { Feed } from './feed.ts';
import type { Presence } from './presence.ts';
import type { Settings } from './settings.ts';
import type { Stamps } from './stamp.ts';
import type { Store } from './store/contract.ts';

/** What every route works with. */
export type Hub = {
  readonly store: Store;
  readonly stamps: Stamps;
  readonly presence: Presence;
  readonly sends: SendQueue;
  readonly feed: Feed;
  readonly settings: Settings;
  readonly capacity: Capacity;
};
