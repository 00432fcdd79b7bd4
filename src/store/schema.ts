/** Says that a file is this monitor's: "AIMF" in ASCII. */
export const APPLICATION = 0x41494d46;
/** The version of the tables below. */
export const VERSION = 1;

/** The tables of the monitor's state (specification section 10.2). */
export const SCHEMA = `
CREATE TABLE wire (name TEXT PRIMARY KEY, watermark TEXT NOT NULL) STRICT;
CREATE TABLE seen (
  wire TEXT NOT NULL, transport_id TEXT NOT NULL, hash TEXT, PRIMARY KEY (wire, transport_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX seen_hash ON seen (wire, hash) WHERE hash IS NOT NULL;
CREATE TABLE accepted (
  sender TEXT NOT NULL, id TEXT NOT NULL, content TEXT NOT NULL, agreement TEXT, day TEXT NOT NULL,
  PRIMARY KEY (sender, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX accepted_day ON accepted (agreement, day);
CREATE TABLE entry (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
  body TEXT NOT NULL, recorded INTEGER NOT NULL
) STRICT;
CREATE INDEX entry_recorded ON entry (recorded);
CREATE TABLE channel (name TEXT PRIMARY KEY, upto INTEGER NOT NULL) STRICT;
CREATE TABLE delivered (channel TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (channel, seq)) STRICT, WITHOUT ROWID;
CREATE TABLE held (
  key TEXT PRIMARY KEY, wire TEXT NOT NULL, transport_id TEXT NOT NULL, label TEXT NOT NULL,
  arrived INTEGER NOT NULL, content BLOB NOT NULL, waits_for TEXT NOT NULL, name TEXT NOT NULL
) STRICT;
CREATE TABLE ack (
  agreement TEXT NOT NULL, version TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (agreement, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE run (
  run INTEGER PRIMARY KEY AUTOINCREMENT, started INTEGER NOT NULL, ended INTEGER, ok INTEGER, messages INTEGER
) STRICT;
CREATE TABLE value (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
PRAGMA application_id = ${APPLICATION};
PRAGMA user_version = ${VERSION};
`;
