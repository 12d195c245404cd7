import {
  isChange,
  linkTarget,
  missingDirectories,
  readIfPresent,
} from '../../platform/file-change.ts';
import { sha256 } from '../../platform/sha256.ts';
import { type Draft, withoutInserted } from '../json-draft.ts';
import { type PlannedFile, planned, type RegistrationPlan } from '../registration-plan.ts';
import type { FileRecord, RegistrationRecord } from '../registration-record.ts';
import { encodeSettings, readSettingsFile, type SettingsFile } from '../settings-file.ts';
import { hookHandlers, type Invocation, isOriginalHandler, isOwnHandler } from './commands.ts';
import { companionFiles, isUnchangedCompanion } from './companion-files.ts';
import { readHookTree } from './hook-tree.ts';
import type { ClaudePaths } from './paths.ts';
import { register, unregister } from './settings.ts';

/**
 * Plans the registration; nothing is written.
 * @throws {UserError} when the settings cannot be edited
 */
export function planRegistration(
  paths: ClaudePaths,
  invocation: Invocation,
  record: RegistrationRecord,
  options: { readonly replaceOriginal: boolean },
): RegistrationPlan {
  const settings = planSettings(paths.settings, invocation, record, options);
  const companions = companionFiles(paths, invocation).map(({ path, bytes }) => {
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
export function planRemoval(paths: ClaudePaths, record: RegistrationRecord): RegistrationPlan {
  const settings = planSettingsRemoval(paths.settings, record);
  const companions = [paths.command, paths.skill].map((path) => {
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
  path: string,
  invocation: Invocation,
  record: RegistrationRecord,
  { replaceOriginal }: { readonly replaceOriginal: boolean },
): PlannedFile {
  const file = readSettingsFile(path);
  const known = record[file.path];
  const { before, prior } = startingPoint(file, known, replaceOriginal);
  const { draft, added } = register(before, hookHandlers(invocation), {
    file: file.path,
    replaceOriginal,
  });
  const after = encodeSettings(file, draft.text);
  const change = { path: file.path, before: file.bytes, after };
  if (!isChange(change)) return planned(change, { kept: false, record: known ?? null });
  // Ours without a record: who made the containers is not known, and stays not known.
  if (!known && hasHandler(file, isOwnHandler))
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
  known: FileRecord | undefined,
  replaceOriginal: boolean,
): { readonly before: Draft; readonly prior: FileRecord | undefined } {
  const untracked = { text: file.text, inserted: [] };
  if (!known) return { before: untracked, prior: undefined };
  if (!isAsRecorded(file, known))
    return { before: untracked, prior: hasHandler(file, isOwnHandler) ? known : undefined };
  const tracked = { text: file.text, inserted: known.inserted };
  if (!replaceOriginal || !hasHandler(file, isOriginalHandler))
    return { before: tracked, prior: known };
  // Beside the original, its containers are not ours: they are made again once it goes.
  return {
    before: { text: withoutInserted(tracked), inserted: [] },
    prior: { ...known, containers: [] },
  };
}

function planSettingsRemoval(path: string, record: RegistrationRecord): PlannedFile {
  const file = readSettingsFile(path);
  const known = record[file.path];
  const isExact = known !== undefined && isAsRecorded(file, known);
  const text = isExact ? withoutInserted({ text: file.text, inserted: known.inserted }) : file.text;
  const containers = known ? new Set(known.containers) : null;
  const rest =
    text.trim() === '' ? text : unregister({ text, inserted: [] }, file.path, containers).text;
  const isLeftover = known?.createdFile === true && ['', '{}'].includes(rest.replace(/\s/g, ''));
  const after = file.bytes === null || isLeftover ? null : encodeSettings(file, rest);
  return planned({ path: file.path, before: file.bytes, after }, { kept: false, record: null });
}

const isAsRecorded = ({ bytes }: SettingsFile, known: FileRecord): boolean =>
  bytes !== null && sha256(bytes) === known.sha256;

const hasHandler = ({ text, path }: SettingsFile, is: (handler: unknown) => boolean): boolean =>
  text.trim() !== '' && readHookTree(text, path).handlers.some(({ value }) => is(value));

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
