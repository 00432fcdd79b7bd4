import { StorageRefusal } from './failure.ts';

/** What SQLite's result codes mean for who has to act on them; the file's name comes before. */
const WORDS: ReadonlyMap<number, string> = new Map([
  [8, 'cannot be written: may this user write it and its folder?'],
  [10, 'cannot be read: is it a file, and is its disk sound?'],
  [11, 'is damaged or cut short. Keep it, and put a backup in its place (aimf hub restore)'],
  [13, 'cannot be written: its disk is full'],
  [14, 'cannot be opened: is it a file, and may this user read and write it and its folder?'],
  [26, 'is no database'],
]);

/** Does a piece of work on a whole database file, and says in words for a person which file cannot be used, and why. */
export function onFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileFault(path, error);
  }
}

/** What a fault of a database file is for a person; anything else is given back as it is. */
export function fileFault(path: string, error: unknown): unknown {
  const { errcode, message } = error as { errcode?: unknown; message?: string };
  if (typeof errcode !== 'number') return error;
  return new StorageRefusal(`${path} ${WORDS.get(errcode & 0xff) ?? `cannot be used: ${message}`}`);
}
