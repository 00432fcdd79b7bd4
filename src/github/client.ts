import { setTimeout as wait } from 'node:timers/promises';
import { Octokit } from '@octokit/core';

/** Milliseconds that GitHub has for one answer. */
const TIMEOUT = 30_000;
/** How often a request is tried, and for how many seconds at most GitHub may put it off. */
const TRIES = 3;
const LONGEST_WAIT = 60;

/** What is read of a failed request. */
type Failure = {
  readonly status?: unknown;
  readonly response?: { readonly headers?: Readonly<Record<string, string | number | undefined>> };
};

/**
 * GitHub's client for one token (none where it is empty), for runs that end soon. It waits where GitHub asks it to, and asks
 * again what only read and met a failing server; everything else that fails is the caller's to judge.
 */
export function githubClient({
  token,
  apiUrl,
}: {
  readonly token: string;
  readonly apiUrl: string;
}): Octokit {
  const octokit = new Octokit({
    baseUrl: apiUrl,
    userAgent: 'aimf',
    ...(token === '' ? {} : { auth: token }),
    // Failures are told by those who ask; deprecations are nobody's business here
    log: { debug: silent, info: silent, warn: silent, error: silent },
  });
  octokit.hook.wrap('request', async (request, options) => {
    for (let attempt = 1; ; attempt++) {
      try {
        const signal = AbortSignal.timeout(TIMEOUT);
        return await request({ ...options, request: { ...options.request, signal } });
      } catch (error) {
        const seconds = attempt < TRIES ? secondsToWait(error as Failure, options.method, attempt) : null;
        if (seconds === null) throw error;
        await wait(seconds * 1000);
      }
    }
  });
  return octokit;
}

/** Seconds after which a failed request may be sent again; null where that would not help, or not soon. */
function secondsToWait(error: Failure, method: string, attempt: number): number | null {
  const { status } = error;
  if (status === 403 || status === 429) {
    const asked = error.response?.headers?.['retry-after'];
    const seconds = asked === undefined ? Number.NaN : Number(asked);
    return seconds >= 0 && seconds <= LONGEST_WAIT ? seconds : null;
  }
  const isServer = typeof status === 'number' && status >= 500;
  return isServer && method === 'GET' ? attempt : null;
}

function silent(): void {}
