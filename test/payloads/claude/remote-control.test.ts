import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { lastEntrypoint, wantsRemoteControl } from '../../../src/hosts/claude/remote-control.ts';

const SAID = 'THROUGHLINE_AUTO_HANDOFF_REMOTE_CONTROL';
const DESKTOP = { CLAUDE_CODE_ENTRYPOINT: 'claude-desktop' };
const cli = { entrypoint: 'cli', wantedBefore: false };

describe('a successor', () => {
  it.for<[string, Readonly<Record<string, string>>, typeof cli, boolean]>([
    ['of a terminal is not', { CLAUDE_CODE_ENTRYPOINT: 'cli' }, cli, false],
    ['of the desktop application is', DESKTOP, cli, true],
    ['of a transcript that began there is', {}, { ...cli, entrypoint: 'claude-desktop' }, true],
    ['of a conversation that wanted it is', {}, { ...cli, wantedBefore: true }, true],
    ['is where the user says so', { [SAID]: 'on' }, cli, true],
    [
      'is not where the user forbids it',
      { ...DESKTOP, [SAID]: 'off' },
      { ...cli, wantedBefore: true },
      false,
    ],
    ['is as ever where the user says anything else', { [SAID]: 'yes' }, cli, false],
  ])('%s to be seen from elsewhere', ([, variables, conversation, expected]) => {
    expect(wantsRemoteControl(variables, conversation)).toBe(expected);
  });
});

describe('where a conversation was held last', () => {
  it('is what its newest row says that says anything', async () => {
    const rows = [
      { type: 'user', entrypoint: 'claude-desktop' },
      { type: 'user', entrypoint: 'cli', message: { content: '"entrypoint":"claude-desktop"' } },
      { type: 'mode', mode: 'normal' },
    ];
    const content = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    await using fixture = await createFixture({ 'a.jsonl': `${content}{"entrypoint":"half` });
    expect(lastEntrypoint(fixture.getPath('a.jsonl'))).toBe('cli');
  });

  it('is not known without such a row', async () => {
    await using fixture = await createFixture({ 'a.jsonl': '{"type":"mode"}\n' });
    expect(lastEntrypoint(fixture.getPath('a.jsonl'))).toBeNull();
    expect(lastEntrypoint(fixture.getPath('none.jsonl'))).toBeNull();
  });
});
