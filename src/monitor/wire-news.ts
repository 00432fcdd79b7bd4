import { dayIn } from '../core/agreement/life-cycle.ts';
import type { WireJson } from '../core/report/monitor-json.ts';
import type { Store } from '../store/store.ts';
import type { Day } from './day.ts';
import { type Channel, DeliveryError, idOf, type Outcome } from './output/channel.ts';

/**
 * Tells on each channel what the wires have to say beside their messages: each thing once a day as long as it lasts, so that a
 * mailbox that cannot be read is noticed and fills none. Specification section 10.5.
 */
export async function deliverWireNews(
  store: Store,
  channels: readonly Channel[],
  wires: readonly WireJson[],
  { timeZone, now }: Day,
): Promise<Outcome[]> {
  const today = dayIn(timeZone, now);
  const said = new Map(
    wires.map(wire => [wire, linesOf(wire).map(line => `${today} ${wire.name}: ${line}`)]),
  );
  const lines = [...said.values()].flat();
  const outcomes: Outcome[] = [];
  for (const channel of channels) {
    if (channel.deliverWires === null) continue;
    const slot = `wires:${channel.name}`;
    const told = toldIn(store.value(slot)).filter(line => line.startsWith(today));
    const fresh = lines.filter(line => !told.includes(line));
    if (fresh.length === 0) continue;
    const news = wires.filter(wire => said.get(wire)?.some(line => fresh.includes(line)));
    try {
      await channel.deliverWires(news, { id: idOf(channel.name, fresh), at: now });
      store.setValue(slot, JSON.stringify([...told, ...fresh]));
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      outcomes.push({ channel: channel.name, delivered: 0, error: error.message });
    }
  }
  return outcomes;
}

function linesOf({ error, notes }: WireJson): string[] {
  return [...(error === null ? [] : [error]), ...notes.map(note => note.message)];
}

function toldIn(value: string | null): readonly string[] {
  return value === null ? [] : (JSON.parse(value) as string[]);
}
