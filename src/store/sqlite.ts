import { statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import type { MonitorResult } from '../core/report/monitor-json.ts';
import type { Content } from '../transport/wire.ts';
import type {
  HeldMessage,
  RecordedMessage,
  ReportEntry,
  RunRecord,
  SeenAck,
  Store,
  ToldDuty,
} from './store.ts';

/** Why the state could not be read or written while it was open, in words for a person. */
export class StateError extends Error {}

type Row = Readonly<Record<string, unknown>>;

/** The store over an open database whose tables are there; `release` frees what the opener holds beside it. */
export function sqliteStore(db: DatabaseSync, path: string, release: () => void): Store {
  const { run, get, all } = statements(db);
  const atOnce = <Result>(work: () => Result): Result => transaction(db, work);
  const opened = statSync(path, { bigint: true }).ino;

  const addEntry = (kind: ReportEntry['kind'], key: string, body: MonitorResult | ToldDuty, at: number) =>
    run(
      'INSERT INTO entry (key, kind, body, recorded) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING',
      ...[key, kind, JSON.stringify(body), at],
    ).changes > 0;

  const addResult = ({ result, accepted }: Pick<RecordedMessage, 'result' | 'accepted'>, at: number) => {
    if (result !== null) addEntry('result', result.key, result, at);
    if (accepted !== null) {
      const { from, id, content, agreement, day } = accepted;
      run('INSERT OR REPLACE INTO accepted VALUES (?, ?, ?, ?, ?)', from, id, content, agreement, day);
    }
    const agreement = result?.envelope?.agreement ?? result?.request?.fields.agreement;
    if (result?.ack === undefined || agreement === undefined) return;
    run(
      'INSERT OR IGNORE INTO ack VALUES (?, ?, ?)',
      agreement,
      result.ack.version,
      Date.parse(result.arrived),
    );
  };

  const setWatermark = (wire: string, watermark: string) =>
    run('INSERT OR REPLACE INTO wire VALUES (?, ?)', wire, watermark);

  return {
    isInPlace: () => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino === opened,
    close: () => {
      db.close();
      release();
    },
    watermark: wire => textOf(get('SELECT watermark AS text FROM wire WHERE name = ?', wire)),
    setWatermark: (wire, watermark) => {
      setWatermark(wire, watermark);
    },
    isSeen: (wire, transportId) =>
      get('SELECT 1 FROM seen WHERE wire = ? AND transport_id = ?', wire, transportId) !== undefined,
    unseen: (wire, transportIds) =>
      all(
        `SELECT value AS text FROM json_each(?) WHERE NOT EXISTS
           (SELECT 1 FROM seen WHERE wire = ? AND transport_id = value)`,
        ...[JSON.stringify(transportIds), wire],
      ).map(row => String(row.text)),
    isKnown: (wire, hash) => get('SELECT 1 FROM seen WHERE wire = ? AND hash = ?', wire, hash) !== undefined,
    pass: (wire, transportIds) =>
      atOnce(() => {
        for (const id of transportIds) run('INSERT OR IGNORE INTO seen VALUES (?, ?, NULL)', wire, id);
      }),
    record: message =>
      atOnce(() => {
        const { wire, transportId, hash, watermark, result, held } = message;
        run('INSERT OR REPLACE INTO seen VALUES (?, ?, ?)', wire, transportId, hash);
        addResult(message, message.at);
        if (held !== null && result !== null) {
          const { label, arrived, content, reason } = held;
          run(
            'INSERT INTO held VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING',
            ...[result.key, wire, transportId, label, arrived, serialize(content), reason.for, reason.name],
          );
        }
        setWatermark(wire, watermark);
      }),
    held: () =>
      inTurn(after => get('SELECT rowid AS seq, * FROM held WHERE rowid > ? LIMIT 1', after), heldOf),
    release: (held, message, at) =>
      atOnce(() => {
        run('DELETE FROM held WHERE key = ?', held);
        addResult(message, at);
      }),
    tell: (duty, at) => addEntry('duty', duty.key, duty, at),
    acks: () => all('SELECT agreement, version, at FROM ack ORDER BY at') as SeenAck[],
    openChannels: channels =>
      atOnce(() => {
        for (const name of channels)
          run('INSERT OR IGNORE INTO channel SELECT ?, coalesce(max(seq), 0) FROM entry', name);
      }),
    pending: channel =>
      inTurn(
        after =>
          get(
            `SELECT * FROM entry WHERE seq > max(?, coalesce((SELECT upto FROM channel WHERE name = ?), 0))
             AND NOT EXISTS (SELECT 1 FROM delivered WHERE channel = ? AND delivered.seq = entry.seq)
             ORDER BY seq LIMIT 1`,
            ...[after, channel, channel],
          ),
        entryOf,
      ),
    delivered: (channel, keys) =>
      atOnce(() => {
        for (const key of keys)
          run('INSERT OR IGNORE INTO delivered SELECT ?, seq FROM entry WHERE key = ?', channel, key);
        settle(run, channel);
      }),
    entriesSince: at =>
      inTurn(
        after => get('SELECT * FROM entry WHERE recorded >= ? AND seq > ? ORDER BY seq LIMIT 1', at, after),
        entryOf,
      ),
    beginRun: at => Number(run('INSERT INTO run (started) VALUES (?)', at).lastInsertRowid),
    endRun: (id, { at, ok, messages }) => {
      run('UPDATE run SET ended = ?, ok = ?, messages = ? WHERE run = ?', at, ok ? 1 : 0, messages, id);
    },
    runs: limit => all('SELECT * FROM run ORDER BY run DESC LIMIT ?', limit).map(runOf),
    value: name => textOf(get('SELECT value AS text FROM value WHERE name = ?', name)),
    setValue: (name, value) => {
      run('INSERT OR REPLACE INTO value VALUES (?, ?)', name, value);
    },
  };
}

/** Moves a channel's mark over everything that it has delivered without a gap, so that its queue stays short. */
function settle(run: ReturnType<typeof statements>['run'], channel: string): void {
  run(
    `UPDATE channel SET upto = coalesce(
       (SELECT min(entry.seq) - 1 FROM entry WHERE entry.seq > channel.upto AND NOT EXISTS
         (SELECT 1 FROM delivered WHERE delivered.channel = channel.name AND delivered.seq = entry.seq)),
       (SELECT max(seq) FROM entry), upto) WHERE name = ?`,
    channel,
  );
  run(
    'DELETE FROM delivered WHERE channel = ?1 AND seq <= (SELECT upto FROM channel WHERE name = ?1)',
    channel,
  );
}

/** Rows one by one, each asked for when it is wanted, so that none of a long list is kept and writing may go on between. */
function inTurn<Item>(next: (after: number) => Row | undefined, read: (row: Row) => Item): Iterable<Item> {
  return {
    *[Symbol.iterator]() {
      for (let row = next(0); row !== undefined; row = next(Number(row.seq))) yield read(row);
    },
  };
}

/** Each statement prepared once; what SQLite says of it becomes an error in words. */
function statements(db: DatabaseSync) {
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const of = (sql: string) => {
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  return {
    run: (sql: string, ...values: SQLInputValue[]) => inWords(() => of(sql).run(...values)),
    get: (sql: string, ...values: SQLInputValue[]): Row | undefined => inWords(() => of(sql).get(...values)),
    all: (sql: string, ...values: SQLInputValue[]): Row[] => inWords(() => of(sql).all(...values)),
  };
}

function transaction<Result>(db: DatabaseSync, work: () => Result): Result {
  inWords(() => db.exec('BEGIN IMMEDIATE'));
  try {
    const result = work();
    inWords(() => db.exec('COMMIT'));
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function inWords<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StateError(`The monitor's state cannot be used: ${why}`, { cause: error });
  }
}

function textOf(row: Row | undefined): string | null {
  return row === undefined ? null : String(row.text);
}

function heldOf(row: Row): HeldMessage {
  return {
    key: String(row.key),
    wire: String(row.wire),
    transportId: String(row.transport_id),
    label: String(row.label),
    arrived: Number(row.arrived),
    content: deserialize(row.content as Uint8Array) as Content,
    reason: { for: row.waits_for as HeldMessage['reason']['for'], name: String(row.name) },
  };
}

function entryOf(row: Row): ReportEntry {
  const entry = { key: String(row.key), recorded: Number(row.recorded) };
  const body: unknown = JSON.parse(String(row.body));
  return row.kind === 'result'
    ? { kind: 'result', ...entry, result: body as MonitorResult }
    : { kind: 'duty', ...entry, duty: body as ToldDuty };
}

function runOf(row: Row): RunRecord {
  const { ended, ok, messages } = row;
  const end = ended === null ? null : { at: Number(ended), ok: ok === 1, messages: Number(messages) };
  return { run: Number(row.run), started: Number(row.started), end };
}
