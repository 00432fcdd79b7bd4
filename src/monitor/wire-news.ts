import { dayIn } from '../core/agreement/life-cycle.ts';
import type { WireJson } from '../core/report/monitor-json.ts';
import type { Store } from '../store/store.ts';
import type { Day } from './day.ts';
import { type Channel, DeliveryError, idOf, type Outcome, type WireNews } from './output/channel.ts';

/** News that wait to leave, as they were when they came up: a second try is the same one. */
type Waiting = WireNews & { readonly wires: readonly WireJson[] };

/**
 * Tells on each channel what the wires have to say beside their messages: each thing once a day as long as it lasts, so that a
 * mailbox that cannot be read is noticed and fills none. What does not get through is tried again, also when it has passed.
 * Specification section 10.5.
 */
export async function deliverWireNews(
  store: Store,
  channels: readonly Channel[],
  wires: readonly WireJson[],
  day: Day,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, deliverWires } of channels) {
    if (deliverWires === null) continue;
    takeUp(store, name, wires, day);
    try {
      for (let [first, ...rest] = waitingOn(store, name); first !== undefined; [first, ...rest] = rest) {
        const { wires: news, ...about } = first;
        await deliverWires(news, about);
        setWaiting(store, name, rest);
      }
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      outcomes.push({ channel: name, delivered: 0, error: error.message });
    }
  }
  return outcomes;
}

/** Queues what a channel has not been told today. */
function takeUp(store: Store, channel: string, wires: readonly WireJson[], { timeZone, now }: Day): void {
  const today = dayIn(timeZone, now);
  const slot = `wires:${channel}`;
  const told = listIn<string>(store.value(slot)).filter(line => line.startsWith(today));
  const freshOf = (wire: WireJson) =>
    linesOf(wire)
      .map(line => `${today} ${wire.name}: ${line}`)
      .filter(line => !told.includes(line));
  const fresh = wires.flatMap(freshOf);
  if (fresh.length === 0) return;
  const news = { id: idOf(channel, fresh), at: now, wires: wires.filter(one => freshOf(one).length > 0) };
  setWaiting(store, channel, [...waitingOn(store, channel), news]);
  store.setValue(slot, JSON.stringify([...told, ...fresh]));
}

function waitingOn(store: Store, channel: string): readonly Waiting[] {
  return listIn<Waiting>(store.value(`wires-waiting:${channel}`));
}

function setWaiting(store: Store, channel: string, waiting: readonly Waiting[]): void {
  store.setValue(`wires-waiting:${channel}`, JSON.stringify(waiting));
}

function linesOf({ error, notes }: WireJson): string[] {
  return [...(error === null ? [] : [error]), ...notes.map(note => note.message)];
}

function listIn<Item>(value: string | null): readonly Item[] {
  return value === null ? [] : (JSON.parse(value) as Item[]);
}
