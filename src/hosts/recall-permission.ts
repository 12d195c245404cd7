import { FileRefusal } from '../core/file-refusal.ts';
import type { Draft } from './json-draft.ts';
import { agentCommand, type Invocation } from './registration-command.ts';
import { readSettingsFile } from './settings-file.ts';

/** A file in which a host lists what its agent may run without a question. */
export interface RuleList {
  /** What may run; nothing for a text that cannot be read. */
  read(text: string): readonly string[];
  /** Whether the text has rules of another kind that the host leaves out of account beside such a list. */
  silences?(text: string): boolean;
  /**
   * Adds rules and only adds text; null where the text has no place for them.
   * @returns also the containers that are there because of it
   */
  add(draft: Draft, rules: readonly string[]): RuleAddition | null;
  /**
   * Takes rules out, and containers that they leave empty.
   * @param containers the only ones that may go; null when it is not known who added them
   */
  remove(draft: Draft, rules: readonly string[], containers: ReadonlySet<string> | null): Draft;
}

export interface RuleAddition {
  readonly draft: Draft;
  readonly added: readonly string[];
}

/** How a host is told that its agent may look things up in the memory. */
export interface RecallPermission {
  /** Without a rule its user is asked before a command that reads is run. */
  readonly asks: boolean;
  /** As the host writes them; none where no rule of its fits such a command. */
  rules(invocation: Invocation): readonly string[];
  readonly list: RuleList;
}

/** A command that only reads. `any`: whatever stands behind it; `none`: only as it stands. */
export interface ReadingCommand {
  readonly verb: string;
  readonly arguments: 'any' | 'none';
}

/** `sessions` with a word behind it can also change what belongs to a project. */
export const READING_COMMANDS: readonly ReadingCommand[] = [
  { verb: 'search', arguments: 'any' },
  { verb: 'recall', arguments: 'any' },
  { verb: 'detail', arguments: 'any' },
  { verb: 'sessions', arguments: 'none' },
];

/**
 * The words that start us with one of the reading commands, for hosts whose rules fit no word that
 * needs quotes and cannot say that nothing may stand behind; null where one does. None on Windows,
 * where no rule was tried.
 */
export function plainReadings(invocation: Invocation): readonly (readonly string[])[] {
  if (invocation.platform === 'win32') return [];
  return READING_COMMANDS.filter((command) => command.arguments === 'any').flatMap(({ verb }) => {
    const line = agentCommand(invocation, verb, 'powershell');
    return line.includes("'") ? [] : [line.split(' ')];
  });
}

/** What a file allows; nothing where it cannot be read. */
export function rulesIn(path: string, list: RuleList): readonly string[] {
  try {
    return list.read(readSettingsFile(path).text);
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return [];
  }
}

/** Whether our rules would put others of the file out of account; false where it cannot be read. */
export function isSilenced(path: string, list: RuleList): boolean {
  try {
    return list.silences?.(readSettingsFile(path).text) ?? false;
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return false;
  }
}

/** What is wanted of the rules: all of them, none, or as it is. */
export type RecallChoice = 'allow' | 'forbid' | 'keep';

/** What a file is to allow. */
export interface RulesWanted {
  readonly rules: readonly string[];
  readonly list: RuleList;
  readonly choice: RecallChoice;
}

/** What a file is not to allow any more. */
export type RulesOut = Omit<RulesWanted, 'choice'>;

interface RuleEdit extends RuleAddition {
  /** Those of the text that are ours from now on. */
  readonly rules: readonly string[];
}

interface RulesKnown {
  /** What we wrote, as far as it is remembered. */
  readonly rules: readonly string[];
  /** Containers that exist because of us. */
  readonly containers: readonly string[];
  /** The file has hooks of ours that nothing is remembered of: equal rules are ours then. */
  readonly lost?: boolean;
}

/** The text with what is wanted of ours and nothing else of ours; `wanted` null: as it is. */
export function editRules(before: Draft, wanted: RulesWanted | null, known: RulesKnown): RuleEdit {
  if (wanted === null) return { draft: before, added: [], rules: [] };
  const { rules, list, choice } = wanted;
  const present = list.read(before.text);
  const allowed = list.silences?.(before.text) ? [] : rulesToAllow(wanted, present, known.rules);
  const ours = choice === 'forbid' && known.lost === true ? rules : known.rules;
  const missing = allowed.filter((rule) => !present.includes(rule));
  /* Added before others go: a list that is empty in between would take a comma of the user's along. */
  const { draft, added } = (missing.length === 0 ? null : list.add(before, missing)) ?? {
    draft: before,
    added: [],
  };
  const now = list.read(draft.text);
  const gone = ours.filter((rule) => now.includes(rule) && !allowed.includes(rule));
  const containers = new Set([...known.containers, ...added]);
  return {
    draft: gone.length === 0 ? draft : list.remove(draft, gone, containers),
    added,
    rules: allowed.filter(
      (rule) => now.includes(rule) && (missing.includes(rule) || known.rules.includes(rule)),
    ),
  };
}

/** What a user took out by hand stays out: to keep is to keep what is there, with today's path. */
function rulesToAllow(
  { rules, choice }: RulesWanted,
  present: readonly string[],
  known: readonly string[],
): readonly string[] {
  if (choice !== 'keep') return choice === 'allow' ? rules : [];
  const left = known.filter((rule) => present.includes(rule));
  if (left.length === known.length) return known.length === 0 ? [] : rules;
  const isLeft = (rule: string, index: number): boolean =>
    left.includes(rule) || (known.length === rules.length && left.includes(known[index] ?? ''));
  return rules.filter(isLeft);
}

export const hasRules = (text: string, out: RulesOut | null): boolean =>
  out?.list.read(text).some((rule) => out.rules.includes(rule)) ?? false;

/** The text without these rules; the same text where none is in it. */
export const withoutRules = (
  text: string,
  out: RulesOut | null,
  containers: ReadonlySet<string> | null,
): string =>
  out !== null && hasRules(text, out)
    ? out.list.remove({ text, inserted: [] }, out.rules, containers).text
    : text;
