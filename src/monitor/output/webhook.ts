import { jsonLine } from '../../core/report/json.ts';
import { httpFault, requestError } from '../http.ts';
import { surfacesOf } from '../report/item.ts';
import { type Channel, DeliveryError } from './channel.ts';

/** Milliseconds after which a webhook that does not answer is given up until the next run. */
const TIMEOUT = 15_000;

/**
 * The owner's webhook: one POST a run, at least once, under an `Idempotency-Key` that a second try repeats. `isAlone` says whether it
 * is the only place where the owner looks. Section 10.2.
 */
export function webhookChannel(address: string, isAlone: boolean): Channel {
  return {
    name: 'webhook',
    size: 200,
    deliver: async ({ id, at, entries }) => {
      const results: unknown[] = [];
      const duties: unknown[] = [];
      for (const entry of entries) {
        if (entry.kind === 'duty') duties.push(entry.duty);
        else {
          const surfaces = surfacesOf(entry.result);
          if (surfaces.includes('chat') || (isAlone && surfaces.length > 0)) results.push(entry.result);
        }
      }
      if (results.length + duties.length === 0) return;
      await post(address, id, { aimf: 1, key: id, at: new Date(at).toISOString(), results, duties });
    },
    deliverWires: (wires, { id, at }) =>
      post(address, id, { aimf: 1, key: id, at: new Date(at).toISOString(), wires }),
    deliverDay: (rollUp, at) =>
      post(address, `day-${rollUp.day}`, {
        aimf: 1,
        key: `day-${rollUp.day}`,
        at: new Date(at).toISOString(),
        day: rollUp,
      }),
  };
}

async function post(address: string, key: string, body: unknown): Promise<void> {
  const fault = httpFault(address);
  if (fault !== null) throw new DeliveryError(`The webhook cannot be used: ${fault}`);
  let status: number;
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: jsonLine(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await response.body?.cancel();
    status = response.status;
  } catch (error) {
    throw new DeliveryError(`The webhook did not take the report: ${requestError(error)}`);
  }
  if (status < 200 || status > 299)
    throw new DeliveryError(`The webhook did not take the report: it answers with status ${status}`);
}
