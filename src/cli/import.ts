import { sep } from 'node:path';
import { installEn } from '../core/text/install-en.ts';
import { UserError } from '../core/user-error.ts';
import type { Environment } from '../platform/environment.ts';
import { projectRoot } from '../platform/project.ts';
import type { Command, CommandResult, RawOptions } from './command.ts';
import { chooseTranscripts, type TranscriptChoice } from './import-choice.ts';
import { importFile } from './import-file.ts';
import { indexImported } from './import-index.ts';
import { importOriginal } from './import-original.ts';
import { importTranscriptsOf } from './import-transcripts.ts';
import { momentOption } from './moment.ts';
import { refuseWords, wordOf } from './options.ts';
import { readMemory } from './read-store.ts';
import { namedHosts } from './registration-options.ts';
import { isStoredProject, refuseUnknownProject } from './scope-options.ts';
import { pathNamed, projectHere } from './working-directory.ts';

export const importMemory: Command = {
  name: 'import',
  positional: '[file]',
  summary:
    'Bring in what the agents wrote down before, or the file of an export; what is read stays as it is',
  options: [
    { flag: '--host <host>', description: 'Only this agent; may be given more than once' },
    {
      flag: '--project [dir]',
      description:
        'Only this project, without a word that of this directory (without it: every project)',
    },
    { flag: '--since <time>', description: 'Only sessions that went on since then' },
    {
      flag: '--from-original [path]',
      description: 'Instead, what the Node Throughline remembers (~/.throughline/throughline.db)',
    },
    { flag: '--dry-run', description: 'Only say what would come in' },
  ],
  async run(positional, options, environment) {
    const [file, ...surplus] = positional;
    refuseWords(surplus);
    const dryRun = options.dryRun === true;
    const result = await importFrom(file, options, dryRun, environment);
    if (!dryRun) indexImported(environment);
    return result;
  },
};

async function importFrom(
  file: string | undefined,
  options: RawOptions,
  dryRun: boolean,
  environment: Environment,
): Promise<CommandResult> {
  if (file !== undefined) {
    refuseOthers(options, 'A file is brought in whole');
    return importFile(file, dryRun, environment);
  }
  if (options.fromOriginal === undefined) {
    await refuseUnknownProject(options, environment, (path) => isKnown(path, environment));
    return importTranscriptsOf(choiceOf(options, environment), dryRun, environment);
  }
  const { fromOriginal, ...others } = options;
  refuseOthers(others, '--from-original brings in everything');
  return importOriginal(wordOf(fromOriginal), dryRun, environment);
}

function choiceOf(options: RawOptions, environment: Environment): TranscriptChoice {
  const { project } = options;
  return {
    hosts: namedHosts(options, installEn),
    root: project === undefined ? null : rootOf(wordOf(project), environment),
    since: momentOption(options, 'since', environment.now()) ?? 0,
  };
}

/** A folder that is gone is known by what is stored of it, or by what was said in it. */
async function isKnown(path: string, environment: Environment): Promise<boolean> {
  const isStored = await readMemory(environment, (db) => isStoredProject(db, path));
  if (isStored === true) return true;
  const everything = chooseTranscripts({ hosts: null, root: null, since: 0 }, environment);
  const isBelow = (cwd: string): boolean => cwd === path || cwd.startsWith(path + sep);
  return everything.some(({ transcripts }) => transcripts.some(({ cwd }) => isBelow(cwd)));
}

const rootOf = (word: string | undefined, environment: Environment): string =>
  word === undefined
    ? projectHere(environment)
    : projectRoot(pathNamed(word, environment), environment.home);

/** An export, and the Node Throughline's database, is brought in whole. */
function refuseOthers(options: RawOptions, why: string): void {
  const others = ['fromOriginal', 'host', 'project', 'since'];
  const named = others.find((name) => options[name] !== undefined);
  if (named === undefined) return;
  const flag = named === 'fromOriginal' ? 'from-original' : named;
  throw new UserError(`${why}; --${flag} does not go with it.`, 2);
}
