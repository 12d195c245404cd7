import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClaudeEvent } from '../../../src/hosts/claude/payload.ts';
import { HOOK_COMMANDS } from '../../../src/hosts/hook-host.ts';

const read = (payload: unknown, command: (typeof HOOK_COMMANDS)[number] = 'process-turn') =>
  readClaudeEvent({ command, payload, variables: {}, home: '/home/me', at: 1 });

const paths = (fields: Readonly<Record<string, unknown>>) => {
  const event = read({ session_id: 's', cwd: '/work', ...fields });
  return event.ok ? [event.value.cwd, event.value.transcriptPath] : event.error;
};

describe('a path in a payload', () => {
  it.for([
    ['as it is', { transcript_path: '/t/a.jsonl' }, '/work', '/t/a.jsonl'],
    ['in the home directory', { transcript_path: '~/a.jsonl' }, '/work', '/home/me/a.jsonl'],
    ['relative', { transcript_path: '../a.jsonl' }, '/work', '/a.jsonl'],
    ['with a NUL', { transcript_path: '/t/\0' }, '/work', null],
    ['that is no text', { transcript_path: { toString: 1 } }, '/work', null],
    ['nested without end', { transcript_path: deep(1e5) }, '/work', null],
    ['of a directory that is relative', { cwd: 'sub' }, resolve('sub'), null],
    ['of a directory with a NUL', { cwd: '/a\0b' }, resolve('.'), null],
  ] as const)('is absolute or none: %s', ([, fields, cwd, transcript]) => {
    expect(paths(fields)).toEqual([cwd, transcript]);
  });
});

it('makes no payload fail, whatever its fields are', () => {
  const names = fc.constantFrom(
    ...['transcript_path', 'cwd', 'prompt_id', 'prompt', 'source', 'reason', 'agent_id'],
    ...['last_assistant_message', 'hook_event_name', 'toString', '__proto__'],
  );
  fc.assert(
    fc.property(fc.dictionary(names, fc.jsonValue()), (fields) => {
      for (const command of HOOK_COMMANDS) {
        expect(read({ ...fields, session_id: 's' }, command).ok).toBe(true);
      }
    }),
  );
});

function deep(levels: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}
