import {
  isChange,
  linkTarget,
  missingDirectories,
  readIfPresent,
} from '../platform/file-change.ts';
import { sha256 } from '../platform/sha256.ts';
import { companionFiles, isUnchangedCompanion } from './companion-files.ts';
import type { HookFormat } from './hook-format.ts';
import { type Registrand, register, unregister } from './hook-settings.ts';
import { readHookTree } from './hook-tree.ts';
import { type Draft, withoutInserted } from './json-draft.ts';
import { type Invocation, isOriginalHandler, isOwnHandler } from './registration-command.ts';
import {
  companionPaths,
  type RegistrationHost,
  type RegistrationPlaces,
} from './registration-host.ts';
import { type PlannedFile, planned, type RegistrationPlan } from './registration-plan.ts';
import type { FileRecord, RegistrationRecord } from './registration-record.ts';
import { encodeSettings, readSettingsFile, type SettingsFile } from './settings-file.ts';

/**
 * Plans the registration; nothing is written.
 * @throws {UserError} when the settings cannot be edited
 */
export function planRegistration(
  host: RegistrationHost,
  places: RegistrationPlaces,
  invocation: Invocation,
  record: RegistrationRecord,
  { replaceOriginal }: { readonly replaceOriginal: boolean },
): RegistrationPlan {
  const { format } = host;
  const file = readSettingsFile(places.settings);
  const registrand = { format, invocation, replaceOriginal, file: file.path };
  const settings = planSettings(file, registrand, record[file.path]);
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
  return { files: [...companions, settings], directories: [] };
}

/**
 * Plans to undo it: the bytes from before where nobody changed the file since, else without our entries.
 * @throws {UserError} when the settings cannot be edited
 */
export function planRemoval(
  format: HookFormat,
  places: RegistrationPlaces,
  record: RegistrationRecord,
): RegistrationPlan {
  const settings = planSettingsRemoval(places.settings, format, record);
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
  return { files, directories: [...new Set(directories)].sort((a, b) => a.length - b.length) };
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
  if (!known && hasOwn(file, registrand.format))
    return planned(change, { kept: false, record: null });
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
  { format, replaceOriginal }: Registrand,
  known: FileRecord | undefined,
): { readonly before: Draft; readonly prior: FileRecord | undefined } {
  const untracked = { text: file.text, inserted: [] };
  if (!known) return { before: untracked, prior: undefined };
  if (!isAsRecorded(file, known))
    return { before: untracked, prior: hasOwn(file, format) ? known : undefined };
  const tracked = { text: file.text, inserted: known.inserted };
  if (!replaceOriginal || !hasHandler(file, format, isOriginalHandler))
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
): PlannedFile {
  const file = readSettingsFile(path);
  const known = record[file.path];
  const isExact = known !== undefined && isAsRecorded(file, known);
  const text = isExact ? withoutInserted({ text: file.text, inserted: known.inserted }) : file.text;
  const containers = known ? new Set(known.containers) : null;
  const rest =
    text.trim() === ''
      ? text
      : unregister({ text, inserted: [] }, { file: file.path, format }, containers).text;
  const isLeftover = known?.createdFile === true && ['', '{}'].includes(rest.replace(/\s/g, ''));
  const after = file.bytes === null || isLeftover ? null : encodeSettings(file, rest);
  return planned({ path: file.path, before: file.bytes, after }, { kept: false, record: null });
}

const isAsRecorded = ({ bytes }: SettingsFile, known: FileRecord): boolean =>
  bytes !== null && sha256(bytes) === known.sha256;

const hasOwn = (file: SettingsFile, format: HookFormat): boolean =>
  hasHandler(file, format, (handler) => isOwnHandler(handler, format.host));

const hasHandler = (
  { text, path }: SettingsFile,
  format: HookFormat,
  is: (handler: unknown) => boolean,
): boolean =>
  text.trim() !== '' && readHookTree(text, path, format).handlers.some(({ value }) => is(value));

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
