import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { onTestFinished } from 'vitest';
import { type HeadlessTurn, headlessTurn, prepareHome, UNASKED } from './claude-code.ts';
import { type ClaudeWindow, claudeWindow, OBSERVED_EVENTS } from './claude-window.ts';
import { type ModelRequest, startMockModel } from './mock-model.ts';
import { type Product, productAt } from './product.ts';
import { openWindow } from './terminal.ts';

/** A user's machine for one test: HOME, project, model, Claude Code and the product. */
export interface Lab {
  readonly home: string;
  readonly project: string;
  readonly settingsPath: string;
  readonly product: Product;
  /** Every request so far that belongs to a conversation. */
  requests(): readonly ModelRequest[];
  /** Runs `install --host claude`. */
  install(): Promise<void>;
  /** Opens a terminal with Claude Code, ready for a prompt. */
  window(...args: readonly string[]): Promise<ClaudeWindow>;
  /** One turn of `claude -p`. */
  headless(prompt: string): Promise<HeadlessTurn>;
}

/**
 * Prepares everything but `install`; the end of the test ends every process and removes every file.
 * @param options.settings what the user's settings.json holds before
 */
export async function openLab(
  claude: string,
  options: { readonly settings?: string } = {},
): Promise<Lab> {
  const fixture = await createFixture();
  onTestFinished(() => fixture.rm());
  const model = await startMockModel();
  onTestFinished(() => model[Symbol.asyncDispose]());
  const home = fixture.getPath('home');
  const project = fixture.getPath('project');
  const settingsPath = join(home, '.claude', 'settings.json');
  mkdirSync(join(home, '.claude'), { recursive: true });
  mkdirSync(project);
  if (options.settings !== undefined) writeFileSync(settingsPath, options.settings);
  const env = prepareHome(home, project, model.url);
  const product = productAt(home, project);
  const requests = () => model.requests.filter(({ conversation }) => conversation);
  let windows = 0;

  return {
    home,
    project,
    settingsPath,
    product,
    requests,
    async install() {
      const { status, stdout, stderr } = await product.run('install', '--host', 'claude');
      if (status !== 0) throw new Error(`install exits ${status}: ${stderr}${stdout}`);
    },
    async window(...args) {
      windows += 1;
      const name = fixture.getPath(`window-${windows}`);
      const window = await openWindow({
        command: claude,
        args: [...UNASKED, '--settings', observer(`${name}.jsonl`), ...args],
        cwd: project,
        env,
        socket: name,
      });
      onTestFinished(() => window.stop());
      await window.waitFor(/^❯/m);
      return claudeWindow(window, { requests, events: () => eventsOf(`${name}.jsonl`) });
    },
    headless: (prompt) => headlessTurn(claude, prompt, { cwd: project, env }),
  };
}

/** Settings for one window that note its events, without touching the user's settings.json. */
function observer(log: string): string {
  const command = `cat >> '${log}'`;
  const groups = OBSERVED_EVENTS.map((event) => [
    event,
    [{ hooks: [{ type: 'command', command }] }],
  ]);
  return JSON.stringify({ hooks: Object.fromEntries(groups) });
}

const eventsOf = (log: string): unknown[] =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line))
    : [];
