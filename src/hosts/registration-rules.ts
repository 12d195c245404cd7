import { isChange, missingDirectories } from '../platform/file-change.ts';
import { sha256 } from '../platform/sha256.ts';
import { withoutInserted } from './json-draft.ts';
import {
  editRules,
  hasRules,
  type RulesOut,
  type RulesWanted,
  withoutRules,
} from './recall-permission.ts';
import { type PlannedFile, planned, type RegistrationPlan } from './registration-plan.ts';
import { asRecorded, type FileRecord, type RegistrationRecord } from './registration-record.ts';
import { encodeSettings, readSettingsFile, type SettingsFile } from './settings-file.ts';

export const NO_RULES: RegistrationPlan = { files: [], directories: [] };

/**
 * Plans what the agent may run unasked, in a file that holds no hooks of ours. It is not looked at
 * where nothing of ours is or comes.
 * @throws {FileRefusal} when it cannot be read
 */
export function planRules(
  path: string | undefined,
  wanted: RulesWanted,
  record: RegistrationRecord,
): RegistrationPlan {
  if (path === undefined) return NO_RULES;
  const file = readSettingsFile(path);
  const known = record[file.path];
  if (wanted.choice === 'keep' && !known?.rules) return NO_RULES;
  return planKnown(file, wanted, known ?? nothingKnown(file));
}

/** Of a file as it is before we write to it. */
const nothingKnown = ({ bytes }: SettingsFile): FileRecord => ({
  sha256: '',
  inserted: [],
  containers: [],
  createdFile: bytes === null,
  directories: [],
});

function planKnown(file: SettingsFile, wanted: RulesWanted, known: FileRecord): RegistrationPlan {
  const { path, bytes } = file;
  const tracked = { text: file.text, inserted: asRecorded(bytes, known) ? known.inserted : [] };
  const before =
    wanted.choice === 'forbid' ? { text: withoutInserted(tracked), inserted: [] } : tracked;
  const { draft, added, rules } = editRules(before, wanted, { rules: [], ...known });
  const after = contentOf(file, draft.text, known);
  const change = { path, before: bytes, after };
  const isLast = rules.length === 0;
  if (!isChange(change)) {
    const record = isLast ? null : { ...known, rules };
    return isLast && known.rules === undefined
      ? NO_RULES
      : { files: [planned(change, { kept: false, record })], directories: [] };
  }
  const record = isLast
    ? null
    : {
        sha256: sha256(after ?? new Uint8Array()),
        inserted: draft.inserted,
        containers: [...new Set([...known.containers, ...added])],
        createdFile: known.createdFile,
        directories: [...known.directories, ...missingDirectories(path)],
        rules,
      };
  const directories = after === null ? known.directories : [];
  return { files: [planned(change, { kept: false, record })], directories };
}

/** Plans to take out what is remembered as ours; where nothing is, what `out` names. */
export function planRulesRemoval(
  path: string | undefined,
  out: RulesOut,
  record: RegistrationRecord,
): readonly PlannedFile[] {
  if (path === undefined) return [];
  const file = readSettingsFile(path);
  const known = record[file.path];
  const ours = { ...out, rules: known ? (known.rules ?? []) : out.rules };
  if (!hasRules(file.text, ours)) {
    const nothing = { path: file.path, before: file.bytes, after: file.bytes };
    return known ? [planned(nothing, { kept: false, record: null })] : [];
  }
  const isExact = known !== undefined && asRecorded(file.bytes, known);
  const text = isExact ? withoutInserted({ text: file.text, inserted: known.inserted }) : file.text;
  const rest = withoutRules(text, ours, known ? new Set(known.containers) : null);
  const change = { path: file.path, before: file.bytes, after: contentOf(file, rest, known) };
  return [planned(change, { kept: false, record: null })];
}

/** No file where we made it and nothing is left in it, or where there is none and nothing comes. */
function contentOf(
  file: SettingsFile,
  text: string,
  known: Pick<FileRecord, 'createdFile'> | undefined,
): Uint8Array | null {
  const isGone = text.trim() === '' && (file.bytes === null || known?.createdFile === true);
  return isGone ? null : encodeSettings(file, text);
}
