/** What the mock model answers to one request. `delay` in milliseconds, `status` an HTTP error instead of an answer. */
export interface ScriptedReply {
  readonly thinking: readonly string[];
  readonly delay: number;
  readonly status: number | null;
  readonly command: string | null;
  readonly text: string;
}

interface Block {
  readonly type: string;
  readonly text: string;
}

type Verb = 'say' | 'run' | 'think' | 'wait' | 'fail';

interface Step {
  readonly verb: Verb;
  readonly argument: string;
}

const STEP = /^\s*(say|run|think|wait|fail) (.+)$/;

/** Text the host adds around the user's own: hook context, reminders. It never scripts an answer. */
const HOST_TEXT = /<system-reminder>[\s\S]*?(?:<\/system-reminder>|$)/g;

/**
 * The answer to a request of the Messages API. The newest user text with steps decides, one step a line:
 * `say TEXT`, `run CMD`, `think TEXT`, `wait MS`, `fail STATUS`. Each `run` is one model call; after
 * the last line without `say` the answer is `finished CMD`; without any step it is `ack`.
 */
export function scriptedReply(body: unknown): ScriptedReply {
  const blocks = userBlocks(body);
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

/** All texts of a request's messages, of every role and with tool results, one a line. */
export function textOf(body: unknown): string {
  const texts = (content: unknown): string[] =>
    typeof content === 'string'
      ? [content]
      : list(content).flatMap((block) => [
          text(field(block, 'text')),
          ...texts(field(block, 'content')),
        ]);
  return list(field(body, 'messages'))
    .flatMap((message) => texts(field(message, 'content')))
    .filter((part) => part !== '')
    .join('\n');
}

const silence: ScriptedReply = { thinking: [], delay: 0, status: null, command: null, text: '' };

function userBlocks(body: unknown): Block[] {
  return list(field(body, 'messages'))
    .filter((message) => field(message, 'role') === 'user')
    .flatMap((message) => {
      const content = field(message, 'content');
      return typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
    })
    .map((block) => ({ type: text(field(block, 'type')), text: text(field(block, 'text')) }));
}

const stepsOf = (block: Block): Step[] =>
  block.text
    .replace(HOST_TEXT, '')
    .split('\n')
    .map((line) => STEP.exec(line))
    .filter((match) => match !== null)
    .map(([, verb, argument = '']) => ({ verb: verb as Verb, argument: argument.trim() }));

/** Splits the steps into one reply a model call; a `run` closes a call, `say` and `fail` the turn. */
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
      case 'run':
        calls.push({ ...next, command: argument });
        next = silence;
        break;
      case 'say':
        return [...calls, { ...next, text: argument }];
      case 'fail':
        return [...calls, { ...next, status: Number(argument) }];
      default:
        verb satisfies never;
    }
  }
  const last = steps.findLast(({ verb }) => verb === 'run');
  return [...calls, { ...next, text: last ? `finished ${last.argument}` : 'ack' }];
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A property of foreign data; undefined where there is none. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
