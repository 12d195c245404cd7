import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { trustHash } from '../../../src/hosts/codex/trust.ts';
import { installation } from '../installation.ts';

const MINE = { hooks: [{ type: 'command', command: 'notify-send done', timeout: 5 }] };
const WITH_MINE = JSON.stringify({ description: 'mine', hooks: { Stop: [MINE] } }, null, 2);
const WINDOWS = {
  platform: 'win32',
  executable: 'C:\\Users\\Jane Doe\\throughline-bin.exe',
} as const;

/** As the user trusts what is there now. */
function trustText(file: string, text: string): string {
  const { hooks } = JSON.parse(text);
  const tables = Object.entries<(typeof MINE & { matcher?: string })[]>(hooks).flatMap(
    ([event, groups]) =>
      groups.map(({ matcher, hooks: [handler] }, index) => {
        const snake = event.replace(/\B[A-Z]/g, '_$&').toLowerCase();
        const hash = trustHash(event, matcher, handler, 'linux');
        return `[hooks.state."${file}:${snake}:${index}:0"]\ntrusted_hash = "${hash}"\n`;
      }),
  );
  return tables.join('');
}

it('a group is appended to each event, and every handler has a timeout of at most 30 seconds', async () => {
  const { run, read } = await installation('codex', WITH_MINE);
  await run({ inPlace: true });
  const { hooks, description } = JSON.parse(read());
  expect(description).toBe('mine');
  expect(Object.keys(hooks).sort()).toEqual([
    'Interrupt',
    'SessionEnd',
    'SessionStart',
    'Stop',
    'UserPromptSubmit',
  ]);
  expect(hooks.Stop[0]).toEqual(MINE);
  expect(hooks.Stop[1].hooks[0].command).toMatch(/ process-turn --host codex$/);
  expect(hooks.SessionStart).toHaveLength(1);
  expect(hooks.SessionStart[0].matcher).toBe('startup|resume|clear|compact|fork');
});

it('the skills and the policy beside them are made and go again', async () => {
  const { run, undo, places, environment } = await installation('codex');
  await run({ inPlace: true });
  expect(readdirSync(join(places.directory, 'skills'))).toEqual(['throughline-recall', 'tl']);
  expect(existsSync(places.policy ?? '')).toBe(true);
  await undo();
  expect(existsSync(environment.dataDirectory)).toBe(false);
});

it('the other system’s command in a shared directory is kept', async () => {
  const { run, read } = await installation('codex', '{}');
  await run({ inPlace: true }, WINDOWS);
  await run({ inPlace: true });
  const [group] = JSON.parse(read()).hooks.Stop;
  expect(group.hooks[0]).toMatchObject({
    command: expect.stringMatching(/^\/.* process-turn --host codex$/),
    commandWindows:
      'cmd.exe /d /c "C:\\Users\\Jane Doe\\throughline-bin.exe" process-turn --host codex',
  });
  const both = read();
  await run({ inPlace: true }, WINDOWS);
  expect(read()).toBe(both);
});

it('a moved executable on Windows is corrected in both fields', async () => {
  const { run, read } = await installation('codex', '{}');
  await run({ inPlace: true }, { ...WINDOWS, executable: 'C:\\old\\throughline-bin.exe' });
  await run({ inPlace: true }, WINDOWS);
  expect(read()).not.toContain('old');
});

it('groups that were added behind ours keep their places when ours go', async () => {
  const { run, undo, read, write } = await installation('codex', '{}');
  await run({ inPlace: true });
  const file = JSON.parse(read());
  file.hooks.Stop.push(MINE);
  write(JSON.stringify(file, null, 2));
  await undo();
  expect(JSON.parse(read())).toEqual({ hooks: { Stop: [{ hooks: [] }, MINE] } });
});

it('an installation in place of the original leaves the places of others', async () => {
  const original = { hooks: [{ type: 'command', command: 'throughline codex-hook stop' }] };
  const text = JSON.stringify({ hooks: { Stop: [original, MINE] } });
  const { run, read, state } = await installation('codex', text);
  await run({ inPlace: true });
  expect(state().original).toBe(true);
  await run({ inPlace: true, replaceOriginal: true });
  expect(state()).toMatchObject({ original: false, registered: true });
  expect(JSON.parse(read()).hooks.Stop.slice(0, 2)).toEqual([{ hooks: [] }, MINE]);
});

it('hooks are untrusted, then trusted, then changed, and the user is told what to do', async () => {
  const { run, read, state, places } = await installation('codex', WITH_MINE);
  const { text } = await run({ inPlace: true });
  expect(text).toContain('move to the line whose command is throughline-bin, and press t');
  expect(state().trust?.map(({ trust }) => trust)).toEqual(Array(5).fill('untrusted'));
  writeFileSync(join(places.directory, 'config.toml'), trustText(places.settings, read()));
  expect(state().trust?.map(({ trust }) => trust)).toEqual(Array(5).fill('trusted'));
  expect((await run({ inPlace: true })).text).not.toContain('type /hooks');
  await run();
  expect(state().trust?.map(({ trust }) => trust)).toEqual(Array(5).fill('changed'));
});

it('hooks that are turned off as a whole are told once', async () => {
  const { run, places } = await installation('codex', '{}');
  writeFileSync(join(places.directory, 'config.toml'), '[features]\nhooks = false\n');
  const { text, json } = await run({ inPlace: true });
  expect(json).toMatchObject({ hosts: [{ disabled: true }] });
  expect(text).toContain(
    `features.hooks = false is set in ${join(places.directory, 'config.toml')}`,
  );
  expect(text).not.toContain('type /hooks');
});

it('settings of Codex that are no TOML are named', async () => {
  const { run, places, state } = await installation('codex', '{}');
  writeFileSync(join(places.directory, 'config.toml'), '[features\n');
  await run({ inPlace: true });
  expect(state()).toMatchObject({
    problem: {
      file: join(places.directory, 'config.toml'),
      fault: { kind: 'toml', reason: expect.stringMatching(/./) },
    },
    registered: true,
  });
});

it.for([
  ['comments', '{ // mine\n}', 'it has comments or trailing commas'],
  ['mark', '\uFEFF{}', 'it begins with a byte order mark'],
] as const)('a file with %s is ignored by Codex, which is told', async ([kind, text, why]) => {
  const { run, state, places } = await installation('codex', text);
  const { text: told } = await run({ inPlace: true });
  expect(state().ignored).toEqual([{ path: places.settings, fault: { kind, key: null } }]);
  expect(told).toContain(`the whole of ${places.settings}, our hooks included: ${why}`);
});
