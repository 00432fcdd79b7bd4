import { defineConfig } from 'vitest/config';

/** The tests whose length is a matter of patience. */
export default defineConfig({
  test: { include: ['src/hub/durability*.test.ts'], provide: { killRounds: 200 } },
});
