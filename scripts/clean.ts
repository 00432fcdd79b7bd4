import { readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Empties `dist/` before a build, so that no file of an earlier one is packed; the Action's bundle is committed and stays. */
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
for (const name of readdirSync(dist)) {
  if (name !== 'action') rmSync(`${dist}${name}`, { recursive: true });
}
