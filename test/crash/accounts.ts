/** Whatever is moved, the accounts hold 100,000 together. */
export const accountsMigration = {
  version: 1,
  sql: `
CREATE TABLE accounts (id INTEGER PRIMARY KEY, amount, text);
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
INSERT INTO accounts SELECT i, 100, hex(zeroblob(100)) FROM n;
`,
} as const;
