import type { Environment } from '../platform/environment.ts';
import { projectRoot } from '../platform/project.ts';
import { findSession } from '../store/sessions.ts';
import type { Command, RawOptions } from './command.ts';
import { isoTime } from './iso-time.ts';
import { readForLauncher } from './launcher-store.ts';
import { LAUNCHER_NOTES, usageError } from './launcher-words.ts';
import { wordOf } from './options.ts';
import { newestSession } from './session-choice.ts';
import { pathNamed } from './working-directory.ts';

const USAGE = 'latest-session --project DIR --json';

export const latestSession: Command = {
  name: 'latest-session',
  summary: 'For launchers: the newest session of a project',
  usage: USAGE,
  notes: LAUNCHER_NOTES,
  options: [{ flag: '--project <dir>', description: 'Any directory of it' }],
  readWords,
  async run(_words, options, environment) {
    const projectPath = pathNamed(wordOf(options.project) ?? '', environment);
    const session = await newestIn(projectPath, environment);
    return {
      text: session?.id ?? '',
      json: {
        schema: 'throughline.latest_session.v1',
        status: session === null ? 'empty' : 'ready',
        projectPath,
        sessionId: session?.id ?? null,
        updatedAt: isoTime(session?.updatedAt ?? null),
      },
    };
  },
};

/** Other programs were written to just these words. */
function readWords(words: readonly string[]): RawOptions {
  const [flag, project = '', json, ...surplus] = words;
  if (flag !== '--project' || project === '' || json !== '--json' || surplus.length > 0)
    throw usageError(USAGE);
  return { project };
}

const newestIn = (directory: string, environment: Environment) =>
  readForLauncher(environment, (db) => {
    /* What it means to launchers: whichever spoke last, also one that nobody typed into. */
    const id = newestSession(db, projectRoot(directory, environment.home), 'anybody');
    return id === null ? null : findSession(db, id);
  });
