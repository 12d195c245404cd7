import { isRecord } from '../../core/record.ts';
import type { TurnStart } from '../../core/turn.ts';
import { withoutOwnMemory } from '../own-memory.ts';
import { stringOf } from '../payload-fields.ts';
import { type AttachmentRow, type Block, parseBlocks, type UserRow } from './transcript-rows.ts';
import { cleanUserText, isTaskNotice, personsPart } from './transcript-text.ts';

export interface Request {
  /** Empty when nothing but a memory of ours stood there. */
  readonly text: string;
  readonly start: TurnStart;
  /** `/name args`: nobody but the host may have seen it, so it counts once the agent has answered. */
  readonly command: string | null;
}

/** What a user row that carries no tool result says. */
export interface UserWords {
  readonly request: Request | null;
  /** The host's mark that the user stopped the agent. */
  readonly interrupts: boolean;
  /** Output of a command that the host itself carried out. */
  readonly localOutput: boolean;
}

const INTERRUPT_MARK = /^\s*\[Request interrupted by user[^\]\n]{0,80}\]/;
const AGENT_NOTICE = /^\s*<agent-notification>/;
const LOCAL_OUTPUT = /^\s*<local-command-std(?:out|err)>/;
const COMMAND = /^\s*<command-(?:name|message|args)>/;
const COMMAND_NAME = /<command-name>\s*\/?([^<\n]{1,200})<\/command-name>/;

export function wordsOf(row: UserRow): UserWords {
  const texts = row.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const words = texts.map(behindMark);
  const said = words.map(personsPart).filter((text) => text.trim() !== '');
  return {
    request: said.length > 0 ? requestOf(said.join('\n'), row) : pictureRequest(row, texts),
    interrupts: texts.some((text) => INTERRUPT_MARK.test(text)),
    localOutput: texts.some((text) => LOCAL_OUTPUT.test(text)),
  };
}

const behindMark = (text: string): string => {
  const match = INTERRUPT_MARK.exec(text);
  return match === null ? text : text.slice(match[0].length).trimStart();
};

function requestOf(said: string, row: UserRow): Request | null {
  if (COMMAND.test(said)) return commandRequest(said, row);
  const words = cleanUserText(said);
  if (words.trim() === '') return null;
  const text = withoutOwnMemory(words);
  return { text, start: text === '' ? 'self' : startOf(row, said), command: null };
}

function commandRequest(said: string, row: UserRow): Request | null {
  const name = COMMAND_NAME.exec(said)?.[1]?.trim();
  if (name === undefined || name === '') return null;
  const words = cleanUserText(`/${name} ${elementText(said, 'command-args')}`.trim());
  return { text: withoutOwnMemory(words), start: startOf(row, said), command: name };
}

function elementText(text: string, name: string): string {
  const start = text.indexOf(`<${name}>`);
  const end = text.indexOf(`</${name}>`);
  return start < 0 || end < start ? '' : text.slice(start + name.length + 2, end).trim();
}

/** A prompt of images or documents alone is a request too. */
function pictureRequest(row: UserRow, texts: readonly string[]): Request | null {
  if (texts.some((text) => text.trim() !== '')) return null;
  const text = row.blocks.map(pictureMark).find((mark) => mark !== null);
  return text === undefined ? null : { text, start: startOf(row, ''), command: null };
}

const pictureMark = ({ type }: Block): string | null =>
  type === 'image' || type === 'document' ? `[${type}]` : null;

/** By the host's marks, never by wording; a background task's notice is host-written by its form. */
function startOf({ originKind, promptSource }: UserRow, said: string): TurnStart {
  if (originKind === 'human') return 'prompt';
  if (originKind === 'task-notification' || originKind === 'auto-continuation') return 'self';
  if (isTaskNotice(said) || AGENT_NOTICE.test(said) || promptSource === 'system') return 'self';
  const typed = promptSource === 'typed' || promptSource === 'queued' || promptSource === 'sdk';
  return typed && originKind === null ? 'prompt' : 'unknown';
}

/** A prompt that was typed while the agent worked and taken up in mid-turn; null for anything else. */
export function queuedRequest({ type, attachment }: AttachmentRow): Request | null {
  if (type !== 'queued_command') return null;
  const { prompt, commandMode, origin } = attachment;
  if (typeof commandMode === 'string' && commandMode !== 'prompt') return null;
  const blocks = parseBlocks(prompt);
  const text = cleanUserText(
    blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
  );
  const request =
    text.trim() === ''
      ? blocks.map(pictureMark).find((mark) => mark !== null)
      : withoutOwnMemory(text);
  if (request === undefined || request === '' || isHostNotice(request, origin)) return null;
  return { text: request, start: 'prompt', command: null };
}

function isHostNotice(text: string, origin: unknown): boolean {
  const kind = isRecord(origin) ? stringOf(origin.kind) : null;
  return (kind !== null && kind !== 'human') || isTaskNotice(text) || AGENT_NOTICE.test(text);
}
