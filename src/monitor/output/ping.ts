import { httpFault, requestError } from '../http.ts';

/** What a run tells a dead-man switch: that it begins, that it went well, or that it failed. */
export type Sign = 'start' | 'ok' | 'fail';

const TIMEOUT = 10_000;

/**
 * Tells a dead-man switch (in the manner of healthchecks.io: the address, `/start`, `/fail`) of a run; it gives why it could not, in
 * words, or null. Whoever listens there notices when no sign comes. Section 10.5.
 */
export async function ping(address: string, sign: Sign): Promise<string | null> {
  const fault = httpFault(address);
  if (fault !== null) return `The ping address cannot be used: ${fault}`;
  const url = new URL(address);
  if (sign !== 'ok') url.pathname = `${url.pathname.replace(/\/$/, '')}/${sign}`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
    await response.body?.cancel();
    return response.ok ? null : `The ping address answers with status ${response.status}`;
  } catch (error) {
    return `The ping address was not reached: ${requestError(error)}`;
  }
}
