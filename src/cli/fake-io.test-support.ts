import { runCli } from './program.ts';

/** What one command line gave, with its world made up: for tests only. */
export type Run = { readonly code: number; readonly out: string; readonly err: string };

/** What of the world a test wants to set. */
export type World = {
  readonly stdin?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly now?: string;
  readonly answers?: readonly string[];
  readonly stopping?: AbortSignal;
  /** Sees what is said as it is said. */
  readonly onErr?: (text: string) => void;
  /** Sees what is put out as it is put out. */
  readonly onOut?: (text: string) => void;
};

/** Runs a command line in process and gives what a person would have seen. */
export async function run(args: readonly string[], world: World = {}): Promise<Run> {
  let out = '';
  let err = '';
  const answers = [...(world.answers ?? [])];
  const code = await runCli(args, {
    out: text => {
      out += text;
      world.onOut?.(text);
    },
    err: text => {
      err += text;
      world.onErr?.(text);
    },
    stdin: async () => new TextEncoder().encode(world.stdin ?? ''),
    ask: world.answers === undefined ? null : async () => answers.shift() ?? '',
    env: world.env ?? {},
    now: () => Date.parse(world.now ?? '2026-11-30T14:30:00Z'),
    stopping: () => world.stopping ?? new AbortController().signal,
    color: false,
  });
  return { code, out, err };
}
