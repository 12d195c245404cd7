import {
  isChange,
  linkTarget,
  missingDirectories,
  readIfPresent,
} from '../platform/file-change.ts';
import { sha256 } from '../platform/sha256.ts';
import { companionFiles, isUnchangedCompanion } from './companion-files.ts';
import { type HookFormat, withPages } from './hook-format.ts';
import { type Registrand, register, unregister } from './hook-settings.ts';
import { type FoundHandler, pagesIn, readHookTree } from './hook-tree.ts';
import { type Draft, withoutInserted } from './json-draft.ts';
import {
  commandLines,
  type Invocation,
  isOriginalHandler,
  isOwnHandler,
  type OwnMarks,
} from './registration-command.ts';
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
import { encodeSettings, readSettingsFile, type SettingsFile } from './settings-file.ts';

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
  },
): RegistrationPlan {
  const { replaceOriginal, scope } = options;
  const file = readSettingsFile(places.settings);
  const marks = marksOf(record[file.path], invocation.words.at(-1) ?? null);
  const present = pagesIn(ownHandlers(file, { format: host.format, marks }), host.format);
  const format = withPages(host.format, options.pages ?? present);
  const registrand = { format, invocation, replaceOriginal, marks, file: file.path };
  const registered = scope === 'user' ? { registered: { host: format.host, places } } : {};
  const settings = withRecord(planSettings(file, registrand, record[file.path]), {
    commands: commandsIn(registrand),
    ...registered,
  });
  const companions = companionFiles(host, places, invocation).map(({ path, bytes }) => {
    const target = linkTarget(path);
    const before = readIfPresent(target);
    const isFree = before === null || isUnchangedCompanion(before);
    const change = { path: target, before, after: isFree ? bytes : before };
    return planned(change, {
      kept: !isFree,
      record: isFree ? wholeFile(change, record[target]) : null,
    });
  });
  return checkedPlan({ files: [...companions, settings], directories: [] });
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
  format: HookFormat,
  places: RegistrationPlaces,
  record: RegistrationRecord,
  program: string | null = null,
): RegistrationPlan {
  const settings = planSettingsRemoval(places.settings, format, record, program);
  const companions = companionPaths(places).map((path) => {
    const target = linkTarget(path);
    const before = readIfPresent(target);
    const isOurs = before !== null && isUnchangedCompanion(before);
    return planned(
      { path: target, before, after: isOurs ? null : before },
      { kept: before !== null && !isOurs, record: null },
    );
  });
  const files = [...companions, settings];
  const directories = files.flatMap(({ change }) => record[change.path]?.directories ?? []);
  return checkedPlan({
    files,
    directories: [...new Set(directories)].sort((a, b) => a.length - b.length),
  });
}

function planSettings(
  file: SettingsFile,
  registrand: Registrand,
  known: FileRecord | undefined,
): PlannedFile {
  const { before, prior } = startingPoint(file, registrand, known);
  const { draft, added } = register(before, registrand);
  const after = encodeSettings(file, draft.text);
  const change = { path: file.path, before: file.bytes, after };
  if (!isChange(change)) return planned(change, { kept: false, record: known ?? null });
  // Ours without a record: who made the containers is not known, and stays not known.
  if (!known && hasOwn(file, registrand)) return planned(change, { kept: false, record: null });
  return planned(change, {
    kept: false,
    record: {
      sha256: sha256(after),
      inserted: draft.inserted,
      containers: [...new Set([...(prior?.containers ?? []), ...added])],
      createdFile: prior?.createdFile ?? file.bytes === null,
      directories: [...(prior?.directories ?? []), ...missingDirectories(file.path)],
    },
  });
}

/** The text to register in, and what is still true of what was recorded. */
function startingPoint(
  file: SettingsFile,
  registrand: Registrand,
  known: FileRecord | undefined,
): { readonly before: Draft; readonly prior: FileRecord | undefined } {
  const untracked = { text: file.text, inserted: [] };
  if (!known) return { before: untracked, prior: undefined };
  if (!isAsRecorded(file, known))
    return { before: untracked, prior: hasOwn(file, registrand) ? known : undefined };
  const tracked = { text: file.text, inserted: known.inserted };
  if (
    !registrand.replaceOriginal ||
    handlersThat(file, registrand.format, isOriginalHandler).length === 0
  )
    return { before: tracked, prior: known };
  // Beside the original, its containers are not ours: they are made again once it goes.
  return {
    before: { text: withoutInserted(tracked), inserted: [] },
    prior: { ...known, containers: [] },
  };
}

function planSettingsRemoval(
  path: string,
  format: HookFormat,
  record: RegistrationRecord,
  program: string | null,
): PlannedFile {
  const file = readSettingsFile(path);
  const known = record[file.path];
  const marks = marksOf(known, program);
  const nothing = { path: file.path, before: file.bytes, after: file.bytes };
  if (!hasOwn(file, { format, marks })) return planned(nothing, { kept: false, record: null });
  const isExact = known !== undefined && isAsRecorded(file, known);
  const text = isExact ? withoutInserted({ text: file.text, inserted: known.inserted }) : file.text;
  const place = { file: file.path, format, marks };
  const containers = known ? new Set(known.containers) : null;
  const rest =
    text.trim() === '' ? text : unregister({ text, inserted: [] }, place, containers).text;
  const isLeftover = known?.createdFile === true && ['', '{}'].includes(rest.replace(/\s/g, ''));
  const after = isLeftover ? null : encodeSettings(file, rest);
  return planned({ ...nothing, after }, { kept: false, record: null });
}

const isAsRecorded = ({ bytes }: SettingsFile, known: FileRecord): boolean =>
  bytes !== null && sha256(bytes) === known.sha256;

interface Own {
  readonly format: HookFormat;
  readonly marks: OwnMarks;
}

const hasOwn = (file: SettingsFile, own: Own): boolean => ownHandlers(file, own).length > 0;

const ownHandlers = (file: SettingsFile, { format, marks }: Own): readonly FoundHandler[] =>
  handlersThat(file, format, (handler) => isOwnHandler(handler, format.host, marks));

const handlersThat = (
  { text, path }: SettingsFile,
  format: HookFormat,
  is: (handler: unknown) => boolean,
): readonly FoundHandler[] =>
  text.trim() === ''
    ? []
    : readHookTree(text, path, format).handlers.filter(({ value }) => is(value));

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
