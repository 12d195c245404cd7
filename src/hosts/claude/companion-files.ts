import { recallSkill, tlCommand } from '../../core/text/claude-files.ts';
import { sha256 } from '../../platform/sha256.ts';
import { agentCommand, type Invocation } from './commands.ts';
import type { ClaudePaths } from './paths.ts';

export interface CompanionFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const MARK =
  /^<!-- written by throughline-bin, ([0-9a-f]{16}): uninstall removes it while unchanged -->\n/m;

/** The `/tl` command and the recall skill, as they should be for this executable. */
export function companionFiles(
  paths: Pick<ClaudePaths, 'command' | 'skill'>,
  invocation: Invocation,
): readonly CompanionFile[] {
  const command = (verb: string): string => agentCommand(invocation, verb);
  const skill = recallSkill({
    sessions: command('sessions'),
    recall: command('recall'),
    detail: command('detail'),
  });
  return [
    { path: paths.command, bytes: marked(tlCommand({ status: command('status') })) },
    { path: paths.skill, bytes: marked(skill) },
  ];
}

/** True for a file we wrote and nobody changed since: the mark holds the hash of the rest. */
export function isUnchangedCompanion(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('utf8');
  const mark = MARK.exec(text);
  return mark?.[1] === fingerprint(text.replace(MARK, ''));
}

/** The mark stands after the front matter, which has to come first. */
function marked(text: string): Uint8Array {
  const end = text.indexOf('\n---\n') + '\n---\n'.length;
  const mark = `<!-- written by throughline-bin, ${fingerprint(text)}: uninstall removes it while unchanged -->\n`;
  return Buffer.from(text.slice(0, end) + mark + text.slice(end));
}

const fingerprint = (text: string): string => sha256(Buffer.from(text)).slice(0, 16);
