import { DatabaseSync } from 'node:sqlite';
import { StorageRefusal } from './failure.ts';
import { fileFault, isBusy, onFile } from './sqlite-fault.ts';

/**
 * Keeps a database file for one process: a lock on a file beside it, which the operating system takes back however the
 * process ends.
 */
export class OwnerLock {
  readonly #db: DatabaseSync;

  constructor(path: string) {
    this.#db = onFile(path, () => new DatabaseSync(`${path}.lock`, { timeout: 0 }));
    try {
      this.#db.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      this.#db.close();
      if (!isBusy(error)) throw fileFault(path, error);
      throw new StorageRefusal(
        `Another process works on ${path}. One hub owns a database file; stop the other one first. Several hubs on one database need PostgreSQL (AIM_DATABASE_URL).`,
      );
    }
  }

  release(): void {
    if (this.#db.isOpen) this.#db.close();
  }
}
