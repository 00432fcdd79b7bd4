import { DatabaseSync } from 'node:sqlite';

/**
 * Takes the lock that a file stands for, made where there is none, and gives what frees it; null where another process, or this
 * one, holds it. It is SQLite's lock of an empty file, so the operating system takes it back however the process ends, and none
 * is ever left behind. It throws SQLite's error where the file cannot be used.
 */
export function takeFileLock(path: string): (() => void) | null {
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return () => {
      if (db.isOpen) db.close();
    };
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  // The low byte is the code, the rest says more of it
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}
