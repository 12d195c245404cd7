import { isRecord } from '../../core/record.ts';
import { withoutOwnMemory } from '../own-memory.ts';
import type { Fields } from './transcript-rows.ts';

/** What a message row of the user's role says. */
export interface UserWords {
  /** Verbatim; null when everything in the row is the program's. */
  readonly request: string | null;
  /** Positions of images in the row's content. */
  readonly images: readonly number[];
  /** The program's mark that the turn was stopped. */
  readonly aborts: boolean;
}

interface ContentItem {
  readonly type: string;
  readonly text: string;
  /** The program's own account of where the item is from (0.150 and later). */
  readonly kind: string | null;
}

/** Kinds of what a person gave; a person's text without a kind is told by {@link isContext}. */
const PERSONS_KINDS = ['user.text', 'user.image', 'user.audio', 'user.goal'];
const UNKNOWN_KIND = 'unknown';

/** Elements that the program writes into user rows; each is the whole item. */
const CONTEXT_ELEMENTS = [
  'environment_context',
  'ENVIRONMENT_CONTEXT',
  'user_instructions',
  'turn_aborted',
  'subagent_notification',
  'user_shell_command',
  'user_action',
  'hook_prompt',
  'skill',
  'skills_instructions',
  'apps_instructions',
  'plugins_instructions',
  'recommended_plugins',
  'permissions instructions',
  'collaboration_mode',
  'model_switch',
  'personality_spec',
  'goal_context',
  'codex_internal_context',
  'side_conversation',
  'system-reminder',
];
const CONTEXT_OPENINGS = [
  'Side conversation boundary.\n',
  'Another language model started to solve this problem and produced a summary',
];
const AGENTS_OPENING = '# AGENTS.md instructions';
const ABORTED = '<turn_aborted>';

/** Editors put what is open in front of what was typed. */
const EDITOR_OPENING = '# Context from my IDE setup:';
const EDITOR_REQUEST = '## My request for Codex:';

const IMAGE_TAG = /^<image(?: [^<>\n]*)?>$/;
const IMAGE_END = '</image>';

export function userWords(item: Fields): UserWords {
  const content = contentOf(item);
  const own = content.map((part) => (isPersons(part) ? part : null));
  const images = own.flatMap((part, index) => (part?.type === 'input_image' ? [index] : []));
  const texts = own.flatMap((part) => (part === null ? [] : personsText(part, images.length > 0)));
  const said = texts.filter((text) => text.trim() !== '');
  const alone = images.length > 0 ? '[image]' : null;
  return {
    request: said.length > 0 ? said.join('\n') : alone,
    images,
    aborts: content.some(({ text, kind }) => text.startsWith(ABORTED) && kind !== 'user.text'),
  };
}

/** The texts of a message, of any role, in a row. */
export const messageText = (item: Fields): string =>
  contentOf(item)
    .map(({ text }) => text)
    .join('');

function contentOf({ content, internal_chat_message_metadata_passthrough: passed }: Fields) {
  const kinds = isRecord(passed) ? passed.content_item_kinds : null;
  const parts: readonly unknown[] = typeof content === 'string' ? [content] : listOf(content);
  return parts.map((part, index) => contentItem(part, listOf(kinds)[index]));
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function contentItem(part: unknown, kind: unknown): ContentItem {
  const known = typeof kind === 'string' ? kind : null;
  if (typeof part === 'string') return { type: 'text', text: part, kind: known };
  if (!isRecord(part)) return { type: '', text: '', kind: known };
  const { type, text } = part;
  return {
    type: typeof type === 'string' ? type : '',
    text: typeof text === 'string' ? text : '',
    kind: known,
  };
}

const isPersons = ({ kind, text }: ContentItem): boolean =>
  kind === null || kind === UNKNOWN_KIND ? !isContext(text) : PERSONS_KINDS.includes(kind);

/** Only what has the program's form from end to end; words that merely quote it are a person's. */
function isContext(item: string): boolean {
  const text = item.trim();
  if (text.startsWith(AGENTS_OPENING)) return text.includes('<INSTRUCTIONS>');
  if (CONTEXT_OPENINGS.some((opening) => text.startsWith(opening))) return true;
  return CONTEXT_ELEMENTS.some(
    (name) =>
      (text.startsWith(`<${name}>`) || text.startsWith(`<${name} `)) && text.endsWith(`</${name}>`),
  );
}

function personsText({ text }: ContentItem, withImages: boolean): readonly string[] {
  if (text === '' || (withImages && (IMAGE_TAG.test(text) || text === IMAGE_END))) return [];
  return [promptText(text)];
}

/** What a person typed, in an item of a row or as a hook hears it. */
export function promptText(text: string): string {
  const from = text.startsWith(EDITOR_OPENING) ? text.lastIndexOf(EDITOR_REQUEST) : -1;
  return withoutOwnMemory(from < 0 ? text : text.slice(from + EDITOR_REQUEST.length).trim());
}
