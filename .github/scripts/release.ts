/** Runs one step of .github/workflows/release.yml: `node .github/scripts/release.ts STEP`. */
import { ReleaseSteps } from './release-steps.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

// biome-ignore lint/style/noProcessEnv: a script of a workflow gets everything from its environment
const { byName } = new ReleaseSteps({ env: process.env, folder: process.cwd(), print });
try {
  const step = byName[process.argv[2] ?? ''];
  if (step === undefined) throw new Error(`the steps are ${Object.keys(byName).join(', ')}`);
  await step();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  print(
    `::error title=Release::${message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}`,
  );
  process.exitCode = 1;
}
