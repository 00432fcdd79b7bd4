import { Worker } from 'node:worker_threads';
import type { WorkerFacts } from './judge-worker.ts';
import type { Job, Judged, Unread } from './judged.ts';

/** What one message may cost. */
export type Limits = {
  /** Milliseconds from when the worker gets it to its verdict. */
  readonly millis: number;
  /** Megabytes of the worker's heap. */
  readonly megabytes: number;
};

/** The largest message that may be (36 MB of text) needs about a third of the memory. */
export const LIMITS: Limits = { millis: 5000, megabytes: 512 };

/** Milliseconds in which a worker must have started, on the slowest machine. */
const START = 60_000;

/** Judges messages one by one in a thread of its own, which ends with whatever it cannot finish in time. */
export type JudgeThread = {
  readonly judge: (job: Job) => Promise<Judged | Unread>;
  readonly close: () => Promise<void>;
};

/** Where the worker's code lies, beside this file: in `src/` as TypeScript, in `dist/` compiled. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './judge-worker.ts' : './judge-worker.js',
  import.meta.url,
);

/**
 * A thread that is started when the first message comes. A message that takes longer than its deadline, or more memory than it may,
 * ends the thread and is reported as unread; the next one gets a fresh thread. Specification section 10.2.
 */
export function judgeThread(facts: WorkerFacts, limits: Limits = LIMITS, worker: URL = WORKER): JudgeThread {
  let current: Promise<Worker> | null = null;
  const start = async () => {
    const thread = new Worker(worker, {
      workerData: facts,
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    });
    const ready = await answerOf(thread, START);
    if ('answer' in ready) return thread;
    await thread.terminate();
    throw new Error(`The worker that judges messages could not be started: ${ready.failed}`);
  };
  const close = async () => {
    const thread = await current?.catch(() => null);
    current = null;
    await thread?.terminate();
  };
  return {
    judge: async job => {
      current ??= start();
      const thread = await current;
      const answer = answerOf(thread, limits.millis);
      thread.postMessage(job);
      const judged = await answer;
      if ('answer' in judged) return judged.answer as Judged | Unread;
      await close();
      return { error: `It could not be read: ${judged.failed}` };
    },
    close,
  };
}

/** The next thing that a thread says, or why it says nothing more. */
function answerOf(thread: Worker, millis: number): Promise<{ answer: unknown } | { failed: string }> {
  return new Promise(resolve => {
    const end = (result: { answer: unknown } | { failed: string }) => {
      clearTimeout(timer);
      for (const name of ['message', 'error', 'exit']) thread.removeAllListeners(name);
      // What a dying thread still says has no hearer, and must not end the run
      thread.on('error', () => {});
      resolve(result);
    };
    const timer = setTimeout(() => end({ failed: `it took longer than ${millis / 1000} s` }), millis);
    thread.on('message', answer => end({ answer }));
    thread.on('error', (error: NodeJS.ErrnoException) =>
      end({
        failed:
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? 'it needed more memory than it may take'
            : error.message,
      }),
    );
    thread.on('exit', () => end({ failed: 'the thread that read it ended' }));
  });
}
