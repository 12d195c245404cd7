/** What of ours a directory holds: what was remembered, the executable, both, or neither. */
export type Holding = 'everything' | 'memory' | 'program' | 'rest';

type Action = 'created' | 'changed' | 'removed' | 'unchanged' | 'kept';

/** What `install` and `uninstall` say. Paths and commands come ready to print. */
export interface InstallText {
  readonly registered: (host: string) => string;
  readonly unregistered: (host: string) => string;
  readonly wouldChange: string;
  readonly nothingToChange: string;
  readonly actions: Readonly<Record<Action, string>>;
  readonly copied: (path: string) => string;
  /** `rules`: what lets the agent read the memory without a question; empty where none is known. */
  readonly next: (commands: {
    readonly status: string;
    readonly uninstall: string;
    readonly settings: string;
    readonly rules: readonly string[];
  }) => string;
  readonly projectFiles: string;
  readonly originalPresent: (command: string) => string;
  readonly hooksDisabled: (file: string) => string;
  readonly ignoredFile: (file: string) => string;
  readonly keptFile: (file: string) => string;
  readonly stays: (left: {
    readonly directory: string;
    readonly holding: Holding;
    readonly purge: string;
  }) => string;
  readonly purgeContents: (list: {
    readonly directory: string;
    readonly holding: Holding;
    readonly names: readonly string[];
  }) => string;
  readonly purgeQuestion: string;
  readonly purged: (directory: string) => string;
  readonly purgeLeft: (list: {
    readonly directory: string;
    readonly names: readonly string[];
  }) => string;
  readonly nothingToPurge: (directory: string) => string;
  readonly stillRegistered: (files: readonly string[]) => string;
  readonly purgeRefused: string;
  readonly purgeBlocked: (directory: string) => string;
  readonly hostNotYet: (host: string) => string;
  readonly hostNotFound: (directory: string) => string;
  readonly noWords: (word: string) => string;
}

const HOLDINGS: Readonly<Record<Holding, string>> = {
  everything: 'the whole memory and the executable',
  memory: 'the whole memory',
  program: 'the executable',
  rest: 'files of Throughline, but no memory',
};

export const installEn: InstallText = {
  registered: (host) => `Registered with ${host}:`,
  unregistered: (host) => `Removed from ${host}:`,
  wouldChange: 'Nothing was written. These changes are planned:',
  nothingToChange: 'Everything is as it should be: nothing to change.',
  actions: {
    created: 'created',
    changed: 'changed',
    removed: 'removed',
    unchanged: 'unchanged',
    kept: 'left alone',
  },
  copied: (path) => `The executable is at ${path}`,
  next: ({ status, uninstall, settings, rules }) =>
    [
      'What to do next:',
      '  1. Open a new Claude Code session; running ones may not know the hooks yet.',
      '  2. Work as always. After /clear the new conversation gets the memory of the old one;',
      '     /tl hands a conversation over to a session you open later.',
      `  3. See that it works: ${status}`,
      ...(rules.length === 0
        ? []
        : [
            '  4. Claude Code asks you before the agent runs recall, detail or sessions, unless you add',
            `     to "permissions.allow" in ${settings}:`,
            `     ${rules.map((rule) => JSON.stringify(rule)).join(', ')}`,
          ]),
      `To undo: ${uninstall}`,
    ].join('\n'),
  projectFiles: 'These files name paths of this machine: do not commit them.',
  originalPresent: (command) =>
    `The hooks of the Node Throughline are registered too. While they are, this one only stores turns and gives no memory. To remove them: ${command}`,
  hooksDisabled: (file) =>
    `"disableAllHooks" is set in ${file}: Claude Code runs no hooks until you remove it.`,
  ignoredFile: (file) =>
    `${file} has comments or trailing commas. Claude Code ignores the whole of such a file, our hooks included: remove the comments and commas.`,
  keptFile: (file) => `${file} was left alone: it is not ours, or somebody has changed it.`,
  stays: ({ directory, holding, purge }) =>
    `${directory} still holds ${HOLDINGS[holding]}. To delete all of it: ${purge}`,
  purgeContents: ({ directory, holding, names }) =>
    `${directory} holds ${HOLDINGS[holding]}: ${names.join(', ')}`,
  purgeQuestion: 'Delete all of it for good? [y/N] ',
  purged: (directory) => `Deleted: ${directory}`,
  purgeLeft: ({ directory, names }) =>
    `${directory} also holds files that are not ours and were left alone: ${names.join(', ')}`,
  nothingToPurge: (directory) => `There is nothing of ours in ${directory}.`,
  stillRegistered: (files) =>
    `Our hooks are still registered in: ${files.join(', ')}. Run uninstall --project there first.`,
  purgeRefused: 'Nothing was deleted or changed. Add --yes to delete all of it for good.',
  purgeBlocked: (directory) =>
    `${directory} could not be deleted completely. Close what uses it and run this again.`,
  hostNotYet: (host) =>
    `This version does not support the host "${host}" yet. The only one is claude.`,
  hostNotFound: (directory) =>
    `Claude Code was not found: ${directory} does not exist. Add --host claude to register anyway.`,
  noWords: (word) => `This command takes no argument "${word}". See --help.`,
};
