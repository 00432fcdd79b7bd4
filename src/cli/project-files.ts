import { fileURLToPath } from 'node:url';

/** A file or folder of this package, whether the code runs from `src/` or from `dist/`. */
export function projectPath(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
