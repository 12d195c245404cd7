import { expect, it } from 'vitest';
import type { RawOptions } from '../../src/cli/command.ts';
import { status } from '../../src/cli/status.ts';
import { UserError } from '../../src/core/user-error.ts';
import { installation } from './installation.ts';

const HOSTS = [
  ['claude', 'UserPromptSubmit', 'prompt-submit'],
  ['codex', 'UserPromptSubmit', 'prompt-submit'],
  ['grok', 'PreToolUse', 'pre-tool-use'],
  ['cursor', 'sessionStart', 'session-start'],
] as const;

/** What ours are called with, in file order, from their verb on. */
const callsIn = (text: string, verb: string): readonly string[] =>
  [...text.matchAll(new RegExp(`${verb} --host [^"]*`, 'g'))].map(([call]) => call);

const pages = (count: unknown): RawOptions => ({ pages: String(count) });

it.for(HOSTS)('with %s %s gets an entry for each page', async ([host, , verb]) => {
  const { run, read, state } = await installation(host);
  await run(pages(3));
  expect(callsIn(read(), verb)).toEqual([
    `${verb} --host ${host}`,
    `${verb} --host ${host} --page 2`,
    `${verb} --host ${host} --page 3`,
  ]);
  expect(state()).toMatchObject({ registered: true, pages: 3 });
});

it.for(HOSTS)('with %s the other events have one entry each', async ([host, event, verb]) => {
  const { run, read } = await installation(host);
  await run();
  const before = read();
  await run(pages(2));
  expect(
    read().replace(/,\s*\{\s*("hooks": \[\s*\{\s*)?[^{}]*--page 2[^{}]*\}(\s*\]\s*\})?/, ''),
  ).toBe(before);
  expect(callsIn(JSON.stringify(JSON.parse(read()).hooks[event]), verb)).toHaveLength(2);
});

it.for(HOSTS)('with %s an installation without --pages keeps what is there', async ([host]) => {
  const { run, read, state } = await installation(host);
  await run(pages(2));
  const before = read();
  await run();
  expect(read()).toBe(before);
  expect(state().pages).toBe(2);
});

it.for(HOSTS)('with %s fewer pages leave what one page gives', async ([host]) => {
  const { run, read } = await installation(host);
  await run();
  const before = read();
  await run(pages(5));
  await run(pages(1));
  expect(read()).toBe(before);
});

it.for([
  ['claude', '{\n  // mine\n  "hooks": { "UserPromptSubmit": [] },\n}\n'],
  ['codex', '{"hooks":{"UserPromptSubmit":[{"hooks":[{"type":"command","command":"mine"}]}]}}'],
  ['grok', '{\n\t"hooks": {}\n}'],
  ['cursor', '{ "version": 1, "hooks": { "sessionStart": [ { "command": "mine" } ] } }\n'],
] as const)('with %s, uninstall gives the bytes from before back', async ([host, settings]) => {
  const { run, undo, read } = await installation(host, settings);
  await run(pages(4));
  await run(pages(2));
  await undo();
  expect(read()).toBe(settings);
});

it('a foreign hook behind ours keeps its place in Codex when pages go', async () => {
  const { run, read, write } = await installation('codex');
  await run(pages(3));
  const settings = JSON.parse(read());
  settings.hooks.UserPromptSubmit.push({ hooks: [{ type: 'command', command: 'mine' }] });
  write(JSON.stringify(settings, null, 2));
  await run(pages(1));
  const groups: { hooks: { command: string }[] }[] = JSON.parse(read()).hooks.UserPromptSubmit;
  expect(groups.map(({ hooks }) => hooks.map(({ command }) => command.split(' ').at(-1)))).toEqual([
    ['codex'],
    [],
    [],
    ['mine'],
  ]);
});

it('new pages wait for trust in Codex, and nothing else does', async () => {
  const { run, state } = await installation('codex');
  await run(pages(2));
  expect(state().trust?.map(({ event }) => event)).toEqual([
    'SessionStart',
    'UserPromptSubmit',
    'UserPromptSubmit',
    'Stop',
    'Interrupt',
    'SessionEnd',
  ]);
});

it('pages are known as ours with a data directory and from sources', async () => {
  const { run, undo, read, environment } = await installation('claude', '{}');
  const elsewhere = { dataDirectoryIsDefault: false, script: `${environment.home}/src/main.ts` };
  await run(pages(2), elsewhere);
  expect(read()).toMatch(/prompt-submit --host claude --data-dir '[^']+' --page 2"/);
  await run(pages(1), elsewhere);
  expect(read()).not.toContain('--page');
  await undo();
});

it('status tells how many pages are registered', async () => {
  const { run, environment } = await installation('claude', '{}');
  await run(pages(3));
  const { json } = await status.run([], {}, environment);
  expect(json.hosts).toMatchObject({ claude: { pages: 3 }, codex: { pages: 0 } });
});

it.for([0, 6, 'many', '2.5'])('--pages %s is wrong usage', async (count) => {
  const { run } = await installation('claude', '{}');
  expect(() => run(pages(count))).toThrow(UserError);
});
