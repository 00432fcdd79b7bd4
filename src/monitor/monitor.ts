import { dayIn } from '../core/agreement/life-cycle.ts';
import { type Ack, readAcks } from '../core/registry/acks.ts';
import type { Schedule } from '../core/registry/monitoring.ts';
import type { RegistryFile } from '../core/registry/registry.ts';
import type { WireJson } from '../core/report/monitor-json.ts';
import type { ReportEntry, Store, ToldDuty } from '../store/store.ts';
import { readCanonical } from './canonical.ts';
import { deliverDays, heartbeat } from './day.ts';
import { type Sighting, watchedLocations } from './duty/canonical.ts';
import { type DutyFacts, ownAgreements, standingDuties } from './duty/duties.ts';
import { type Channel, deliverPending, type Outcome } from './output/channel.ts';
import type { Sign } from './output/ping.ts';
import { needsPerson } from './report/item.ts';
import { RUN_CHANNEL, type RunReport, type RunSetup, runMonitor } from './run.ts';
import { deliverWireNews } from './wire-news.ts';

/** Everything that a watch depends on: what a run does, and where its reports go. */
export type WatchSetup = RunSetup & {
  readonly schedule: Schedule;
  /** What time it is when it is asked: a long scan ends later than it began. */
  readonly clock: () => number;
  /** Where the canonical documents are watched beside what the agreements say. */
  readonly canonical: string | null;
  /** The records of acknowledgements in the registry. */
  readonly ackFiles: readonly RegistryFile[];
  readonly channels: readonly Channel[];
  /** Tells the dead-man switch, and gives why it could not; null where there is none. */
  readonly ping: ((sign: Sign) => Promise<string | null>) | null;
};

/** What one watch came to. */
export type WatchResult = {
  readonly at: number;
  readonly wires: readonly WireJson[];
  /** What nothing has printed yet, oldest first; to be marked with `printed` once it is. */
  readonly entries: Iterable<ReportEntry>;
  readonly missingSecrets: readonly string[];
  /** What could not be delivered now, in words; it stays in the queue. */
  readonly undelivered: readonly string[];
  /** Today's sign of life, where this run is the day's first. */
  readonly heartbeat: string | null;
  readonly exit: 0 | 1 | 2;
};

/**
 * One watch: the run over all wires, the duties, the reports that leave, and the sign to the dead-man switch. Nothing in a message
 * makes it do anything else. Specification sections 10.2 to 10.5.
 */
export async function watchOnce(setup: WatchSetup): Promise<WatchResult> {
  const undelivered: string[] = [];
  const sign = async (kind: Sign) => {
    const fault = setup.ping === null ? null : await setup.ping(kind);
    if (fault !== null) undelivered.push(fault);
  };
  await sign('start');
  try {
    return await watch(setup, undelivered, sign);
  } catch (error) {
    await sign('fail');
    throw error;
  }
}

async function watch(
  setup: WatchSetup,
  undelivered: string[],
  sign: (kind: Sign) => Promise<void>,
): Promise<WatchResult> {
  const { store, now, channels, receiver } = setup;
  const last = lastRun(store);
  store.openChannels([RUN_CHANNEL, ...channels.map(one => one.name)]);
  const run = await runMonitor(setup);
  const sightings = await lookAtCanonical(setup);
  for (const duty of standingDuties(dutyFacts(setup, last, sightings))) store.tell(duty, now);
  const failed = run.wires.filter(one => !one.ok);
  const messages = run.wires.reduce((sum, one) => sum + one.new, 0);
  store.endRun(run.run, { at: setup.clock(), ok: failed.length === 0, messages });
  const day = { timeZone: receiver.owner.timeZone, now };
  const alive = await heartbeat(store, setup.state, day);
  const outcomes: Outcome[] = [];
  for (const channel of channels) outcomes.push(await deliverPending(store, channel, now, failed));
  outcomes.push(...(await deliverWireNews(store, channels, run.wires, day)));
  outcomes.push(...(await deliverDays(store, channels, day)));
  undelivered.push(...outcomes.flatMap(({ error }) => (error === null ? [] : [error])));
  const exit = exitOf(run, store, undelivered.length > 0);
  await sign(exit === 2 ? 'fail' : 'ok');
  const entries = { [Symbol.iterator]: () => store.pending(RUN_CHANNEL)[Symbol.iterator]() };
  const { wires, missingSecrets } = run;
  return { at: now, wires, entries, missingSecrets, undelivered, heartbeat: alive, exit };
}

/** Marks what was printed, so that no later run prints it again. */
export function printed(store: Store, keys: readonly string[], at: number): void {
  store.delivered(RUN_CHANNEL, keys, at);
}

/** The duties that stand, given before or not, as far as they can be told without asking the network. */
export function openDuties(
  setup: Pick<WatchSetup, 'receiver' | 'registry' | 'schedule' | 'ackFiles' | 'store' | 'now'>,
): readonly ToldDuty[] {
  const last = lastRun(setup.store);
  return standingDuties(dutyFacts(setup, last, []));
}

/** When the last run ended, or began if it never ended. */
function lastRun(store: Store): number | null {
  const [last] = store.runs(1);
  return last === undefined ? null : (last.end?.at ?? last.started);
}

function dutyFacts(
  setup: Pick<WatchSetup, 'receiver' | 'registry' | 'schedule' | 'ackFiles' | 'store' | 'now'>,
  last: number | null,
  sightings: readonly Sighting[],
): DutyFacts {
  const { receiver, registry, schedule, store, now } = setup;
  const recorded = readAcks(setup.ackFiles).acks;
  const seen = store.acks().map(({ agreement, version, at }): Ack => {
    const acknowledged = dayIn(receiver.owner.timeZone, at);
    return { agreement, version, acknowledged, effective: acknowledged, party: '' };
  });
  return { now, last, receiver, registry, schedule, acks: [...recorded, ...seen], sightings };
}

/** What the canonical documents say now, each place with what it said before. */
async function lookAtCanonical(setup: WatchSetup): Promise<Sighting[]> {
  const { receiver, registry, now, canonical, store } = setup;
  const { name, timeZone } = receiver.owner;
  const places = watchedLocations(ownAgreements(registry, name), dayIn(timeZone, now), canonical);
  const seen = await Promise.all(places.map(place => readCanonical(place)));
  return seen.map(one => {
    if ('error' in one) return one;
    const slot = `canonical:${one.location}`;
    const before = store.value(slot);
    store.setValue(slot, one.version);
    return { ...one, before };
  });
}

/** FORMATS: 2 something could not be read, 1 something new needs a person, 0 nothing does. */
function exitOf(run: RunReport, store: Store, isQueued: boolean): 0 | 1 | 2 {
  if (run.missingSecrets.length > 0 || run.wires.some(one => !one.ok)) return 2;
  if (isQueued) return 1;
  for (const entry of store.pending(RUN_CHANNEL)) {
    if (entry.kind === 'duty' || needsPerson(entry.result)) return 1;
  }
  return 0;
}
