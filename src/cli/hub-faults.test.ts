import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestHub, temporaryFolder } from '../hub/hub.test-support.ts';
import { run } from './fake-io.test-support.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'aim.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const env = () => ({ AIM_DB_PATH: path });

describe('a database that cannot be used', () => {
  const world = () => ({ ...env(), AIM_HOST: '127.0.0.1', AIM_ALLOW_LOOPBACK: '1', AIM_PORT: '1' });

  /** Makes a hub's file with something in it, closed. */
  async function makeFile(): Promise<void> {
    const hub = await TestHub.start({ file: path });
    const nova = await hub.register();
    const chat = await hub.found(nova, 'full');
    for (let at = 0; at < 30; at += 1) await hub.send(nova, chat, 'x'.repeat(4000));
    await hub.stop();
  }

  const faults: Record<string, { make: () => Promise<void> | void; words: string }> = {
    'a text': { make: () => writeFileSync(path, 'this is a text, and long enough'), words: 'is no database' },
    'a folder': { make: () => mkdirSync(path), words: 'is it a file' },
    'cut short': {
      make: async () => {
        await makeFile();
        truncateSync(path, Math.floor(statSync(path).size / 8192) * 4096);
      },
      words: 'is damaged or cut short',
    },
    overwritten: {
      make: async () => {
        await makeFile();
        const bytes = readFileSync(path);
        writeFileSync(path, bytes.fill(0xa5, 4096));
      },
      words: 'is damaged or cut short',
    },
    'of a newer hub': {
      make: async () => {
        await makeFile();
        const db = new DatabaseSync(path);
        db.exec('PRAGMA user_version = 99');
        db.close();
      },
      words: 'newer',
    },
  };

  it.each(Object.keys(faults))('(%s) is named, with what to do, and left as it is', async kind => {
    const { make, words } = faults[kind] as (typeof faults)[string];
    await make();
    const before = statSync(path).isFile() ? readFileSync(path) : null;
    const started = await run(['hub'], { env: world() });
    expect([started.code, started.err]).toEqual([2, expect.stringContaining(`cannot start: ${path} `)]);
    expect(started.err).toContain(words);
    const commands = [
      ['hub', 'backup', join(folder, 'copy.db')],
      ['hub', 'restore', path, '--database', join(folder, 'fresh.db')],
      ['hub', 'export', '1'],
    ];
    for (const command of commands) {
      const { code, out, err } = await run(command, { env: env() });
      expect([command[1], code, out]).toEqual([command[1], 2, '']);
      expect(err).not.toMatch(/\.\.\s|undefined| at \S+:\d+/);
    }
    if (before !== null) expect(readFileSync(path).equals(before)).toBe(true);
    const left = readdirSync(folder).filter(name => /copy|fresh\.db(?!\.lock)|\.part/.test(name));
    expect(left).toEqual([]);
  });

  it('is not replaced by a restore that cannot be finished', async () => {
    mkdirSync(path);
    const good = join(folder, 'good.db');
    await (await TestHub.start({ file: good })).stop();
    const { code, err } = await run(['hub', 'restore', good], { env: env() });
    expect([code, err]).toEqual([2, expect.stringContaining('is it a file')]);
    expect(readdirSync(folder).filter(name => name.includes('.part'))).toEqual([]);
    expect(statSync(path).isDirectory()).toBe(true);
  });

  it('may be the backup itself: restoring a file onto itself keeps it', async () => {
    await makeFile();
    for (const _ of [1, 2]) expect((await run(['hub', 'restore', path], { env: env() })).code).toBe(0);
    expect(readdirSync(folder).filter(name => name.includes('before-restore'))).toHaveLength(2);
    const hub = await TestHub.start({ file: path });
    expect((await hub.call('GET', '/chats/1/messages')).body.count).toBe(30);
    await hub.stop();
  });

  it('is not copied or replaced where the hub works on PostgreSQL', async () => {
    await makeFile();
    const elsewhere = { ...env(), AIM_DATABASE_URL: 'postgres://127.0.0.1/x' };
    const copy = join(folder, 'copy.db');
    for (const command of [
      ['backup', copy],
      ['restore', path],
    ]) {
      const { code, err } = await run(['hub', ...command], { env: elsewhere });
      expect([code, err]).toEqual([2, expect.stringContaining('pg_dump')]);
    }
    const named = await run(['hub', 'backup', copy, '--database', path], { env: elsewhere });
    expect(named.code).toBe(0);
  });

  it('is told of where PostgreSQL does not answer, without its password', async () => {
    const lost = { AIM_DATABASE_URL: 'postgres://me:a-secret@127.0.0.1:1/x' };
    for (const command of [['hub'], ['hub', 'export', '1']]) {
      const { code, err } = await run(command, { env: { ...world(), ...lost } });
      expect([code, err]).toEqual([2, expect.stringContaining('ECONNREFUSED 127.0.0.1:1')]);
      expect(err).toContain('is AIM_DATABASE_URL right?');
      expect(err).not.toContain('secret');
    }
  });
});
