import type { Host } from '../core/session.ts';
import { claudeFiles } from './claude/files.ts';
import type { HostFiles } from './host-files.ts';

/** The hosts whose files we read. Loaded only by what works on the memory. */
export const hostFiles: Readonly<Partial<Record<Host, HostFiles>>> = { claude: claudeFiles };
