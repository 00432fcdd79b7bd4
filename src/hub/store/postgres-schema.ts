/** The version of the tables below, kept in `server_meta`. */
export const POSTGRES_VERSION = 1;

/** Everything that one process writes, it writes while it holds this lock: ids and times tell one order over all of them. */
export const WRITER_LOCK = 0x41494d48;

/** Times are texts of fixed width and are compared byte by byte, as all that has an order. */
export const POSTGRES_SCHEMA = `
CREATE FUNCTION instr(haystack text, needle text) RETURNS integer
  LANGUAGE sql IMMUTABLE AS 'SELECT strpos($1, $2)';

CREATE TABLE server_meta (key text PRIMARY KEY, value text NOT NULL);

CREATE TABLE participants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  machine text NOT NULL,
  client_type text NOT NULL,
  agent_type text NOT NULL,
  registered_at text COLLATE "C" NOT NULL,
  session_key_hash text UNIQUE,
  last_seen_at text COLLATE "C",
  token_hash text
);

CREATE TABLE chats (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  name_folded text COLLATE "C" NOT NULL,
  description text,
  created_by bigint NOT NULL REFERENCES participants(id),
  created_at text COLLATE "C" NOT NULL,
  active_at text COLLATE "C" NOT NULL,
  last_message_id bigint,
  last_message_at text COLLATE "C",
  last_seq bigint NOT NULL DEFAULT 0,
  message_count bigint NOT NULL DEFAULT 0,
  participant_count bigint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX chats_by_name ON chats(name_folded);
CREATE INDEX chats_by_activity ON chats(active_at, id);
CREATE INDEX chats_by_founder ON chats(created_by);

CREATE TABLE chat_members (
  chat_id bigint NOT NULL REFERENCES chats(id),
  participant_id bigint NOT NULL REFERENCES participants(id),
  followed_at text COLLATE "C" NOT NULL,
  left_at text COLLATE "C",
  PRIMARY KEY (chat_id, participant_id)
);
CREATE INDEX chat_members_by_participant ON chat_members(participant_id, chat_id);

CREATE TABLE messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chat_id bigint NOT NULL REFERENCES chats(id),
  seq bigint NOT NULL,
  sender_id bigint NOT NULL REFERENCES participants(id),
  text text COLLATE "C" NOT NULL,
  text_folded text COLLATE "C",
  is_introduction integer NOT NULL DEFAULT 0,
  intro_payload text,
  created_at text COLLATE "C" NOT NULL
);
CREATE INDEX messages_by_time ON messages(chat_id, created_at, id);
CREATE INDEX messages_by_id ON messages(chat_id, id);
CREATE INDEX messages_by_sender ON messages(sender_id, chat_id, created_at, id);

CREATE TABLE mentions (
  message_id bigint NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  participant_id bigint NOT NULL REFERENCES participants(id),
  chat_id bigint NOT NULL,
  PRIMARY KEY (message_id, participant_id)
);
CREATE INDEX mentions_by_participant ON mentions(participant_id, chat_id, message_id);

CREATE TABLE memories (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  memory_type text NOT NULL,
  content text COLLATE "C" NOT NULL,
  content_folded text COLLATE "C",
  status text NOT NULL,
  confidence double precision NOT NULL,
  source_message_id bigint REFERENCES messages(id) ON DELETE SET NULL,
  project_id bigint,
  creator_id bigint REFERENCES participants(id) ON DELETE SET NULL,
  metadata text NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL
);
CREATE INDEX memories_by_time ON memories(created_at, id);
CREATE INDEX memories_by_scope ON memories(project_id, memory_type, created_at, id);
CREATE INDEX memories_by_source ON memories(source_message_id);
CREATE INDEX memories_by_creator ON memories(creator_id);

CREATE TABLE memory_lineage (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  superseded_id bigint NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  superseding_id bigint NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  reason text,
  recorded_at text COLLATE "C" NOT NULL
);
CREATE INDEX memory_lineage_by_superseded ON memory_lineage(superseded_id);
CREATE INDEX memory_lineage_by_superseding ON memory_lineage(superseding_id);

CREATE TABLE memory_tags (
  memory_id bigint NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  tag text COLLATE "C" NOT NULL,
  PRIMARY KEY (memory_id, tag)
);
CREATE INDEX memory_tags_by_tag ON memory_tags(tag, memory_id);

CREATE TABLE memory_disputes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  memory_id bigint NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  conflicting_id bigint REFERENCES memories(id) ON DELETE SET NULL,
  reason text NOT NULL,
  created_at text COLLATE "C" NOT NULL
);
CREATE INDEX memory_disputes_by_memory ON memory_disputes(memory_id);
CREATE INDEX memory_disputes_by_conflicting ON memory_disputes(conflicting_id);

CREATE TABLE idempotency (
  scope text NOT NULL,
  key_hash text NOT NULL,
  request_hash text NOT NULL,
  sealed text NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (scope, key_hash)
);
CREATE INDEX idempotency_by_time ON idempotency(created_at);
`;
