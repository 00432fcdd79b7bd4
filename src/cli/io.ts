/** The world as a command sees it: passed in, so that a test can be the world. Only `main.ts` touches the process. */
export type Io = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly stdin: () => Promise<Uint8Array>;
  /** Asks a person on the terminal; null where nobody can be asked. */
  readonly ask: ((question: string) => Promise<string>) | null;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => number;
  /** A signal that is aborted when the process is asked to end; from then on it ends when the command does, and not before. */
  readonly stopping: () => AbortSignal;
  /** Whether people's text may be coloured. */
  readonly color: boolean;
};

/** Exit codes of every command: good, judged and not good, could not judge. */
export type ExitCode = 0 | 1 | 2;

/** Why a command could not do its work, in words for a person; it ends with exit code 2 and no stack trace. */
export class CommandError extends Error {}
