import { recallSkill } from '../core/text/claude-files.ts';
import { sha256 } from '../platform/sha256.ts';
import { agentCommand, type Invocation } from './registration-command.ts';
import type { RegistrationHost, RegistrationPlaces } from './registration-host.ts';

export interface CompanionFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const MARK =
  /^(?:<!--|#) written by throughline-bin, ([0-9a-f]{16}): uninstall removes it while unchanged(?: -->)?\n/m;

/** The file of the user's word, the recall skill and what belongs to them, as they should be for this executable. */
export function companionFiles(
  host: RegistrationHost,
  places: RegistrationPlaces,
  invocation: Invocation,
): readonly CompanionFile[] {
  const line = (verb: string): string => agentCommand(invocation, verb, host.agentShell);
  const skill = recallSkill({
    search: line('search'),
    sessions: line('sessions'),
    recall: line('recall'),
    detail: line('detail'),
  });
  return [
    { path: places.command, bytes: marked(host.wordFile({ status: line('status') })) },
    { path: places.skill, bytes: marked(skill) },
    ...policyFile(host, places),
  ];
}

function policyFile(
  { policyFile: text }: RegistrationHost,
  { policy: path }: RegistrationPlaces,
): readonly CompanionFile[] {
  if (text === undefined || path === undefined) return [];
  return [{ path, bytes: Buffer.from(`# ${markOf(text)}\n${text}`) }];
}

/** True for a file we wrote and nobody changed since: the mark holds the hash of the rest. */
export function isUnchangedCompanion(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('utf8');
  const mark = MARK.exec(text);
  return mark?.[1] === fingerprint(text.replace(MARK, ''));
}

/** The mark stands after the front matter, which has to come first; without one, it stands last. */
function marked(text: string): Uint8Array {
  const end = text.startsWith('---\n') ? text.indexOf('\n---\n') + '\n---\n'.length : text.length;
  const mark = `<!-- ${markOf(text)} -->\n`;
  return Buffer.from(text.slice(0, end) + mark + text.slice(end));
}

const markOf = (text: string): string =>
  `written by throughline-bin, ${fingerprint(text)}: uninstall removes it while unchanged`;

const fingerprint = (text: string): string => sha256(Buffer.from(text)).slice(0, 16);
