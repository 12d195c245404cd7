import type { SessionStartEvent } from '../core/event.ts';
import { spell } from '../core/session.ts';
import type { HookAnswer, HookHost } from '../hosts/hook-host.ts';
import { transcriptHosts } from '../hosts/transcript-hosts.ts';
import type { OfferFrame } from '../memory/offer.ts';
import { offerReminder, type PointerOffer } from '../memory/pointer-offer.ts';
import { SLICE } from '../memory/session-capture.ts';
import { readConfig } from '../platform/config.ts';
import { appendLog } from '../platform/log.ts';
import type { SqlConnection } from '../store/connection.ts';
import { findCursor } from '../store/cursors.ts';
import { lastReminderAt } from '../store/reminders.ts';
import type { StoredSession } from '../store/sessions.ts';
import { captureToEnd } from './capture-session.ts';
import { frameOf } from './reader-frame.ts';
import { sessionOf } from './session-record.ts';
import { drainSpool } from './spool-drain.ts';
import { type StoreAccess, withDatabase } from './store-access.ts';

/** Hosts report one start more than once. */
const REPEATED_WITHIN_MS = 5000;

/** The host has compacted the conversation and can be told something about it at once. */
export function remindNow(
  access: StoreAccess,
  host: HookHost,
  event: SessionStartEvent,
): HookAnswer {
  const frame = frameOf(access, host, event);
  if (frame === null || !isWanted(access)) return { kind: 'nothing' };
  const offer = withDatabase(access, (db) => {
    drainSpool(access, db);
    return db.transaction(() => {
      const reader = sessionOf(access, db, event);
      return isReminded(db, reader, frame.now) ? null : makeReminder(access, db, reader, frame);
    });
  });
  const { at, session, type } = event;
  const about = { phase: type, session: spell(session), what: offer?.kind ?? 'nothing' };
  const [text = ''] = offer?.texts ?? [];
  const size = { named: offer?.included ?? 0, characters: text.length };
  appendLog(access.layout, 'decisions', { ...about, ...size }, at);
  return text === '' ? { kind: 'nothing' } : { kind: 'inject', text, notice: null };
}

/** At that moment: by this report of a compaction, by another one, or by a later one. */
export const isReminded = (
  db: SqlConnection,
  { id }: StoredSession,
  compactedAt: number,
): boolean => compactedAt - lastReminderAt(db, id) < REPEATED_WITHIN_MS;

const isWanted = ({ layout }: StoreAccess): boolean => readConfig(layout).onCompact === 'reminder';

/** Its transcript is read to the end first: what the host has just summed up is stored whole. */
export function makeReminder(
  access: StoreAccess,
  db: SqlConnection,
  session: StoredSession,
  frame: OfferFrame,
): PointerOffer | null {
  if (!isWanted(access)) return null;
  captureToEnd(access, db, session, false);
  if (session.off) return null;
  return offerReminder(db, session, runningRequest(access, db, session), frame);
}

/** Of the turn in whose middle the conversation was compacted: it is not stored before it is over. */
function runningRequest(
  { hash }: StoreAccess,
  db: SqlConnection,
  { ref, transcriptPath: path }: StoredSession,
): string | null {
  if (path === null) return null;
  const source = transcriptHosts[ref.host];
  const { turns, lastOpen } = source.readTranscript(path, findCursor(db, path), hash, SLICE);
  const words = lastOpen ? (turns.at(-1)?.requests ?? []).join('\n\n') : '';
  return words.trim() === '' ? null : words;
}
