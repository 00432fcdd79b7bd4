import { defineConfig } from 'vitest/config';

/** The tests whose length is a matter of patience. */
export default defineConfig({
  test: {
    include: ['src/{monitor/scan,hub/durability,hub/store/postgres}.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    provide: { killRounds: 200 },
  },
});
