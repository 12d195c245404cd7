import { isChange, missingDirectories } from '../platform/file-change.ts';
import { sha256 } from '../platform/sha256.ts';
import type { HookFormat } from './hook-format.ts';
import { type Registrand, register, unregister } from './hook-settings.ts';
import { type FoundHandler, type HookTree, listOf, readHookTree } from './hook-tree.ts';
import { type Draft, withoutInserted } from './json-draft.ts';
import {
  editRules,
  hasRules,
  type RulesOut,
  type RulesWanted,
  withoutRules,
} from './recall-permission.ts';
import { isOriginalHandler, isOwnHandler, type OwnMarks } from './registration-command.ts';
import { type PlannedFile, planned } from './registration-plan.ts';
import { asRecorded, type FileRecord } from './registration-record.ts';
import { encodeSettings, type SettingsFile } from './settings-file.ts';

/** Plans our hooks in a settings file, and what the agent may run where that is in it too. */
export function planSettings(
  file: SettingsFile,
  registrand: Registrand,
  known: FileRecord | undefined,
  allowed: RulesWanted | null,
): PlannedFile {
  const { before, prior } = startingPoint(file, registrand, known, allowed);
  const registered = register(before, registrand);
  const { draft, added, rules } = editRules(registered.draft, allowed, {
    rules: known?.rules ?? [],
    containers: prior?.containers ?? [],
    lost: !known && hasOwn(file, registrand),
  });
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
      containers: containersLeft(
        [...(prior?.containers ?? []), ...registered.added, ...added],
        readHookTree(draft.text, file.path, registrand.format),
      ),
      createdFile: prior?.createdFile ?? file.bytes === null,
      directories: [...(prior?.directories ?? []), ...missingDirectories(file.path)],
      ...(rules.length === 0 ? {} : { rules }),
    },
  });
}

/** Of what exists because of us; a list that has gone is not ours when somebody else makes it again. */
const containersLeft = (names: readonly string[], tree: HookTree): readonly string[] =>
  [...new Set(names)].filter(
    (name) => !name.startsWith('hooks.') || listOf(tree, name.slice('hooks.'.length)) !== undefined,
  );

/** The text to register in, and what is still true of what was recorded. */
function startingPoint(
  file: SettingsFile,
  registrand: Registrand,
  known: FileRecord | undefined,
  allowed: RulesWanted | null,
): { readonly before: Draft; readonly prior: FileRecord | undefined } {
  const untracked = { text: file.text, inserted: [] };
  if (!known) return { before: untracked, prior: undefined };
  if (!asRecorded(file.bytes, known))
    return { before: untracked, prior: hasOwn(file, registrand) ? known : undefined };
  const tracked = { text: file.text, inserted: known.inserted };
  const losesOriginal =
    registrand.replaceOriginal &&
    handlersThat(file, registrand.format, isOriginalHandler).length > 0;
  const losesRules = allowed?.choice === 'forbid' && known.rules !== undefined;
  if (!losesOriginal && !losesRules) return { before: tracked, prior: known };
  // Beside the original, its containers are not ours: they are made again once it goes.
  return {
    before: { text: withoutInserted(tracked), inserted: [] },
    prior: { ...known, containers: [] },
  };
}

/** Plans to take them out again. */
export function planSettingsRemoval(
  file: SettingsFile,
  own: Own,
  known: FileRecord | undefined,
  allowed: RulesOut | null,
): PlannedFile {
  const { format, marks } = own;
  const nothing = { path: file.path, before: file.bytes, after: file.bytes };
  if (!hasOwn(file, own) && !hasRules(file.text, allowed))
    return planned(nothing, { kept: false, record: null });
  const isExact = known !== undefined && asRecorded(file.bytes, known);
  const text = isExact ? withoutInserted({ text: file.text, inserted: known.inserted }) : file.text;
  const place = { file: file.path, format, marks };
  const containers = known ? new Set(known.containers) : null;
  const without =
    text.trim() === '' ? text : unregister({ text, inserted: [] }, place, containers).text;
  const rest = withoutRules(without, allowed, containers);
  const isLeftover = known?.createdFile === true && ['', '{}'].includes(rest.replace(/\s/g, ''));
  const after = isLeftover ? null : encodeSettings(file, rest);
  return planned({ ...nothing, after }, { kept: false, record: null });
}

export interface Own {
  readonly format: HookFormat;
  readonly marks: OwnMarks;
}

const hasOwn = (file: SettingsFile, own: Own): boolean => ownHandlers(file, own).length > 0;

export const ownHandlers = (file: SettingsFile, { format, marks }: Own): readonly FoundHandler[] =>
  handlersThat(file, format, (handler) => isOwnHandler(handler, format.host, marks));

const handlersThat = (
  { text, path }: SettingsFile,
  format: HookFormat,
  is: (handler: unknown) => boolean,
): readonly FoundHandler[] =>
  text.trim() === ''
    ? []
    : readHookTree(text, path, format).handlers.filter(({ value }) => is(value));
