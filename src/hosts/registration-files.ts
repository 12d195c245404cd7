import { linkTarget, missingDirectories, readIfPresent } from '../platform/file-change.ts';
import { sha256 } from '../platform/sha256.ts';
import { type CompanionFile, companionFiles, isUnchangedCompanion } from './companion-files.ts';
import { withHandoff, withPages } from './hook-format.ts';
import type { Registrand } from './hook-settings.ts';
import { type FoundHandler, pagesIn } from './hook-tree.ts';
import type { RecallChoice } from './recall-permission.ts';
import { commandLines, type Invocation, invocationIn } from './registration-command.ts';
import {
  companionPaths,
  type RegistrationHost,
  type RegistrationPlaces,
  type Scope,
} from './registration-host.ts';
import {
  checkedPlan,
  type PlannedFile,
  planned,
  type RegistrationPlan,
} from './registration-plan.ts';
import { type FileRecord, marksOf, type RegistrationRecord } from './registration-record.ts';
import { NO_RULES, planRules, planRulesRemoval } from './registration-rules.ts';
import { ownHandlers, planSettings, planSettingsRemoval } from './registration-settings.ts';
import { readSettingsFile } from './settings-file.ts';

/**
 * Plans the registration; nothing is written.
 * @param options.scope what is registered for a user is remembered with all of its places
 * @throws {FileRefusal} when the settings cannot be edited, or one of the files not be written
 */
export function planRegistration(
  host: RegistrationHost,
  places: RegistrationPlaces,
  invocation: Invocation,
  record: RegistrationRecord,
  options: {
    readonly replaceOriginal: boolean;
    readonly scope: Scope;
    /** Entries for the event that carries a memory; null for as many as there are. */
    readonly pages: number | null;
    readonly recall: RecallChoice;
    /** Conversations of the host are handed over instead of compacted. */
    readonly handsOver: boolean;
  },
): RegistrationPlan {
  const { replaceOriginal, scope, recall: choice } = options;
  const file = readSettingsFile(places.settings);
  const known = record[file.path];
  const marks = marksOf(known, invocation.words.at(-1) ?? null);
  const present = pagesIn(ownHandlers(file, { format: host.format, marks }), host.format);
  const paged = withPages(host.format, options.pages ?? present);
  const format = options.handsOver ? withHandoff(paged) : paged;
  const containers = known ? new Set(known.containers) : null;
  const registrand = { format, invocation, replaceOriginal, marks, file: file.path, containers };
  const registered = scope === 'user' ? { registered: { host: format.host, places } } : {};
  const { list } = host.recall;
  const wanted = { rules: host.recall.rules(invocation), list, choice };
  const isInSettings = places.rules === places.settings;
  const hooks = planSettings(file, registrand, known, isInSettings ? wanted : null);
  const settings = withRecord(hooks, {
    commands: commandsIn(registrand),
    ...registered,
  });
  const rules = isInSettings ? NO_RULES : planRules(places.rules, wanted, record);
  const companions = planCompanions(companionFiles(host, places, invocation), record);
  return checkedPlan({
    files: [...companions, ...rules.files, settings],
    directories: rules.directories,
  });
}

const planCompanions = (
  companions: readonly CompanionFile[],
  record: RegistrationRecord,
): readonly PlannedFile[] =>
  companions.map(({ path, bytes }) => {
    const target = linkTarget(path);
    const before = readIfPresent(target);
    const isFree = before === null || isUnchangedCompanion(before);
    const change = { path: target, before, after: isFree ? bytes : before };
    return planned(change, {
      kept: !isFree,
      record: isFree ? wholeFile(change, record[target]) : null,
    });
  });

/** What the hooks that are there would be allowed, for a file that nothing is remembered of. On Windows nothing ever was. */
function rulesOf(
  [first]: readonly FoundHandler[],
  { rules }: RegistrationHost['recall'],
): readonly string[] {
  const invocation = first ? invocationIn(first.value, 'linux') : null;
  return invocation ? rules(invocation) : [];
}

const withRecord = (file: PlannedFile, more: Partial<FileRecord>): PlannedFile =>
  file.record ? { ...file, record: { ...file.record, ...more } } : file;

const commandsIn = ({ format, invocation }: Registrand): readonly string[] =>
  format.entries.flatMap((entry) => commandLines(format.handler(entry, invocation, null)));

/**
 * Plans to undo it: the bytes from before where nobody changed the file since, else without our
 * entries. A file without any is left as it is, whatever is remembered of it.
 * @param program as in {@link OwnMarks}
 * @throws {FileRefusal} when the settings cannot be edited, or one of the files not be written
 */
export function planRemoval(
  { format, recall }: Pick<RegistrationHost, 'format' | 'recall'>,
  places: RegistrationPlaces,
  record: RegistrationRecord,
  program: string | null = null,
): RegistrationPlan {
  const file = readSettingsFile(places.settings);
  const known = record[file.path];
  const own = { format, marks: marksOf(known, program) };
  const out = { list: recall.list, rules: rulesOf(ownHandlers(file, own), recall) };
  const isInSettings = places.rules === places.settings;
  const settings = planSettingsRemoval(
    file,
    own,
    known,
    isInSettings ? { ...out, rules: known ? (known.rules ?? []) : out.rules } : null,
  );
  const rules = isInSettings ? [] : planRulesRemoval(places.rules, out, record);
  const companions = companionPaths(places).map((path) => {
    const target = linkTarget(path);
    const before = readIfPresent(target);
    const isOurs = before !== null && isUnchangedCompanion(before);
    return planned(
      { path: target, before, after: isOurs ? null : before },
      { kept: before !== null && !isOurs, record: null },
    );
  });
  const files = [...companions, ...rules, settings];
  const directories = files.flatMap(({ change }) => record[change.path]?.directories ?? []);
  return checkedPlan({
    files,
    directories: [...new Set(directories)].sort((a, b) => a.length - b.length),
  });
}

const wholeFile = (
  { path, after }: { readonly path: string; readonly after: Uint8Array },
  known: FileRecord | undefined,
): FileRecord => ({
  sha256: sha256(after),
  inserted: [],
  containers: [],
  createdFile: true,
  directories: [...(known?.directories ?? []), ...missingDirectories(path)],
});
