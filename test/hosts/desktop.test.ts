import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DesktopMove } from '../../src/core/auto-handoff.ts';
import { moveToDesktop } from '../../src/hooks/desktop-move.ts';
import { backgroundAgent, LIST_AGENTS } from '../../src/hosts/claude/background-agent.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import { readEnvironment } from '../../src/platform/environment.ts';
import { readHandoff, writeHandoff } from '../../src/platform/handoff-records.ts';
import { handoff } from '../platform/handoff-fixture.ts';
import { backgroundAgents, endProcesses } from './background.ts';
import { findHost } from './host-program.ts';
import { openLab } from './lab.ts';
import { execute } from './product.ts';
import { until } from './until.ts';

const host = await findHost('claude');
const claude = host.executable;
const ALLOWED = JSON.stringify({ permissions: { allow: ['Bash'] } });
const ASKED = JSON.stringify({ permissions: { ask: ['Bash'] } });
const requested: DesktopMove = { wanted: true, state: 'requested', error: null, openedAt: null };

/**
 * A successor that Claude Code runs in the background, on a machine that says it is a Mac. What opens a
 * conversation there is not here, so a program stands in for it that says what that would say.
 */
async function successor(prompt: string, settings: string) {
  const lab = await openLab(claude, { settings });
  onTestFinished(() => endProcesses(lab.home));
  await lab.background(prompt);
  const [agent] = await backgroundAgents(claude, lab.home, lab.project);
  const { id: shortId, session } = agent ?? expect.unreachable();

  const bin = join(lab.home, 'bin');
  mkdirSync(bin);
  symlinkSync(claude, join(bin, 'claude'));
  const said = join(lab.home, 'opened');
  const script = `#!/bin/sh\necho "$*" > '${said}'\necho 'Opening session ${session}'\n`;
  writeFileSync(join(bin, 'script'), script, { mode: 0o755 });
  const data = join(lab.home, '.throughline');
  mkdirSync(data, { recursive: true });
  const read = readEnvironment({ dataDirectory: data, script: null, version: '0' });
  const variables = { HOME: lab.home, PATH: `${bin}:${process.env.PATH}` };
  const layout = dataLayout(data);
  const context = { environment: { ...read, platform: 'darwin' as const, variables }, layout };
  const ids = { shortId, session };
  const place = { source: 'a', directory: lab.project };
  writeHandoff(layout, handoff({ ...place, state: 'sent', successor: ids, desktop: requested }));

  const folder = lab.project.replace(/[^A-Za-z0-9]/g, '-');
  const transcript = join(lab.home, '.claude', 'projects', folder, `${session}.jsonl`);
  const now = async () => {
    const { stdout } = await execute(claude, [...LIST_AGENTS], lab.home, lab.project);
    return backgroundAgent(stdout, session);
  };
  return {
    session,
    now,
    said: (): string => readFileSync(said, 'utf8').trim(),
    async comesTo(status: string): Promise<void> {
      const what = () => `a successor that is ${status}`;
      await until(async () => (await now())?.status === status, { ms: 30_000, what });
    },
    /** The host is idle before its first turn, too. */
    async written(word: string): Promise<void> {
      const isThere = () => readFileSync(transcript, 'utf8').includes(`"${word}"`);
      const what = () => `${word} in the transcript`;
      await until(() => existsSync(transcript) && isThere(), { ms: 30_000, what });
    },
    async move(): Promise<DesktopMove | undefined> {
      moveToDesktop(context, 'a', transcript, { lookEvery: 500, giveUpAfter: 4000 });
      return readHandoff(layout, 'a')?.desktop;
    },
  };
}

describe.skipIf(host.missing !== null)(host.suite, () => {
  it('lets a successor go when its turn is over', async () => {
    const one = await successor('say all is done', ALLOWED);
    await one.written('end_turn');
    await one.comesTo('idle');
    expect(await one.move()).toMatchObject({ state: 'opened', error: null });
    expect(one.said()).toBe(`-q /dev/null claude --desktop --resume ${one.session}`);
    expect(await one.now()).toEqual({ status: null, state: 'stopped' });
  });

  it('keeps a successor that works', async () => {
    const one = await successor('run sleep 20\nsay all is done', ALLOWED);
    await one.written('tool_use');
    expect(await one.move()).toEqual({ ...requested, state: null });
    expect(await one.now()).toEqual({ status: 'busy', state: 'working' });
  });

  it('keeps a successor that waits for a permission', async () => {
    const one = await successor('run touch new\nsay all is done', ASKED);
    await one.comesTo('waiting');
    expect(await one.move()).toEqual({ ...requested, state: null });
    expect(await one.now()).toEqual({ status: 'waiting', state: 'blocked' });
  });
});
