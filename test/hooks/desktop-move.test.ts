import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DesktopMove, HandoffRecord } from '../../src/core/auto-handoff.ts';
import { type MovePace, moveToDesktop } from '../../src/hooks/desktop-move.ts';
import { readHandoff, writeHandoff } from '../../src/platform/handoff-records.ts';
import { handoff } from '../platform/handoff-fixture.ts';
import { fixturePath } from '../transcripts/claude/session-file.ts';
import { handoffMachine } from './handoff-fixture.ts';

const ID = '1fa2008b-9dab-49bb-9537-ede3bf749b68';
const requested: DesktopMove = { wanted: true, state: 'requested', error: null, openedAt: null };
/** Longer than any machine needs for what comes at last, and not too long where nothing does. */
const PATIENT: MovePace = { lookEvery: 1, giveUpAfter: 60_000 };
const SHORT: MovePace = { lookEvery: 1, giveUpAfter: 300 };

/** What Claude Code lists, as far as it matters here. */
const listed = (status: string, state: string, sessionId = ID): string =>
  JSON.stringify([{ id: '1fa2008b', kind: 'background', sessionId, status, state }]);
const IDLE = listed('idle', 'working');
const BUSY = listed('busy', 'working');
const WAITING = listed('waiting', 'blocked');

interface Programs {
  readonly platform?: NodeJS.Platform;
  /** What each look finds; the last one for good. */
  readonly looks?: readonly string[];
  /** Shell: what happens before a look tells what it found. */
  readonly meanwhile?: string;
  /** Shell: what `claude stop` does. */
  readonly stop?: string;
  /** Shell: what opens the conversation; null: this system has no such program. */
  readonly open?: string | null;
}

/** A machine whose programs write down what they were started with, and nothing else on the path. */
async function machine(programs: Programs, changed: Partial<HandoffRecord> = {}) {
  const { platform = 'darwin', looks = [IDLE], meanwhile = ':', stop = ':' } = programs;
  const { open = `echo 'Opening session ${ID}'` } = programs;
  const directory = await createFixture({ bin: {}, project: {} });
  onTestFinished(() => directory.rm());
  const { context } = handoffMachine(directory.path);
  const log = directory.getPath('programs');
  const put = (name: string, ...lines: readonly string[]): void =>
    writeFileSync(directory.getPath('bin', name), `#!/bin/sh\n${lines.join('\n')}\n`, {
      mode: 0o755,
    });
  const found = looks.map((text, index) => `[ $n -eq ${index} ] && echo '${text}' && exit 0`);
  put(
    'claude',
    `n=0; [ -e '${log}' ] && while read -r line; do [ "$line" = 'claude agents --json --all' ] && n=$((n+1)); done < '${log}'`,
    `echo "claude $*" >> '${log}'`,
    `if [ "$1" = stop ]; then ${stop}; exit $?; fi`,
    meanwhile,
    ...found,
    `echo '${looks.at(-1)}'`,
  );
  const note = `echo "$PWD $CLAUDE_CODE_SESSION_ID$THROUGHLINE_AUTO_HANDOFF_OPEN" > '${log}.place'`;
  for (const name of open === null ? [] : ['script', 'pwsh.exe'])
    put(name, note, `echo "${name} $*" >> '${log}'`, open ?? '');
  const variables = {
    PATH: directory.getPath('bin'),
    CLAUDE_CODE_SESSION_ID: 'of a conversation',
    THROUGHLINE_AUTO_HANDOFF_OPEN: 'desktop',
  };
  const { layout } = context;
  const environment = { ...context.environment, platform, variables, now: () => 9000 };
  const successor = { shortId: '1fa2008b', session: ID };
  const place = { source: 'a', directory: directory.getPath('project') };
  writeHandoff(
    layout,
    handoff({ ...place, state: 'sent', successor, desktop: requested, ...changed }),
  );
  return {
    directory,
    layout,
    move(transcript = '', pace = PATIENT) {
      moveToDesktop({ environment, layout }, 'a', transcript, pace);
      return readHandoff(layout, 'a')?.desktop;
    },
    ran: (): readonly string[] =>
      existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [],
    openedIn: (): string => readFileSync(`${log}.place`, 'utf8').trim(),
  };
}

const LOOK = 'claude agents --json --all';
const STOP = 'claude stop 1fa2008b';
const MAC = `script -q /dev/null claude --desktop --resume ${ID}`;

describe('a successor that is idle', () => {
  it.for<[NodeJS.Platform, string | RegExp]>([
    ['darwin', MAC],
    ['win32', /^pwsh\.exe -NoLogo -NoProfile -NonInteractive -EncodedCommand [\w+/=]+$/],
  ])(
    'is ended in the background and opened in the application on %s',
    async ([platform, opens]) => {
      const { move, ran, openedIn, directory, layout } = await machine({ platform });
      expect(move()).toEqual({ ...requested, state: 'opened', openedAt: 9000 });
      expect(ran()).toEqual([LOOK, STOP, expect.stringMatching(opens)]);
      expect(openedIn()).toBe(directory.getPath('project'));
      expect(readHandoff(layout, 'a')).toMatchObject({ state: 'sent', updatedAt: 9000 });
    },
  );

  it('is waited for', async () => {
    const { move, ran } = await machine({ looks: [BUSY, '', 'no JSON', IDLE] });
    expect(move()?.state).toBe('opened');
    expect(ran()).toEqual([LOOK, LOOK, LOOK, LOOK, STOP, MAC]);
  });

  it('is moved once', async () => {
    const { move, ran } = await machine({});
    move();
    expect(move()?.state).toBe('opened');
    expect(ran()).toEqual([LOOK, STOP, MAC]);
  });
});

describe('a successor is left where it is', () => {
  it.for<[string, string]>([
    ['that works all the time', BUSY],
    ['that waits while it works', listed('waiting', 'working')],
    ['that waits for a permission, by its transcript', WAITING],
    ['that the host does not list', '[]'],
    ['whose id only begins alike', listed('idle', 'working', '1fa2008b-0')],
    ['that somebody sits before', IDLE.replace('background', 'interactive')],
  ])('%s, and its next turn may ask again', async ([, found]) => {
    const { move, ran } = await machine({ looks: [found] });
    const transcript = fixturePath('2.1.332-permission-prompt.jsonl');
    expect(move(transcript, SHORT)).toEqual({ ...requested, state: null });
    expect(new Set(ran())).toEqual(new Set([LOOK]));
  });

  it('that waits and whose transcript is not there', async () => {
    const { move, ran } = await machine({ looks: [WAITING] });
    expect(move('', SHORT)?.state).toBeNull();
    expect(ran()).not.toContain(STOP);
  });

  it('that is handed over itself', async () => {
    const { move, ran, layout } = await machine({});
    writeHandoff(layout, handoff({ source: ID }));
    expect(move()).toEqual({ ...requested, state: 'superseded' });
    expect(ran()).toEqual([]);
  });

  it('that was asked for again meanwhile, and who asked last goes on', async () => {
    const { move, ran, layout, directory } = await machine({
      looks: [BUSY, IDLE],
      meanwhile: '[ -e again ] && /bin/mv again ../data/auto-handoff/claude/a.json',
    });
    const record = readHandoff(layout, 'a');
    expect(record).not.toBeNull();
    const again = JSON.stringify({ ...record, updatedAt: 8000 });
    writeFileSync(join(directory.getPath('project'), 'again'), again);
    expect(move()).toEqual(requested);
    expect(ran()).toEqual([LOOK]);
  });

  it.for<[string, Partial<DesktopMove>]>([
    ['nobody asked for', { state: null }],
    ['was opened', { state: 'opened', openedAt: 1 }],
    ['failed to', { state: 'failed', error: 'desktop_open_failed' }],
  ])('that %s', async ([, changed]) => {
    const desktop = { ...requested, ...changed };
    const { move, ran } = await machine({}, { desktop });
    expect(move()).toEqual(desktop);
    expect(ran()).toEqual([]);
  });
});

describe('a successor that waits behind its turn', () => {
  it('is moved when two looks have found the same transcript', async () => {
    const { move, ran } = await machine({ looks: [WAITING] });
    expect(move(fixturePath('2.1.332-successor.jsonl'))?.state).toBe('opened');
    expect(ran()).toEqual([LOOK, LOOK, STOP, MAC]);
  });

  it('is looked at again when its transcript grows, and left alone with a new prompt', async () => {
    const { move, ran, directory } = await machine({
      looks: [WAITING],
      meanwhile: `[ $n -eq 1 ] && echo '{"type":"user","message":{"role":"user","content":"x"}}' >> ../t.jsonl`,
    });
    const transcript = directory.getPath('t.jsonl');
    copyFileSync(fixturePath('2.1.332-successor.jsonl'), transcript);
    expect(move(transcript, SHORT)?.state).toBeNull();
    expect(ran()).not.toContain(STOP);
  });

  it('is looked at a third time when rows of the host came', async () => {
    const { move, ran, directory } = await machine({
      looks: [WAITING],
      meanwhile: `[ $n -eq 1 ] && echo '{"type":"mode","mode":"normal"}' >> ../t.jsonl`,
    });
    const transcript = directory.getPath('t.jsonl');
    copyFileSync(fixturePath('2.1.332-successor.jsonl'), transcript);
    expect(move(transcript)?.state).toBe('opened');
    expect(ran()).toEqual([LOOK, LOOK, LOOK, STOP, MAC]);
  });
});

describe('a move that fails', () => {
  it.for<[string, Programs, Partial<HandoffRecord>, DesktopMove['error'], readonly string[]]>([
    [
      'because nobody knows whom to move',
      {},
      { successor: { shortId: '1fa2008b', session: null } },
      'desktop_open_successor_unknown',
      [],
    ],
    [
      'because its ids do not belong together',
      {},
      { successor: { shortId: '00000000', session: ID } },
      'desktop_open_successor_unknown',
      [],
    ],
    [
      'because this system has no such application',
      { platform: 'linux' },
      {},
      'desktop_open_platform_unsupported',
      [],
    ],
    ['because nothing could open it', { open: null }, {}, 'desktop_open_failed', []],
    ['because it cannot be ended', { stop: 'false' }, {}, 'desktop_open_stop_failed', [LOOK, STOP]],
    ['because it does not open', { open: 'exit 1' }, {}, 'desktop_open_failed', [LOOK, STOP, MAC]],
    [
      'because it opens without a word',
      { open: 'echo hello' },
      {},
      'desktop_open_failed',
      [LOOK, STOP, MAC],
    ],
  ])('%s says why and ends nothing too early', async ([, programs, changed, error, expected]) => {
    const { move, ran, layout } = await machine(programs, changed);
    expect(move()).toEqual({ ...requested, state: 'failed', error });
    expect(ran()).toEqual(expected);
    expect(readHandoff(layout, 'a')).toMatchObject({ state: 'sent', error: null });
  });

  it('is written down with what the program said', async () => {
    const { move, layout } = await machine({ stop: 'echo "No session matching" >&2; false' });
    move();
    const written = readFileSync(join(layout.logs, 'auto-handoff.log'), 'utf8');
    expect(written).toContain('No session matching');
    expect(written).toContain('desktop-stop');
  });
});
