import type { PromptEvent } from '../core/event.ts';
import { movedPath } from '../core/moved-path.ts';
import type { PromptCommand } from '../core/prompt-word.ts';
import { promptWordText } from '../core/render/prompt-word-text.ts';
import { spell } from '../core/session.ts';
import type { PromptWordText } from '../core/text/prompt-words-en.ts';
import type { HookAnswer, HookHost } from '../hosts/hook-host.ts';
import { originalIsRegistered } from '../hosts/original-product.ts';
import {
  dropMemory,
  forgetSession,
  giveBaton,
  switchOff,
  switchOn,
} from '../memory/prompt-words.ts';
import { countRemembered } from '../memory/remembered.ts';
import { removeSearchIndex } from '../memory/search-removal.ts';
import { forgetHandoff } from '../platform/handoff-records.ts';
import { appendLog } from '../platform/log.ts';
import { requestMaintenance } from '../platform/maintenance-mark.ts';
import {
  openMarks,
  readPending,
  removeAllPages,
  removeMark,
  removePending,
  writeDecision,
} from '../platform/session-marks.ts';
import { ownWindowName } from '../platform/window-record.ts';
import { removeBackups } from '../store/backup.ts';
import type { SqlConnection } from '../store/connection.ts';
import type { StoredSession } from '../store/sessions.ts';
import { countTurns } from '../store/turns.ts';
import { captureToEnd } from './capture-session.ts';
import { placeOf } from './hook-context.ts';
import { sessionOf } from './session-record.ts';
import { drainSpool } from './spool-drain.ts';
import { type StoreAccess, withDatabase } from './store-access.ts';

/** For the maintenance that writes the index: a slice of it takes a part of a second. */
const INDEX_WAIT_MS = 300;

/** Answers `/tl …` by a block: no model is called, and a blocked prompt consumes nothing. */
export function answerWord(
  access: StoreAccess,
  { word }: HookHost,
  event: PromptEvent,
  command: PromptCommand,
): HookAnswer {
  const besideOriginal = originalIsRegistered[event.session.host](access.environment);
  if (besideOriginal && command.word === 'tl') return { kind: 'nothing' };
  const text = promptWordText(access.environment.locale, word);
  const reason = withDatabase(access, (db) => {
    drainSpool(access, db);
    const session = sessionOf(access, db, event);
    return obey({ access, db, event, session, text }, command);
  });
  appendLog(
    access.layout,
    'decisions',
    { phase: 'word', session: spell(event.session), word: command.word },
    event.at,
  );
  return { kind: 'block', reason };
}

interface Asked {
  readonly access: StoreAccess;
  readonly db: SqlConnection;
  readonly event: PromptEvent;
  readonly session: StoredSession;
  readonly text: PromptWordText;
}

function obey(asked: Asked, command: PromptCommand): string {
  const { text } = asked;
  switch (command.word) {
    case 'tl':
      return handOver(asked, command.note !== null);
    case 'fresh':
      return text.fresh({ dropped: startFresh(asked) });
    case 'off':
      return turnOff(asked);
    case 'on':
      return turnOn(asked);
    case 'forget':
      return text.forgotten({ turns: forget(asked) });
    case 'status':
      return status(asked);
    case 'unknown':
      return text.unknown({ text: command.text });
    default:
      return command satisfies never;
  }
}

/** Read up to here first: the turn before the word may still be in the transcript only. */
function handOver({ access, db, event, session, text }: Asked, note: boolean): string {
  captureToEnd(access, db, session, false);
  const place = placeOf(access, event);
  const turns = db.transaction(() =>
    giveBaton(db, {
      session: session.id,
      root: session.projectRoot,
      directory: movedPath(place.directory, place.root, session.projectRoot),
      window: ownWindowName(event.window),
      at: event.at,
    }),
  );
  return turns === 0 ? text.nothingStored() : text.written({ turns, note });
}

function startFresh({ access, db, event, session }: Asked): boolean {
  const { layout } = access;
  const pending = readPending(layout, event.session);
  removePending(layout, event.session);
  decide(access, event, 'nothing');
  const linked = db.transaction(() => dropMemory(db, session));
  const owed = pending !== null && (pending.predecessor !== null || pending.shown !== undefined);
  return linked || owed;
}

/** What was said before is still stored. */
function turnOff({ access, db, event, session, text }: Asked): string {
  captureToEnd(access, db, session, false);
  db.transaction(() => switchOff(db, session, event.at));
  removePending(access.layout, event.session);
  removeAllPages(access.layout);
  openMarks(access.layout, event.session).forEach(removeMark);
  forgetHandoff(access.layout, event.session.id);
  decide(access, event, 'off');
  renewCopies(access);
  return text.off();
}

const decide = (access: StoreAccess, event: PromptEvent, what: 'nothing' | 'off'): void =>
  writeDecision(access.layout, event.session, { what, at: event.at, ...placeOf(access, event) });

/** A copy put back in place of a damaged memory would know nothing of what was said. */
function renewCopies({ layout, environment }: StoreAccess): void {
  removeBackups(layout);
  requestMaintenance(layout, environment.now());
}

/** What was said while it was off is passed over before it is on again. */
function turnOn({ access, db, event, session, text }: Asked): string {
  captureToEnd(access, db, session, false);
  db.transaction(() => switchOn(db, session));
  if (session.off) decide(access, event, 'nothing');
  renewCopies(access);
  return text.on();
}

/** What is in the transcript but not stored yet is meant as well, also of a turn that runs. */
function forget({ access, db, event, session }: Asked): number {
  captureToEnd(access, db, session, true);
  const turns = db.transaction(() => forgetSession(db, session));
  forgetHandoff(access.layout, event.session.id);
  /* What waits for hooks, the index and the copies hold it too; new ones are made without it. */
  removeAllPages(access.layout);
  removeSearchIndex(access.engine, access.layout.search, INDEX_WAIT_MS);
  renewCopies(access);
  return turns;
}

function status({ db, session, text }: Asked): string {
  const { id, off } = session;
  const stored = countTurns(db, id);
  return text.status({ stored, remembered: countRemembered(db, id), session: id, off });
}
