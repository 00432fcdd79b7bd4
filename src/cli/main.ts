import { createInterface } from 'node:readline/promises';
import { BOUNDS } from '../core/finding/bounds.ts';
import { runCli } from './program.ts';

const { argv, env, stdin, stdout, stderr } = process;

/** Standard input, and no more of it than shows that it is too large. */
async function readStdin(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > BOUNDS.wireBytes) break;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** Asked for by a command that goes on until it is told to end; every other one ends at once. */
function stopping(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

let unwritten = false;
// A reader that leaves early (`aimf … | head`) is no fault; a full disk is told
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  stderr.write(`aimf: the output cannot be written: ${error.message}\n`);
  unwritten = true;
  process.exitCode = 2;
});
stderr.on('error', () => {});

try {
  const code = await runCli(argv.slice(2), {
    out: text => stdout.write(text),
    err: text => stderr.write(text),
    stdin: readStdin,
    ask: stdin.isTTY && stderr.isTTY ? ask : null,
    env,
    now: () => Date.now(),
    stopping,
    color: env.NO_COLOR === undefined && (stdout.isTTY || env.FORCE_COLOR !== undefined),
  });
  process.exitCode = unwritten ? 2 : code;
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  stderr.write(
    `aimf: something went wrong that is our fault, not yours: ${message}\nPlease report it with the command you ran.\n`,
  );
  process.exitCode = 2;
}
