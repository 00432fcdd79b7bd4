import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acceptedMemory } from './accepted.ts';
import { StateError } from './sqlite.ts';
import { databasePath, openState, resetState } from './state-file.ts';
import { openStore, someMessage, someResult, temporaryFolder } from './store.test-support.ts';

const accepted = { from: 'dana@example.com', id: '1', content: 'c', agreement: 'A', day: '2026-11-30' };
const keys = (entries: Iterable<{ readonly key: string }>) => [...entries].map(one => one.key);

describe('the store', () => {
  it('keeps what it was told over a restart (10.2)', () => {
    const folder = temporaryFolder();
    const before = openStore(folder);
    before.record(someMessage('1:7', { hash: 'ab', accepted }));
    before.setValue('canonical', 'v1.9');
    before.close();
    const store = openStore(folder);
    expect(store.watermark('w')).toBe('1:7');
    expect(store.watermark('other')).toBeNull();
    expect(store.isSeen('w', '1:7')).toBe(true);
    expect(store.isSeen('w', '1:8')).toBe(false);
    expect(store.isSeen('other', '1:7')).toBe(false);
    expect(store.unseen('w', ['1:8', '1:7', 'a\n"é'])).toEqual(['1:8', 'a\n"é']);
    expect(store.unseen('other', ['1:7'])).toEqual(['1:7']);
    expect(store.isKnown('w', 'ab')).toBe(true);
    expect(store.isKnown('w', 'cd')).toBe(false);
    expect(store.value('canonical')).toBe('v1.9');
    expect(keys(store.entriesSince(0))).toEqual(['key 1:7']);
    expect(keys(store.entriesSince(1001))).toEqual([]);
    const memory = acceptedMemory(databasePath(folder));
    expect(memory.acceptedAs('dana@EXAMPLE.com', '1')).toBe('c');
    expect(memory.acceptedAs('dana@example.com', '2')).toBeNull();
    expect(memory.acceptedOn('A', '2026-11-30')).toBe(1);
    expect(memory.acceptedOn('A', '2026-11-29')).toBe(0);
    store.close();
  });

  it('records a message whole or not at all (10.2)', () => {
    const store = openStore(temporaryFolder());
    const unfit = someMessage('2', {
      held: { content: null as never, label: null as never, arrived: 0, reason: { for: 'proof', name: '' } },
    });
    expect(() => store.record(unfit)).toThrow(/The monitor's state cannot be used: /);
    expect(store.isSeen('w', '2')).toBe(false);
    expect(store.watermark('w')).toBeNull();
    expect(keys(store.pending('any'))).toEqual([]);
    store.record(someMessage('2'));
    expect(store.isSeen('w', '2')).toBe(true);
    store.close();
  });

  it('gives each channel what it has not delivered, and nothing from before it was there (10.2)', () => {
    const store = openStore(temporaryFolder());
    store.openChannels(['file']);
    store.record(someMessage('1'));
    store.openChannels(['file', 'mail']);
    store.record(someMessage('2'));
    store.tell({ key: 'duty', code: 'expiry', message: 'A expires', remedy: 'Decide', due: '2026-12-07' }, 5);
    expect(keys(store.pending('file'))).toEqual(['key 1', 'key 2', 'duty']);
    expect(keys(store.pending('mail'))).toEqual(['key 2', 'duty']);
    store.delivered('file', ['key 2'], 6);
    expect(keys(store.pending('file'))).toEqual(['key 1', 'duty']);
    for (const { key } of store.pending('file')) store.delivered('file', [key], 6);
    expect(keys(store.pending('file'))).toEqual([]);
    store.record(someMessage('3'));
    expect(keys(store.pending('file'))).toEqual(['key 3']);
    expect(keys(store.pending('mail'))).toEqual(['key 2', 'duty', 'key 3']);
    store.close();
  });

  it('tells a duty once (10.3)', () => {
    const store = openStore(temporaryFolder());
    const duty = {
      key: 'expiry A 7',
      code: 'expiry',
      message: 'A expires',
      remedy: 'Decide',
      due: '2026-12-07',
    } as const;
    expect([store.tell(duty, 1), store.tell(duty, 2)]).toEqual([true, false]);
    store.close();
  });

  it('holds a message until it is judged again, with all that this needs (6.6)', () => {
    const store = openStore(temporaryFolder());
    const content = { form: 'mail', bytes: new Uint8Array([1, 2, 255]), size: 3 } as const;
    const held = { content, label: 'x', arrived: 9, reason: { for: 'agreement', name: 'A' } } as const;
    store.record(someMessage('1', { held }));
    store.record(someMessage('2', { held }));
    expect([...store.held()][0]).toEqual({ key: 'key 1', wire: 'w', transportId: '1', ...held });
    store.release('key 1', { result: someResult('again 1'), accepted }, 20);
    expect(keys(store.held())).toEqual(['key 2']);
    expect(keys(store.pending('any'))).toEqual(['key 1', 'key 2', 'again 1']);
    store.close();
  });

  it('remembers each acknowledgement from when it first came (9.5)', () => {
    const store = openStore(temporaryFolder());
    const ack = (key: string, arrived: string) =>
      someMessage(key, {
        result: someResult(key, {
          arrived,
          envelope: { agreement: 'A' },
          ack: { version: 'v1.10', effective: '2026-12-07' },
        }),
      });
    store.record(ack('1', '2026-12-01T00:00:00Z'));
    store.record(ack('2', '2026-12-02T00:00:00Z'));
    expect(store.acks()).toEqual([
      { agreement: 'A', version: 'v1.10', at: Date.parse('2026-12-01T00:00:00Z') },
    ]);
    store.close();
  });

  it('lists runs, the newest first, and those that never ended (10.3)', () => {
    const store = openStore(temporaryFolder());
    const first = store.beginRun(1);
    store.endRun(first, { at: 2, ok: false, messages: 3 });
    store.beginRun(5);
    expect(store.runs(9)).toEqual([
      { run: 2, started: 5, end: null },
      { run: 1, started: 1, end: { at: 2, ok: false, messages: 3 } },
    ]);
    store.close();
  });
});

describe('the state file', () => {
  it('is for one run at a time, and for readers beside it (10.2)', () => {
    const folder = temporaryFolder();
    const first = openStore(folder);
    first.setValue('a', '1');
    expect(openState(folder, { reportsExist: false }).state).toBe('busy');
    expect(openState(folder, { reportsExist: false }).state).toBe('busy');
    expect(resetState(folder, 0).state).toBe('busy');
    const beside = openState(folder, { reportsExist: true, readOnly: true });
    if (beside.state !== 'open') throw new Error(beside.state);
    expect(beside.store.value('a')).toBe('1');
    beside.store.close();
    first.close();
    openStore(folder).close();
  });

  it('can be read where nothing runs, and is made by no reader (10.2)', () => {
    const folder = temporaryFolder();
    expect(openState(folder, { reportsExist: false, readOnly: true })).toEqual({ state: 'absent' });
    expect(readdirSync(folder)).toEqual([]);
    openStore(folder).close();
    const opened = openState(folder, { reportsExist: false, readOnly: true });
    expect(opened.state).toBe('open');
    if (opened.state === 'open') opened.store.close();
  });

  it('may be read by its owner alone (10.2)', () => {
    const folder = temporaryFolder();
    const store = openStore(folder);
    store.setValue('a', '1');
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    store.close();
  });

  it.each([
    ['garbage', (path: string) => writeFileSync(path, 'x'.repeat(5000))],
    ['half of it', (path: string) => truncateSync(path, statSync(path).size / 2)],
    ['nothing in it', (path: string) => truncateSync(path, 0)],
    [
      'pages of zeros',
      (path: string) =>
        writeFileSync(
          path,
          Buffer.concat([readFileSync(path).subarray(0, 4096), Buffer.alloc(statSync(path).size - 4096)]),
        ),
    ],
    ['no file', (path: string) => rmSync(path)],
  ])('with %s is damaged, stays so, and is kept by a reset (10.2)', (_, damage) => {
    const folder = temporaryFolder();
    const store = openStore(folder);
    for (let at = 0; at < 100; at++) store.record(someMessage(String(at), { hash: String(at) }));
    store.close();
    const path = databasePath(folder);
    damage(path);
    const left = existsSync(path) ? readFileSync(path) : null;
    for (const readOnly of [false, true, false]) {
      const opened = openState(folder, { reportsExist: true, readOnly });
      expect(opened).toMatchObject({ state: 'damaged', why: expect.stringContaining('monitor.db') });
    }
    if (left !== null) expect(readFileSync(path)).toEqual(left);
    const reset = resetState(folder, Date.parse('2026-11-30T14:30:00Z'));
    if (reset.state !== 'reset') throw new Error(reset.state);
    if (left === null) expect(reset.kept).toEqual([]);
    else expect(readFileSync(reset.kept[0] ?? '')).toEqual(left);
    const fresh = openState(folder, { reportsExist: true });
    if (fresh.state !== 'open') throw new Error(fresh.state);
    expect(fresh.store.watermark('w')).toBeNull();
    fresh.store.close();
  });

  it('of a newer aimf is not touched (10.2)', () => {
    const folder = temporaryFolder();
    openStore(folder).close();
    const path = databasePath(folder);
    const file = readFileSync(path);
    file.writeUInt32BE(99, 60);
    writeFileSync(path, file);
    expect(openState(folder, { reportsExist: true })).toMatchObject({
      state: 'damaged',
      why: expect.stringContaining('newer aimf'),
    });
  });

  it('that the system does not give is no damaged one, and is told in words (10.2)', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'monitor.db'));
    for (const state of [join(folder, 'file', 'state'), folder]) {
      const words = `The state folder ${state} cannot be used: `;
      expect(() => openState(state, { reportsExist: false })).toThrow(words);
    }
    expect(() => resetState(join(folder, 'file', 'state'), 0)).toThrow(StateError);
    // The lock is free again
    expect(() => openState(folder, { reportsExist: true })).toThrow('unable to open database file');
  });

  it('notices that it was erased while it was open (10.2)', () => {
    const folder = temporaryFolder();
    const store = openStore(folder);
    expect(store.isInPlace()).toBe(true);
    rmSync(databasePath(folder));
    expect(store.isInPlace()).toBe(false);
    store.close();
  });
});
