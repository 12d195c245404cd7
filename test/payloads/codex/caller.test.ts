import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { type CodexCaller, kindOf } from '../../../src/hosts/codex/caller.ts';
import { isAttended } from '../../../src/hosts/codex/payload.ts';

const MANAGED = 'app-server --listen unix:// --analytics-default-enabled --managed-daemon';

describe('a command line of Codex', () => {
  it.for<[string, CodexCaller['kind']]>([
    ['', 'terminal'],
    ['--no-daemon', 'terminal'],
    ['resume --last exec', 'terminal'],
    ['-m o3 --search tidy', 'terminal'],
    ['-p review -C exec', 'terminal'],
    ['exec --json hi', 'command'],
    ['e hi', 'command'],
    ['--model=o3 -c a=1 exec resume --last go', 'command'],
    ['review --uncommitted', 'command'],
    [MANAGED, 'server'],
    ['-c a=1 app-server', 'server'],
    ['mcp-server', 'server'],
  ])('"codex %s" is a %s', ([line, kind]) => {
    expect(kindOf(line.split(' '))).toBe(kind);
  });

  it('with a prompt of many words is a terminal', () => {
    expect(kindOf(['exec the plan'])).toBe('terminal');
  });

  it('that the system does not tell is unknown', () => {
    expect(kindOf(null)).toBe('unknown');
  });
});

describe('a person is there', () => {
  const begunBy = (unattended: boolean) => ({ unattended, errand: null, begunAt: null });

  it.for<[CodexCaller['kind'], boolean | null, boolean]>([
    ['terminal', true, true],
    ['terminal', null, true],
    ['command', false, false],
    ['command', null, false],
    ['server', false, true],
    ['server', true, false],
    ['unknown', true, false],
    ['unknown', null, true],
  ])('when a %s runs what codex exec began (%s): %s', ([kind, unattended, attended]) => {
    expect(isAttended(kind, unattended === null ? null : begunBy(unattended))).toBe(attended);
  });
});

/** Runs the question below a program of that name: a shell, which takes Codex's words for its own. */
async function askBelow(program: string, words: readonly string[]): Promise<unknown> {
  await using fixture = await createFixture({});
  const shell = fixture.getPath(program);
  execFileSync('cp', ['/bin/sh', shell]);
  const module = new URL('../../../src/hosts/codex/caller.ts', import.meta.url);
  const ask = `import(${JSON.stringify(module.href)}).then((m) => console.log(JSON.stringify(m.codexCaller())))`;
  const line = `'${process.execPath}' -e '${ask}'; true`;
  return JSON.parse(execFileSync(shell, ['-c', line, ...words], { encoding: 'utf8' }));
}

describe.runIf(process.platform === 'linux')('the process that runs a hook', () => {
  it('is the window of a terminal', async () => {
    expect(await askBelow('codex', [])).toMatchObject({
      window: { pid: expect.any(Number) },
      kind: 'terminal',
    });
  });

  it('is known by the name of its package', async () => {
    expect(await askBelow('codex-x86_64-unknown-linux-musl', ['exec'])).toMatchObject({
      window: { pid: expect.any(Number) },
      kind: 'command',
    });
  });

  it('is told apart when it is the server of several windows', async () => {
    expect(await askBelow('codex', MANAGED.split(' '))).toMatchObject({
      window: { kind: 'server' },
      kind: 'server',
    });
  });

  it.for(['codex-code-mode-host', 'codexer'])('is not %s', async (program) => {
    expect(await askBelow(program, [])).toEqual({ window: null, kind: 'unknown' });
  });
});
