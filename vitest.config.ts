import { defineConfig } from 'vitest/config';

declare module 'vitest' {
  interface ProvidedContext {
    /** How often the hub is killed under load, and the monitor in a scan. */
    killRounds: number;
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: './scripts/test-folder.ts',
    // Many tests wait for a process of their own, so every core has a file
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    provide: { killRounds: 20 },
  },
});
