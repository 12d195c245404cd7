import { describe, expect, it } from 'vitest';
import type { HandoffState } from '../../src/core/auto-handoff.ts';
import { type CompactionFacts, decideCompaction } from '../../src/core/compaction-decision.ts';

/** An automatic compaction of a person's conversation, where auto-handoff is on. */
const facts = (changed: Partial<CompactionFacts> = {}): CompactionFacts => ({
  isSubagent: false,
  isAutomatic: true,
  record: null,
  isUnreadable: false,
  isSeat: false,
  isEnabled: () => true,
  isOff: () => false,
  isSdk: false,
  ...changed,
});
const inState = (state: HandoffState) => ({ state });
const no = (): boolean => false;

const skipped = (reason: string, withdraw = false) => ({ what: 'skipped', reason, withdraw });

describe('a compaction', () => {
  it.for<[string, Partial<CompactionFacts>, object]>([
    ['is stopped in favour of a successor', {}, { what: 'requested' }],
    ['of a subagent goes on', { isSubagent: true }, skipped('subagent_compact')],
    [
      'of a subagent leaves what its parent requested',
      { isSubagent: true, record: inState('requested') },
      skipped('subagent_compact'),
    ],
    ['that the user asked for goes on', { isAutomatic: false }, skipped('manual_compact')],
    [
      'that the user asked for withdraws what was requested',
      { isAutomatic: false, record: inState('requested') },
      skipped('manual_compact', true),
    ],
    ['goes on where auto-handoff is off', { isEnabled: no }, skipped('auto_handoff_disabled')],
    ['goes on of a conversation that is off', { isOff: () => true }, skipped('session_off')],
    [
      'goes on where a program waits for the process',
      { isSdk: true },
      skipped('handoff_host_unsupported'),
    ],
    [
      'that was handed over who knows how goes on',
      { isUnreadable: true },
      skipped('handoff_unreadable'),
    ],
    ['of a seat goes on', { isSeat: true }, skipped('aiterm_seat')],
    [
      'of a seat where auto-handoff is off is told so',
      { isSeat: true, isEnabled: no },
      skipped('auto_handoff_disabled'),
    ],
    [
      'of a seat that a program waits for is told so',
      { isSeat: true, isSdk: true },
      skipped('handoff_host_unsupported'),
    ],
    [
      'is stopped of a program that is not waited for, whose handoff has begun',
      { isSdk: true, record: inState('sent') },
      { what: 'already_requested' },
    ],
  ])('%s', ([, changed, expected]) => {
    expect(decideCompaction(facts(changed))).toEqual(expected);
  });

  it.for<HandoffState>([
    'requested',
    'stopped',
    'launching',
    'launched',
    'sent',
    'unknown',
    'failed',
  ])(
    'is stopped again while its handoff is %s, although auto-handoff was switched off',
    (state) => {
      const decided = decideCompaction(facts({ record: inState(state), isEnabled: no }));
      expect(decided).toEqual({ what: 'already_requested' });
    },
  );

  it('goes on after launches have failed too often', () => {
    expect(decideCompaction(facts({ record: inState('withdrawn') }))).toEqual(
      skipped('handoff_withdrawn'),
    );
  });

  it.for<HandoffState>(['requested', 'failed'])(
    'of a seat withdraws a handoff that is %s',
    (state) => {
      expect(decideCompaction(facts({ isSeat: true, record: inState(state) }))).toEqual(
        skipped('aiterm_seat', true),
      );
    },
  );

  it.for<HandoffState>(['stopped', 'launching', 'launched', 'sent', 'unknown'])(
    'of a seat whose handoff is %s keeps pointing to its successor',
    (state) => {
      expect(decideCompaction(facts({ isSeat: true, record: inState(state) }))).toEqual({
        what: 'already_requested',
      });
    },
  );

  it('asks for settings only where nothing before decides', () => {
    const fail = (): boolean => {
      throw new Error('asked');
    };
    const unasked = { isEnabled: fail, isOff: fail };
    expect(decideCompaction(facts({ ...unasked, isAutomatic: false })).what).toBe('skipped');
    expect(decideCompaction(facts({ ...unasked, record: inState('sent') })).what).toBe(
      'already_requested',
    );
  });
});
