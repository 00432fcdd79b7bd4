import { takeFileLock } from '../../store/file-lock.ts';
import { StorageRefusal } from './failure.ts';
import { onFile } from './sqlite-fault.ts';

/** Keeps a database file for one process, by a lock on a file beside it; gives what frees it. */
export function ownFile(path: string): () => void {
  const free = onFile(path, () => takeFileLock(`${path}.lock`));
  if (free !== null) return free;
  throw new StorageRefusal(
    `Another process works on ${path}. One hub owns a database file; stop the other one first. Several hubs on one database need PostgreSQL (AIM_DATABASE_URL).`,
  );
}
