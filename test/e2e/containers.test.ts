import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, copyFileSync, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { ClaudeTranscript } from './claude-transcript.ts';
import { noContainers, runIn, start, volumeOf } from './container.ts';
import { executable } from './executable.ts';
import { Machine } from './fake-host.ts';

const silent = { status: 0, stdout: '', stderr: '' };
const missing = noContainers();

/** A machine on which containers share a volume, one after another; no container knows a home. */
async function host() {
  const machine = await Machine.create();
  const volume = volumeOf(machine);
  const transcripts = join(machine.home, 'transcripts');
  mkdirSync(transcripts);
  /** The Stop of a session that ends in a container. */
  const turn = (container: { readonly name: string }, answer: string, program = executable) => {
    const session = randomUUID();
    const transcript = new ClaudeTranscript(
      join(transcripts, `${session}.jsonl`),
      session,
      machine.project,
    );
    const prompt_id = randomUUID();
    transcript.ask('why?', prompt_id);
    transcript.say(answer);
    const input = JSON.stringify({
      session_id: session,
      transcript_path: transcript.path,
      cwd: machine.project,
      prompt_id,
      hook_event_name: 'Stop',
      stop_hook_active: false,
      last_assistant_message: answer,
    });
    const line = `'${program}' process-turn --host claude`;
    return runIn(machine, volume, { ...container, input }, line);
  };
  const run = (name: string, words: string) =>
    runIn(machine, volume, { name }, `'${executable}' ${words}`);
  const turns = async (name: string): Promise<number> =>
    JSON.parse((await run(name, '--json status')).stdout).database.turns;
  return Object.assign(machine, { volume, turn, run, turns });
}

describe.skipIf(missing !== null)(`a container${missing ? ` (skipped: ${missing})` : ''}`, () => {
  it('of a user without name and home remembers, on a volume that is its group’s', async () => {
    await using machine = await host();
    expect(await machine.turn({ name: 'one' }, 'because')).toEqual(silent);
    expect(await machine.turns('one')).toBe(1);
    expect((await machine.run('two', 'recall')).stdout).toContain('because');
    expect(statSync(join(machine.volume, 'memory.db')).mode & 0o777).toBe(0o600);
  });

  it.for([
    ['--licenses', 'MIT'],
    ['--help', 'install'],
    ['install --help', '--rollback'],
    ['status --version', '.'],
    ['capture-tool', ''],
  ] as const)('that says nowhere where the data is answers %s', async ([words, answer]) => {
    await using machine = await host();
    const line = `unset THROUGHLINE_HOME; '${executable}' ${words}`;
    const { status, stdout, stderr } = await runIn(machine, machine.volume, { name: 'one' }, line);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(answer);
  });

  it.for(['2770', '2775'])('is healthy on a volume of mode %s', async (mode) => {
    await using machine = await host();
    await machine.run('one', 'config exclusive true');
    await machine.turn({ name: 'one' }, 'because');
    chmodSync(machine.volume, Number.parseInt(mode, 8));
    expect(await machine.run('one', 'doctor --quiet')).toEqual(silent);
  });

  it('is told what is wrong when another user left the memory', async () => {
    await using machine = await host();
    await machine.turn({ name: 'one' }, 'because');
    const other = { name: 'two', uid: 54_322 };
    const outcome = await machine.turn(other, 'never');
    expect(outcome.stderr).toMatch(/^throughline-bin process-turn: [^\n]*EACCES[^\n]*\n$/);
    expect(outcome.stderr).not.toContain('Delete');
  });

  it('that was killed with the lock in its hands stops the next one nowhere', async () => {
    await using machine = await host();
    await machine.run('one', 'config exclusive true');
    await machine.turn({ name: 'one' }, 'first');
    const program = join(import.meta.dirname, 'programs', 'hold-lock.ts');
    const hold = `'${process.execPath}' '${program}' "$THROUGHLINE_HOME/memory.db"`;
    const killed = start(machine, machine.volume, { name: 'one' }, hold);
    const [said] = killed.stdout ? await once(killed.stdout, 'data') : [];
    expect(String(said)).toBe('holding\n');
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(lstatSync(join(machine.volume, 'memory.db-lock')).isSymbolicLink()).toBe(true);
    expect(await machine.turn({ name: 'two' }, 'second')).toEqual(silent);
    expect(await machine.turns('three')).toBe(2);
  });

  it('of another image goes on with the memory, and with hooks of its own', async () => {
    await using machine = await host();
    const images = ['old', 'new'].map((name) => {
      const program = join(machine.directory(name), 'throughline-bin');
      copyFileSync(executable, program);
      chmodSync(program, 0o755);
      return program;
    });
    const [first = '', second = ''] = images;
    for (const program of [first, second, first]) {
      expect(await machine.turn({ name: 'image' }, 'because', program)).toEqual(silent);
      const line = `HOME="$THROUGHLINE_HOME" '${program}' install --in-place --host claude --json`;
      expect(await runIn(machine, machine.volume, { name: 'image' }, line)).toMatchObject({
        status: 0,
      });
      const settings = await runIn(
        machine,
        machine.volume,
        { name: 'image' },
        'grep -c process-turn "$THROUGHLINE_HOME/.claude/settings.json"; cat "$THROUGHLINE_HOME/.claude/settings.json"',
      );
      expect(settings.stdout).toMatch(/^2\n/);
      expect(settings.stdout).toContain(program);
    }
    expect(await machine.turns('image')).toBe(3);
  });
});

describe('the documents', () => {
  it.for(['docs/containers/Dockerfile', 'docs/containers.md'])(
    '%s has commands that run where no agent was ever started',
    async (document) => {
      await using machine = await Machine.create();
      const text = readFileSync(document, 'utf8').replace(/^#.*$/gm, '');
      const inBlocks = document.endsWith('.md')
        ? text.split('```').filter((_, at) => at % 2)
        : [text];
      const lines = inBlocks.flatMap(
        (block) => block.match(/(?<=throughline-bin )[a-z-][^\n#>\\&"]*/g) ?? [],
      );
      expect(lines.length).toBeGreaterThan(1);
      for (const line of lines) {
        const command = `export THROUGHLINE_HOME="$HOME/memory"; ${machine.command} ${line}`;
        expect(await machine.shell(command)).toMatchObject({ status: 0, stderr: '' });
      }
    },
  );
});
