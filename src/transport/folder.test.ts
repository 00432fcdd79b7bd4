import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FolderTransport } from '../core/registry/monitoring.ts';
import { temporaryFolder } from '../store/store.test-support.ts';
import { folderWire } from './folder.ts';
import { polled } from './wire-contract.test-support.ts';

const NOW = Date.parse('2026-11-30T14:30:00Z');
const SECOND = 1000;

function open(change: Partial<FolderTransport> = {}) {
  const folder = temporaryFolder();
  const transport = { kind: 'folder', path: './drop', proves: null, settle: 30 * SECOND, ...change } as const;
  const wire = folderWire(transport, folder);
  const put = (name: string, text: string, changed: number) => {
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), changed / 1000, changed / 1000);
  };
  return { folder, wire, put };
}
const labels = (poll: Awaited<ReturnType<typeof polled>>) => poll.arrivals.map(one => one.label);

describe('a drop folder', () => {
  it('takes a file once it has stayed as it is for long enough (2.1)', async () => {
    const { wire, put } = open();
    put('1.md', 'a', NOW - 10 * SECOND);
    put('2.md', 'b', NOW - 30 * SECOND);
    const first = await polled(wire, { now: NOW });
    expect(labels(first)).toEqual(['2.md']);
    expect(first.notes).toEqual(['still-changing']);
    expect(labels(await polled(wire, { now: NOW + 20 * SECOND }))).toEqual(['2.md', '1.md']);
  });

  it('goes by what it saw itself where the clocks differ (2.1)', async () => {
    const { wire, put } = open();
    const ahead = NOW + 3600 * SECOND;
    put('1.md', 'a', ahead);
    const first = await polled(wire, { now: NOW });
    const soon = await polled(wire, { now: NOW + 29 * SECOND, from: first.reached });
    expect([labels(first), labels(soon)]).toEqual([[], []]);
    put('1.md', 'more', ahead + SECOND);
    const changed = await polled(wire, { now: NOW + 31 * SECOND, from: soon.reached });
    expect(labels(changed)).toEqual([]);
    const late = await polled(wire, { now: NOW + 61 * SECOND, from: changed.reached });
    expect(labels(late)).toEqual(['1.md']);
    expect(JSON.parse(late.reached ?? '')).toEqual({ newest: ahead + SECOND, waiting: {} });
  });

  it('gives an arrival in whole milliseconds, though files keep parts of them (2.1)', async () => {
    const { wire, put } = open();
    put('1.md', 'a', NOW - 60 * SECOND + 0.5);
    expect((await polled(wire, { now: NOW })).arrivals[0]?.arrived).toBe(NOW - 60 * SECOND);
  });

  it('of many files gives each once, in the order of their times (2.1)', async () => {
    const { folder, wire, put } = open({ settle: 0 });
    const names = Array.from({ length: 600 }, (_, at) => `${(at * 7) % 600}.md`);
    for (const [at, name] of names.entries()) put(name, 'a', NOW - 1000 + at);
    mkdirSync(join(folder, 'folder.md'));
    const poll = await polled(wire, { now: NOW });
    expect(labels(poll)).toEqual(names);
    const ids = poll.arrivals.map(one => one.transportId);
    put('599.md', 'b', NOW);
    const again = await polled(wire, { now: NOW, from: poll.reached, isSeen: id => ids.includes(id) });
    expect(labels(again)).toEqual(['599.md']);
  });

  it('says what to do where there is no such folder', async () => {
    const { folder } = open();
    const wire = folderWire(
      { kind: 'folder', path: './none', proves: null, settle: 0 },
      join(folder, 'none'),
    );
    await expect(polled(wire, { now: NOW })).rejects.toThrow('There is no such folder. Make it');
  });

  it('lets a message wait for the file that it hands over (2.1)', async () => {
    const { wire, put } = open();
    put('1.md', 'type: FILE_DROP\n\nfilename: plan.pdf\n', NOW - 60 * SECOND);
    put('2.md', 'nothing of the kind', NOW - 60 * SECOND);
    put('plan.pdf', '%PDF', NOW - SECOND);
    expect(labels(await polled(wire, { now: NOW }))).toEqual(['2.md']);
    expect(labels(await polled(wire, { now: NOW + 30 * SECOND }))).toEqual(['1.md', '2.md', 'plan.pdf']);
  });

  it('leaves links, pipes and folders alone, and says so once (2.1)', async () => {
    const { folder, wire, put } = open({ settle: 0 });
    put('real.md', 'a', NOW);
    symlinkSync(join(folder, 'real.md'), join(folder, 'link.md'));
    symlinkSync('/nowhere', join(folder, 'dangling.md'));
    execFileSync('mkfifo', [join(folder, 'pipe.md')]);
    mkdirSync(join(folder, 'folder.md'));
    const poll = await polled(wire, { now: NOW + SECOND });
    expect(labels(poll)).toEqual(['real.md']);
    expect(poll.notes.sort()).toEqual(['link-ignored', 'link-ignored', 'special-ignored']);
    const told = poll.events.flatMap(one =>
      one.event === 'note' && one.transportId ? [one.transportId] : [],
    );
    const again = await polled(wire, { now: NOW + SECOND, isSeen: id => told.includes(id) });
    expect(again.notes).toEqual([]);
  });

  it('proves the party of the folder, or of the owner of the file, or nobody (2.2)', async () => {
    const uid = process.getuid?.() ?? 0;
    const identities = async (proves: FolderTransport['proves']) => {
      const { wire, put } = open({ settle: 0, proves });
      put('1.md', 'a', NOW);
      const { arrivals } = await polled(wire, { now: NOW + SECOND });
      return arrivals.map(({ content }) => (content.form === 'file' ? content.identity : 'none'));
    };
    expect(await identities({ by: 'folder', party: 'dana' })).toEqual(['dana']);
    expect(await identities({ by: 'owner', parties: new Map([[uid, 'lena']]) })).toEqual(['lena']);
    expect(await identities({ by: 'owner', parties: new Map([[uid + 1, 'lena']]) })).toEqual([null]);
    expect(await identities(null)).toEqual([null]);
  });

  it('takes a file that was written again for another message (6.7)', async () => {
    const { wire, put } = open({ settle: 0 });
    put('1.md', 'a', NOW);
    const first = await polled(wire, { now: NOW });
    put('1.md', 'b', NOW + SECOND);
    const second = await polled(wire, { now: NOW + SECOND });
    expect(second.arrivals[0]?.transportId).not.toBe(first.arrivals[0]?.transportId);
  });
});
