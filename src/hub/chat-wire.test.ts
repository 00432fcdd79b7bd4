import { describe, expect, it, onTestFinished } from 'vitest';
import { readReceiver } from '../core/registry/receiver.ts';
import { chatWire } from '../transport/chat.ts';
import type { Arrival } from '../transport/wire.ts';
import { type Place, polled, wireContract } from '../transport/wire-contract.test-support.ts';
import { TestHub } from './hub.test-support.ts';

async function textOf({ content }: Arrival): Promise<string> {
  return content.form === 'text' ? new TextDecoder().decode(content.bytes) : '';
}

async function openHub() {
  const hub = await TestHub.start();
  let stopped = false;
  const stop = async () => {
    if (!stopped) await hub.stop();
    stopped = true;
  };
  onTestFinished(stop);
  const nova = await hub.register();
  const chat = await hub.found(nova, 'Gate');
  return { hub, nova, chat, stop };
}

wireContract('a chat of a hub', async (): Promise<Place> => {
  const { hub, nova, chat, stop } = await openHub();
  // Another chat goes on beside it, so that its ids have gaps
  const other = await hub.found(nova, 'beside');
  // The hub's times never go back, so that its clock must be set before all else
  hub.ahead = Date.parse('2026-11-30T00:00:00Z') - Date.now();
  return {
    wire: () => chatWire({ kind: 'chat', hub: hub.url, chat: 'gATE' }),
    put: async (text, arrived) => {
      await hub.send(nova, other, 'beside');
      hub.ahead = Date.parse(arrived) - Date.now();
      await hub.setMessageTime(Number((await hub.send(nova, chat, text)).body.id), arrived);
    },
    look: async () => [
      (await hub.call('GET', `/chats/${chat}/messages`)).body,
      (await hub.call('GET', `/chats/${chat}/participants`)).body,
    ],
    ruin: stop,
    textOf,
  };
});

describe('a chat of a hub as a wire', () => {
  it('proves the participant and the instance, and nothing that a text says (2.1)', async () => {
    const { hub, nova, chat } = await openHub();
    await hub.send(nova, chat, 'from: andrew@example.net');
    const { body } = await hub.call('GET', '/health');
    const { arrivals } = await polled(chatWire({ kind: 'chat', hub: hub.url, chat }));
    expect(arrivals[0]?.content).toMatchObject({
      transport: 'chat',
      sender: { status: 'proven', by: 'account', identity: `${nova.id}@${body.instance_id}` },
    });
  });

  it('reads a long chat whole and in order, though others write between (10.2)', async () => {
    const { hub, nova, chat } = await openHub();
    await hub.fill(chat, nova.id, 450);
    await hub.fill(await hub.found(nova, 'noise'), nova.id, 900);
    for (const text of ['last but one', 'last']) await hub.send(nova, chat, text);
    const { arrivals } = await polled(chatWire({ kind: 'chat', hub: hub.url, chat }));
    const ids = arrivals.map(one => Number(one.transportId.split(':')[1]));
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
    expect(ids).toHaveLength(452);
    expect(await textOf(arrivals.at(-1) as Arrival)).toBe('last');
  });

  it('begins anew in another database, whose ids are of others (10.2)', async () => {
    const [one, other] = [await openHub(), await openHub()];
    for (const { hub, nova, chat } of [one, other]) await hub.send(nova, chat, 'hello');
    const first = await polled(chatWire({ kind: 'chat', hub: one.hub.url, chat: 1 }));
    const second = await polled(chatWire({ kind: 'chat', hub: other.hub.url, chat: 1 }), {
      from: first.reached,
    });
    expect(second.arrivals).toHaveLength(1);
    expect(second.arrivals[0]?.transportId).not.toBe(first.arrivals[0]?.transportId);
  });

  it('says which chat is missing (10.2)', async () => {
    const { hub } = await openHub();
    await expect(polled(chatWire({ kind: 'chat', hub: hub.url, chat: 'nowhere' }))).rejects.toThrow(
      /no chat named.*nowhere/,
    );
    await expect(polled(chatWire({ kind: 'chat', hub: hub.url, chat: 99 }))).rejects.toThrow(
      /no chat with the id/,
    );
  });

  it.each([
    ['http://100.64.0.7:8422', true],
    ['http://hub.tail.ts.net:8422/', true],
    ['http://localhost:8422', true],
    ['https://hub.example', true],
    ['http://hub.example', false],
    ['http://100.128.0.1', false],
    ['http://evil.example/.ts.net', false],
    ['100.64.0.7', false],
  ])('takes %s in the private file: %s', (address, good) => {
    const file = `owner: {name: a, addresses: [a@example.net], time_zone: UTC}\ntransports: [{kind: chat, hub: "${address}", chat: gate}]\n`;
    const read = readReceiver(file);
    expect('receiver' in read).toBe(good);
  });
});
