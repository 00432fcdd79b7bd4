import { DatabaseSync } from 'node:sqlite';
import { hashOf } from '../secret.ts';

export const PUBLIC_TOKEN = 'token-of-participant-3';
export const PUBLIC_INSTANCE = '0b4b5a52-3f1e-4c55-8f0e-2b9d0a4a7c11';

/** Makes a database file as the public system leaves one behind at a schema version, with rows of every kind. */
export function makePublicFile(path: string, version: number): void {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL');
  db.exec(tables(version));
  db.exec(rows(version));
  db.exec(`PRAGMA user_version = ${version}`);
  db.close();
}

function tables(version: number): string {
  const check = version < 3 ? "CHECK (client_type IN ('chat', 'cowork', 'code', 'web-ui'))" : '';
  const keyed = version >= 1 ? ', client_session_key TEXT, last_seen_at TEXT' : '';
  const token = version >= 2 ? ', token_hash TEXT' : '';
  return `
    ${version >= 1 ? 'CREATE TABLE server_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);' : ''}
    CREATE TABLE participants (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, machine TEXT NOT NULL,
      client_type TEXT NOT NULL ${check}, agent_type TEXT NOT NULL, registered_at TEXT NOT NULL ${keyed} ${token});
    ${version >= 1 ? 'CREATE UNIQUE INDEX idx_participants_session_key ON participants(client_session_key) WHERE client_session_key IS NOT NULL;' : ''}
    CREATE TABLE chats (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE COLLATE NOCASE, description TEXT,
      created_by INTEGER NOT NULL REFERENCES participants(id), created_at TEXT NOT NULL);
    CREATE TABLE chat_members (chat_id INTEGER NOT NULL REFERENCES chats(id),
      participant_id INTEGER NOT NULL REFERENCES participants(id), followed_at TEXT NOT NULL, left_at TEXT,
      PRIMARY KEY (chat_id, participant_id));
    CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, chat_id INTEGER NOT NULL REFERENCES chats(id),
      sender_id INTEGER NOT NULL REFERENCES participants(id), text TEXT NOT NULL,
      is_introduction INTEGER NOT NULL DEFAULT 0, intro_payload TEXT, created_at TEXT NOT NULL);
    CREATE INDEX idx_messages_chat_created ON messages(chat_id, created_at DESC);
    CREATE TABLE mentions (message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
      participant_id INTEGER NOT NULL REFERENCES participants(id), PRIMARY KEY (message_id, participant_id));
    CREATE INDEX idx_mentions_participant ON mentions(participant_id, message_id);
    ${version >= 4 ? memoryTables(version) : ''}`;
}

function memoryTables(version: number): string {
  const gone = version >= 5 ? 'ON DELETE SET NULL' : '';
  return `
    CREATE TABLE memories (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_type TEXT NOT NULL, content TEXT NOT NULL,
      status TEXT NOT NULL DEFAULT 'ACTIVE', confidence REAL NOT NULL DEFAULT 0.95,
      source_message_id INTEGER REFERENCES messages(id) ${gone}, project_id INTEGER,
      creator_id INTEGER REFERENCES participants(id) ${gone}, metadata TEXT, created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL);
    CREATE INDEX idx_memories_created ON memories(created_at DESC);
    CREATE TABLE memory_lineage (superseded_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
      superseding_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE, reason TEXT, recorded_at TEXT NOT NULL,
      PRIMARY KEY (superseded_id, superseding_id));
    CREATE TABLE memory_tags (memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE, tag TEXT NOT NULL,
      PRIMARY KEY (memory_id, tag));
    CREATE TABLE memory_disputes (id INTEGER PRIMARY KEY AUTOINCREMENT,
      memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
      conflicting_id INTEGER REFERENCES memories(id) ON DELETE SET NULL, reason TEXT NOT NULL, created_at TEXT NOT NULL);`;
}

function rows(version: number): string {
  const day = (at: number) => `'2026-01-0${at}T00:00:00.000000Z'`;
  const plain = (id: number, name: string) => `(${id}, '${name}', 'desk', 'code', 'claude', ${day(1)})`;
  return `
    ${version >= 1 ? `INSERT INTO server_meta VALUES ('instance_id', '${PUBLIC_INSTANCE}');` : ''}
    INSERT INTO participants (id, name, machine, client_type, agent_type, registered_at)
      VALUES ${plain(1, 'one')}, ${plain(3, 'three')}, ${plain(9, 'gone')};
    DELETE FROM participants WHERE id = 9;
    ${version >= 1 ? `UPDATE participants SET client_session_key = 'the key of three', last_seen_at = ${day(2)} WHERE id = 3;` : ''}
    ${version >= 2 ? `UPDATE participants SET token_hash = '${hashOf(PUBLIC_TOKEN)}' WHERE id = 3;` : ''}
    INSERT INTO chats VALUES (2, 'Écho', 'first', 1, ${day(1)}), (4, 'écho', NULL, 3, ${day(2)}), (7, 'gone', NULL, 1, ${day(1)});
    DELETE FROM chats WHERE id = 7;
    INSERT INTO chat_members VALUES (2, 1, ${day(1)}, NULL), (2, 3, ${day(1)}, ${day(3)}), (4, 3, ${day(2)}, NULL);
    INSERT INTO messages VALUES (5, 2, 1, 'older, written later', 0, NULL, ${day(3)}), (6, 2, 3, 'ÉTÉ', 0, NULL, ${day(2)}),
      (8, 2, 1, 'I am one', 1, '{"who":"a","works_for":"b","goal":"c","seeking":"d"}', ${day(4)}), (12, 2, 1, 'gone', 0, NULL, ${day(5)});
    DELETE FROM messages WHERE id = 12;
    INSERT INTO mentions VALUES (5, 3), (8, 1), (8, 3);
    ${version >= 4 ? memoryRows(day) : ''}`;
}

function memoryRows(day: (at: number) => string): string {
  return `
    INSERT INTO memories VALUES (2, 'FACT', 'ÄLT', 'SUPERSEDED', 0.5, 5, NULL, 1, NULL, ${day(1)}, ${day(2)}),
      (3, 'FACT', 'new', 'ACTIVE', 0.95, NULL, 7, 3, '{"k": 1}', ${day(2)}, ${day(2)}),
      (6, 'FACT', 'gone', 'ACTIVE', 0.95, NULL, 7, 3, NULL, ${day(2)}, ${day(2)});
    DELETE FROM memories WHERE id = 6;
    INSERT INTO memory_lineage VALUES (2, 3, 'newer', ${day(2)});
    INSERT INTO memory_tags VALUES (2, 'b'), (2, 'a');
    INSERT INTO memory_disputes VALUES (4, 3, 2, 'why', ${day(3)});`;
}
