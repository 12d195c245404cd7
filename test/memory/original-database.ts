import process from 'node:process';
import type { DatabaseSync } from 'node:sqlite';

/** The steps of the original's schema; index n leads to version n + 1. */
const STEPS: readonly string[] = [
  `CREATE TABLE sessions (session_id TEXT PRIMARY KEY, project_path TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'active',
     created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
   CREATE TABLE skeletons (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, turn_number INTEGER NOT NULL,
     role TEXT NOT NULL, summary TEXT NOT NULL, created_at INTEGER NOT NULL);
   CREATE TABLE judgments (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, content_hash TEXT NOT NULL,
     text TEXT NOT NULL, created_at INTEGER NOT NULL);
   CREATE TABLE details (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, turn_number INTEGER,
     tool_name TEXT NOT NULL, input_text TEXT, output_text TEXT, token_count INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL);
   CREATE TABLE injection_log (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, event_type TEXT NOT NULL,
     turns_injected INTEGER NOT NULL DEFAULT 0, tokens_saved INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL)`,
  `CREATE UNIQUE INDEX uq_skeletons_turn ON skeletons (session_id, turn_number, role);
   CREATE UNIQUE INDEX uq_judgments_hash ON judgments (session_id, content_hash)`,
  `ALTER TABLE skeletons ADD COLUMN origin_session_id TEXT; ALTER TABLE judgments ADD COLUMN origin_session_id TEXT;
   ALTER TABLE details ADD COLUMN origin_session_id TEXT; ALTER TABLE sessions ADD COLUMN merged_into TEXT;
   UPDATE skeletons SET origin_session_id = session_id; UPDATE details SET origin_session_id = session_id;
   DROP INDEX uq_skeletons_turn; DROP INDEX uq_judgments_hash;
   CREATE UNIQUE INDEX uq_skeletons_turn_v3 ON skeletons (session_id, origin_session_id, turn_number, role);
   CREATE INDEX idx_skeletons_session ON skeletons (session_id, created_at)`,
  `CREATE TABLE bodies (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, origin_session_id TEXT NOT NULL,
     turn_number INTEGER NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL, token_count INTEGER, created_at INTEGER NOT NULL,
     UNIQUE (session_id, origin_session_id, turn_number, role));
   CREATE INDEX idx_bodies_session_created ON bodies (session_id, created_at); DROP TABLE judgments`,
  `ALTER TABLE details ADD COLUMN kind TEXT NOT NULL DEFAULT 'tool_input'; ALTER TABLE details ADD COLUMN source_id TEXT;
   CREATE UNIQUE INDEX uq_details_source ON details (session_id, origin_session_id, source_id) WHERE source_id IS NOT NULL;
   CREATE INDEX idx_details_session_kind ON details (session_id, kind, created_at)`,
  'CREATE TABLE handoff_batons (project_path TEXT PRIMARY KEY, session_id TEXT NOT NULL, created_at INTEGER NOT NULL)',
  'ALTER TABLE handoff_batons ADD COLUMN memo_text TEXT',
  'ALTER TABLE handoff_batons DROP COLUMN memo_text',
  `CREATE TABLE pending_handoffs (session_id TEXT PRIMARY KEY, project_path TEXT NOT NULL, source TEXT,
     auto_predecessor_id TEXT, created_at INTEGER NOT NULL)`,
  `CREATE TABLE room_turns (project_path TEXT NOT NULL, room_id TEXT NOT NULL, message_id TEXT NOT NULL, speaker TEXT NOT NULL,
     text TEXT NOT NULL, PRIMARY KEY (project_path, room_id, message_id))`,
  'ALTER TABLE bodies ADD COLUMN turn_start TEXT',
  `CREATE TABLE codex_handoff_summaries (origin_session_id TEXT NOT NULL, turn_number INTEGER NOT NULL, source_hash TEXT NOT NULL,
     summary TEXT NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY (origin_session_id, turn_number, source_hash))`,
];

export interface OriginalDetailRow {
  readonly kind: string;
  readonly tool: string;
  readonly sourceId: string | null;
  readonly input: string | null;
  readonly output: string | null;
}

type Value = string | number | null;

/** A database as the original makes it, in WAL mode; rows are written as its schema of that time has them. */
export class OriginalDatabase implements Disposable {
  readonly path: string;
  readonly db: DatabaseSync;
  readonly version: number;

  constructor(path: string, version = 12) {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    this.path = path;
    this.version = version;
    this.db = new DatabaseSync(path);
    this.db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
    for (const step of STEPS.slice(0, version)) this.db.exec(step);
    this.db.exec(`PRAGMA user_version = ${version}`);
  }

  session(
    id: string,
    rest: { readonly project?: string; readonly mergedInto?: string; readonly at?: number } = {},
  ): void {
    const at = rest.at ?? 1000;
    this.#insert('sessions', {
      session_id: id,
      project_path: rest.project ?? '/p',
      status: 'active',
      created_at: at,
      updated_at: at,
      ...(this.version >= 3 ? { merged_into: rest.mergedInto ?? null } : {}),
    });
  }

  /** `owner`: the session that has the rows now. */
  turn(
    session: string,
    number: number,
    rest: {
      readonly owner?: string;
      readonly request?: string | null;
      readonly answer?: string | null;
      readonly at?: number;
      readonly endedAt?: number;
      readonly start?: string | null;
    } = {},
  ): void {
    const at = rest.at ?? 1000 + number;
    const place = {
      session_id: rest.owner ?? session,
      origin_session_id: session,
      turn_number: number,
    };
    const { request = `request ${number}`, answer = `answer ${number}`, endedAt = at } = rest;
    const start = this.version >= 11 ? { turn_start: rest.start ?? null } : {};
    const texts = [
      { role: 'user', text: request, created_at: at, ...start },
      { role: 'assistant', text: answer, created_at: endedAt },
    ];
    for (const body of texts.filter(({ text }) => text !== null)) {
      this.#insert('bodies', { ...place, ...body, token_count: 1 });
    }
  }

  summary(session: string, number: number, summary: string, owner = session): void {
    this.#insert('skeletons', {
      ...this.#place(session, owner),
      turn_number: number,
      role: 'assistant',
      summary,
      created_at: 1000 + number,
    });
  }

  detail(
    session: string,
    number: number | null,
    detail: Partial<OriginalDetailRow>,
    owner = session,
  ): void {
    const { kind = 'tool_input', sourceId = null } = detail;
    this.#insert('details', {
      ...this.#place(session, owner),
      turn_number: number,
      tool_name: detail.tool ?? 'Bash',
      input_text: detail.input ?? null,
      output_text: detail.output ?? null,
      token_count: 0,
      created_at: 2000,
      ...(this.version >= 5 ? { kind, source_id: sourceId } : {}),
    });
  }

  #place(session: string, owner: string): Record<string, Value> {
    return { session_id: owner, ...(this.version >= 3 ? { origin_session_id: session } : {}) };
  }

  #insert(table: string, values: Readonly<Record<string, Value | undefined>>): void {
    const names = Object.keys(values);
    const sql = `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    this.db.prepare(sql).run(...Object.values(values).map((value) => value ?? null));
  }

  [Symbol.dispose](): void {
    if (this.db.isOpen) this.db.close();
  }
}
