import { describe, expect, it } from 'vitest';
import { handoffIn, handoffMark, isSeat } from '../../src/core/auto-handoff.ts';

const ID = '9f0c1c0e-4a5b-4c6d-8e7f-0123456789ab';
const SESSION = 'd613bb96-aec8-4657-9618-5e88d533297c';
const LAUNCH = { AITERM_AGENT_LAUNCH_ID: 'launch-1' };

describe('a conversation', () => {
  it.for<[string, Readonly<Record<string, string>>, string | undefined, boolean]>([
    ['nothing', {}, SESSION, false],
    ['a terminal alone', { AITERM_SESSION_ID: 't', AITERM_STATE_BASE: '/s' }, SESSION, false],
    ['a launch alone, which may be inherited', LAUNCH, SESSION, false],
    [
      'a launch without a conversation',
      { ...LAUNCH, AITERM_AGENT_VENDOR_SESSION_ID: '' },
      SESSION,
      false,
    ],
    [
      'a conversation without a launch',
      { AITERM_AGENT_VENDOR_SESSION_ID: SESSION },
      SESSION,
      false,
    ],
    [
      'an empty launch',
      { AITERM_AGENT_LAUNCH_ID: '', AITERM_AGENT_VENDOR_SESSION_ID: SESSION },
      SESSION,
      false,
    ],
    ['its own launch', { ...LAUNCH, AITERM_AGENT_VENDOR_SESSION_ID: SESSION }, SESSION, true],
    ['the launch of another', { ...LAUNCH, AITERM_AGENT_VENDOR_SESSION_ID: 'x' }, SESSION, false],
    ['a launch, and no id', { ...LAUNCH, AITERM_AGENT_VENDOR_SESSION_ID: '' }, '', false],
    ['no id at all', LAUNCH, undefined, false],
  ])('whose environment names %s is a seat or not', ([, variables, session, expected]) => {
    expect(isSeat(variables, session)).toBe(expected);
  });
});

describe('a prompt', () => {
  it.for([
    `${handoffMark(ID)}\nGo on.`,
    `Throughline自動継続 ${ID}\n続けてください。`,
    `\n${handoffMark(ID)}\nGo on.`,
  ])('names the handoff it goes on from: %s', (prompt) => {
    expect(handoffIn(prompt)).toBe(ID);
  });

  it.for([
    'Throughline auto-handoff',
    'Throughline auto-handoff 12',
    `auto-handoff ${ID}`,
    `what is "${handoffMark(ID)}"?`,
    '',
  ])('names none: %s', (prompt) => {
    expect(handoffIn(prompt)).toBeNull();
  });
});
