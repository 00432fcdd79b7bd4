import { HUB_BOUNDS } from './bounds.ts';
import type { Stamps } from './stamp.ts';
import type { Store } from './store/contract.ts';
import { query } from './store/query.ts';

const SEEN = query<{ id: number; at: string }>()((db, v) =>
  db
    .updateTable('participants')
    .set({ last_seen_at: v.at })
    .where('id', '=', v.id)
    .where(eb => eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<', v.at)])),
);

/**
 * When each participant was last seen. It is noted in memory at once and goes to the disk a little later, so that a
 * read costs no write.
 */
export class Presence {
  readonly #store: Store;
  readonly #stamps: Stamps;
  readonly #seen = new Map<number, string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(store: Store, stamps: Stamps) {
    this.#store = store;
    this.#stamps = stamps;
  }

  touch(id: number): void {
    this.#seen.set(id, this.#stamps.next());
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), HUB_BOUNDS.presenceMs);
  }

  /** The later of what is stored and what is only known here. */
  lastSeen(id: number, stored: string | null): string | null {
    const seen = this.#seen.get(id);
    return seen !== undefined && (stored === null || seen > stored) ? seen : stored;
  }

  /** Writes what is not on the disk yet. What cannot be written now stays for the next time. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const seen = [...this.#seen];
    if (seen.length === 0) return;
    await this.#store.write(async tx => {
      for (const [id, at] of seen) await tx.run(SEEN, { id, at });
    });
    for (const [id, at] of seen) if (this.#seen.get(id) === at) this.#seen.delete(id);
  }
}
