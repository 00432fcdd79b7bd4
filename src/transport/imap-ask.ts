import { quotable } from '../core/report/sentence.ts';
import type { Answer, ImapSession } from './imap-session.ts';
import { WireError } from './wire.ts';

/** What was given, and why each message that is there was not, by uid. One that is in neither has gone. */
export type Asked<Part> = { readonly given: Map<number, Part>; readonly withheld: Map<number, string> };

/**
 * Asks for messages, and again for fewer where the server refuses, until one that it does not give stands alone: it costs none of
 * the others. It throws a `WireError` where the server gives nothing else either, since that says nothing of a message.
 */
export async function askFor<Part>(
  session: ImapSession,
  uids: readonly number[],
  ask: (uids: readonly number[]) => Promise<Answer<Part>>,
): Promise<Asked<Part>> {
  if (uids.length === 0) return { given: new Map(), withheld: new Map() };
  const { given, refusal } = await ask(uids);
  const left = uids.filter(uid => !given.has(uid));
  if (refusal !== null && left.length > 1) {
    const half = Math.ceil(left.length / 2);
    const halves = [left.slice(0, half), left.slice(half)];
    const withheld = new Map<number, string>();
    for (const part of halves) {
      const asked = await askFor(session, part, ask);
      for (const [uid, one] of asked.given) given.set(uid, one);
      for (const [uid, why] of asked.withheld) withheld.set(uid, why);
    }
    return { given, withheld };
  }
  const why =
    refusal === null
      ? 'The server lists it and gives nothing of it'
      : `The server does not give it: ${quotable(refusal)}`;
  return { given, withheld: await withheldOf(session, left, why) };
}

/** Those that are there all the same, and that are alone in it. */
async function withheldOf(
  session: ImapSession,
  left: readonly number[],
  why: string,
): Promise<Map<number, string>> {
  const [first, last] = [left[0], left.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const there = new Set(await session.uids(first, last));
  const missing = left.filter(uid => there.has(uid));
  const [one] = missing;
  if (one !== undefined && !(await session.givesBeside(one)))
    throw new WireError(`The server gives no message now; it is tried again at the next run. ${why}`);
  return new Map(missing.map(uid => [uid, why]));
}
