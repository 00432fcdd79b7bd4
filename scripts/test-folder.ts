import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;

/** Gives a run of the tests a temporary folder of its own. */
export function setup(): void {
  // Short, since the paths of sockets in it are limited
  folder = mkdtempSync(join(tmpdir(), 'aimf-'));
  // Servers that the tests start run as users of their own
  chmodSync(folder, 0o755);
  // biome-ignore lint/style/noProcessEnv: the tests' processes take it from here
  process.env.TMPDIR = folder;
}

/** Takes the folder away with all that the tests left in it. */
export function teardown(): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
