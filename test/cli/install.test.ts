import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it, onTestFinished } from 'vitest';
import type { RawOptions } from '../../src/cli/command.ts';
import { install } from '../../src/cli/install.ts';
import { uninstall } from '../../src/cli/uninstall.ts';
import { UserError } from '../../src/core/user-error.ts';
import { claudeRegistrationOf } from '../../src/hosts/claude/registration-state.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { environmentIn } from '../registration/environment.ts';

const COMMENTED = `{
    // how I like it
    "model": "opus", /* for now */
    "hooks": {
        "Stop": [
            { "hooks": [ { "type": "command", "command": "notify-send done" } ] }, // mine
        ],
    },
}
`;
const ONE_LINE = '\uFEFF{"unknownKey":{"a":[1,2]},"theme":"dark"}';
const WITH_CRLF = '{\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t},\r\n\t"theme": "dark"\r\n}';
const WITH_ORIGINAL = JSON.stringify(
  {
    hooks: {
      SessionStart: [{ hooks: [{ type: 'command', command: 'throughline session-start' }] }],
      Stop: [
        {
          hooks: [
            { type: 'command', command: 'throughline process-turn', async: true },
            { type: 'command', command: 'echo mine' },
          ],
        },
      ],
    },
  },
  null,
  2,
);

/** As an earlier version wrote it, mark included. */
const EARLIER_TL = `---
description: Hand this conversation over to the next session (Throughline)
argument-hint: "[fresh | off | on | forget | status]"
---
<!-- written by throughline-bin, 0b160392a6358638: uninstall removes it while unchanged -->
Throughline's prompt hook answers this command before it reaches you.
If you read this, the hook did not run. Tell the user so in one sentence, name the command
\`/old/throughline-bin status\`, and do nothing else.
`;

async function lab(settings?: string, changes: Partial<Environment> = {}) {
  const fixture = await createFixture();
  onTestFinished(() => fixture.rm());
  const environment = environmentIn(fixture.path, changes);
  const path = join(environment.home, '.claude', 'settings.json');
  if (settings !== undefined) {
    mkdirSync(dirname(path));
    writeFileSync(path, settings);
  }
  const run = (options: RawOptions = { host: 'claude' }) => install.run([], options, environment);
  const undo = (options: RawOptions = {}) => uninstall.run([], options, environment);
  const read = () => readFileSync(path, 'utf8');
  return { fixture, environment, path, run, undo, read };
}

const commandsIn = (text: string): readonly string[] =>
  [...text.matchAll(/"command": ?("(?:[^"\\]|\\.)*")/g)].map(([, json = '""']) => JSON.parse(json));

it.for([
  ['comments and trailing commas', COMMENTED],
  ['a byte order mark on one line', ONE_LINE],
  ['CRLF, tabs and no final line break', WITH_CRLF],
  ['an empty object', '{}'],
  ['an empty file', ''],
] as const)('with %s: installed twice, removed once, the bytes are back', async ([, settings]) => {
  const { run, undo, read } = await lab(settings);
  await run();
  const once = read();
  await run();
  expect(read()).toBe(once);
  await undo();
  expect(read()).toBe(settings);
});

it('without settings, what was made is gone afterwards', async () => {
  const { environment, run, undo } = await lab();
  await run();
  await undo();
  expect(readdirSync(environment.home)).toEqual(['.throughline', 'work']);
  expect(readdirSync(environment.dataDirectory)).toEqual(['bin']);
});

it('the layout of the file is kept', async () => {
  const { run, read } = await lab(COMMENTED);
  await run();
  expect(read().replaceAll(/'[^']+throughline-bin'/g, 'EXE')).toMatchInlineSnapshot(`
    "{
        // how I like it
        "model": "opus", /* for now */
        "hooks": {
            "Stop": [
                { "hooks": [ { "type": "command", "command": "notify-send done" } ] }, // mine
                {
                    "hooks": [
                        {
                            "type": "command",
                            "command": "EXE process-turn --host claude",
                            "timeout": 20
                        }
                    ]
                },
            ],
            "SessionStart": [
                {
                    "hooks": [
                        {
                            "type": "command",
                            "command": "EXE session-start --host claude",
                            "timeout": 10
                        }
                    ]
                }
            ],
            "UserPromptSubmit": [
                {
                    "hooks": [
                        {
                            "type": "command",
                            "command": "EXE prompt-submit --host claude",
                            "timeout": 10
                        }
                    ]
                }
            ],
            "StopFailure": [
                {
                    "hooks": [
                        {
                            "type": "command",
                            "command": "EXE process-turn --host claude",
                            "timeout": 20
                        }
                    ]
                }
            ],
            "SessionEnd": [
                {
                    "hooks": [
                        {
                            "type": "command",
                            "command": "EXE session-end --host claude",
                            "timeout": 10
                        }
                    ]
                }
            ],
        },
    }
    "
  `);
});

it('CRLF and tabs are used for what is added', async () => {
  const { run, read } = await lab(WITH_CRLF);
  await run();
  expect(read().replaceAll('\r\n', '')).not.toContain('\n');
  expect(read()).toMatch(/\r\n\t\t"SessionEnd": \[\r\n\t\t\t\{/);
});

it('a file on one line stays on one line', async () => {
  const { run, read } = await lab(ONE_LINE);
  await run();
  expect(read()).not.toContain('\n');
  expect(read().startsWith('\uFEFF{"unknownKey":{"a":[1,2]},"theme":"dark",')).toBe(true);
});

it('every registered command runs in a shell without any environment', async () => {
  const { environment, run, read } = await lab('{}');
  await run();
  const commands = commandsIn(read());
  const outputs = commands.map((command) =>
    spawnSync('/bin/sh', ['-c', command], { env: {} }).stdout.toString().split('\n').slice(0, 4),
  );
  const executable = join(environment.dataDirectory, 'bin', 'throughline-bin');
  expect(outputs).toEqual(
    ['session-start', 'prompt-submit', 'process-turn', 'process-turn', 'session-end'].map(
      (verb) => [executable, verb, '--host', 'claude'],
    ),
  );
});

it('no command names a version or the home directory by a tilde', async () => {
  const { run, read } = await lab('{}', { version: '9.8.7' });
  await run();
  expect(commandsIn(read()).filter((command) => /9\.8\.7|~/.test(command))).toEqual([]);
});

it('CLAUDE_CONFIG_DIR is where everything goes, ~/.claude is not made', async () => {
  const { environment, fixture, run } = await lab();
  const elsewhere = join(fixture.path, 'elsewhere');
  Object.assign(environment.variables, { CLAUDE_CONFIG_DIR: elsewhere });
  await run();
  expect(readdirSync(elsewhere)).toEqual(['commands', 'settings.json', 'skills']);
  expect(existsSync(join(environment.home, '.claude'))).toBe(false);
});

it.for([
  ['{', 'not valid JSON'],
  ['[]', 'not a JSON object'],
  ['{"hooks":[]}', '"hooks" is not an object'],
  ['{"hooks":{"Stop":{}}}', '"hooks.Stop" is not a list'],
  ['{"a":1} trailing', 'not valid JSON'],
] as const)('%s is refused and nothing is written anywhere', async ([settings, reason]) => {
  const { environment, path, run, read } = await lab(settings);
  expect(() => run()).toThrow(reason);
  expect(() => run()).toThrow(path);
  expect(read()).toBe(settings);
  expect(readdirSync(environment.home)).toEqual(['.claude', 'work']);
  expect(readdirSync(dirname(path))).toEqual(['settings.json']);
});

it('a file that is not UTF-8 is refused', async () => {
  const { path, run } = await lab('{}');
  const latin1 = Buffer.from('{"name":"Caf\u00e9"}', 'latin1');
  writeFileSync(path, latin1);
  expect(() => run()).toThrow(/not UTF-8/);
  expect(readFileSync(path)).toEqual(latin1);
});

it('a linked settings file stays a link, its mode stays too', async () => {
  const { fixture, path, run, undo } = await lab('{}');
  const real = join(fixture.path, 'dotfiles.json');
  writeFileSync(real, '{}');
  chmodSync(real, 0o640);
  spawnSync('ln', ['-sf', real, path]);
  await run();
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect(statSync(real).mode & 0o777).toBe(0o640);
  expect(commandsIn(readFileSync(real, 'utf8'))).toHaveLength(5);
  await undo();
  expect(readFileSync(real, 'utf8')).toBe('{}');
});

it('a link to a file that is not there yet is followed', async () => {
  const { fixture, environment, path, run, undo } = await lab();
  mkdirSync(join(environment.home, '.claude'));
  symlinkSync(join(fixture.path, 'later.json'), path);
  await run();
  expect(existsSync(join(fixture.path, 'later.json'))).toBe(true);
  await undo();
  expect(existsSync(join(fixture.path, 'later.json'))).toBe(false);
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
});

it('an older form of ours is corrected in place, other hooks of its group stay', async () => {
  const older = {
    hooks: {
      Stop: [
        {
          hooks: [
            { type: 'command', command: '/old/throughline-bin process-turn', async: true },
            { type: 'command', command: 'echo mine' },
          ],
        },
      ],
      PreToolUse: [{ hooks: [{ type: 'command', command: '/old/throughline-bin pre-tool-use' }] }],
    },
  };
  const { run, read } = await lab(JSON.stringify(older, null, 2));
  await run();
  const { hooks } = JSON.parse(read());
  expect(hooks.PreToolUse).toBeUndefined();
  expect(hooks.Stop).toHaveLength(1);
  expect(Object.keys(hooks.Stop[0].hooks[0])).toEqual(['type', 'command', 'timeout']);
  expect(hooks.Stop[0].hooks[1]).toEqual({ type: 'command', command: 'echo mine' });
});

it('a dry run warns of what the real one would warn of', async () => {
  const { path, run } = await lab(COMMENTED.replace('{', '{ "disableAllHooks": true,'));
  const { text } = await run({ dryRun: true });
  expect(text).toContain(`the whole of ${path}, our hooks included: it has comments`);
  expect(text).toContain('"disableAllHooks" is set');
});

it('a dry run with nothing to change warns as well', async () => {
  const { path, run } = await lab(COMMENTED);
  await run();
  const { text } = await run({ dryRun: true });
  expect(text).toContain('nothing to change');
  expect(text).toContain(`the whole of ${path}, our hooks included: it has comments`);
});

it('a dry run names the original’s hooks, unless it would replace them', async () => {
  const { run } = await lab(WITH_ORIGINAL);
  expect((await run({ dryRun: true })).text).toContain('install --replace-original');
  const { text } = await run({ dryRun: true, replaceOriginal: true });
  expect(text).not.toContain('install --replace-original');
});

it('a dry run shows the changes and writes nothing', async () => {
  const { environment, run, read } = await lab(COMMENTED);
  const { text, json } = await run({ dryRun: true });
  expect(text).toMatch(/^\+ +"command": "'.+' session-start --host claude",$/m);
  expect(text).not.toMatch(/^-[^-]/m);
  expect(json).toMatchObject({ schema: 'throughline.install.v1', dryRun: true });
  expect(read()).toBe(COMMENTED);
  expect(existsSync(environment.dataDirectory)).toBe(false);
});

it('in place, no copy is made and the running executable is registered', async () => {
  const { environment, run, read } = await lab('{}');
  await run({ inPlace: true });
  expect(commandsIn(read())[0]).toBe(`${environment.executable} session-start --host claude`);
  expect(existsSync(join(environment.dataDirectory, 'bin'))).toBe(false);
});

it('a data directory of its own is in the commands', async () => {
  await using fixture = await createFixture();
  const dataDirectory = join(fixture.path, 'my data');
  const { run, read } = await lab('{}', { dataDirectory, dataDirectoryIsDefault: false });
  await run();
  expect(commandsIn(read())[0]).toBe(
    `'${dataDirectory}/bin/throughline-bin' session-start --host claude --data-dir '${dataDirectory}'`,
  );
});

it('the original’s hooks are reported and left alone', async () => {
  const { run, read } = await lab(WITH_ORIGINAL);
  const { text, json } = await run();
  expect(json).toMatchObject({ hosts: [{ original: true }] });
  expect(text).toContain('install --replace-original');
  expect(commandsIn(read())).toContain('throughline session-start');
});

it('the original’s hooks are replaced when asked, and uninstall does not bring them back', async () => {
  const { environment, run, undo, read } = await lab(WITH_ORIGINAL);
  await run({ replaceOriginal: true });
  expect(claudeRegistrationOf(environment)).toMatchObject({ original: false, registered: true });
  await undo();
  expect(commandsIn(read())).toEqual(['echo mine']);
});

it('an installation beside the original can be turned into a replacement later', async () => {
  const { run, undo, read } = await lab(WITH_ORIGINAL);
  await run();
  await run({ replaceOriginal: true });
  await undo();
  expect(JSON.parse(read())).toEqual({
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'echo mine' }] }] },
  });
});

it('a /tl command and a recall skill are written, with commands that run', async () => {
  const { environment, run } = await lab('{}');
  await run();
  const skill = join(environment.home, '.claude', 'skills', 'throughline-recall', 'SKILL.md');
  const [, sessions = ''] = /^- `(.+)` lists/m.exec(readFileSync(skill, 'utf8')) ?? [];
  const { stdout } = spawnSync('/bin/sh', ['-c', sessions], { env: {} });
  expect(stdout.toString().split('\n')[1]).toBe('sessions');
  expect(readFileSync(join(environment.home, '.claude', 'commands', 'tl.md'), 'utf8')).toMatch(
    /^---\ndescription: /,
  );
});

it('a /tl command of the user’s own is left alone, by uninstall too', async () => {
  const { environment, run, undo } = await lab('{}');
  const path = join(environment.home, '.claude', 'commands', 'tl.md');
  mkdirSync(dirname(path));
  writeFileSync(path, 'my own');
  const { json } = await run();
  expect(json).toMatchObject({ hosts: [{ files: [{ path, action: 'kept' }, {}, {}] }] });
  await undo();
  expect(readFileSync(path, 'utf8')).toBe('my own');
});

it('a /tl command of ours that the user changed is kept by both', async () => {
  const { environment, run, undo } = await lab('{}');
  const path = join(environment.home, '.claude', 'commands', 'tl.md');
  await run();
  const changed = `${readFileSync(path, 'utf8')}more\n`;
  writeFileSync(path, changed);
  await run();
  await undo();
  expect(readFileSync(path, 'utf8')).toBe(changed);
});

it('an unchanged /tl command of an older executable is renewed', async () => {
  const { environment, run } = await lab('{}');
  const path = join(environment.home, '.claude', 'commands', 'tl.md');
  await run({ inPlace: true });
  await run();
  expect(readFileSync(path, 'utf8')).toContain("bin/throughline-bin' status");
});

it('the /tl command is typed by the user and not offered to the model', async () => {
  const { environment, run } = await lab('{}');
  await run();
  const path = join(environment.home, '.claude', 'commands', 'tl.md');
  expect(readFileSync(path, 'utf8')).toMatch(
    /^---\n[\s\S]+?\ndisable-model-invocation: true\n---\n/,
  );
});

it('an unchanged /tl command of an earlier version is renewed', async () => {
  const { environment, run } = await lab('{}');
  const path = join(environment.home, '.claude', 'commands', 'tl.md');
  mkdirSync(dirname(path));
  writeFileSync(path, EARLIER_TL);
  const { json } = await run();
  expect(json).toMatchObject({ hosts: [{ files: [{ path, action: 'changed' }, {}, {}] }] });
  expect(readFileSync(path, 'utf8')).toContain('disable-model-invocation: true');
});

it('it says how the agent may look things up without a question', async () => {
  const { run } = await lab('{}');
  expect((await run()).text).toMatch(/Claude Code may ask you .*install --allow-recall$/m);
  const options = { host: 'claude', allowRecall: true };
  expect((await run(options)).text).toMatch(/Claude Code looks .*install --no-allow-recall$/m);
});

it('every command of the skill begins as a permission rule does, with a data directory too', async () => {
  await using fixture = await createFixture();
  const dataDirectory = join(fixture.path, 'my data');
  const changes = { dataDirectory, dataDirectoryIsDefault: false };
  const { environment, run, read } = await lab('{}', changes);
  await run({ host: 'claude', inPlace: true, allowRecall: true });
  const skill = join(environment.home, '.claude', 'skills', 'throughline-recall', 'SKILL.md');
  const commands = [...readFileSync(skill, 'utf8').matchAll(/^- `([^`]+)`/gm)];
  const rules = [...read().matchAll(/"Bash\((.+?)(?::\*)?\)"/g)].map(([, prefix = '']) => prefix);
  expect(rules).toHaveLength(4);
  expect(
    commands.filter(([, command = '']) => !rules.some((prefix) => command.startsWith(prefix))),
  ).toEqual([]);
});

it('no permission rule is named on Windows', async () => {
  const { run } = await lab('{}', { platform: 'win32' });
  expect((await run({ inPlace: true })).text).not.toContain('Bash(');
});

it('a project gets local settings, the user’s stay as they are', async () => {
  const { environment, run, undo, read } = await lab('{}');
  const { text } = await run({ project: true });
  const directory = join(environment.cwd, '.claude');
  expect(readdirSync(directory)).toEqual(['commands', 'settings.local.json', 'skills']);
  expect(text).toContain('do not commit');
  expect(read()).toBe('{}');
  await undo({ project: true });
  expect(existsSync(directory)).toBe(false);
});

it('a host of a later version is wrong usage', async () => {
  const { run } = await lab('{}');
  expect(() => run({ host: ['claude', 'aider'] })).toThrow(
    expect.objectContaining({ name: 'UserError', exitCode: 2 }),
  );
});

it('without a host named and none found, nothing is made', async () => {
  const { environment, run } = await lab();
  expect(() => run({})).toThrow(UserError);
  expect(readdirSync(environment.home)).toEqual(['work']);
});

it('a file that Claude Code ignores for its comments is pointed out', async () => {
  const { path, run } = await lab(COMMENTED);
  const { text, json } = await run();
  expect(text).toContain(`the whole of ${path}, our hooks included: it has comments`);
  expect(json).toMatchObject({ hosts: [{ ignored: [path] }] });
});

it('disabled hooks are pointed out', async () => {
  const { run } = await lab('{"disableAllHooks":true}');
  const { text, json } = await run();
  expect(text).toContain('"disableAllHooks" is set');
  expect(json).toMatchObject({ hosts: [{ disabled: true }] });
});

it('the messages follow the locale', async () => {
  const { run } = await lab('{}', { locale: 'ja' });
  expect((await run()).text).toContain('次にすること');
});

it('says that it took away the rights which others had to the data directory', async () => {
  await using fixture = await createFixture({});
  const environment = environmentIn(fixture.path);
  mkdirSync(join(environment.home, '.claude'));
  mkdirSync(environment.dataDirectory);
  chmodSync(environment.dataDirectory, 0o755);
  const planned = await install.run([], { dryRun: true }, environment);
  expect(statSync(environment.dataDirectory).mode & 0o777).toBe(0o755);
  expect(planned.text).not.toContain('(0700)');
  const { text } = await install.run([], {}, environment);
  expect(text).toContain(`Other users had rights to ${environment.dataDirectory}`);
  expect(statSync(environment.dataDirectory).mode & 0o777).toBe(0o700);
  expect((await install.run([], {}, environment)).text).not.toContain('Other users');
});

it('an update and a rollback change no settings, and say how to return', async () => {
  const { environment, run, read } = await lab('{}');
  writeFileSync(environment.executable, '#!/bin/sh\necho 1.0.0\n');
  await run();
  const settings = read();
  writeFileSync(environment.executable, '#!/bin/sh\necho 1.1.0\n');
  const { text } = await run();
  const place = join(environment.dataDirectory, 'bin', 'throughline-bin');
  expect(text).toContain(`The one before is kept; to go back to it: '${place}' install --rollback`);
  const planned = await run({ rollback: true, dryRun: true });
  expect(planned.text).toBe(
    `Nothing was written. The executable at ${place} would be version 1.0.0.`,
  );
  const back = await run({ rollback: true });
  expect(back.text.split('\n')).toEqual([
    `The executable at ${place} is now version 1.0.0.`,
    `Settings and hooks stay as they are. To return: '${place}' install --rollback`,
  ]);
  expect(back.json).toMatchObject({
    version: '1.0.0',
    executable: { command: [place] },
    hosts: [],
  });
  expect((await run({ rollback: true })).json).toMatchObject({ version: '1.1.0' });
  expect(read()).toBe(settings);
});

it.for([
  [{ rollback: true }, 3, /^There is no other executable to go back to at /],
  [
    { rollback: true, host: 'claude' },
    2,
    /^--rollback goes with --dry-run alone, not with --host\.$/,
  ],
  [{ rollback: true, inPlace: true }, 2, /not with --in-place\.$/],
] as const)('with %o a rollback is refused with %i', async ([options, exitCode, message]) => {
  const { run } = await lab('{}');
  await run();
  await expect(async () => run(options)).rejects.toMatchObject({
    exitCode,
    message: expect.stringMatching(message),
  });
});

it('an executable before that does not start is not put back', async () => {
  const { environment, run } = await lab('{}');
  writeFileSync(environment.executable, '#!/bin/sh\nexit 3\n');
  await run();
  writeFileSync(environment.executable, '#!/bin/sh\necho 1.1.0\n');
  await run();
  const place = join(environment.dataDirectory, 'bin', 'throughline-bin');
  await expect(async () => run({ rollback: true })).rejects.toThrow(
    /does not start here \(exit code 3\)/,
  );
  expect(readFileSync(place, 'utf8')).toContain('1.1.0');
});
