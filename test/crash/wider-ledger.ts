/** Rebuilds the table of events, which takes long enough to be killed in. */
export const widerLedger = {
  version: 2,
  sql: `
CREATE TABLE wider (id INTEGER PRIMARY KEY, writer, number, parts, text, length);
INSERT INTO wider SELECT id, writer, number, parts, text, length(text) FROM events;
DROP TABLE events;
ALTER TABLE wider RENAME TO events;
CREATE INDEX events_by_writer ON events (writer, number);
`,
} as const;
