import type { FileFault } from '../file-fault.ts';
import type { SettingsFault } from '../settings-fault.ts';
import { fileFaultEn, refusalEn } from './refusal-en.ts';

/** What of ours a directory holds: what was remembered, the executable, both, or neither. */
export type Holding = 'everything' | 'memory' | 'program' | 'rest';

type Action = 'created' | 'changed' | 'removed' | 'unchanged' | 'kept';

/** What to do after an installation. */
interface NextSteps {
  readonly hosts: readonly string[];
  /** Of these, the ones where a conversation after `/clear` gets the one before it. */
  readonly clear: readonly string[];
  /** What to type to hand a conversation over, and where, if not everywhere: `/tl`, `$tl (Codex)`. */
  readonly words: readonly string[];
  readonly status: string;
  readonly import: string;
  readonly uninstall: string;
  readonly notes: readonly string[];
}

/** What `install` and `uninstall` say. Paths and commands come ready to print. */
export interface InstallText {
  readonly registered: (host: string) => string;
  readonly unregistered: (host: string) => string;
  readonly wouldChange: string;
  readonly nothingToChange: string;
  readonly actions: Readonly<Record<Action, string>>;
  readonly copied: (path: string) => string;
  /** Another one was there; `command` goes back to it. */
  readonly keptBefore: (command: string) => string;
  /** The data directory was open to other users until now. */
  readonly closed: (directory: string) => string;
  readonly next: (steps: NextSteps) => string;
  readonly notes: {
    /** The agent looks things up without a question; `command` ends that. */
    readonly recallAllowed: (hosts: readonly string[], command: string) => string;
    /** It was to, and could not be written. No `file`, or no `rules`: the host has none that fit. */
    readonly recallNotAllowed: (
      host: string,
      found: { readonly file: string; readonly rules: readonly string[] },
    ) => string;
    /** It may be asked; `command` ends that. */
    /** Where its user has rules that it leaves out of account beside ours. `taken`: ours were there. */
    readonly recallSilences: (host: string, file: string, taken: boolean) => string;
    /** It was not to, and the user's own rules say so: `file` holds them. */
    readonly recallStays: (host: string, file: string) => string;
    readonly recallAsks: (hosts: readonly string[], command: string) => string;
    readonly review: (host: string) => string;
    readonly turnedOff: (host: string) => string;
    readonly folderTrust: (host: string) => string;
    readonly shared: (host: string, others: readonly string[]) => string;
  };
  readonly projectFiles: string;
  readonly notFound: (hosts: readonly string[]) => string;
  readonly noProjectSettings: (hosts: readonly string[]) => string;
  readonly failed: (host: string, reason: string) => string;
  readonly originalPresent: (hosts: readonly string[], command: string) => string;
  readonly hooksDisabled: (host: string, setting: string, file: string) => string;
  /** What of a settings file makes its host ignore it: `"version" is a key that Codex does not know`. */
  readonly fault: (host: string, fault: SettingsFault) => string;
  readonly ignoredFile: (host: string, file: string, fault: SettingsFault) => string;
  readonly settingsProblem: (host: string, problem: FileFault) => string;
  /** Why a file could not be read: `/p/hooks.json: it is not a JSON object`. */
  readonly fileFault: (found: FileFault) => string;
  /** Why a file was left as it is, and what to do about it. */
  readonly refusal: (found: FileFault) => string;
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
  /** Where something else stays in the directory. */
  readonly purgedOf: (list: {
    readonly directory: string;
    readonly names: readonly string[];
  }) => string;
  readonly purgeLeft: (list: {
    readonly directory: string;
    readonly names: readonly string[];
  }) => string;
  readonly nothingToPurge: (directory: string) => string;
  /** In a project's settings. */
  readonly stillRegistered: (files: readonly string[]) => string;
  /** The same where nothing is refused for it. */
  readonly leftRegistered: (files: readonly string[]) => string;
  /** In a user's settings. */
  readonly stillRegisteredWith: (hosts: readonly string[], files: readonly string[]) => string;
  readonly purgeRefused: string;
  readonly purgeBlocked: (directory: string) => string;
  /** Our permission puts others of the user's rules out of account. */
  readonly silencing: (host: string, file: string) => string;
  readonly hostUnknown: (host: string, known: readonly string[]) => string;
  /** `places`: each host with the directory that is not there. `command` registers with one. */
  readonly hostNotFound: (places: readonly string[], command: string) => string;
  readonly noWords: (word: string) => string;
}

const HOLDINGS: Readonly<Record<Holding, string>> = {
  everything: 'the whole memory and the executable',
  memory: 'the whole memory',
  program: 'the executable',
  rest: 'files of Throughline, but no memory',
};

/** `A`, `A or B`, `A, B or C`. */
const listed = (names: readonly string[], word: 'and' | 'or'): string =>
  names.length < 2
    ? names.join('')
    : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1) ?? ''}`;

function faultEn(host: string, { kind, key }: SettingsFault): string {
  const name = `"${key ?? ''}"`;
  switch (kind) {
    case 'comments':
      return 'it has comments or trailing commas';
    case 'mark':
      return 'it begins with a byte order mark';
    case 'unknown':
      return `${name} is a key that ${host} does not know`;
    case 'twice':
      return `${name} is there twice`;
    case 'missing':
      return `${name} is missing`;
    case 'hook':
      return `${name} is no kind of hook that ${host} knows`;
    case 'escape':
      return `${name} holds half of a character (an escape from \\ud800 to \\udfff without the other)`;
    default:
      return `${name} is not ${EXPECTED[kind]}`;
  }
}

const EXPECTED = {
  text: 'a text',
  whole: 'a whole number from 0, written in digits alone',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object',
  number: 'a number within bounds',
} as const;

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
  keptBefore: (command) => `The one before is kept; to go back to it: ${command}`,
  closed: (directory) => `Other users had rights to ${directory}; now it is yours alone (0700).`,
  next: ({ hosts, clear, words, status, import: bringIn, uninstall, notes }) =>
    [
      'What to do next:',
      `  1. Open a new session of ${listed(hosts, 'or')}; running ones may not know the hooks yet.`,
      `  2. Work as always. ${clear.length === 0 ? '' : `After /clear ${clear.length < hosts.length ? `in ${listed(clear, 'or')} ` : ''}the new conversation gets the memory of the old one;`}`.trimEnd(),
      `     ${words.join(' or ')} hands a conversation over to a session you open later.`,
      `  3. See that it works: ${status}`,
      `  4. Have what was said before remembered too: ${bringIn}`,
      ...notes.map((note, index) => `  ${index + 5}. ${note}`),
      `To undo: ${uninstall}`,
    ].join('\n'),
  notes: {
    recallAllowed: (hosts, command) =>
      `The agent of ${listed(hosts, 'and')} looks things up in your conversations without asking, those of other projects too; your own rules that ask or deny still win. To end that: ${command}`,
    recallNotAllowed: (host, { file, rules }) =>
      rules.length === 0 || file === ''
        ? `${host} has no rule that fits our commands here (the path of the executable needs quotes, or the settings are a whole team's): nothing was allowed there.`
        : `${host} was not told to let the agent look things up: ${file} is not there, or cannot take it. To do it yourself, add there: ${rules.join(', ')}`,
    recallSilences: (host, file, taken) =>
      `${host} leaves permission.rules of ${file} out of account where there is a permission.allow: ${taken ? 'our lines were taken out of it, and ' : ''}nothing of ours is allowed there.`,
    recallStays: (host, file) =>
      `${host} still lets the agent look things up: the lines of ${file} are your own, and were left.`,
    recallAsks: (hosts, command) =>
      `${listed(hosts, 'and')} may ask you before the agent looks things up (search, recall, detail). To allow it once and for all: ${command}`,
    review: (host) =>
      `${host} runs no hook before you have allowed it: at its next start it asks. Choose to review the hooks (or type /hooks), open each event of ours with Enter, move to the line whose command is throughline-bin, and press t. (t in the first list, and "Trust all", trust every hook of everybody.) $tl takes two Enters there: the first picks it from the list.`,
    turnedOff: (host) =>
      `${host} does not run hooks of ours that you have turned off: type /hooks there, open the event with Enter, and turn ours on with the space bar.`,
    folderTrust: (host) =>
      `${host} runs hooks of a project only where you trust the folder: type /hooks-trust there.`,
    shared: (host, others) =>
      `${host} also runs hooks in the settings of ${listed(others, 'and')}, unless that is switched off. Ours leave at once there, so nothing is stored or told twice.`,
  },
  projectFiles: 'These files name paths of this machine: do not commit them.',
  notFound: (hosts) =>
    `Not found here: ${hosts.join(', ')}. To register all the same, add --host with the name.`,
  noProjectSettings: (hosts) =>
    `No settings of one user for a project: ${hosts.join(', ')}. Run this without --project for them.`,
  failed: (host, reason) => `${host}: ${reason}`,
  originalPresent: (hosts, command) =>
    `The hooks of the Node Throughline are registered with ${listed(hosts, 'and')} too. While they are, this one only stores turns and gives no memory. To remove them: ${command}`,
  hooksDisabled: (host, setting, file) =>
    `${setting} is set in ${file}: ${host} runs no hooks until you remove it.`,
  fault: faultEn,
  ignoredFile: (host, file, fault) =>
    `${host} ignores the whole of ${file}, our hooks included: ${faultEn(host, fault)}. Correct that.`,
  settingsProblem: (host, problem) => `${host} cannot use its settings: ${fileFaultEn(problem)}`,
  fileFault: fileFaultEn,
  refusal: refusalEn,
  keptFile: (file) => `${file} was left alone: it is not ours, or somebody has changed it.`,
  stays: ({ directory, holding, purge }) =>
    `${directory} still holds ${HOLDINGS[holding]}. To delete all of it: ${purge}`,
  purgeContents: ({ directory, holding, names }) =>
    `${directory} holds ${HOLDINGS[holding]}: ${names.join(', ')}`,
  purgeQuestion: 'Delete all of it for good? [y/N] ',
  purged: (directory) => `Deleted: ${directory}`,
  purgedOf: ({ directory, names }) => `Deleted in ${directory}: ${names.join(', ')}`,
  purgeLeft: ({ directory, names }) =>
    `${directory} also holds files that are not ours and were left alone: ${names.join(', ')}`,
  nothingToPurge: (directory) => `There is nothing of ours in ${directory}.`,
  stillRegistered: (files) =>
    `Our hooks are still registered in: ${files.join(', ')}. Run uninstall --project there first.`,
  leftRegistered: (files) =>
    `Our hooks stay registered in: ${files.join(', ')}. To remove them, run uninstall --project there.`,
  stillRegisteredWith: (hosts, files) =>
    `Our hooks are still registered with ${listed(hosts, 'and')} (${files.join(', ')}). Run uninstall without --host and without --project first.`,
  purgeRefused: 'Nothing was deleted or changed. Add --yes to delete all of it for good.',
  purgeBlocked: (directory) =>
    `${directory} could not be deleted completely. Close what uses it and run this again.`,
  silencing: (host, file) =>
    `our lines in permission.allow of ${file} switch its permission.rules off (${host} takes one or the other)`,
  hostUnknown: (host, known) =>
    `There is no host "${host}" here. The ones there are: ${known.join(', ')}.`,
  hostNotFound: (places, command) =>
    `No coding agent was found: ${places.join(', ')}. To register with one that comes later, name it with --host: ${command}`,
  noWords: (word) => `This command takes no argument "${word}". See --help.`,
};
