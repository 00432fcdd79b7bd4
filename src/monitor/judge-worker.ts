import { parentPort, workerData } from 'node:worker_threads';
import type { Context } from '../core/gate/context.ts';
import { acceptedMemory } from '../store/accepted.ts';
import { networkResolver, type Resolver, zoneResolver } from '../transport/dns.ts';
import { type Job, judgeContent } from './judged.ts';

/** What the worker is started with. */
export type WorkerFacts = Omit<Context, 'inbox'> & {
  /** The path of the state's database, which the worker only reads. */
  readonly database: string;
  /** A DNS zone instead of the network; undefined asks the network. */
  readonly zone: unknown;
  /** Milliseconds that all DNS questions of one message may take together. */
  readonly dnsMillis: number;
};

const { database, zone, dnsMillis, ...facts } = workerData as WorkerFacts;
const context: Context = { ...facts, inbox: acceptedMemory(database) };
const resolver = zone === undefined ? networkResolver() : zoneResolver(zone);
const { mail } = facts.receiver;

/** A resolver that answers for one message: a slow name server costs the proof, not the message. */
function patient(): Resolver {
  let left: Promise<never> | undefined;
  return (name, type) => {
    left ??= new Promise((_, reject) => {
      const late = () => reject(Object.assign(new Error(`query ETIMEOUT ${name}`), { code: 'ETIMEOUT' }));
      setTimeout(late, dnsMillis).unref();
    });
    return Promise.race([resolver(name, type), left]);
  };
}

parentPort?.on('message', async (job: Job) => {
  const proof = {
    method: mail?.proof ?? 'header-from',
    authservId: mail?.authservId ?? null,
    resolver: async () => patient(),
  } as const;
  try {
    parentPort?.postMessage(await judgeContent(job, context, proof));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    parentPort?.postMessage({ error: `It could not be judged: ${message}` });
  }
});
parentPort?.postMessage('ready');
