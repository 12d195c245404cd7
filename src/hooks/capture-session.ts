import { transcriptHosts } from '../hosts/transcript-hosts.ts';
import type { Captured } from '../memory/capture.ts';
import {
  type CaptureMeans,
  captureTranscript,
  captureTranscriptToEnd,
  type Settle,
} from '../memory/session-capture.ts';
import type { SqlConnection } from '../store/connection.ts';
import type { StoredSession } from '../store/sessions.ts';
import type { StoreAccess } from './store-access.ts';

/** {@link captureTranscript} with what the session's own host writes. */
export const captureSession = (
  access: StoreAccess,
  db: SqlConnection,
  session: StoredSession,
  settle: Settle,
): Captured | 'wait' => captureTranscript(db, session, settle, meansOf(access, session));

/** {@link captureTranscriptToEnd} with what the session's own host writes. */
export const captureToEnd = (
  access: StoreAccess,
  db: SqlConnection,
  session: StoredSession,
  over: boolean,
): Captured => captureTranscriptToEnd(db, session, over, meansOf(access, session));

export const meansOf = (
  { hash, environment }: StoreAccess,
  { ref }: Pick<StoredSession, 'ref'>,
): CaptureMeans => ({
  source: transcriptHosts[ref.host],
  hash,
  now: environment.now(),
});
