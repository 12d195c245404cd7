import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTables } from './reliability-document.ts';
import { root } from './tool.ts';

// Writes the tables of docs/reliability.md from those the tests work through.
const path = join(root, 'docs', 'reliability.md');
writeFileSync(path, withTables(readFileSync(path, 'utf8')));
