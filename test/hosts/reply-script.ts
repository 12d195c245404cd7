/**
 * What the mock model answers to one request. `delay` in milliseconds, `status` an HTTP error instead of
 * an answer, `command` for the shell tool, `task` for the tool that starts a subagent.
 */
export interface ScriptedReply {
  readonly thinking: readonly string[];
  readonly delay: number;
  readonly status: number | null;
  /** Tokens that the answer says it has read; null for a few. */
  readonly claim: number | null;
  readonly command: string | null;
  readonly task: string | null;
  readonly text: string;
}

interface Block {
  readonly type: string;
  readonly text: string;
}

type Verb = 'say' | 'repeat' | 'run' | 'delegate' | 'think' | 'wait' | 'fail' | 'claim';

interface Step {
  readonly verb: Verb;
  readonly argument: string;
}

const STEP = /^\s*(say|repeat|run|delegate|think|wait|fail|claim) (.+)$/;

/** Text the host adds around the user's own: hook context, reminders, skills. It never scripts an answer. */
const HOST_TEXT =
  /<(system-reminder|skill|subagent_notification)>[\s\S]*?(?:<\/\1>|$)|<\/?user_query>/g;

/** The hosts' own prompts for a summary: Codex, Grok, Claude Code. */
const COMPACTION =
  /CONTEXT CHECKPOINT COMPACTION|concise summary of the conversation so far|create a detailed summary of the/;

/** Grok's prompt for the line its dashboard shows of a turn. */
const STATUS_LINE = /^<system-reminder>Write an ultra-short dashboard line/;

/** Long and shapely enough that no host refuses it. */
const SUMMARY = `<summary>\n${Array.from({ length: 9 }, (_, index) => `${index + 1}. Section: the user scripted the mock model, which answered as it was told; nothing is left to be done here.`).join('\n')}\n</summary>`;

/** The steps that a text of the user stands for which has none of its own. */
export type SpellOut = (text: string) => string;

const asTyped: SpellOut = (text) => text;

/**
 * The answer to a request of any of the three APIs: Anthropic's Messages, OpenAI's Responses and Chat
 * Completions. The newest user text with steps decides, one step a line: `say TEXT`, `repeat N TEXT`, `run CMD`,
 * `delegate PROMPT`, `think TEXT`, `wait MS`, `claim TOKENS`, `fail STATUS`. Each `run` or `delegate` is one model call;
 * after the last line without `say` the answer is `finished CMD`; without any step it is `ack`. A host
 * that compacts gets a summary.
 */
export function scriptedReply(body: unknown, spelledOut: SpellOut = asTyped): ScriptedReply {
  if (isCompaction(body)) return { ...silence, text: SUMMARY };
  const blocks = userBlocks(body).map((block) => ({ ...block, text: spelledOut(block.text) }));
  const newest = blocks.findLastIndex((block) => stepsOf(block).length > 0);
  const block = blocks[newest];
  if (block === undefined) return { ...silence, text: 'ack' };
  const results = blocks.slice(newest + 1).filter(({ type }) => type === 'tool_result').length;
  const calls = callsOf(stepsOf(block));
  return calls[Math.min(results, calls.length - 1)] ?? { ...silence, text: 'ack' };
}

/** The newest user text with steps, without what the host adds; empty where there is none. */
export function newestPrompt(body: unknown): string {
  const block = userBlocks(body).findLast((candidate) => stepsOf(candidate).length > 0);
  return (block?.text ?? '').replace(HOST_TEXT, '').trim();
}

/** True when the host asks about the conversation instead of for its next step. */
export const isSideCall = (body: unknown): boolean =>
  isCompaction(body) || STATUS_LINE.test(newestText(body));

const isCompaction = (body: unknown): boolean => COMPACTION.test(newestText(body));

const newestText = (body: unknown): string => userBlocks(body).at(-1)?.text ?? '';

/** All texts of a request's messages, of every role and with tool results, one a line. */
export function textOf(body: unknown): string {
  const texts = (content: unknown): string[] =>
    typeof content === 'string'
      ? [content]
      : list(content).flatMap((block) => [
          text(field(block, 'text')),
          ...texts(field(block, 'content')),
        ]);
  return messagesOf(body)
    .filter((message, index) => index > 0 || field(message, 'role') !== 'system')
    .flatMap((message) => texts(field(message, 'content') ?? field(message, 'output')))
    .filter((part) => part !== '')
    .join('\n');
}

const silence: ScriptedReply = {
  thinking: [],
  delay: 0,
  status: null,
  claim: null,
  command: null,
  task: null,
  text: '',
};

/** Where each API has the conversation. */
const messagesOf = (body: unknown): unknown[] =>
  list(field(body, 'messages') ?? field(body, 'input'));

/** What the user said and what tools gave back, in order. */
const userBlocks = (body: unknown): Block[] =>
  messagesOf(body)
    .flatMap((message): unknown[] => {
      if (isToolResult(message)) return [{ type: 'tool_result' }];
      if (field(message, 'role') !== 'user') return [];
      const content = field(message, 'content');
      return typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
    })
    .map((block) => ({ type: text(field(block, 'type')), text: text(field(block, 'text')) }));

/** A message of its own in OpenAI's APIs; a block of the user's in Anthropic's. */
const isToolResult = (message: unknown): boolean =>
  field(message, 'role') === 'tool' || text(field(message, 'type')).endsWith('_output');

const stepsOf = (block: Block): Step[] =>
  block.text
    .replace(HOST_TEXT, '')
    .split('\n')
    .map((line) => STEP.exec(line))
    .filter((match) => match !== null)
    .map(([, verb, argument = '']) => ({ verb: verb as Verb, argument: argument.trim() }));

/** Splits the steps into one reply a model call; a tool closes a call, `say` and `fail` the turn. */
function callsOf(steps: readonly Step[]): ScriptedReply[] {
  const calls: ScriptedReply[] = [];
  let next = silence;
  for (const { verb, argument } of steps) {
    switch (verb) {
      case 'think':
        next = { ...next, thinking: [...next.thinking, argument] };
        break;
      case 'wait':
        next = { ...next, delay: next.delay + Number(argument) };
        break;
      case 'claim':
        next = { ...next, claim: Number(argument) };
        break;
      case 'run':
        calls.push({ ...next, command: argument });
        next = silence;
        break;
      case 'delegate':
        calls.push({ ...next, task: argument });
        next = silence;
        break;
      case 'say':
        return [...calls, { ...next, text: argument }];
      case 'repeat':
        return [...calls, { ...next, text: repeated(argument) }];
      case 'fail':
        return [...calls, { ...next, status: Number(argument) }];
      default:
        verb satisfies never;
    }
  }
  const last = steps.findLast(({ verb }) => verb === 'run');
  return [...calls, { ...next, text: last ? `finished ${last.argument}` : 'ack' }];
}

/** `3 TEXT`: that text so many times. */
function repeated(argument: string): string {
  const [count = '', ...words] = argument.split(' ');
  return words.join(' ').repeat(Number(count));
}

/** The items of foreign data; none where it is no list. */
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A property of foreign data; undefined where there is none. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
