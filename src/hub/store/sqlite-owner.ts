import { DatabaseSync } from 'node:sqlite';
import { StorageRefusal } from './failure.ts';

/**
 * Keeps a database file for one process: a lock on a file beside it, which the operating system takes back however the
 * process ends.
 */
export class OwnerLock {
  readonly #db: DatabaseSync;

  constructor(path: string) {
    this.#db = new DatabaseSync(`${path}.lock`, { timeout: 0 });
    try {
      this.#db.exec('BEGIN EXCLUSIVE');
    } catch {
      this.#db.close();
      throw new StorageRefusal(
        `Another process works on ${path}. One hub owns a database file; stop the other one first. Several hubs on one database need PostgreSQL (AIM_DATABASE_URL).`,
      );
    }
  }

  release(): void {
    if (this.#db.isOpen) this.#db.close();
  }
}
