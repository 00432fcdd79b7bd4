import { HUB_BOUNDS } from './bounds.ts';

/** Logs the hub's own faults; the same one again within a minute is only counted. */
export function faultLog(log: (line: string) => void, now: () => number): (error: unknown) => void {
  let last = { line: '', at: 0, again: 0 };
  return error => {
    const line = `fault: ${error instanceof Error ? error.message : String(error)}`;
    if (line === last.line && now() - last.at < HUB_BOUNDS.sameFaultMs) {
      last.again += 1;
      return;
    }
    if (last.again > 0) log(`${last.line} (${last.again} times more)`);
    last = { line, at: now(), again: 0 };
    log(line);
  };
}
