import { defineConfig } from 'vitest/config';

/** The tests whose length is a matter of patience. */
export default defineConfig({
  test: {
    include: [
      ...['src/hub/durability.test.ts', 'src/hub/store/postgres.test.ts', 'src/monitor/scan.test.ts'],
    ],
    globalSetup: './scripts/test-folder.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    provide: { killRounds: 200 },
  },
});
