import type { InstallText } from '../core/text/install-en.ts';
import { isSilenced, type RecallChoice } from '../hosts/recall-permission.ts';
import type { Invocation } from '../hosts/registration-command.ts';
import type { RegistrationState } from '../hosts/registration-host.ts';
import type { RegistrationPlan } from '../hosts/registration-plan.ts';
import type { RegistrationOptions, Target } from './registration-options.ts';

interface RecallDone {
  readonly read: RegistrationOptions;
  readonly recall: RecallChoice;
  readonly invocation: Invocation;
  readonly installed: readonly {
    readonly target: Target;
    readonly plan: RegistrationPlan;
    readonly state: RegistrationState;
  }[];
  readonly line: (...words: readonly string[]) => string;
}

/** What a user has to know of whether the agents may look things up without a question. */
export function recallNotes(done: RecallDone): readonly string[] {
  const { read, recall, installed, line } = done;
  const { notes } = read.text;
  const scope = read.scope === 'project' ? ['--project'] : [];
  const titles = (of: RecallDone['installed']): readonly string[] =>
    of.map(({ target }) => target.side.title);
  const silenced = installed.filter(({ target: { side, places } }) =>
    isSilenced(places.rules ?? '', side.recall.list),
  );
  const allowed = installed.filter(
    (one) => one.state.recallAllowed && recall !== 'forbid' && !silenced.includes(one),
  );
  const others = installed.filter((one) => !allowed.includes(one) && !silenced.includes(one));
  const asks = recall === 'keep' ? others.filter((one) => mayAsk(one.target, done)) : [];
  const ends = line('install', ...scope, '--no-allow-recall');
  return [
    ...(allowed.length === 0 ? [] : [notes.recallAllowed(titles(allowed), ends)]),
    ...silenced.flatMap((one) => silencedNote(one, done)),
    ...(recall === 'forbid' ? others.filter(({ state }) => state.recallAllowed) : []).map(
      ({ target: { side, places } }) => notes.recallStays(side.title, places.rules ?? ''),
    ),
    ...(recall === 'allow' ? others.map(({ target }) => refused(target, done, notes)) : []),
    ...(asks.length === 0
      ? []
      : [notes.recallAsks(titles(asks), line('install', ...scope, '--allow-recall'))]),
  ];
}

/** Where ours were taken out, or were to come. */
function silencedNote(
  { target: { side, places }, plan }: RecallDone['installed'][number],
  { recall, read }: RecallDone,
): readonly string[] {
  const file = places.rules ?? '';
  const taken = plan.files.some(({ change, record }) => change.path === file && record === null);
  return taken || recall === 'allow'
    ? [read.text.notes.recallSilences(side.title, file, taken)]
    : [];
}

/** It asks, and could be told not to. */
const mayAsk = ({ side, places }: Target, { invocation }: RecallDone): boolean =>
  side.recall.asks && places.rules !== undefined && side.recall.rules(invocation).length > 0;

const refused = (
  { side, places }: Target,
  { invocation }: RecallDone,
  notes: InstallText['notes'],
): string =>
  notes.recallNotAllowed(side.title, {
    file: places.rules ?? '',
    rules: side.recall.rules(invocation),
  });
