import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Job, Judged, Unread } from './judged.ts';
import type { JudgeFacts } from './serve-judge.ts';

/** What one message may cost. */
export type Limits = {
  /** Milliseconds from when it is handed over to its verdict; on a busy machine, of work. */
  readonly millis: number;
  /** Megabytes of the process's heap. */
  readonly megabytes: number;
};

/** The largest message that there may be needs about half of the memory, and less than half of the time. */
export const LIMITS: Limits = { millis: 5000, megabytes: 512 };

/** Milliseconds in which the process must have started, on the slowest machine. */
const START = 60_000;

/** Judges messages one by one. */
export type Judge = {
  readonly judge: (job: Job) => Promise<Judged | Unread>;
  readonly close: () => void;
};

/** The process's code, beside this file: in `src/` as TypeScript, in `dist/` compiled. */
const MAIN = new URL(
  import.meta.url.endsWith('.ts') ? './judge-main.ts' : './judge-main.js',
  import.meta.url,
);

/**
 * A process that is started when the first message comes; a thread would take the run with it when its memory is used up. A
 * message that takes longer than its deadline, or more memory than it may, ends the process and is reported as unread; the
 * next one gets a fresh process. It has nothing of this one's environment, so that no password is at hand in it. Specification section 10.2.
 */
export function judgeInChild(facts: JudgeFacts, limits: Limits = LIMITS, main: URL = MAIN): Judge {
  let current: Promise<ChildProcess> | null = null;
  const start = async () => {
    const child = fork(main, {
      // Two parts of memory that grow for nothing where message after message is soon forgotten
      execArgv: [`--max-old-space-size=${limits.megabytes}`, '--max-semi-space-size=2'],
      env: { MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const ready = await exchange(child, facts, START);
    if ('answer' in ready) return child;
    child.kill('SIGKILL');
    throw new Error(`The process that judges messages could not be started: ${ready.failed}`);
  };
  const close = () => {
    current?.then(child => child.kill('SIGKILL')).catch(() => undefined);
    current = null;
  };
  return {
    judge: async job => {
      current ??= start();
      const judged = await exchange(await current, job, limits.millis);
      if ('answer' in judged) return judged.answer as Judged | Unread;
      close();
      return { error: `It could not be read: ${judged.failed}` };
    },
    close,
  };
}

/** Says something to the process and gives its answer, or why there is none. */
function exchange(
  child: ChildProcess,
  said: JudgeFacts | Job,
  millis: number,
): Promise<{ answer: unknown } | { failed: string }> {
  return new Promise(resolve => {
    const end = (result: { answer: unknown } | { failed: string }) => {
      clearTimeout(timer);
      child.removeAllListeners();
      // What a dying process still brings has no hearer, and must not end the run
      child.on('error', () => {});
      resolve(result);
    };
    const deadline = deadlineOf(child, millis);
    const late = () => {
      const left = deadline();
      if (left > 0) timer = setTimeout(late, left);
      else end({ failed: `it took longer than ${millis / 1000} s` });
    };
    let timer = setTimeout(late, millis);
    child.once('message', answer => end({ answer }));
    child.once('error', error => end({ failed: error.message }));
    child.once('exit', (_, signal) => {
      const outOfMemory = 'it needed more memory than it may take';
      end({ failed: signal === 'SIGABRT' ? outOfMemory : 'the process that read it ended' });
    });
    child.send(said, error => {
      if (error !== null) end({ failed: error.message });
    });
  });
}

/** Of a busy machine, a message may wait for this many times its deadline before it gets the work that it is allowed. */
const CROWD = 6;
/** The unit of the times in `/proc`, in milliseconds. */
const TICK = 10;

/**
 * How many milliseconds a process still has, asked when its deadline is over: where the system tells how much it has worked, a
 * process that had to wait for its turn gets the rest.
 */
function deadlineOf({ pid }: ChildProcess, millis: number): () => number {
  const before = workOf(pid);
  let waits = 1;
  return () => {
    const now = workOf(pid);
    if (before === null || now === null || waits++ >= CROWD) return 0;
    return Math.max(0, millis - (now - before));
  };
}

/** Milliseconds that a process has worked since it was started; null where the system does not tell. */
function workOf(pid: number | undefined): number | null {
  try {
    // The name in parentheses may hold blanks; the times are the 14th and the 15th word of the line
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(words[11]) + Number(words[12])) * TICK;
  } catch {
    return null;
  }
}
