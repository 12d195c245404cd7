import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  CompactionEvent,
  EventBase,
  PromptEvent,
  ToolStartEvent,
} from '../../src/core/event.ts';
import type { HookContext } from '../../src/hooks/hook-context.ts';
import { writeHandoffConfig } from '../../src/platform/auto-handoff-config.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import { readEnvironment } from '../../src/platform/environment.ts';

/** A machine of one test, with auto-handoff switched on for every project. */
export interface HandoffMachine {
  readonly context: HookContext;
  /** Words that this product was started with, for work that no hook may wait for. */
  started(): readonly string[];
  /** The same machine, as a process with these variables sees it. */
  withVariables(variables: Readonly<Record<string, string>>): HookContext;
}

/** @param path an empty directory of the test's own */
export function handoffMachine(path: string): HandoffMachine {
  const log = join(path, 'started');
  const executable = join(path, 'throughline-bin');
  writeFileSync(
    executable,
    `#!/bin/sh\nwhile [ "$1" = --data-dir ]; do shift 2; done\n[ -e '${log}' ] && echo "$@" >> '${log}'\n`,
  );
  chmodSync(executable, 0o755);
  /* A test that has ended takes its directory away, and what it started must not write there again. */
  writeFileSync(log, '');
  const data = join(path, 'data');
  mkdirSync(data);
  const read = readEnvironment({ dataDirectory: data, script: null, version: '0' });
  const environment = { ...read, home: path, executable, variables: {}, locale: 'en' as const };
  const layout = dataLayout(data);
  writeHandoffConfig(layout, { enabled: true, projects: [] });
  return {
    context: { environment, layout },
    started: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    withVariables: (variables) => ({ environment: { ...environment, variables }, layout }),
  };
}

const base = (session: string): EventBase => ({
  session: { host: 'claude', id: session },
  cwd: '/',
  transcriptPath: null,
  promptId: null,
  window: null,
  attended: true,
  agentId: null,
  at: 2000,
});

export const compaction = (
  session: string,
  changed: Partial<CompactionEvent> = {},
): CompactionEvent => ({ ...base(session), type: 'pre-compact', trigger: 'auto', ...changed });

export const tool = (session: string, changed: Partial<ToolStartEvent> = {}): ToolStartEvent => ({
  ...base(session),
  type: 'pre-tool-use',
  toolName: 'Bash',
  toolUseId: 'toolu_1',
  effort: 'high',
  permissionMode: 'default',
  ...changed,
});

export const prompt = (session: string, changed: Partial<PromptEvent> = {}): PromptEvent => ({
  ...base(session),
  type: 'prompt-submit',
  prompt: 'go on',
  ...changed,
});

/** What the hooks have written down of their decisions, the oldest first. */
export const decisions = ({ layout }: HookContext): readonly Record<string, unknown>[] =>
  readFileSync(join(layout.logs, 'decisions.log'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
