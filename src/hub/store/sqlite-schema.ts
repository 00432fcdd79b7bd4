/** Marks a file as a hub's own; a file of the public system has none. "AIMH" in ASCII. */
export const APPLICATION_ID = 0x41494d48;

/** The version of the tables below, kept in `PRAGMA user_version`. */
export const SQLITE_VERSION = 1;

/** The tables whose ids are never given twice, also after rows are gone. */
export const NUMBERED = ['participants', 'chats', 'messages', 'memories', 'memory_disputes'] as const;

export const SQLITE_SCHEMA = `
CREATE TABLE server_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE participants (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  machine TEXT NOT NULL,
  client_type TEXT NOT NULL,
  agent_type TEXT NOT NULL,
  registered_at TEXT NOT NULL,
  session_key_hash TEXT UNIQUE,
  last_seen_at TEXT,
  token_hash TEXT
);

CREATE TABLE chats (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  description TEXT,
  created_by INTEGER NOT NULL REFERENCES participants(id),
  created_at TEXT NOT NULL,
  active_at TEXT NOT NULL,
  last_message_id INTEGER,
  last_message_at TEXT,
  last_seq INTEGER NOT NULL DEFAULT 0,
  message_count INTEGER NOT NULL DEFAULT 0,
  participant_count INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX chats_by_name ON chats(name_folded);
CREATE INDEX chats_by_activity ON chats(active_at, id);
CREATE INDEX chats_by_founder ON chats(created_by);

CREATE TABLE chat_members (
  chat_id INTEGER NOT NULL REFERENCES chats(id),
  participant_id INTEGER NOT NULL REFERENCES participants(id),
  followed_at TEXT NOT NULL,
  left_at TEXT,
  PRIMARY KEY (chat_id, participant_id)
) WITHOUT ROWID;
CREATE INDEX chat_members_by_participant ON chat_members(participant_id, chat_id);

CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chat_id INTEGER NOT NULL REFERENCES chats(id),
  seq INTEGER NOT NULL,
  sender_id INTEGER NOT NULL REFERENCES participants(id),
  text TEXT NOT NULL,
  text_folded TEXT,
  is_introduction INTEGER NOT NULL DEFAULT 0,
  intro_payload TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX messages_by_time ON messages(chat_id, created_at, id);
CREATE INDEX messages_by_id ON messages(chat_id, id);
CREATE INDEX messages_by_sender ON messages(sender_id, chat_id, created_at, id);

CREATE TABLE mentions (
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  participant_id INTEGER NOT NULL REFERENCES participants(id),
  chat_id INTEGER NOT NULL,
  PRIMARY KEY (message_id, participant_id)
) WITHOUT ROWID;
CREATE INDEX mentions_by_participant ON mentions(participant_id, chat_id, message_id);

CREATE TABLE memories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  memory_type TEXT NOT NULL,
  content TEXT NOT NULL,
  content_folded TEXT,
  status TEXT NOT NULL,
  confidence REAL NOT NULL,
  source_message_id INTEGER REFERENCES messages(id) ON DELETE SET NULL,
  project_id INTEGER,
  creator_id INTEGER REFERENCES participants(id) ON DELETE SET NULL,
  metadata TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX memories_by_time ON memories(created_at, id);
CREATE INDEX memories_by_scope ON memories(project_id, memory_type, created_at, id);
CREATE INDEX memories_by_source ON memories(source_message_id);
CREATE INDEX memories_by_creator ON memories(creator_id);

CREATE TABLE memory_lineage (
  id INTEGER PRIMARY KEY,
  superseded_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  superseding_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  reason TEXT,
  recorded_at TEXT NOT NULL
);
CREATE INDEX memory_lineage_by_superseded ON memory_lineage(superseded_id);
CREATE INDEX memory_lineage_by_superseding ON memory_lineage(superseding_id);

CREATE TABLE memory_tags (
  memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  PRIMARY KEY (memory_id, tag)
) WITHOUT ROWID;
CREATE INDEX memory_tags_by_tag ON memory_tags(tag, memory_id);

CREATE TABLE memory_disputes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  conflicting_id INTEGER REFERENCES memories(id) ON DELETE SET NULL,
  reason TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX memory_disputes_by_memory ON memory_disputes(memory_id);
CREATE INDEX memory_disputes_by_conflicting ON memory_disputes(conflicting_id);

CREATE TABLE idempotency (
  scope TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  sealed TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (scope, key_hash)
) WITHOUT ROWID;
CREATE INDEX idempotency_by_time ON idempotency(created_at);
`;
