import { type Budget, sizeIn } from '../core/budget.ts';
import { HOSTS, type Host } from '../core/session.ts';
import { UserError } from '../core/user-error.ts';
import type { HookHost } from '../hosts/hook-host.ts';
import { hookHost } from '../hosts/hook-hosts.ts';
import { originalIsRegistered } from '../hosts/original-product.ts';
import { type BeginningOffer, reminderOf, renderBeginning } from '../memory/beginning.ts';
import type { OfferFrame } from '../memory/offer.ts';
import { offerFrame } from '../memory/offer-frame.ts';
import {
  type MemoryPreview,
  previewMemory,
  waitingBaton,
  whyAfterClear,
} from '../memory/preview.ts';
import { pagesFor, readConfig } from '../platform/config.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import type { SqlConnection } from '../store/connection.ts';
import { findSession, type StoredSession } from '../store/sessions.ts';
import type { Command, RawOptions } from './command.ts';
import { hostOption, refuseWords, sessionOption, wordOf } from './options.ts';
import { formOf, PREVIEWED, type Previewed, type PreviewForm } from './preview-form.ts';
import { NOTHING_TO_NAME, omittedNotes, roomNotes } from './preview-room.ts';
import { type Preview, previewObject, previewText } from './preview-text.ts';
import { readMemory } from './read-store.ts';
import { namedSession, newestSession } from './session-choice.ts';
import { movedHint } from './status-project.ts';
import { hasUnreadTurn } from './unread-turn.ts';
import { type Said, wordsIn } from './words.ts';
import { projectHere } from './working-directory.ts';

export const preview: Command = {
  name: 'preview',
  summary: 'Show what the next session would be given, and why',
  options: [
    { flag: '--host <host>', description: 'Whose next session (default: the same agent)' },
    {
      flag: '--session <id>',
      description: "After which session (default: the project's newest that somebody typed into)",
    },
    {
      flag: '--as <how>',
      description: `How it begins: ${PREVIEWED.join(', ')} (default: baton where one waits, else clear)`,
    },
  ],
  async run(positional, options, environment) {
    refuseWords(positional);
    const asked = askedFor(options);
    const hooks = await Promise.all(
      HOSTS.map(async (host) => [host, await hookHost(host)] as const),
    );
    const hookOf = new Map(hooks);
    const look = (db: SqlConnection): Preview | null => previewOf(db, asked, hookOf, environment);
    const found = (await readMemory(environment, look)) ?? null;
    const hint = found === null ? await movedHint(environment) : [];
    const text = previewText(found, wordsIn(environment.locale));
    return { text: [text, ...hint].join('\n'), json: previewObject(found, wordsIn('en')) };
  },
};

interface Asked {
  readonly host: Host | undefined;
  readonly session: string | undefined;
  readonly as: Previewed | undefined;
}

function askedFor(options: RawOptions): Asked {
  const host = hostOption(options);
  const word = wordOf(options.as);
  const as = PREVIEWED.find((how) => how === word);
  if (word !== undefined && as === undefined)
    throw new UserError(`--as takes ${PREVIEWED.join(', ')}, not ${word}.`, 2);
  return { host, session: sessionOption(options), as };
}

interface Choice {
  readonly session: StoredSession;
  readonly as: Previewed;
  readonly host: Host;
  /** Whose baton waits in this directory. */
  readonly waiting: string | null;
}

/** Null when nothing is stored that could be given. */
function choose(db: SqlConnection, asked: Asked, environment: Environment): Choice | null {
  const isNowhere = environment.cwdIsGone === true && asked.session !== undefined;
  const waiting = isNowhere ? null : waitingBaton(db, placeOf(environment));
  const session = findSession(db, chosenSession(db, asked, waiting, environment) ?? '');
  if (session === null) return null;
  const as = asked.as ?? whyAfterClear(db, session, environment.now());
  return { session, as, host: asked.host ?? session.ref.host, waiting };
}

function previewOf(
  db: SqlConnection,
  asked: Asked,
  hookOf: ReadonlyMap<Host, HookHost>,
  environment: Environment,
): Preview | null {
  const choice = choose(db, asked, environment);
  const hook = choice && hookOf.get(choice.host);
  if (!choice || !hook) return null;
  const { host, as, waiting, session } = choice;
  const form = formOf(as, hook, readConfig(dataLayout(environment.dataDirectory)));
  const given = isKept(session, as)
    ? nothingOf(session)
    : giveAs(db, form, choice, hook, environment);
  const { unit, limit }: Budget = hook.budget;
  const sizes = given.texts.map((text) => sizeIn(unit, text));
  const isRead = form.kind !== 'nothing' && hasUnreadTurn(db, session, environment);
  const notes = [
    ...('note' in form && form.note !== undefined ? [form.note] : []),
    ...(as === 'start' && waiting !== null ? [batonNote(waiting)] : []),
    ...given.room,
    ...(isRead ? [UNREAD] : []),
    ...(isKept(session, as) ? [SWITCHED_OFF] : []),
    ...(originalIsRegistered[host](environment) ? [ORIGINAL] : []),
  ];
  return { host, as, word: hook.word, sizes, unit, limit, notes, ...given };
}

/** What is handed on, or reminded of, is not what the user switched off. */
const isKept = ({ off }: StoredSession, as: Previewed): boolean => off && as !== 'start';
const SWITCHED_OFF: Said = ({ preview: text }) => text.switchedOff;
const UNREAD: Said = ({ preview: text }) => text.unread;
const ORIGINAL: Said = ({ preview: text }) => text.original;
const batonNote =
  (session: string): Said =>
  ({ preview: text }) =>
    text.waiting(session);

const placeOf = (environment: Environment) => ({
  root: projectHere(environment),
  directory: environment.cwd,
  now: environment.now(),
});

function chosenSession(
  db: SqlConnection,
  { session, as }: Asked,
  waiting: string | null,
  environment: Environment,
): string | null {
  if (session !== undefined) return namedSession(db, session);
  const wantsBaton = as === undefined || as === 'baton';
  return (wantsBaton ? waiting : null) ?? newestSession(db, placeOf(environment).root);
}

type Given = MemoryPreview & { readonly session: string; readonly room: readonly Said[] };

const nothingOf = ({ id }: StoredSession): Given => ({
  session: id,
  texts: [],
  turns: [],
  total: 0,
  room: [],
});

function giveAs(
  db: SqlConnection,
  form: PreviewForm,
  { session, host }: Choice,
  hook: HookHost,
  environment: Environment,
): Given {
  const { id, projectRoot: root } = session;
  const pages = pagesFor(dataLayout(environment.dataDirectory), host);
  const frame = offerFrame(hook, environment, pages);
  const nothing = nothingOf(session);
  switch (form.kind) {
    case 'memory':
      return memoryOf(previewMemory(db, session, host, form.frame, frame), id, frame);
    case 'index': {
      const about = form.cleared ? { cleared: id } : {};
      return pointing(renderBeginning(db, { id: null, root, ...about }, frame), nothing, frame);
    }
    case 'reminder':
      return pointing(reminderOf(db, id, frame), nothing, frame);
    case 'nothing':
      return nothing;
    default:
      return form satisfies never;
  }
}

const memoryOf = (memory: MemoryPreview, session: string, frame: OfferFrame): Given => ({
  ...memory,
  session,
  room: memory.total === 0 ? [] : roomNotes(memory.texts, frame),
});

const pointing = (offer: BeginningOffer | null, nothing: Given, { command }: OfferFrame): Given =>
  offer === null
    ? { ...nothing, room: [NOTHING_TO_NAME] }
    : {
        ...nothing,
        session: offer.session,
        texts: [offer.text],
        room: omittedNotes(offer.omitted, command),
      };
