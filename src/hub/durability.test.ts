import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, inject, it } from 'vitest';
import { type Acknowledged, DoomedHub, randomOf } from './durability.test-support.ts';
import { temporaryFolder } from './hub.test-support.ts';

const rounds = inject('killRounds');

/** What is wrong with a database file after a kill; empty where all is there, once. */
function faultsOf(path: string, acknowledged: Acknowledged): string[] {
  const db = new DatabaseSync(path);
  try {
    const check = Object.values(db.prepare('PRAGMA integrity_check').get() ?? {})[0];
    const rows = db.prepare('SELECT id, text FROM messages ORDER BY id').all();
    const stored = new Map(rows.map(row => [Number(row.id), String(row.text)]));
    const lost = [...acknowledged].filter(([id, text]) => stored.get(id) !== text);
    const twice = rows.length - new Set(rows.map(row => row.text)).size;
    const counted = Number(db.prepare('SELECT message_count AS n FROM chats').get()?.n ?? 0);
    return [
      ...(check === 'ok' ? [] : [`integrity: ${check}`]),
      ...lost.map(([id]) => `message ${id} was acknowledged and is lost`),
      ...(twice === 0 ? [] : [`${twice} messages are there twice`]),
      ...(counted === rows.length ? [] : [`the chat counts ${counted} messages and has ${rows.length}`]),
    ];
  } finally {
    db.close();
  }
}

describe('SIGTERM under load', () => {
  it('answers what is in work, keeps it, and ends well', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'aim.db');
    const hub = new DoomedHub({ AIM_DB_PATH: path });
    expect(await hub.round(300, 'SIGTERM')).toBe(0);
    expect(hub.acknowledged.size).toBeGreaterThan(0);
    expect(faultsOf(path, hub.acknowledged)).toEqual([]);
    // The journal is in the file: a copy of the file alone is whole
    expect(readdirSync(folder).sort()).toEqual(['aim.db', 'aim.db.lock']);
    rmSync(folder, { recursive: true });
  });
});

describe('kill -9 at random moments under load', () => {
  it(
    `loses nothing and doubles nothing in ${rounds} rounds`,
    async ({ annotate }) => {
      const seed = Math.floor(Math.random() * 2 ** 32);
      await annotate(`seed ${seed}`);
      const random = randomOf(seed);
      const folder = temporaryFolder();
      const path = join(folder, 'aim.db');
      const hub = new DoomedHub({ AIM_DB_PATH: path });
      for (let round = 1; round <= rounds; round += 1) {
        await hub.round(20 + random() * 300);
        expect(faultsOf(path, hub.acknowledged), `seed ${seed}, round ${round}`).toEqual([]);
      }
      expect(hub.acknowledged.size).toBeGreaterThan(rounds);
      rmSync(folder, { recursive: true });
    },
    rounds * 15_000,
  );
});
