import type { DatabaseSync } from 'node:sqlite';
import { NUMBERED, SQLITE_SCHEMA } from './sqlite-schema.ts';

/** The newest schema of the public system that is known here. */
export const PUBLIC_VERSION = 5;

/** The tables of the public system; the memory layer came with its schema 4. */
const TABLES = [
  ...['server_meta', 'participants', 'chats', 'chat_members', 'messages', 'mentions'],
  ...['memories', 'memory_lineage', 'memory_tags', 'memory_disputes'],
];

/** The largest whole number that can be given back as it is; a project beyond it is taken over as this one. */
const EXACT = Number.MAX_SAFE_INTEGER;

/**
 * Takes over a file of the public system, of any of its schemas 0 to 5: they differ in which tables and columns they
 * have, so each is read as far as it goes. Ids, times, texts and the marks of ids that were given stay as they are.
 */
export function importPublicFile(db: DatabaseSync): void {
  const marks = idMarks(db);
  const found = TABLES.filter(name => columnsOf(db, name).size > 0);
  // Its indexes go with their tables, but their names are taken until then
  for (const index of indexesOf(db)) db.exec(`DROP INDEX "${index}"`);
  db.exec('PRAGMA legacy_alter_table = ON');
  for (const name of found) db.exec(`ALTER TABLE ${name} RENAME TO public_${name}`);
  db.exec('PRAGMA legacy_alter_table = OFF');
  db.exec(SQLITE_SCHEMA);
  for (const name of found) db.exec(copyOf(name, columnsOf(db, `public_${name}`)));
  db.exec(COUNTERS);
  for (const name of found) db.exec(`DROP TABLE public_${name}`);
  for (const [name, mark] of marks) setMark(db, name, mark);
}

function columnsOf(db: DatabaseSync, table: string): Set<string> {
  return new Set(
    db
      .prepare(`PRAGMA table_info(${table})`)
      .all()
      .map(row => String(row.name)),
  );
}

function indexesOf(db: DatabaseSync): string[] {
  const rows = db.prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL").all();
  return rows.map(row => String(row.name));
}

function idMarks(db: DatabaseSync): (readonly [string, number])[] {
  const rows = db.prepare('SELECT name, seq FROM sqlite_sequence').all();
  return rows.map(row => [String(row.name), Number(row.seq)] as const);
}

function setMark(db: DatabaseSync, name: string, mark: number): void {
  if (!NUMBERED.some(one => one === name)) return;
  const { changes } = db
    .prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?')
    .run(mark, name);
  if (changes === 0) db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, mark);
}

/** The statement that copies one table; a column that the file lacks is null. */
function copyOf(table: string, columns: ReadonlySet<string>): string {
  const maybe = (name: string) => (columns.has(name) ? name : 'NULL');
  const from = `FROM public_${table}`;
  switch (table) {
    case 'server_meta':
      return `INSERT INTO server_meta (key, value) SELECT key, value ${from}`;
    case 'participants':
      return `INSERT INTO participants (id, name, machine, client_type, agent_type, registered_at, session_key_hash,
          last_seen_at, token_hash)
        SELECT id, name, machine, client_type, agent_type, registered_at, hash_of(${maybe('client_session_key')}),
          ${maybe('last_seen_at')}, ${maybe('token_hash')} ${from}`;
    case 'chats':
      return `INSERT INTO chats (id, name, name_folded, description, created_by, created_at, active_at)
        SELECT id, name, folded(name), description, created_by, created_at, created_at ${from}`;
    case 'chat_members':
      return `INSERT INTO chat_members (chat_id, participant_id, followed_at, left_at)
        SELECT chat_id, participant_id, followed_at, left_at ${from}`;
    case 'messages':
      return `INSERT INTO messages (id, chat_id, seq, sender_id, text, text_folded, is_introduction, intro_payload,
          created_at)
        SELECT id, chat_id, row_number() OVER (PARTITION BY chat_id ORDER BY created_at, id), sender_id, text,
          folded_apart(text), is_introduction, intro_payload, created_at ${from} ORDER BY id`;
    case 'mentions':
      return `INSERT INTO mentions (message_id, participant_id, chat_id)
        SELECT message_id, participant_id, m.chat_id ${from} JOIN public_messages m ON m.id = message_id`;
    case 'memories':
      return `INSERT INTO memories (id, memory_type, content, content_folded, status, confidence, source_message_id,
          project_id, creator_id, metadata, created_at, updated_at)
        SELECT id, memory_type, content, folded_apart(content), status, confidence,
          (SELECT id FROM public_messages WHERE id = source_message_id), max(min(project_id, ${EXACT}), -${EXACT}),
          (SELECT id FROM public_participants WHERE id = creator_id), metadata_of(metadata), created_at, updated_at
        ${from}`;
    case 'memory_lineage':
      return `INSERT INTO memory_lineage (superseded_id, superseding_id, reason, recorded_at)
        SELECT superseded_id, superseding_id, reason, recorded_at ${from} ORDER BY recorded_at, rowid`;
    case 'memory_tags':
      return `INSERT INTO memory_tags (memory_id, tag) SELECT memory_id, tag ${from}`;
    default:
      return `INSERT INTO memory_disputes (id, memory_id, conflicting_id, reason, created_at)
        SELECT id, memory_id, conflicting_id, reason, created_at ${from}`;
  }
}

/** What the public system counts at every request is counted once, and kept from then on. */
const COUNTERS = `
CREATE TEMP TABLE counted AS SELECT chat_id, count(*) AS messages, max(seq) AS seq FROM messages GROUP BY chat_id;
UPDATE chats SET message_count = c.messages, last_seq = c.seq, last_message_id = m.id,
    last_message_at = m.created_at, active_at = m.created_at
  FROM counted c JOIN messages m ON m.chat_id = c.chat_id AND m.seq = c.seq WHERE c.chat_id = chats.id;
DROP TABLE counted;
UPDATE chats SET participant_count = (
  SELECT count(*) FROM chat_members m WHERE m.chat_id = chats.id AND m.left_at IS NULL);
`;
