import { dayIn, lifeCycle } from '../core/agreement/life-cycle.ts';
import type { HeldMessage } from '../store/store.ts';
import type { Judge } from './judge-child.ts';
import { isOrdinary, keyOf, resultOf } from './record.ts';
import type { RunSetup } from './run.ts';

/**
 * Judges what is held again, where what it waits for may have come: an agreement that is resumed, a proof, a secret. What is no
 * longer held gets a second result under another key. Specification section 6.6.
 */
export async function judgeHeld(setup: RunSetup, judge: Judge): Promise<void> {
  for (const held of setup.store.held()) if (mayHaveEnded(held, setup)) await judgeAgain(held, setup, judge);
}

async function judgeAgain(held: HeldMessage, setup: RunSetup, judge: Judge): Promise<void> {
  const { store, now, state } = setup;
  const { key, wire, transportId, label, arrived, content } = held;
  const judged = await judge.judge({ content, label, arrived });
  // It was read before: whatever keeps it from being read now may be gone at the next run
  if ('error' in judged || judged.held !== null) return;
  const place = { key: keyOf(wire, transportId, 2), wire, arrived };
  const result = isOrdinary(judged)
    ? null
    : { ...(await resultOf(judged, place, content, state)), held_as: key };
  store.release(key, { result, accepted: judged.accepted }, now);
}

function mayHaveEnded({ reason }: HeldMessage, { registry, receiver, secrets, now }: RunSetup): boolean {
  switch (reason.for) {
    case 'agreement': {
      const agreement = registry.agreements.get(reason.name)?.agreement;
      const day = dayIn(receiver.owner.timeZone, now);
      return agreement === null || agreement === undefined || lifeCycle(agreement, day) !== 'paused';
    }
    case 'secret':
      return secrets.has(reason.name);
    case 'proof':
      return true;
  }
}
