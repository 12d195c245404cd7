import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellCommand } from '../src/core/shell-quote.ts';
import {
  checkInjection,
  checkStored,
  injectionOf,
  read,
  type Sessions,
  type Status,
} from './demo-checks.ts';
import { type DemoHost, type HookCall, openDemoHost } from './demo-host.ts';
import { type RecordedTurn, readRecording } from './demo-recording.ts';
import { command, counted, first, heading, line, oneLine, rule } from './demo-screen.ts';
import { hostTarget, outputName } from './targets.ts';
import { root } from './tool.ts';

/** The conversation before `/clear` ended that long ago. */
const MINUTE = 60_000;

// The product's main job, done by the built executable in a home that is deleted at the end. Every
// step is checked: whatever did not happen as shown ends this with an error.
const executable = join(root, 'dist', outputName(hostTarget()));
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-demo-')));
try {
  show(scratch);
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
}
line(`To use it for real:\n  ${shellCommand([executable, 'install'])}`);

function show(home: string): void {
  const project = join(home, 'bikeshare');
  mkdirSync(project);
  mkdirSync(join(home, '.claude'));
  const host = openDemoHost(executable, home, project);
  const before = readRecording('claude-2.1.332-before-clear', home, Date.now() - MINUTE);
  line(`A recorded conversation, played to the built executable in a home of its own (~ below is
${home}, deleted at the end). No model is called, nothing goes over the network.`);
  showInstall(host, home);
  showConversation(host, before.session, before.turns);
  showStatus(host, home, before.turns.length);
  const after = readRecording('claude-2.1.332-after-clear', home, Date.now());
  const [next] = after.turns;
  assert(next, 'the recording after /clear has a turn');
  showClear(host, before.session, after.session);
  const { prompt } = host.play(after.session, next);
  const { text, notice } = injectionOf(prompt);
  checkInjection(text, before.turns);
  showInjection(next.prompt, text, notice, milliseconds(prompt));
  showSizes(text, host.transcriptOf(before.session), before.turns);
  showMore(host, text, before.turns);
  showLink(host, before.session, after.session);
}

function showInstall(host: DemoHost, home: string): void {
  heading('1. Install');
  command('throughline-bin install', host.run('install').replaceAll(home, '~'));
  assert(existsSync(host.settings), 'the settings are written');
}

function showConversation(host: DemoHost, session: string, turns: readonly RecordedTurn[]): void {
  heading('2. A conversation with Claude Code: its hooks store each turn when it ends');
  assert.equal(host.fire('SessionStart', session, { source: 'startup' }).stdout, '');
  for (const turn of turns) {
    const { prompt, end } = host.play(session, turn);
    assert.equal(prompt.stdout + end.stdout, '', 'hooks say nothing');
    line(
      `> ${oneLine(turn.prompt, 58).padEnd(60)}${counted(turn.tools).padEnd(24)}stored, ${milliseconds(end)}`,
    );
  }
  checkStored(host, session, turns);
  line('');
}

function showStatus(host: DemoHost, home: string, turns: number): void {
  command('throughline-bin status', host.run('status').replaceAll(home, '~'));
  const status = read<Status>(host, 'status');
  assert.equal(status.hosts.claude.turns, turns);
  assert.equal(status.hosts.claude.registered, true);
  assert.deepEqual(status.failures, {});
}

function showClear(host: DemoHost, before: string, after: string): void {
  heading('3. /clear: the conversation is gone for the host');
  const end = host.fire('SessionEnd', before, { reason: 'clear' });
  const start = host.fire('SessionStart', after, { source: 'clear' });
  assert.equal(end.stdout + start.stdout, '');
  line(`Hooks: session-end ${milliseconds(end)}, session-start ${milliseconds(start)}`);
}

function showInjection(prompt: string, text: string, notice: string, time: string): void {
  heading('4. The next prompt: the new conversation goes on');
  line(`> ${prompt}\n\nThe user sees one line (after ${time}):\n  ${notice}`);
  line('\nThe model sees, beside the prompt, exactly this:');
  line(`${rule()}\n${text}\n${rule()}`);
}

function showSizes(text: string, transcript: string, turns: readonly RecordedTurn[]): void {
  const bytes = statSync(transcript).size;
  const ratio = (bytes / Buffer.byteLength(text)).toFixed(0);
  const said = turns.reduce((sum, { prompt, answer }) => sum + prompt.length + answer.length, 0);
  const row = (name: string, size: number): string =>
    `  ${name.padEnd(34)}${size.toLocaleString('en-US').padStart(9)}${tokens(size).padStart(12)}`;
  line(`  ${''.padEnd(34)}${'characters'.padStart(9)}${'~ tokens'.padStart(11)}`);
  line(row('what the model is given', text.length));
  line(row('all that was said in it', said));
  line(row('the transcript, with tools (bytes)', bytes));
  line(
    `The text is 1/${ratio} of the transcript file in size. Tokens are estimated: characters / 4.`,
  );
}

/** Runs the commands that the text itself names, as the agent would. */
function showMore(host: DemoHost, text: string, turns: readonly RecordedTurn[]): void {
  heading('5. What is not in it is one command away: two of the commands it names, run by sh -c');
  const recall = commandIn(text, 'recall');
  const recalled = host.shell(recall);
  assert(recalled.includes(turns[0]?.answer ?? ''), 'recall prints the turn that did not fit');
  command(recall, first(recalled, 4));
  const detail = commandIn(text, 'detail');
  const printed = host.shell(detail);
  const tools = turns.findLast((turn) => turn.tools.length > 0);
  assert(tools?.outputs.every((output) => printed.includes(output)));
  command(detail, first(printed, 30));
}

function commandIn(text: string, name: string): string {
  const found = new RegExp(`\`([^\`\n]* ${name} [^\`\n]*)\``).exec(text)?.[1];
  assert(found, `the text names a ${name} command`);
  return found;
}

function showLink(host: DemoHost, before: string, after: string): void {
  heading('6. The first turn of the new conversation is stored: the memory has arrived');
  const { sessions } = read<Sessions>(host, 'sessions');
  const successor = sessions.find(({ id }) => id === after);
  assert.deepEqual([successor?.turns, successor?.continues], [1, before]);
  const status = read<Status>(host, 'status');
  assert(status.hosts.claude.lastDeliveryAt, 'the delivery is proven');
  command('throughline-bin sessions', host.run('sessions'));
}

function milliseconds(call: HookCall): string {
  return `${Math.round(call.milliseconds)} ms`;
}

function tokens(characters: number): string {
  return Math.round(characters / 4).toLocaleString('en-US');
}
