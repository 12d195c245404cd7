/** What `install --rollback` says. */
export interface RollbackText {
  readonly done: (change: { readonly version: string; readonly place: string }) => string;
  readonly planned: (change: { readonly version: string; readonly place: string }) => string;
  readonly again: (command: string) => string;
  readonly nothingKept: (place: string) => string;
  readonly doesNotRun: (file: string, why: string) => string;
  readonly alone: (option: string) => string;
}

export const rollbackEn: RollbackText = {
  done: ({ version, place }) => `The executable at ${place} is now version ${version}.`,
  planned: ({ version, place }) =>
    `Nothing was written. The executable at ${place} would be version ${version}.`,
  again: (command) => `Settings and hooks stay as they are. To return: ${command}`,
  nothingKept: (place) =>
    `There is no other executable to go back to at ${place}: install keeps the one that it replaces.`,
  doesNotRun: (file, why) =>
    `${file} does not start here (${why}), so nothing was changed. Run install from another one.`,
  alone: (option) => `--rollback goes with --dry-run alone, not with ${option}.`,
};
