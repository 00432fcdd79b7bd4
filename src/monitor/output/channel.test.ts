import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHttp } from '../../cli/monitor.test-support.ts';
import type { MonitorResult } from '../../core/report/monitor-json.ts';
import { openStore, someMessage, someResult, temporaryFolder } from '../../store/store.test-support.ts';
import type { Store } from '../../store/store.ts';
import { duty } from '../duty/duty.ts';
import { type Channel, DeliveryError, deliverPending, unsetChannel } from './channel.ts';
import { folderChannel } from './folder.ts';
import { jsonlChannel } from './jsonl.ts';
import { ping } from './ping.ts';
import { webhookChannel } from './webhook.ts';

const NOON = Date.parse('2026-11-30T17:00:00Z');

/** A state in which a channel is open; `add` records a message. */
function state(channel: string) {
  const folder = temporaryFolder();
  const store = openStore(join(folder, 'state'));
  onTestFinished(() => store.close());
  store.openChannels([channel]);
  const add = (id: string, change: Partial<MonitorResult> = {}) => {
    const envelope = { type: 'NOTE', id, from: 'scott@example.com', reply_to: 'main-chat' };
    store.record(someMessage(id, { result: someResult(`key ${id}`, { envelope, ...change }) }));
  };
  return { folder, store, add };
}

/** A store that is killed when it is told of a delivery, as often as it is told to be. */
function killed(store: Store, times: number): Store {
  let left = times;
  return {
    ...store,
    delivered: (channel, keys, at) => {
      if (left-- > 0) throw new Error('killed');
      store.delivered(channel, keys, at);
    },
  };
}

describe('the file with one result a line', () => {
  const lines = (path: string) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line));
  const keys = (path: string) => lines(path).map(one => one.key);

  it('has results and duties, each with its key and when it was reported (10.2)', async () => {
    const { folder, store, add } = state('jsonl');
    const path = join(folder, 'out', 'reports.jsonl');
    add('1', { body: 'a\u202eb' });
    store.tell(duty('ack-awaited', { agreement: 'A' }, ['A', 'v1'], '2026-12-07'), NOON);
    await deliverPending(store, jsonlChannel(path, store), NOON);
    expect(lines(path)).toMatchObject([
      { kind: 'result', key: 'key 1', reported: '2026-11-30T17:00:00.000Z', verdict: 'accepted' },
      { kind: 'duty', key: 'duty:ack-awaited:A:v1', code: 'ack-awaited', due: '2026-12-07' },
    ]);
    // Invisible characters stay escaped in the file too
    expect(readFileSync(path, 'utf8')).not.toContain('\u202e');
  });

  it('a key stands there once, though the run was killed before the store knew (10.2)', async () => {
    const { folder, store, add } = state('jsonl');
    const path = join(folder, 'reports.jsonl');
    for (const id of ['1', '2']) add(id);
    const dying = killed(store, 1);
    await expect(deliverPending(dying, jsonlChannel(path, dying), NOON)).rejects.toThrow('killed');
    expect(keys(path)).toEqual(['key 1', 'key 2']);
    add('3');
    await deliverPending(store, jsonlChannel(path, store), NOON + 1);
    expect(keys(path)).toEqual(['key 1', 'key 2', 'key 3']);
  });

  it('half a line, cut anywhere, is written whole again (10.2)', async () => {
    const { folder, store, add } = state('jsonl');
    for (const id of ['1', '2', '3']) add(id);
    const whole = join(folder, 'whole.jsonl');
    const dying = killed(store, Number.POSITIVE_INFINITY);
    await deliverPending(dying, jsonlChannel(whole, dying), NOON).catch(() => {});
    const bytes = readFileSync(whole);
    const first = bytes.indexOf(10) + 1;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: first, max: bytes.length }), async cut => {
        const path = join(folder, `${cut}.jsonl`);
        writeFileSync(path, bytes.subarray(0, cut));
        // The first line was agreed on before the kill
        store.setValue('jsonl:end', String(first));
        store.setValue('batch:jsonl', JSON.stringify({ at: NOON, keys: ['key 2', 'key 3'] }));
        await deliverPending(dying, jsonlChannel(path, dying), NOON).catch(() => {});
        expect(readFileSync(path).equals(bytes)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('a file that was moved away or written to by hand harms nothing (10.2)', async () => {
    const { folder, store, add } = state('jsonl');
    const path = join(folder, 'reports.jsonl');
    add('1');
    await deliverPending(store, jsonlChannel(path, store), NOON);
    writeFileSync(path, '{"key":"key 2","note":"put here by hand"}\nno JSON\n');
    add('2');
    add('3');
    await deliverPending(store, jsonlChannel(path, store), NOON);
    expect(readFileSync(path, 'utf8').match(/"key":"key \d"/g)).toEqual(['"key":"key 2"', '"key":"key 3"']);
    appendFileSync(path, 'half a li');
    add('4');
    await deliverPending(store, jsonlChannel(path, store), NOON);
    expect(readFileSync(path, 'utf8')).not.toContain('half');
  });
});

describe('the Markdown folder', () => {
  const options = { config: '/c/aimf.yml', checkout: null, own: 'andrew@example.net', timeZone: 'UTC' };

  it('has one file a run, whole or not at all, and the same one at a second try (10.2)', async () => {
    const { folder, store, add } = state('folder');
    const reports = join(folder, 'reports');
    add('1');
    const dying = killed(store, 1);
    await deliverPending(dying, folderChannel(reports, options), NOON).catch(() => {});
    const [name = ''] = readdirSync(reports);
    expect(name).toMatch(/^2026-11-30T170000Z-[0-9a-f]{8}\.md$/);
    add('2');
    await deliverPending(store, folderChannel(reports, options), NOON + 60_000);
    expect(readdirSync(reports).sort()).toEqual([name, expect.stringMatching(/^2026-11-30T170100Z-/)]);
  });

  it('a run with nothing to tell leaves no file (10.2)', async () => {
    const { folder, store, add } = state('folder');
    add('1', { envelope: { type: 'STATUS', id: '1' }, fields: { state: 'ok' } });
    const reports = join(folder, 'reports');
    expect(await deliverPending(store, folderChannel(reports, options), NOON)).toMatchObject({
      delivered: 1,
    });
    expect(existsSync(reports)).toBe(false);
  });
});

describe('the webhook', () => {
  it('is tried again under the same key, and what came since goes out after it (10.2)', async () => {
    const { store, add } = state('webhook');
    let isDown = true;
    const server = await startHttp(() => ({ status: isDown ? 503 : 204 }));
    onTestFinished(() => server.close().then(() => {}));
    const channel = webhookChannel(server.url, false);
    add('1');
    expect(await deliverPending(store, channel, NOON)).toEqual({
      channel: 'webhook',
      delivered: 0,
      error: 'The webhook did not take the report: it answers with status 503',
    });
    add('2');
    isDown = false;
    expect(await deliverPending(store, channel, NOON + 60_000)).toMatchObject({ delivered: 2, error: null });
    const [failed, again, next] = server.got;
    expect(again).toEqual(failed);
    expect(JSON.parse(again?.body ?? '')).toMatchObject({
      ...{ aimf: 1, key: again?.key, at: '2026-11-30T17:00:00.000Z', duties: [] },
      results: [{ key: 'key 1' }],
    });
    expect(JSON.parse(next?.body ?? '').results).toMatchObject([{ key: 'key 2' }]);
    expect(next?.key).not.toBe(again?.key);
  });

  it('does not carry what is to surface elsewhere, unless there is nowhere else (3.4)', async () => {
    const server = await startHttp(() => ({}));
    onTestFinished(() => server.close().then(() => {}));
    const envelope = { type: 'NOTE', id: '1', reply_to: 'email' };
    for (const [isAlone, count] of [
      [false, 0],
      [true, 1],
    ] as const) {
      const { store, add } = state('webhook');
      add('1', { envelope });
      await deliverPending(store, webhookChannel(server.url, isAlone), NOON);
      expect(server.got).toHaveLength(count);
    }
  });

  it.each([
    ['http://example.org/hook', 'no https address'],
    ['not an address', 'no address of the web'],
  ])('%s is not used (10.2)', async (address, why) => {
    const { store, add } = state('webhook');
    add('1');
    const { error } = await deliverPending(store, webhookChannel(address, true), NOON);
    expect(error).toContain(why);
  });
});

describe('a queue', () => {
  it('goes out in batches, each under an id of its own (10.2)', async () => {
    const { store, add } = state('some');
    for (const id of ['1', '2', '3', '4', '5']) add(id);
    const got: string[][] = [];
    const ids = new Set<string>();
    const channel: Channel = {
      ...{ name: 'some', size: 2, deliverDay: null, deliverWires: null },
      deliver: async batch => {
        ids.add(batch.id);
        got.push([...batch.entries].map(one => one.key));
      },
    };
    expect(await deliverPending(store, channel, NOON)).toMatchObject({ delivered: 5 });
    expect(got).toEqual([['key 1', 'key 2'], ['key 3', 'key 4'], ['key 5']]);
    expect(ids.size).toBe(3);
  });

  it('a variable that is not set keeps it, and says so (10.2)', async () => {
    const { store, add } = state('mail');
    add('1');
    const { error } = await deliverPending(store, unsetChannel('mail', 'AIMF_SMTP_URL'), NOON);
    expect(error).toContain('AIMF_SMTP_URL is not set');
    expect([...store.pending('mail')]).toHaveLength(1);
  });

  it('an error that is no failed delivery is not hidden (10.2)', async () => {
    const { store, add } = state('some');
    add('1');
    const broken: Channel = {
      ...{ name: 'some', size: 2, deliverDay: null, deliverWires: null },
      deliver: () => Promise.reject(new TypeError('a bug')),
    };
    await expect(deliverPending(store, broken, NOON)).rejects.toThrow('a bug');
    expect(new DeliveryError('x')).toBeInstanceOf(Error);
  });
});

describe('the dead-man switch', () => {
  it('hears of the start, the end and a failure (10.5)', async () => {
    const server = await startHttp(({ path }) => ({ status: path.includes('gone') ? 404 : 200 }));
    onTestFinished(() => server.close().then(() => {}));
    const address = `${server.url}/uuid`;
    for (const sign of ['start', 'ok', 'fail'] as const) expect(await ping(address, sign)).toBeNull();
    expect(await ping(`${address}/?a=b`, 'start')).toBeNull();
    expect(server.got.map(one => one.path)).toEqual([
      '/uuid/start',
      '/uuid',
      '/uuid/fail',
      '/uuid/start?a=b',
    ]);
    expect(await ping(`${server.url}/gone`, 'ok')).toContain('status 404');
    expect(await ping('http://127.0.0.1:1/', 'ok')).toContain('was not reached');
  });
});
