import { expect, it } from 'vitest';
import { Overloaded } from '../refusal.ts';
import type { Store } from './contract.ts';
import { query } from './query.ts';

const PUT = query<{ key: string; value: string }>()((db, v) =>
  db.insertInto('server_meta').values({ key: v.key, value: v.value }),
);
const GET = query<{ key: string }>()((db, v) =>
  db.selectFrom('server_meta').select('value').where('key', '=', v.key),
);
const REGISTER = query<{ name: string }>()((db, v) =>
  db
    .insertInto('participants')
    .values({
      ...{ name: v.name, machine: 'm', client_type: 'c', agent_type: 'a', registered_at: 't' },
      ...{ session_key_hash: null, last_seen_at: null, token_hash: null },
    })
    .returning('id'),
);
const REMOVE = query<{ id: number }>()((db, v) => db.deleteFrom('participants').where('id', '=', v.id));
const COUNT = query()(db => db.selectFrom('participants').select(eb => eb.fn.countAll<number>().as('n')));
const SEARCH = query<{ needle: string }>()((db, v) =>
  db.selectFrom('server_meta').select('key').where('value', 'like', v.needle),
);

/** What every store must do; `open` opens the same database again after a close. */
export function storeContract(open: () => Promise<Store>): void {
  it('keeps what was acknowledged over a restart, and its identity', async () => {
    const first = await open();
    await first.write(tx => tx.run(PUT, { key: 'kept', value: 'yes' }));
    const { instanceId } = first;
    await first.close();
    const second = await open();
    expect(await second.read.first(GET, { key: 'kept' })).toEqual({ value: 'yes' });
    expect(second.instanceId).toBe(instanceId);
    expect(instanceId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    await second.close();
  });

  it('takes back a write that fails, and only that one', async () => {
    const store = await open();
    const write = (key: string, fails: boolean) =>
      store.write(async tx => {
        await tx.run(PUT, { key, value: '1' });
        if (fails) throw new Error('on purpose');
        return key;
      });
    const results = await Promise.allSettled([write('a', false), write('b', true), write('c', false)]);
    expect(results.map(one => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await store.read.first(GET, { key: 'a' })).toEqual({ value: '1' });
    expect(await store.read.first(GET, { key: 'b' })).toBeUndefined();
    expect(await store.read.first(GET, { key: 'c' })).toEqual({ value: '1' });
    const twice = store.write(tx => tx.run(PUT, { key: 'a', value: '2' }));
    await expect(twice).rejects.toThrow();
    await store.write(tx => tx.run(PUT, { key: 'd', value: '1' }));
    await store.close();
  });

  it('does what a write asks for in that order, and takes all of it back where one part fails', async () => {
    const store = await open();
    const ask = (first: string, second: string) =>
      store.write(async tx => {
        const put = (key: string) => tx.run(PUT, { key, value: '1' });
        const [, , found] = await Promise.all([put(first), put(second), tx.first(GET, { key: second })]);
        return found;
      });
    const results = await Promise.allSettled([ask('1', '2'), ask('3', '3'), ask('1', '4'), ask('5', '6')]);
    expect(results.map(one => one.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(results[3]).toMatchObject({ value: { value: '1' } });
    for (const key of ['3', '4']) expect(await store.read.first(GET, { key })).toBeUndefined();
    await store.close();
  });

  it('sees its own changes within a write, and shows them to others when it is stored', async () => {
    const store = await open();
    await store.write(async tx => {
      await tx.run(PUT, { key: 'own', value: 'x' });
      expect(await tx.first(GET, { key: 'own' })).toEqual({ value: 'x' });
      expect(await store.read.first(GET, { key: 'own' })).toBeUndefined();
    });
    expect(await store.read.first(GET, { key: 'own' })).toEqual({ value: 'x' });
    await store.close();
  });

  it('runs writes one after the other, whatever comes at once', async () => {
    const store = await open();
    const before = Number((await store.read.first(COUNT, {}))?.n);
    const seen = await Promise.all(
      Array.from({ length: 100 }, () =>
        store.write(async tx => {
          await tx.first(REGISTER, { name: 'one of many' });
          return Number((await tx.first(COUNT, {}))?.n);
        }),
      ),
    );
    expect(seen).toEqual(Array.from({ length: 100 }, (_, at) => before + at + 1));
    await store.close();
  });

  it('never gives an id twice, also after its row is gone', async () => {
    const store = await open();
    const register = () => store.write(tx => tx.first(REGISTER, { name: 'short-lived' }));
    const first = Number((await register())?.id);
    await store.write(tx => tx.run(REMOVE, { id: first }));
    await store.close();
    const again = await open();
    const next = Number((await again.write(tx => tx.first(REGISTER, { name: 'next' })))?.id);
    expect(next).toBeGreaterThan(first);
    await again.close();
  });

  it('scans apart from quick reads, with the same result', async () => {
    const store = await open();
    await store.write(tx => tx.run(PUT, { key: 'scanned', value: 'a needle in it' }));
    expect(await store.scan.all(SEARCH, { needle: '%needle%' })).toEqual([{ key: 'scanned' }]);
    expect(await store.scan.first(SEARCH, { needle: '%nothing%' })).toBeUndefined();
    await store.close();
  });

  it('tells that there is news, once it is stored', async () => {
    const store = await open();
    let heard = 0;
    const stop = store.onNews(() => {
      heard += 1;
    });
    await store.write(async tx => tx.announce());
    await expect.poll(() => heard).toBeGreaterThan(0);
    stop();
    await store.close();
  });

  it('sheds what it could only make wait', async () => {
    const store = await open();
    const results = await Promise.allSettled(
      Array.from({ length: 6000 }, () => store.write(async () => 'done')),
    );
    const shed = results.filter(one => one.status === 'rejected' && one.reason instanceof Overloaded);
    expect(shed.length).toBeGreaterThan(0);
    expect(results.filter(one => one.status === 'fulfilled')).toHaveLength(6000 - shed.length);
    await store.close();
    await expect(store.write(async () => 'late')).rejects.toThrow(Overloaded);
  });
}
