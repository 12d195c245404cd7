import type { HandoffRecord } from '../../src/core/auto-handoff.ts';

export const HANDOFF_ID = '9f0c1c0e-4a5b-4c6d-8e7f-0123456789ab';

/** A handoff that was requested at 1000. */
export const handoff = (changed: Partial<HandoffRecord> = {}): HandoffRecord => ({
  id: HANDOFF_ID,
  source: 'source',
  directory: '/work/app',
  transcriptPath: null,
  state: 'requested',
  error: null,
  requestedAt: 1000,
  updatedAt: 1000,
  failures: 0,
  stopped: null,
  settings: { model: null, effort: null, permissionMode: null },
  worker: null,
  inFlight: null,
  turn: null,
  successor: null,
  acceptedAt: null,
  remoteControl: { wanted: false, state: null },
  desktop: { wanted: false, state: null, error: null, openedAt: null },
  ...changed,
});
