import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { createFixture } from 'fs-fixture';
import { onTestFinished } from 'vitest';
import { type MockModel, type ModelRequest, startMockModel } from './mock-model.ts';
import { type Product, productAt } from './product.ts';
import { openWindow, type Window } from './terminal.ts';

const run = promisify(execFile);

/** A user's machine for one test: HOME, project, model and the product. Hosts are put on it. */
export interface Machine {
  readonly home: string;
  readonly project: string;
  readonly model: MockModel;
  readonly product: Product;
  /** An executable for hooks that notes each call for the window it was made in. */
  readonly observer: string;
  /** Every request so far that belongs to a conversation. */
  requests(): readonly ModelRequest[];
  /** Runs `install` for these hosts. */
  install(...hosts: readonly string[]): Promise<void>;
  /** Starts a program in a terminal. */
  terminal(program: TerminalProgram): Promise<ObservedWindow>;
  /** Runs a program without a terminal; throws when it exits with an error. */
  headless(program: TerminalProgram): Promise<string>;
}

interface TerminalProgram {
  readonly command: string;
  readonly args: readonly string[];
  /** Besides {@link Machine}'s own HOME, PATH and so on. */
  readonly env: Readonly<Record<string, string>>;
}

export interface ObservedWindow {
  readonly window: Window;
  /** Payloads of the hooks that the observer ran in this window so far. */
  events(): readonly unknown[];
}

/** Names the file that {@link Machine.observer} writes to; without it, it leaves. */
const OBSERVED = 'TEST_OBSERVED_WINDOW';
const OBSERVER = `#!/bin/sh\n[ -z "$${OBSERVED}" ] && exit\n(cat; echo) >> "$${OBSERVED}"\n`;

/** Prepares everything but hosts; the end of the test ends every process and removes every file. */
export async function openMachine(): Promise<Machine> {
  const fixture = await createFixture();
  /* What a hook has started may still write into it. */
  onTestFinished(() => rm(fixture.path, { recursive: true, force: true, maxRetries: 10 }));
  const model = await startMockModel();
  onTestFinished(() => model[Symbol.asyncDispose]());
  const home = fixture.getPath('home');
  const project = fixture.getPath('project');
  mkdirSync(home);
  mkdirSync(project);
  const observer = fixture.getPath('observer');
  writeFileSync(observer, OBSERVER, { mode: 0o755 });
  const product = productAt(home, project);
  const base = {
    HOME: home,
    PATH: `${join(home, 'bin')}:${process.env.PATH ?? '/usr/bin:/bin'}`,
    LANG: 'C.UTF-8',
    SHELL: '/bin/sh',
  };
  let windows = 0;

  return {
    home,
    project,
    model,
    product,
    observer,
    requests: () => model.requests.filter(({ conversation }) => conversation),
    async install(...hosts) {
      const chosen = hosts.flatMap((host) => ['--host', host]);
      const { status, stdout, stderr } = await product.run('install', ...chosen);
      if (status !== 0) throw new Error(`install exits ${status}: ${stderr}${stdout}`);
    },
    async terminal({ command, args, env }) {
      windows += 1;
      const socket = fixture.getPath(`window-${windows}`);
      const log = `${socket}.jsonl`;
      const whole = { ...base, ...env, [OBSERVED]: log };
      const window = await openWindow({ command, args, cwd: project, env: whole, socket });
      onTestFinished(() => window.stop());
      return { window, events: () => eventsOf(log) };
    },
    async headless({ command, args, env }) {
      const running = run(command, [...args], { cwd: project, env: { ...base, ...env } });
      running.child.stdin?.end();
      return (await running).stdout;
    },
  };
}

const eventsOf = (log: string): unknown[] =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line))
    : [];
