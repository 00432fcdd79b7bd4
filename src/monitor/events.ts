import { type PollRequest, type Wire, WireError, type WireEvent } from '../transport/wire.ts';

/** Milliseconds for which a wire may be silent before it is given up (FORMATS: the monitor). */
export const SILENCE = 30_000;

/**
 * A wire's events, each waited for no longer than a wire may be silent. A wire that hangs is told to stop, and is left behind
 * where it does not.
 */
export async function* patientEvents(
  wire: Wire,
  request: Omit<PollRequest, 'alive' | 'signal'>,
  silence: number = SILENCE,
): AsyncGenerator<WireEvent, void> {
  const giveUp = new AbortController();
  let heard: () => void = () => {};
  const events = wire.poll({ ...request, alive: () => heard(), signal: giveUp.signal });
  try {
    for (;;) {
      const quiet = Promise.withResolvers<never>();
      let timer: NodeJS.Timeout | undefined;
      heard = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          quiet.reject(new WireError(`It was silent for ${silence / 1000} s and was given up`));
        }, silence);
      };
      heard();
      try {
        const next = await Promise.race([events.next(), quiet.promise]);
        if (next.done === true) return;
        yield next.value;
      } finally {
        clearTimeout(timer);
        heard = () => {};
      }
    }
  } finally {
    giveUp.abort();
    // A wire that hangs would never return: whoever waits for it hangs too
    events.return().catch(() => undefined);
  }
}
