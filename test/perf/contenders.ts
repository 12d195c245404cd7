import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { sessionDirectory } from '../../src/platform/data-layout.ts';
import { writePending } from '../../src/platform/session-marks.ts';
import { Conversation } from './conversation.ts';
import type { Executables } from './executables.ts';
import { environmentOf, type Home, hookCommand } from './home.ts';
import type { MadeUpText } from './made-up-text.ts';
import type { TranscriptFile } from './transcript-writer.ts';
import { type Command, runWhole } from './whole-process.ts';

/** What must hold: the median is at most `ratio` times that of the contender named `to`. */
interface Limit {
  readonly ratio: number;
  readonly to: string;
}

/** Something measured once a round. */
export interface Contender {
  readonly name: string;
  readonly limits: readonly Limit[];
  /** Bytes of resident memory it may have. */
  readonly memoryLimit?: number;
  /** Makes what the next run needs, outside of the measured time. */
  readonly next: () => Command;
}

export const EMPTY = 'empty executable';
const withoutDatabase: readonly Limit[] = [{ ratio: 1.3, to: EMPTY }];
const withDatabase: readonly Limit[] = [{ ratio: 4.5, to: EMPTY }];
const LARGEST_MEMORY = 120 * 1024 * 1024;

/** What everything else is compared with. */
export function baselines({ empty, node }: Executables, home: Home): readonly Contender[] {
  const plain = (name: string, file: string, args: readonly string[]): Contender => {
    const command = plainCommand(home, file, args);
    return { name, limits: [], next: () => command };
  };
  return [
    plain('/bin/true', '/bin/true', []),
    plain('node -e 0', node, ['-e', '0']),
    plain(EMPTY, empty, []),
  ];
}

/** Hooks that open no database, each in a home of its own: a window is on one session only. */
export function plainHooks(
  { product }: Executables,
  homeNamed: (name: string) => Home,
): readonly Contender[] {
  const newborn = (name: string, word: string, event: object, change: Change): Contender => {
    const home = homeNamed(word);
    let id = randomUUID();
    const next = (): Command => {
      forgetMarks(home, id);
      id = randomUUID();
      return change(hookCommand(home, product, [word], { session_id: id, ...event }));
    };
    return { name, limits: withoutDatabase, next };
  };
  const prompt = { prompt: 'go' };
  return [
    newborn('session-start after /clear', 'session-start', { source: 'clear' }, (same) => same),
    newborn('prompt-submit, first, nobody types', 'prompt-submit', prompt, unattended),
    laterPrompt(product, homeNamed('later-prompt')),
  ];
}

type Change = (command: Command) => Command;

/** A prompt of a session whose first prompt was decided on. */
function laterPrompt(product: string, home: Home): Contender {
  const id = randomUUID();
  const payload = { session_id: id, prompt: 'go on', prompt_id: id };
  const command = hookCommand(home, product, ['prompt-submit'], payload);
  runWhole(unattended(command));
  return { name: 'prompt-submit, later prompt', limits: withoutDatabase, next: () => command };
}

/** What reads or writes a memory. `label` tells the memories apart; `base` is the small one's. */
export function storeContenders(
  executables: Executables,
  memory: { readonly home: Home; readonly label: string; readonly base?: string },
  text: MadeUpText,
): readonly Contender[] {
  const { home, label, base } = memory;
  const { product } = executables;
  const [file] = home.transcripts;
  if (file === undefined) throw new Error('a home without a conversation');
  const turn = `process-turn, a new turn, ${label}`;
  const flat: readonly Limit[] =
    base === undefined ? [] : [{ ratio: 1.3, to: `process-turn, a new turn, ${base}` }];
  return [
    {
      name: turn,
      limits: [...withDatabase, ...flat],
      memoryLimit: LARGEST_MEMORY,
      next: turns(new Conversation(home, file, text, product), product, product),
    },
    injection(product, home, file, label),
    ...readers(product, memory),
  ];
}

/** What reads a memory and changes nothing. */
export function readers(
  product: string,
  { home, label }: { readonly home: Home; readonly label: string },
): readonly Contender[] {
  const reading = (name: string, args: readonly string[]): Contender => {
    const command = plainCommand(home, product, args);
    return { name: `${name}, ${label}`, limits: withDatabase, next: () => command };
  };
  return [
    reading('--json status', ['--json', 'status']),
    reading('recall', ['recall', '--session', home.transcripts[0]?.session ?? '']),
    reading('preview', ['preview']),
    reading('search, words of every turn', ['search', 'lock error']),
    reading('search, a word of none', ['search', 'zebra']),
  ];
}

/** The same hook on Node's own SQLite. */
export function nodeSqliteContender(
  { product, nodeSqlite }: Executables,
  home: Home,
  label: string,
  text: MadeUpText,
): Contender {
  const file = home.transcripts.at(-1);
  if (file === undefined) throw new Error('a home without a conversation');
  const conversation = new Conversation(home, file, text, product);
  const name = `the same with node:sqlite, ${label}`;
  return { name, limits: [], next: turns(conversation, product, nodeSqlite) };
}

/** Each turn has its prompt, whose hook is not measured here. */
function turns(conversation: Conversation, product: string, stop: string): () => Command {
  return () => {
    runWhole(conversation.prompt(product));
    return conversation.answer(stop).command;
  };
}

/** The first prompt after a `/clear` in a conversation with a memory. */
function injection(product: string, home: Home, before: TranscriptFile, label: string): Contender {
  let id = randomUUID();
  const next = (): Command => {
    forgetMarks(home, id);
    id = randomUUID();
    const { layout, project: root } = home;
    const [bornAt, source, predecessor] = [Date.now(), 'clear', before.session];
    const session = { host: 'claude', id } as const;
    writePending(layout, session, {
      bornAt,
      source,
      predecessor,
      root,
      directory: root,
      offer: null,
    });
    const payload = { session_id: id, prompt: 'what were we doing?', prompt_id: id };
    return hookCommand(home, product, ['prompt-submit'], payload);
  };
  return { name: `prompt-submit with an injection, ${label}`, limits: withDatabase, next };
}

const plainCommand = (home: Home, file: string, args: readonly string[]): Command => ({
  file,
  args,
  input: '/dev/null',
  env: environmentOf(home),
  cwd: home.project,
});

const unattended: Change = (command) => ({
  ...command,
  env: { ...command.env, CLAUDE_CODE_SESSION_ATTENDED: '0' },
});

const forgetMarks = ({ layout }: Home, id: string): void =>
  rmSync(sessionDirectory(layout, { host: 'claude', id }), { recursive: true, force: true });
