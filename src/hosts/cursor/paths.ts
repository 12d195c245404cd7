import { join } from 'node:path';
import { namesIn } from '../../platform/directory-names.ts';
import { regularFileSize } from '../../platform/regular-file.ts';
import { folderName } from '../folder-directory.ts';

/** A user has tens of projects; a directory with more entries than this is not searched to its end. */
const MOST_PROJECTS = 500;

/** Where to look for the transcript of a conversation. */
export interface TranscriptPlace {
  readonly home: string;
  /** The project's directory. */
  readonly cwd: string;
  /** The conversation's id, safe as a file name. */
  readonly id: string;
  /** Also look into the folders of other projects: their names cannot always be derived. */
  readonly everywhere: boolean;
}

/**
 * The transcript of a conversation, when the host does not name it: the first file that is there,
 * else the place where current versions will write it.
 */
export function locateTranscript({ home, cwd, id, everywhere }: TranscriptPlace): string {
  const projects = join(home, '.cursor', 'projects');
  const [own, others] = [projectFolder(cwd), everywhere ? namesIn(projects) : []];
  for (const folder of [own, ...others.slice(0, MOST_PROJECTS)]) {
    const found = transcriptCandidates(join(projects, folder), id).find(
      (path) => regularFileSize(path) > 0,
    );
    if (found !== undefined) return found;
  }
  return join(projects, own, 'agent-transcripts', id, `${id}.jsonl`);
}

/** Newest form first: in a directory of its own, beside the others, and as plain text. */
export function transcriptCandidates(project: string, id: string): readonly string[] {
  const transcripts = join(project, 'agent-transcripts');
  return [
    join(transcripts, id, `${id}.jsonl`),
    join(transcripts, `${id}.jsonl`),
    join(transcripts, id, `${id}.txt`),
    join(transcripts, `${id}.txt`),
  ];
}

/**
 * The name under which Cursor keeps a project.
 * @internal exported for tests
 */
export const projectFolder = (directory: string): string => folderName(directory) || 'empty-window';

const SUBAGENT = /[\\/]subagents[\\/][^\\/]+\.jsonl$/;

/** The transcript of a subagent, which is no conversation of its own. */
export const isSubagentTranscript = (path: string): boolean => SUBAGENT.test(path);
