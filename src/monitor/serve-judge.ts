import { Worker } from 'node:worker_threads';
import type { Context } from '../core/gate/context.ts';
import { acceptedMemory } from '../store/accepted.ts';
import { networkResolver, type Resolver, zoneResolver } from '../transport/dns.ts';
import { type Job, type Judged, judgeContent, type Unread } from './judged.ts';

/** The first thing that the process is told. */
export type JudgeFacts = Omit<Context, 'inbox'> & {
  /** The path of the state's database, which is only read here. */
  readonly database: string;
  /** A DNS zone instead of the network; undefined asks the network. */
  readonly zone: unknown;
  /** Milliseconds that all DNS questions of one message may take together. */
  readonly dnsMillis: number;
};

/** Watches over this process from another thread. */
const WATCH = new URL(
  import.meta.url.endsWith('.ts') ? './watch-main.ts' : './watch-main.js',
  import.meta.url,
);

/** Judges what the run sends to this process: the facts come first, and then job after job, each answered in turn. */
export function serveJudge(run: NodeJS.Process, judge: typeof judgeContent = judgeContent): void {
  new Worker(WATCH).unref();
  run.once('message', (facts: JudgeFacts) => {
    const work = judgeWith(facts, judge);
    run.on('message', async (job: Job) => run.send?.(await work(job)));
    run.send?.('ready');
  });
}

/** A judge that knows the facts and answers job after job; whatever goes wrong in it is an answer too. */
export function judgeWith(
  { database, zone, dnsMillis, ...facts }: JudgeFacts,
  judge: typeof judgeContent = judgeContent,
): (job: Job) => Promise<Judged | Unread> {
  const context: Context = { ...facts, inbox: acceptedMemory(database) };
  const resolver = zone === undefined ? networkResolver() : zoneResolver(zone);
  const { mail } = facts.receiver;
  const way = { method: mail?.proof ?? 'header-from', authservId: mail?.authservId ?? null } as const;
  return async (job: Job) => {
    try {
      return await judge(job, context, { ...way, resolver: async () => patient(resolver, dnsMillis) });
    } catch (error) {
      return { error: `It could not be judged: ${error instanceof Error ? error.message : String(error)}` };
    }
  };
}

/** A resolver for one message: a slow name server costs the proof, not the message. */
function patient(resolver: Resolver, millis: number): Resolver {
  let late: Promise<never> | undefined;
  return (name, type) => {
    late ??= new Promise((_, reject) => {
      const error = Object.assign(new Error(`query ETIMEOUT ${name}`), { code: 'ETIMEOUT' });
      setTimeout(() => reject(error), millis).unref();
    });
    return Promise.race([resolver(name, type), late]);
  };
}
