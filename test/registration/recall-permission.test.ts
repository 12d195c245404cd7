import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml';
import { expect, it } from 'vitest';
import { commands } from '../../src/cli/program.ts';
import type { Host } from '../../src/core/session.ts';
import { READING_COMMANDS } from '../../src/hosts/recall-permission.ts';
import { installation } from './installation.ts';

const ALLOW = { allowRecall: true };
const FORBID = { allowRecall: false };

/** A user whose paths need no quotes, with the host's file of rules as given. */
async function lab(host: Host, rules?: string, settings?: string) {
  const made = await installation(host, settings);
  const home = made.fixture.getPath('jane');
  const environment = { ...made.environment, home, dataDirectory: join(home, '.throughline') };
  const path = {
    claude: join(home, '.claude', 'settings.json'),
    codex: join(home, '.codex', 'rules', 'throughline.rules'),
    grok: join(home, '.grok', 'config.toml'),
    cursor: join(home, '.cursor', 'cli-config.json'),
  }[host];
  const executable = join(environment.dataDirectory, 'bin', 'throughline-bin');
  const write = (text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  if (rules !== undefined) write(rules);
  return {
    path,
    executable,
    write,
    read: () => readFileSync(path, 'utf8'),
    run: (options = {}) => made.run(options, environment),
    undo: () => made.undo({}, environment),
    state: () => made.state(environment),
  };
}

const allowedIn = (text: string): unknown => JSON.parse(text).permissions?.allow;

it('Claude Code lists what reads, and the list of sessions as it stands', async () => {
  const { run, read, executable, state } = await lab('claude', '{}');
  await run(ALLOW);
  expect(allowedIn(read())).toEqual([
    `Bash(${executable} search:*)`,
    `Bash(${executable} recall:*)`,
    `Bash(${executable} detail:*)`,
    `Bash(${executable} sessions)`,
  ]);
  expect(state().recallAllowed).toBe(true);
});

it('Codex has a file of rules that is ours', async () => {
  const { run, undo, read, path, executable, state } = await lab('codex');
  await run(ALLOW);
  expect(read()).toBe(
    ['search', 'recall', 'detail']
      .map((verb) => `prefix_rule(pattern=["${executable}","${verb}"], decision="allow")\n`)
      .join(''),
  );
  expect(state().recallAllowed).toBe(true);
  await undo();
  expect(existsSync(dirname(path))).toBe(false);
});

it.for([
  ['no settings', ''],
  ['a table of another name', '[ui]\ntheme = "dark"'],
  ['its own table', '# mine\n[permission]\ndeny = ["Bash(rm *)"]\n\n[ui]\ntheme = "dark"\n'],
  ['its own list', '[permission]\nallow = [ "Bash(git *)" ] # git\n'],
  ['an empty list over CRLF', '[permission]\r\nallow = []\r\n'],
] as const)('Grok with %s lists what reads', async ([, settings]) => {
  const { run, undo, read, executable, state } = await lab('grok', settings);
  const before = Object(parse(settings).permission);
  await run(ALLOW);
  const { permission, ...rest } = parse(read());
  expect(permission).toEqual({
    ...before,
    allow: [
      ...['search', 'recall', 'detail'].map((verb) => `Bash(${executable} ${verb}:*)`),
      ...(before.allow ?? []),
    ],
  });
  expect({ ...rest, permission: before }).toEqual({ ...parse(settings), permission: before });
  expect(state().recallAllowed).toBe(true);
  await undo();
  expect(read()).toBe(settings);
});

it.for([
  [
    'rules, which a list would put out of force',
    '[permission]\nrules = []\n',
    /Grok leaves permission\.rules of .*config\.toml out of account/,
  ],
  ['an inline table', 'permission = { allow = [] }\n', /Grok was not told .*config\.toml/],
  ['no TOML', '[permission\n', /Grok was not told .*config\.toml/],
] as const)('Grok with %s is left as it is, and that is told', async ([, settings, told]) => {
  const { run, read, state } = await lab('grok', settings);
  expect((await run(ALLOW)).text).toMatch(told);
  expect(read()).toBe(settings);
  expect(state().recallAllowed).toBe(false);
});

it('Cursor lists what reads where it has the file, and gets none', async () => {
  const none = await lab('cursor');
  expect((await none.run(ALLOW)).text).toMatch(/Cursor was not told .*cli-config\.json/);
  expect(existsSync(none.path)).toBe(false);
  const settings = '{"version":1,"permissions":{"allow":["Shell(ls)"],"deny":[]}}';
  const { run, undo, read, executable } = await lab('cursor', settings);
  await run(ALLOW);
  expect(allowedIn(read())).toEqual([
    'Shell(ls)',
    ...['search', 'recall', 'detail'].map((verb) => `Shell(${executable}:${verb} *)`),
  ]);
  await undo();
  expect(read()).toBe(settings);
});

const SETTINGS: readonly (readonly [Host, string])[] = [
  ['claude', '{\n    // mine\n    "permissions": {\n        "allow": ["Bash(ls)"],\n    },\n}\n'],
  ['claude', '\uFEFF{"permissions":{"deny":["Bash(rm:*)"]}}'],
  ['claude', '{\r\n\t"permissions": {}\r\n}\r\n'],
  ['claude', '{}'],
  ['codex', '# mine\nprefix_rule(pattern=["ls"], decision="allow")'],
  ['grok', '[permission]\nallow = ["Bash(ls)"]\n'],
  ['grok', '[ui]\r\ntheme = "dark"\r\n'],
  ['cursor', '{\n  "permissions": {\n    "allow": []\n  }\n}\n'],
];

it.for(SETTINGS)('with %s, twice is once and uninstall gives %j back', async ([host, settings]) => {
  const { run, undo, read } = await lab(host, settings);
  await run(ALLOW);
  const once = read();
  await run(ALLOW);
  expect(read()).toBe(once);
  await undo();
  expect(read()).toBe(settings);
});

it.for(SETTINGS)('with %s, a later installation keeps it in %j', async ([host, settings]) => {
  const { run, read, state } = await lab(host, settings);
  await run(ALLOW);
  const once = read();
  await run();
  expect(read()).toBe(once);
  expect(state().recallAllowed).toBe(true);
});

it.for(SETTINGS)('with %s, --no-allow-recall takes it back from %j', async ([host, settings]) => {
  const { run, read, state } = await lab(host, settings);
  await run();
  const without = read();
  await run(ALLOW);
  await run(FORBID);
  expect(read()).toBe(without);
  expect(state()).toMatchObject({ registered: true, recallAllowed: false });
});

it.for([
  ['claude', '{"permissions":{"allow":["Bash(ls)"]}}', '"Bash(ls)"', '"Bash(ls)", "Bash(cat)"'],
  ['codex', '# mine\n', '# mine\n', '# mine\n# more\n'],
  ['grok', '[permission]\nallow = ["Bash(ls)"]\n', '"Bash(ls)"', '"Bash(ls)", "Bash(cat)"'],
  ['cursor', '{"permissions":{"allow":["Shell(ls)"]}}', '"Shell(ls)"', '"Shell(ls)","Shell(cat)"'],
] as const)(
  'with %s, uninstall leaves what was added since',
  async ([host, settings, old, added]) => {
    const { run, undo, read, write } = await lab(host, settings);
    await run(ALLOW);
    write(read().replace(old, added));
    await undo();
    expect(read()).not.toContain('throughline-bin');
    expect(read()).toContain(added);
  },
);

it("a rule that was the user's before stays the user's", async () => {
  const { executable, write, run, undo, read } = await lab('claude', '{}');
  const settings = JSON.stringify({ permissions: { allow: [`Bash(${executable} recall:*)`] } });
  write(settings);
  await run(ALLOW);
  await undo();
  expect(read()).toBe(settings);
});

it('rules that somebody took out are forgotten with the rest', async () => {
  const { run, undo, read, write, executable } = await lab('grok', '# mine\n');
  await run(ALLOW);
  write('# mine, edited\n');
  await undo();
  expect(read()).toBe('# mine, edited\n');
  expect(existsSync(join(dirname(dirname(executable)), 'registrations.json'))).toBe(false);
});

it('without a record, uninstall takes what our hooks would be allowed', async () => {
  const { run, undo, read, executable } = await lab('claude', '{}');
  await run(ALLOW);
  writeFileSync(join(dirname(dirname(executable)), 'registrations.json'), '{}');
  await undo();
  expect(read()).not.toContain('throughline-bin');
});

it('a dry run shows the rules and writes none', async () => {
  const { run, read, path } = await lab('codex', undefined, '{}');
  const { text } = await run({ ...ALLOW, dryRun: true });
  expect(text).toMatch(/^\+prefix_rule\(.*"search"\], decision="allow"\)$/m);
  expect(existsSync(path)).toBe(false);
  expect(read).toThrow();
});

it.for(['codex', 'grok', 'cursor'] as const)(
  '%s gets none for a path with blanks',
  async (host) => {
    const { run, state } = await installation(host);
    expect((await run(ALLOW)).text).toMatch(/has no rule that fits our commands here/);
    expect(state().recallAllowed).toBe(false);
  },
);

it('nothing is allowed unasked, and files that hold no hooks of ours are not looked at', async () => {
  const { run, read, state } = await lab('grok', '[permission\n');
  await run();
  expect(read()).toBe('[permission\n');
  expect(state().recallAllowed).toBe(false);
});

it.for(['no', 'false', '1'])('--allow-recall=%s is wrong usage', async (value) => {
  const { run } = await lab('claude', '{}');
  expect(() => run({ allowRecall: value })).toThrow('takes no value');
});

it('no other command begins like one that is allowed', () => {
  const verbs = READING_COMMANDS.map(({ verb }) => verb);
  const alike = commands
    .map(({ name }) => name)
    .filter((name) => verbs.some((verb) => name !== verb && name.startsWith(verb)));
  expect(alike).toEqual([]);
});

it.for([
  ['claude', '{}'],
  ['codex', '# mine\n'],
  ['grok', '[permission]\nallow = ["Bash(ls)"]\n'],
  ['cursor', '{"permissions":{"allow":["Shell(ls)"]}}'],
] as const)('with %s, what was taken out by hand does not come back', async ([host, settings]) => {
  const { run, read, write, state } = await lab(host, settings);
  await run();
  const without = read();
  await run(ALLOW);
  write(without);
  await run();
  await run();
  expect(read()).toBe(without);
  expect(state().recallAllowed).toBe(false);
});

it('one rule that was taken out by hand stays out, the others stay', async () => {
  const { run, read, write, executable } = await lab('claude', '{}');
  await run(ALLOW);
  const rules = JSON.parse(read()).permissions.allow;
  const left = rules.filter((rule: string) => !rule.includes(' recall:'));
  write(JSON.stringify({ ...JSON.parse(read()), permissions: { allow: left } }));
  await run();
  expect(allowedIn(read())).toEqual(left);
  expect(left).toContain(`Bash(${executable} search:*)`);
});

it.for([
  { before: 'of a host that was registered', runs: 1 },
  { before: 'of one that was not', runs: 0 },
])(
  "--no-allow-recall leaves the user's own equal rules, and says so: $before",
  async ({ runs }) => {
    const { run, read, write, executable, state } = await lab('claude', '{}');
    for (let time = 0; time < runs; time += 1) await run();
    const own = ['search', 'recall', 'detail'].map((verb) => `Bash(${executable} ${verb}:*)`);
    const allow = [...own, `Bash(${executable} sessions)`];
    write(JSON.stringify({ ...JSON.parse(read()), permissions: { allow } }));
    const { text } = await run(FORBID);
    expect(allowedIn(read())).toEqual(allow);
    expect(state().recallAllowed).toBe(true);
    expect(text).toMatch(/still lets the agent look things up: the lines of .* are your own/);
  },
);

it('with Grok, rules that somebody adds later are not kept silent by ours', async () => {
  const { run, read, write, state, path } = await lab('grok', '');
  await run(ALLOW);
  const rules = '[[permission.rules]]\naction = "deny"\ntool = "bash"\n';
  write(`${read()}\n${rules}`);
  expect(state().silencing).toBe(path);
  const { text } = await run();
  expect(text).toContain('our lines were taken out of it');
  expect(parse(read())).toEqual(parse(rules));
  expect(state()).toMatchObject({ silencing: null, recallAllowed: false });
});
