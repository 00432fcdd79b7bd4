import { quotable } from '../core/report/sentence.ts';
import { printed } from '../monitor/monitor.ts';
import { momentIn } from '../monitor/report/words.ts';
import { at, type Cadence, nextRun } from '../monitor/schedule.ts';
import type { Store } from '../store/store.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { LEAVES, printText, watch } from './monitor-once.ts';
import { type Configured, damaged, openStore, readConfigured } from './monitor-setup.ts';

export type RunOptions = { readonly config: string; readonly liveTest?: boolean; readonly dns?: string };

/**
 * `aimf monitor run`: polls at once, and then on its own schedule until it is told to end (specification section 10.1). A run that
 * fails is told, and the next one comes all the same; a state that cannot be trusted ends it.
 */
export async function monitorRun(options: RunOptions, io: Io): Promise<ExitCode> {
  let configured = await readConfigured(options.config, io);
  const store = await openStore(configured);
  if (store === null || store === 'absent') {
    io.out(LEAVES);
    return 0;
  }
  const stopping = io.stopping();
  try {
    while (!stopping.aborted) {
      if (!store.isInPlace()) throw new CommandError(damaged('its file was taken away', configured.config));
      const now = io.now();
      configured = await oneRun(configured, store, { now, stopping }, options, io);
      const cadence = cadenceOf(configured, options);
      const next = nextRun(cadence, now);
      io.err(`aimf: next run at ${momentIn(cadence.timeZone, next)}\n`);
      await until(Math.max(next, io.now()), stopping);
    }
    io.err('aimf: told to end, and ended\n');
    return 0;
  } finally {
    store.close();
  }
}

/** One run by the private file as it is now; where that cannot be read, the last one that could still says when to try again. */
async function oneRun(
  before: Configured,
  store: Store,
  { now, stopping }: { readonly now: number; readonly stopping: AbortSignal },
  options: RunOptions,
  io: Io,
): Promise<Configured> {
  try {
    const configured = await readConfigured(options.config, io);
    const result = await watch(
      configured,
      store,
      { now, stopping, clock: io.now, since: 'now', dns: options.dns },
      io,
    );
    printed(store, printText(result, configured, io), now);
    return configured;
  } catch (error) {
    // Whatever it is, a monitor that has ended notices nothing more
    const why = error instanceof Error ? error.message : String(error);
    io.err(`aimf: this run could not be made: ${quotable(why)}\n`);
    return before;
  }
}

/** In a live test the runs come fast, and at every hour (specification section 10.1). */
function cadenceOf({ monitoring, receiver }: Configured, { liveTest }: RunOptions): Cadence {
  const { every, hours, liveTest: fast } = monitoring.schedule;
  const { timeZone } = receiver.owner;
  return liveTest === true
    ? { every: fast, hours: { from: 0, to: 1440 }, timeZone }
    : { every, hours, timeZone };
}

/** Waits for a moment, or for the signal to end. */
function until(moment: number, stopping: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (stopping.aborted) return resolve();
    const cancel = at(moment, () => {
      stopping.removeEventListener('abort', stop);
      resolve();
    });
    const stop = () => {
      cancel();
      resolve();
    };
    stopping.addEventListener('abort', stop, { once: true });
  });
}
