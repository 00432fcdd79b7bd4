import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemoryWire } from '../transport/memory-wire.test-support.ts';
import type { Wire } from '../transport/wire.ts';
import { judgeInChild } from './judge-child.ts';
import { AGREEMENT, dropMail, mailOf, message, NOW } from './messages.test-support.ts';
import { verdictsOf, World } from './world.test-support.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const mail = (text: string, options = {}) => {
  const bytes = encode(mailOf(text, options));
  return { form: 'mail', bytes, size: bytes.length } as const;
};

describe('a run', () => {
  it('judges what comes, once, and counts ordinary mail without reporting it (10.2)', async () => {
    const world = new World();
    const wire = new MemoryWire();
    wire.say(message('1'), 'dana@example.com', NOW - 5);
    wire.say('Are you coming?', 'dana@example.com', NOW - 4);
    wire.say(message('2', { from: 'andrew@example.net' }), 'andrew@example.net', NOW - 3);
    wire.say(message('1'), 'dana@example.com', NOW - 2);
    wire.say(message('1').replace('Hello', 'Bye'), 'dana@example.com', NOW - 1);
    wire.say(message('3').replace('subject', 'object'), 'dana@example.com', NOW);
    wire.say(message('4', { from: 'zoe@example.org' }), 'zoe@example.org', NOW);
    const report = await world.run([wire], { judge: judgeInChild });
    expect(report.wires).toEqual([
      { kind: 'chat', name: 'a chat', ok: true, error: null, watermark: '7', new: 7, notes: [] },
    ]);
    const results = [...report.results];
    const expected = [
      'accepted',
      'duplicate',
      'duplicate',
      'attempt at schema',
      'access-request at allowlist',
    ];
    expect(verdictsOf(results)).toEqual(expected);
    expect(results.map(one => one.findings.some(found => found.code === 'duplicate-changed'))).toEqual([
      ...[false, false, true, false, false],
    ]);
    expect(new Set(results.map(one => one.key)).size).toBe(5);
    expect(results[0]).toMatchObject({
      transport: 'chat',
      wire: 'a chat',
      file: 'line 1',
      party: 'dana',
      arrived: new Date(NOW - 5).toISOString(),
      stored: [],
    });
    // A result waits until somebody has printed it
    expect(verdictsOf([...(await world.run([wire])).results])).toEqual(expected);
    world.store.delivered(
      'run',
      results.map(one => one.key),
      NOW,
    );
    const idle = await world.run([wire]);
    expect([...idle.results]).toEqual([]);
    expect(idle.wires[0]?.new).toBe(0);
  });

  it('takes a corrected resend for a new message, and knows an id on every wire (6.7)', async () => {
    const world = new World();
    const [chat, other] = [new MemoryWire('one'), new MemoryWire('two')];
    chat.say(message('1').replace('subject', 'object'), 'dana@example.com', NOW);
    chat.say(message('1'), 'dana@example.com', NOW);
    other.put(mail(message('1')), NOW);
    expect(verdictsOf(await world.results([chat, other]))).toEqual([
      'attempt at schema',
      'accepted',
      'duplicate',
    ]);
    other.put(mail(message('1')), NOW);
    expect(verdictsOf(await world.results([chat, other]))).toEqual(['duplicate']);
  });

  it('counts messages a day over runs (8.5)', async () => {
    const world = new World();
    world.agreement = AGREEMENT.replace('100000 messages/day', '2 messages/day');
    const wire = new MemoryWire();
    for (const id of ['1', '2', '3']) {
      wire.say(message(id), 'dana@example.com', NOW);
      const [verdict] = verdictsOf(await world.results([wire]));
      expect(verdict).toBe(id === '3' ? 'attempt at agreement' : 'accepted');
    }
    wire.say(message('4'), 'dana@example.com', NOW + 86_400_000);
    expect(verdictsOf(await world.results([wire]))).toEqual(['accepted']);
  });

  it('keeps the files of an accepted FILE_DROP under their hash, for the owner alone (5.4)', async () => {
    const world = new World();
    const wire = new MemoryWire();
    for (const [id, bytes] of [
      ['1', 'oats'],
      ['2', 'oats'],
      ['3', '#!/bin/sh'],
    ] as const) {
      const raw = encode(dropMail(id, bytes));
      wire.put({ form: 'mail', bytes: raw, size: raw.length }, NOW);
    }
    const results = await world.results([wire]);
    expect(verdictsOf(results)).toEqual(['accepted', 'accepted', 'attempt at schema']);
    const [first, second, refused] = results.map(one => one.stored);
    expect(first).toEqual(second);
    expect(refused).toEqual([]);
    const [path = ''] = first ?? [];
    expect(path.startsWith(join(world.state, 'files'))).toBe(true);
    expect(basename(path)).toBe(results[0]?.attachments[0]?.sha256);
    expect(readFileSync(path, 'utf8')).toBe('oats');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('waits with a file that cannot be kept, and goes on with the other wires (5.4)', async () => {
    const world = new World();
    const [wire, other] = [new MemoryWire(), new MemoryWire('another chat')];
    const raw = encode(dropMail('1', 'oats'));
    wire.put({ form: 'mail', bytes: raw, size: raw.length }, NOW);
    other.say(message('2'), 'dana@example.com', NOW);
    const files = join(world.state, 'files');
    writeFileSync(files, 'a file, where a folder is needed');
    const { wires, results } = await world.run([wire, other]);
    expect(wires.map(one => one.ok)).toEqual([false, true]);
    expect(wires[0]?.error).toContain(`cannot be kept in ${files}: Something else has its name`);
    expect([...results].map(one => one.envelope?.id)).toEqual(['2']);
    rmSync(files);
    expect([...(await world.run([wire, other])).results].map(one => one.stored.length)).toEqual([0, 1]);
  });

  it('says which acknowledgement came, and what a message asks for (9.5, 9.7)', async () => {
    const world = new World();
    const wire = new MemoryWire();
    const status = (id: string, state: string, detail: string) =>
      message(id, { type: 'STATUS' }, `topic: AIMF protocol update\nstate: ${state}\ndetail: ${detail}`);
    wire.say(status('1', 'ok', 'Acknowledged v1.10 (effective 2026-12-07)'), 'dana@example.com', NOW);
    wire.say(status('2', 'attention', 'Cannot implement v1.10'), 'dana@example.com', NOW);
    wire.say(message('3', {}, 'subject: "Proposal: two more months"'), 'dana@example.com', NOW);
    wire.say(message('4'), 'dana@example.com', NOW);
    wire.say(status('5', 'attention', '"Now v1.11 (effective 2026-12-20): x"'), 'dana@example.com', NOW);
    const newcomer = message('6', { from: 'lena@example.org', agreement: 'none' });
    wire.say(`${newcomer}Acts for: Lena\nPurpose: Seeds\nUpdates: daily\n`, 'lena@example.org', NOW);
    const results = await world.results([wire]);
    expect(results.map(one => one.ack)).toEqual([
      ...[{ version: 'v1.10', effective: '2026-12-07' }, undefined, undefined, undefined],
      ...[undefined, undefined],
    ]);
    expect(results.map(one => one.request?.form)).toEqual([
      ...['acknowledgement', 'cannot-implement', 'proposal', undefined],
      ...[undefined, 'access-request'],
    ]);
    // An address would be refused as an answer that is public
    expect(results[5]?.request?.fields).toMatchObject({ party: 'lena', purpose: 'Seeds' });
    expect(results[5]?.request_findings).toEqual([]);
    expect(world.store.acks()).toEqual([{ agreement: 'AGR-1', version: 'v1.10', at: NOW }]);
  });

  it('goes on with the other wires when one fails, and with that one where it stopped (10.2)', async () => {
    const world = new World();
    const [bad, good] = [new MemoryWire('bad'), new MemoryWire('good')];
    for (const id of ['1', '2', '3']) bad.say(message(id), 'dana@example.com', NOW);
    good.say(message('4'), 'dana@example.com', NOW);
    bad.failsAfter = 2;
    const report = await world.run([bad, good]);
    expect(report.wires).toMatchObject([
      { name: 'bad', ok: false, error: 'The chat has gone', watermark: '2', new: 2 },
      { name: 'good', ok: true, error: null, new: 1 },
    ]);
    bad.failsAfter = null;
    expect((await world.run([bad, good])).wires).toMatchObject([{ ok: true, new: 1 }, { new: 0 }]);
    expect([...world.store.pending('run')]).toHaveLength(4);
  });

  it('gives a silent wire up, however deaf it is, and goes on (10.2)', async () => {
    const world = new World();
    const good = new MemoryWire('good');
    good.say(message('1'), 'dana@example.com', NOW);
    const deaf: Wire = {
      kind: 'inbox',
      name: 'deaf',
      poll: async function* () {
        await new Promise(() => {});
        yield { event: 'reached', watermark: '' };
      },
    };
    const { wires } = await world.run([deaf, good], { silence: 50 });
    expect(wires).toMatchObject([
      { ok: false, error: 'It was silent for 0.05 s and was given up', watermark: null },
      { ok: true, new: 1 },
    ]);
  });

  it('tells how far a scan is (10.2)', async () => {
    const world = new World();
    const wire = new MemoryWire();
    for (const id of ['1', '2']) wire.say(message(id), 'dana@example.com', NOW);
    const told: unknown[] = [];
    await world.run([wire], { progress: one => told.push(one) });
    expect(told).toEqual([
      { wire: 'a chat', done: 1, expected: 2 },
      { wire: 'a chat', done: 2, expected: 2 },
    ]);
  });
});

describe('a hostile message', () => {
  const judgeMain = new URL('./hanging-judge.test-support.ts', import.meta.url);

  it.each([
    ['hang forever', 'It could not be read: it took longer than 1.5 s'],
    ['eat memory', 'It could not be read: it needed more memory than it may take'],
    ['fall over', 'It could not be judged: it fell over'],
  ])(
    'that makes its reader %s costs its deadline and never the run (10.2)',
    { timeout: 120_000 },
    async (deed, error) => {
      const world = new World();
      const wire = new MemoryWire();
      wire.say(message('1'), 'dana@example.com', NOW);
      wire.say(`${message('2')}${deed}\n`, 'dana@example.com', NOW);
      wire.say(message('3'), 'dana@example.com', NOW);
      const limits = { millis: deed === 'eat memory' ? 20_000 : 1500, megabytes: 64 };
      const report = await world.run([wire], { judge: facts => judgeInChild(facts, limits, judgeMain) });
      expect(report.wires).toMatchObject([{ ok: true, watermark: '3', new: 3 }]);
      const results = [...report.results];
      expect(verdictsOf(results)).toEqual(['accepted', 'null', 'accepted']);
      expect(results[1]).toMatchObject({ error, file: 'line 2', gates: [], stored: [] });
    },
  );

  it('that is larger than is read is told as what it claims to be (2.3)', async () => {
    const world = new World();
    const wire = new MemoryWire();
    const bytes = encode(mailOf(message('1')));
    wire.put({ form: 'mail', bytes, size: 40_000_000 }, NOW);
    const [result] = await world.results([wire]);
    expect(result).toMatchObject({ verdict: 'attempt', gate: 'schema', body: null, stored: [] });
    expect(result?.findings.map(one => one.code)).toContain('message-too-large');
  });

  it('of a large size is judged within its limits (2.3)', { timeout: 120_000 }, async () => {
    const world = new World();
    const wire = new MemoryWire();
    wire.put(mail(`${message('1')}${'word '.repeat(2_000_000)}`), NOW);
    expect(verdictsOf(await world.results([wire], { judge: judgeInChild }))).toEqual(['accepted']);
  });
});
