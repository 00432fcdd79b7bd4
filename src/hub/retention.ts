import { HUB_BOUNDS } from './bounds.ts';
import { deleteOldest } from './chat/deletion.ts';
import type { Hub } from './hub.ts';
import { query } from './store/query.ts';

const CHATS = query()(db => db.selectFrom('chats').select('id').orderBy('id'));

/** Deletes what is older than the retention says, in small commits. Gives how many messages went. */
export async function purge(hub: Hub): Promise<number> {
  const days = hub.settings.retentionDays;
  if (days === null) return 0;
  const before = hub.stamps.ago(days * 24 * 3_600_000);
  let purged = 0;
  for (const { id } of await hub.store.read.all(CHATS, {})) {
    let count: number = HUB_BOUNDS.deleteChunk;
    for (; count === HUB_BOUNDS.deleteChunk; purged += count)
      count = await hub.store.write(tx => deleteOldest(tx, id, before));
  }
  return purged;
}
