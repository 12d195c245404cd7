import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { type DataLayout, dataLayout } from '../../src/platform/data-layout.ts';
import type { Filling } from './programs/fill-memory.ts';
import type { TranscriptFile } from './transcript-writer.ts';
import type { Command } from './whole-process.ts';

/** A user's home with a memory of some size and conversations that are under way. */
export interface Home {
  readonly directory: string;
  readonly project: string;
  readonly layout: DataLayout;
  readonly transcripts: readonly TranscriptFile[];
}

/**
 * @param size.database bytes of the memory before those conversations
 * @param size.transcripts bytes of each conversation's transcript
 */
export function makeHome(
  directory: string,
  size: { readonly database: number; readonly transcripts: readonly number[] },
): Home {
  const { project, layout } = newHome(directory);
  const dataDirectory = layout.root;
  const transcripts = size.transcripts.map((bytes) => {
    const session = randomUUID();
    const path = join(directory, `${session}.jsonl`);
    return { file: { path, session, cwd: project, newest: null }, bytes };
  });
  const filling: Filling = { dataDirectory, project, databaseBytes: size.database, transcripts };
  const program = join(import.meta.dirname, 'programs', 'fill-memory.ts');
  const answer = execFileSync(process.execPath, [program, JSON.stringify(filling)], {
    encoding: 'utf8',
  });
  return { directory, project, layout, transcripts: JSON.parse(answer) as TranscriptFile[] };
}

/** A home in which nothing was stored yet. */
export function newHome(directory: string): Home {
  const project = join(directory, 'project');
  mkdirSync(join(project, '.git'), { recursive: true });
  return {
    directory,
    project,
    layout: dataLayout(join(directory, '.throughline')),
    transcripts: [],
  };
}

/** The same with a memory of its own, for a program that must not share it. */
export function withOwnMemory(home: Home, directory: string): Home {
  const layout = dataLayout(join(directory, '.throughline'));
  cpSync(home.layout.root, layout.root, { recursive: true });
  return { ...home, directory, layout };
}

/** Starts a program as Claude Code starts a hook of a window in which a person types. */
export function hookCommand(
  home: Home,
  executable: string,
  words: readonly string[],
  payload: { readonly session_id: string; readonly [field: string]: unknown },
): Command {
  const input = join(home.directory, `${words.join('-')}-${payload.session_id}.json`);
  writeFileSync(input, JSON.stringify({ cwd: home.project, ...payload }));
  return { file: executable, args: words, input, env: environmentOf(home), cwd: home.project };
}

export const environmentOf = ({ directory }: Home): Readonly<Record<string, string>> => ({
  HOME: directory,
  PATH: '/usr/bin:/bin',
  CLAUDE_PID: String(process.pid),
  CLAUDE_CODE_SESSION_ATTENDED: '1',
});
