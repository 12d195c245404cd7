import type { FileFault } from '../core/file-fault.ts';
import type { InstallText } from '../core/text/install-en.ts';
import type { RecallChoice } from '../hosts/recall-permission.ts';
import type { Invocation } from '../hosts/registration-command.ts';
import type { HostNote, RegistrationState } from '../hosts/registration-host.ts';
import type { RegistrationPlan } from '../hosts/registration-plan.ts';
import { type Executable, keepsPrevious } from '../platform/self-install.ts';
import { recallNotes } from './install-recall.ts';
import {
  type Choice,
  type RegistrationOptions,
  type Target,
  titlesOf,
} from './registration-options.ts';
import { failureLines, fileLines, keptFiles, planDiff } from './registration-report.ts';

/** One host after the installation, or before it with `--dry-run`. */
export interface Installed {
  readonly target: Target;
  readonly plan: RegistrationPlan;
  /** As the settings are now. */
  readonly state: RegistrationState;
}

interface Done {
  readonly read: RegistrationOptions;
  readonly choice: Choice;
  readonly executable: Executable;
  readonly invocation: Invocation;
  readonly installed: readonly Installed[];
  readonly failures: readonly { readonly target: Target; readonly error: FileFault }[];
  readonly replacesOriginal: boolean;
  /** What was asked of the agents' permission to look things up. */
  readonly recall: RecallChoice;
  /** The data directory, where it was open to other users until now. */
  readonly closed: string | null;
  /** Makes a shell line that starts what is there now: without a copy, the running executable. */
  readonly line: (...words: readonly string[]) => string;
}

/** What `install` tells a person. */
export const installText = (done: Done): string =>
  (done.read.dryRun ? plannedLines(done) : doneLines(done)).join('\n');

function plannedLines(done: Done): readonly string[] {
  const { read, executable, installed } = done;
  const { text } = read;
  const diffs = installed.map(({ plan }) => planDiff(plan)).filter((diff) => diff !== '');
  const copy = executable.copy ? [`${executable.copy.from} -> ${executable.copy.to}`] : [];
  const isNothing = diffs.length === 0 && copy.length === 0;
  const changes = isNothing ? [text.nothingToChange] : [text.wouldChange, ...copy, ...diffs];
  return [
    ...changes,
    ...installed.flatMap(({ plan }) => keptFiles(plan).map(text.keptFile)),
    ...leftOut(done),
    ...warnings(done),
  ];
}

function doneLines(done: Done): readonly string[] {
  const { read, executable, installed, closed, line } = done;
  const { text, scope } = read;
  return [
    ...(executable.copy ? [text.copied(executable.copy.to)] : []),
    ...(keepsPrevious(executable) ? [text.keptBefore(line('install', '--rollback'))] : []),
    ...(closed === null ? [] : [text.closed(closed)]),
    ...installed.flatMap(({ target, plan }) => [
      text.registered(target.side.title),
      ...fileLines(plan, text),
      ...keptFiles(plan).map(text.keptFile),
    ]),
    ...leftOut(done),
    ...(scope === 'project' ? [text.projectFiles] : []),
    ...warnings(done),
    '',
    nextSteps(done),
  ];
}

/** Hosts that nothing was done for, and why. */
function leftOut({ read, choice, failures }: Done): readonly string[] {
  const { text } = read;
  const absent = choice.absent.map(({ side }) => side.title);
  return [
    ...failureLines(failures, text),
    ...(choice.without.length === 0 ? [] : [text.noProjectSettings(titlesOf(choice.without))]),
    ...(absent.length === 0 ? [] : [text.notFound(absent)]),
  ];
}

/** What keeps our hooks from running or from giving a memory. */
function warnings({ read, installed, replacesOriginal, line }: Done): readonly string[] {
  const { text, dryRun } = read;
  const replace = line('install', ...projectFlag(read), '--replace-original');
  const original = installed.filter(({ state }) => state.original);
  const titles = original.map(({ target }) => target.side.title);
  const isTold = titles.length > 0 && !(dryRun && replacesOriginal);
  return [
    ...installed.flatMap((one) => settingsWarnings(one, text)),
    ...(isTold ? [text.originalPresent(titles, replace)] : []),
  ];
}

function settingsWarnings({ target, state }: Installed, text: InstallText): readonly string[] {
  const { title } = target.side;
  const { ignored, problem, disabledBy } = state;
  return [
    ...(problem === null ? [] : [text.settingsProblem(title, problem)]),
    ...ignored.map(({ path, fault }) => text.ignoredFile(title, path, fault)),
    ...(disabledBy ? [text.hooksDisabled(title, disabledBy.setting, disabledBy.file)] : []),
  ];
}

function nextSteps(done: Done): string {
  const { read, installed, line } = done;
  const { text, scope } = read;
  const sides = installed.map(({ target }) => target.side);
  const titles = (of: typeof sides): readonly string[] => of.map(({ title }) => title);
  const words = [...new Set(sides.map(({ word }) => word))];
  return text.next({
    hosts: titles(sides),
    clear: titles(sides.filter(({ remembersClear }) => remembersClear)),
    words: words.map((word) => {
      const where = titles(sides.filter((side) => side.word === word));
      return where.length === sides.length ? word : `${word} (${where.join(', ')})`;
    }),
    status: line('status'),
    import: line('import'),
    uninstall: line('uninstall', ...projectFlag(read)),
    notes: [
      ...installed.flatMap(({ target: { side }, state }) => [
        ...side.notes({ scope, state }).map((note) => noteText(note, side.title, text)),
        ...(side.runsAlso.length === 0 ? [] : [text.notes.shared(side.title, side.runsAlso)]),
      ]),
      ...recallNotes(done),
    ],
  });
}

function noteText(note: HostNote, title: string, { notes }: InstallText): string {
  switch (note.kind) {
    case 'review':
      return notes.review(title);
    case 'turned-off':
      return notes.turnedOff(title);
    case 'folder-trust':
      return notes.folderTrust(title);
    default:
      return note satisfies never;
  }
}

const projectFlag = ({ scope }: RegistrationOptions): readonly string[] =>
  scope === 'project' ? ['--project'] : [];
