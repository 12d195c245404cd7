import { describe, expect, it } from 'vitest';
import type { DesktopMove, HandoffRecord } from '../../src/core/auto-handoff.ts';
import {
  decideMove,
  isToBeMoved,
  type SuccessorLook,
  type TranscriptEnd,
} from '../../src/core/desktop-opening.ts';
import { handoff } from '../platform/handoff-fixture.ts';

const ID = '1fa2008b-9dab-49bb-9537-ede3bf749b68';
const OTHER = '1fa2008b-0000-4000-8000-000000000000';
const wanted: DesktopMove = { wanted: true, state: null, error: null, openedAt: null };
const known = { shortId: '1fa2008b', session: ID };
const MINUTE = 60_000;

describe('at the end of its turn a successor', () => {
  it.for<[string, Partial<HandoffRecord>, boolean]>([
    ['that took over is to be moved', { state: 'sent', successor: known }, true],
    [
      'that may have taken over, by the beginning of its id, is to be moved',
      { state: 'unknown', successor: { shortId: '1fa2008b', session: null } },
      true,
    ],
    [
      'that may have taken over, by its whole id, is to be moved',
      { state: 'unknown', successor: known },
      true,
    ],
    [
      'whose id only begins like the one that is known is not',
      { state: 'unknown', successor: { shortId: '1fa2008b', session: OTHER } },
      false,
    ],
    [
      'that is another one is not',
      { state: 'sent', successor: { shortId: '1fa2008b', session: OTHER } },
      false,
    ],
    [
      'of whom nothing is known is not',
      { state: 'unknown', successor: { shortId: null, session: null } },
      false,
    ],
    ['of none is not', { state: 'unknown', successor: null }, false],
    ['of a failed handoff is not', { state: 'failed', successor: known }, false],
    ['of one that was given up is not', { state: 'withdrawn', successor: known }, false],
    ['that has just been launched is not', { state: 'launched', successor: known }, false],
    [
      'of a request made when nobody wanted it is not',
      { state: 'sent', successor: known, desktop: { ...wanted, wanted: false } },
      false,
    ],
    ...(['opened', 'superseded', 'failed'] as const).map(
      (state): [string, Partial<HandoffRecord>, boolean] => [
        `that is ${state} already is not`,
        { state: 'sent', successor: known, desktop: { ...wanted, state } },
        false,
      ],
    ),
    [
      'that is being moved is not',
      {
        state: 'sent',
        successor: known,
        desktop: { ...wanted, state: 'requested' },
        updatedAt: 9 * MINUTE,
      },
      false,
    ],
    [
      'whose move has died is to be moved',
      {
        state: 'sent',
        successor: known,
        desktop: { ...wanted, state: 'requested' },
        updatedAt: MINUTE,
      },
      true,
    ],
  ])('%s', ([, changed, expected]) => {
    const record = handoff({ desktop: wanted, ...changed });
    expect(isToBeMoved(record, ID, 12 * MINUTE)).toBe(expected);
  });
});

const at = (size: number, finished = true): TranscriptEnd => ({ size, finished });
const look = (changed: Partial<SuccessorLook>): SuccessorLook => ({
  handedOver: false,
  agent: null,
  transcriptEnd: () => at(100),
  ...changed,
});
const waiting = (state: string | null, end: TranscriptEnd | null = at(100)): SuccessorLook =>
  look({ agent: { status: 'waiting', state }, transcriptEnd: () => end });
const wait = (settled: number | null) => ({ what: 'wait', settled }) as const;

describe('a look at a successor', () => {
  it.for<[string, SuccessorLook, number | null, ReturnType<typeof decideMove>]>([
    ['that is idle', look({ agent: { status: 'idle', state: 'working' } }), null, { what: 'move' }],
    [
      'that has a handoff of its own',
      look({ handedOver: true, agent: { status: 'idle', state: null } }),
      100,
      { what: 'superseded' },
    ],
    ['that the host does not know', look({}), 100, wait(null)],
    ['that is busy', look({ agent: { status: 'busy', state: 'working' } }), 100, wait(null)],
    ['that has ended', look({ agent: { status: null, state: 'stopped' } }), 100, wait(null)],
    ['that waits while it works', waiting('working'), 100, wait(null)],
    ['that waits in the middle of a turn', waiting('blocked', at(100, false)), 100, wait(null)],
    ['that waits, without a transcript', waiting('blocked', null), 100, wait(null)],
    ['that waits behind its turn, for the first time', waiting('blocked'), null, wait(100)],
    ['that waits, and has grown since', waiting('blocked', at(120)), 100, wait(120)],
    ['that waits behind its turn, as before', waiting('blocked'), 100, { what: 'move' }],
    ['that waits in no state, as before', waiting(null), 100, { what: 'move' }],
  ])('%s', ([, seen, settled, expected]) => {
    expect(decideMove(seen, settled)).toEqual(expected);
  });

  it('reads no transcript where the host says enough', () => {
    const transcriptEnd = (): never => expect.unreachable();
    for (const status of ['idle', 'busy'])
      decideMove(look({ agent: { status, state: 'working' }, transcriptEnd }), null);
    decideMove(look({ handedOver: true, transcriptEnd }), null);
  });
});
