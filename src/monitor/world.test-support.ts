import { onTestFinished } from 'vitest';
import { readReceiver } from '../core/registry/receiver.ts';
import { readRegistry } from '../core/registry/registry.ts';
import type { MonitorResult } from '../core/report/monitor-json.ts';
import { openStore, temporaryFolder } from '../store/store.test-support.ts';
import type { Wire } from '../transport/wire.ts';
import type { Judge } from './judge-child.ts';
import { AGREEMENT, NOW, RECEIVER } from './messages.test-support.ts';
import { type RunReport, type RunSetup, runMonitor } from './run.ts';
import { type JudgeFacts, judgeWith } from './serve-judge.ts';

/** Judges in the test's own process: for all tests but those of what a message may do to its reader. */
export function judgeHere(facts: JudgeFacts): Judge {
  return { judge: judgeWith(facts), close: () => {} };
}

/** A monitor with a state folder of its own, which a test runs as often as it likes. */
export class World {
  readonly state = temporaryFolder();
  agreement = AGREEMENT;
  receiver = RECEIVER;
  secrets = new Map<string, string>();
  now = NOW;
  readonly store = openStore(this.state);

  constructor() {
    onTestFinished(() => this.store.close());
  }

  /** One run over some wires, from the beginning of each unless a test says otherwise. */
  async run(wires: readonly Wire[], change: Partial<RunSetup> = {}): Promise<RunReport> {
    const read = readReceiver(this.receiver);
    if ('faults' in read) throw new Error(read.faults.join('\n'));
    const registry = readRegistry([{ path: 'agreements/AGR-1.yml', text: this.agreement }]);
    const { store, state, now, secrets } = this;
    const facts = { receiver: read.receiver, registry, secrets, store, state, wires, now };
    return runMonitor({ ...facts, since: 'all', judge: judgeHere, ...change });
  }

  /** One run, and what it would print: each result once. */
  async results(wires: readonly Wire[], change: Partial<RunSetup> = {}): Promise<readonly MonitorResult[]> {
    const results = [...(await this.run(wires, change)).results];
    this.store.delivered(
      'run',
      results.map(one => one.key),
      this.now,
    );
    return results;
  }
}

/** Verdicts as words, with the gate where it stopped: `attempt at schema`. */
export function verdictsOf(results: readonly MonitorResult[]): string[] {
  return results.map(({ verdict, gate }) => `${verdict}${gate === null ? '' : ` at ${gate}`}`);
}
