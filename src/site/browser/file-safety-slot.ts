import type { fileSafety as inspect } from '../../core/message/file-safety.ts';

let inspector: typeof inspect | null = null;

/**
 * Stands in for the core's own `fileSafety` in the bundle, so that what looks into files (a third of the reader) is loaded only
 * where a message has one. Calls the real one, which must be loaded by then.
 */
export const fileSafety: typeof inspect = file => {
  if (inspector === null) throw new Error('A message with files is judged before their inspector is loaded');
  return inspector(file);
};

/** Loads the core's `fileSafety`. */
export async function loadFileSafety(): Promise<void> {
  inspector ??= (await import('../../core/message/file-safety.ts')).fileSafety;
}
