import { counted } from '../core/counted.ts';
import { localMinute } from '../core/local-time.ts';
import { printable } from '../core/printable.ts';
import { shortSession } from '../core/session.ts';
import { projectRoot } from '../platform/project.ts';
import { listSessions, type SessionSummary } from '../store/sessions.ts';
import type { Command } from './command.ts';
import { isoTime } from './iso-time.ts';
import { countOption, refuseWords } from './options.ts';
import { readMemory } from './read-store.ts';

const DEFAULT_LAST = 20;

export const sessions: Command = {
  name: 'sessions',
  summary: 'List the stored conversations and what each goes on from',
  options: [
    { flag: '--all', description: 'Of every project, not only of this one' },
    { flag: '--last <n>', description: `How many (default: ${DEFAULT_LAST})` },
  ],
  async run(positional, options, environment) {
    refuseWords(positional);
    const root = options.all === true ? null : projectRoot(environment.cwd, environment.home);
    const last = countOption(options, 'last', DEFAULT_LAST);
    const found = (await readMemory(environment, (db) => listSessions(db, root, last))) ?? [];
    const where = root === null ? 'any project' : root;
    return {
      text:
        found.length === 0
          ? `No conversation of ${where} is stored yet.`
          : found.map((session) => line(session, root === null)).join('\n'),
      json: {
        schema: 'throughline.sessions.v1',
        project: root,
        sessions: found.map(sessionObject),
      },
    };
  },
};

const sessionObject = (session: SessionSummary) => ({
  id: session.id,
  host: session.ref.host,
  project: session.projectRoot,
  directory: session.firstCwd,
  transcript: session.transcriptPath,
  turns: session.turns,
  startedAt: isoTime(session.startedAt),
  lastTurnAt: isoTime(session.lastTurnAt),
  continues: session.continues,
  about: session.about,
  off: session.off,
});

function line(session: SessionSummary, withProject: boolean): string {
  const at = session.lastTurnAt ?? session.updatedAt;
  const parts = [
    localMinute(new Date(at)),
    counted(session.turns, 'turn').padStart(10),
    session.id,
    session.continues === null ? '' : `continues ${shortSession(session.continues)}`,
    session.off ? 'off' : '',
    withProject ? session.projectRoot : '',
  ];
  const head = parts.filter((part) => part !== '').join('  ');
  return session.about === null ? head : `${head}\n    ${printable(session.about)}`;
}
