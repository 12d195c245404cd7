/** The schema of the first release. `session_id` is the spelled id (`codex:…`, Claude bare). */
export const initial = {
  version: 1,
  sql: `
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO meta (key, value) VALUES ('minimum_writer', '1');

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  host_id TEXT NOT NULL,
  transcript_path TEXT,
  project_root TEXT NOT NULL,
  first_cwd TEXT NOT NULL,
  window TEXT,
  unattended INTEGER NOT NULL DEFAULT 0,
  parent_id TEXT,
  adopted_from TEXT, -- JSON list of the project roots it had before another directory took their place, the first one first
  off INTEGER NOT NULL DEFAULT 0, -- since when nothing of it is stored; 0: it is
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (host, host_id)
) WITHOUT ROWID;
CREATE INDEX sessions_by_project ON sessions (project_root, updated_at);

-- Which directory a project's root was when it was last seen, so that a moved one is known again.
CREATE TABLE projects (
  root TEXT PRIMARY KEY,
  file_id TEXT NOT NULL,
  seen_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE turns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  turn_key TEXT NOT NULL,
  turn_number INTEGER NOT NULL,
  start TEXT NOT NULL CHECK (start IN ('prompt', 'self', 'unknown')),
  state TEXT NOT NULL CHECK (state IN ('unverified', 'interrupted', 'provisional', 'complete')),
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  raw_user_hash TEXT NOT NULL,
  raw_assistant_hash TEXT,
  answer_id TEXT,
  pruned_at INTEGER, -- when what its tools were given and printed was dropped; it takes none of that again
  UNIQUE (session_id, turn_key)
);
CREATE INDEX turns_in_order ON turns (session_id, started_at, turn_number);
CREATE INDEX turns_unverified ON turns (session_id, started_at, turn_number) WHERE state = 'unverified';
CREATE INDEX turns_by_key ON turns (turn_key);
CREATE INDEX turns_by_answer ON turns (answer_id) WHERE answer_id IS NOT NULL;
CREATE INDEX turns_taken_over ON turns (session_id, turn_number) WHERE turn_key >= 'o:' AND turn_key < 'o;';

-- What can be listed and given to a model.
CREATE VIEW known_turns AS SELECT * FROM turns WHERE state <> 'unverified';

CREATE TABLE bodies (
  turn_id INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
  text TEXT NOT NULL,
  token_count INTEGER NOT NULL,
  PRIMARY KEY (turn_id, role)
);

-- The newest change of each turn, in the order of the changes: what a reader that follows them goes
-- on from. A deleted turn leaves none, and no number is given twice.
CREATE TABLE revisions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  turn_id INTEGER NOT NULL UNIQUE REFERENCES turns (id) ON DELETE CASCADE
);
CREATE TRIGGER body_written AFTER INSERT ON bodies BEGIN
  INSERT OR REPLACE INTO revisions (turn_id) VALUES (NEW.turn_id);
END;
CREATE TRIGGER turn_changed AFTER UPDATE OF state, session_id, pruned_at ON turns BEGIN
  INSERT OR REPLACE INTO revisions (turn_id) VALUES (NEW.id);
END;

CREATE TABLE details (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  turn_id INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
  source_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  tool_name TEXT NOT NULL,
  input_text TEXT,
  output_text TEXT,
  token_count INTEGER NOT NULL,
  UNIQUE (turn_id, source_id)
);

CREATE INDEX details_by_source ON details (source_id);

CREATE TABLE skeletons (
  turn_id INTEGER PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE,
  summary TEXT NOT NULL
);

CREATE TABLE links (
  successor_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  predecessor_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  up_to_started_at INTEGER,
  up_to_number INTEGER,
  up_to_turn_id INTEGER,
  why TEXT NOT NULL CHECK (why IN ('baton', 'clear', 'fork', 'auto', 'takeover')),
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX links_by_predecessor ON links (predecessor_id);

CREATE TABLE batons (
  session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  project_root TEXT NOT NULL,
  directory TEXT NOT NULL,
  window TEXT,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  successor_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  predecessor_id TEXT NOT NULL, -- the reader itself for a reminder
  kind TEXT NOT NULL DEFAULT 'memory' CHECK (kind IN ('memory', 'index', 'reminder')),
  mark TEXT NOT NULL,
  pages INTEGER NOT NULL DEFAULT 1,
  turns INTEGER NOT NULL,
  characters INTEGER NOT NULL, -- of all pages
  offered_at INTEGER NOT NULL,
  delivered_at INTEGER,
  received TEXT CHECK (received IN ('whole', 'cut', 'dropped')) -- by the host's own record, where it keeps one
);
CREATE INDEX deliveries_by_successor ON deliveries (successor_id);

CREATE TABLE cursors (
  path TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  file_id TEXT NOT NULL,
  offset INTEGER NOT NULL,
  head_hash TEXT NOT NULL,
  tail_hash TEXT NOT NULL,
  state TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE tombstones (
  session_id TEXT NOT NULL,
  turn_key TEXT NOT NULL,
  turn_number INTEGER,
  started_at INTEGER,
  ended_at INTEGER,
  PRIMARY KEY (session_id, turn_key)
) WITHOUT ROWID;
CREATE INDEX tombstones_by_key ON tombstones (turn_key);
`,
} as const;
