import { announce } from '../../../site/browser/copy.ts';

/** Does something whose refusal is told in the corner. */
export async function attempt(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    announce(error instanceof Error ? error.message : String(error));
  }
}
