/** Calls per second of each work, measured in turn in one run so that a machine that slows down slows all of them. */
export async function interleaved(
  works: Readonly<Record<string, () => unknown>>,
  rounds = 9,
  millis = 250,
): Promise<Record<string, number>> {
  const rates: Record<string, number[]> = {};
  for (let round = -1; round < rounds; round++) {
    for (const [name, work] of Object.entries(works)) {
      const rate = await callsPerSecond(work, millis);
      // The first round warms up and does not count
      if (round >= 0) rates[name] = [...(rates[name] ?? []), rate];
    }
  }
  return Object.fromEntries(Object.entries(rates).map(([name, all]) => [name, median(all)]));
}

/** The middle one of several figures. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

async function callsPerSecond(work: () => unknown, millis: number): Promise<number> {
  const start = performance.now();
  let calls = 0;
  let elapsed = 0;
  do {
    for (let at = 0; at < 20; at++) await work();
    calls += 20;
    elapsed = performance.now() - start;
  } while (elapsed < millis);
  return (calls / elapsed) * 1000;
}
