import { DatabaseSync } from 'node:sqlite';
import type { Memory } from '../core/gate/inbox.ts';
import { comparableIdentity } from '../core/registry/receiver.ts';

/** What was accepted before, read from the state beside the run that writes it (specification sections 6.7 and 8.5). */
export function acceptedMemory(path: string): Memory {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  const content = db.prepare('SELECT content FROM accepted WHERE sender = ? AND id = ?');
  const count = db.prepare('SELECT count(*) AS count FROM accepted WHERE agreement = ? AND day = ?');
  return {
    acceptedAs: (from, id) => {
      const row = content.get(comparableIdentity(from), id);
      return row === undefined ? null : String(row.content);
    },
    acceptedOn: (agreement, day) => Number(count.get(agreement, day)?.count),
  };
}
