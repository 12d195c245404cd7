import { withoutOwnMemory } from '../own-memory.ts';
import { plainText } from '../plain-text.ts';

/** Elements of a background task's notice that only the host needs. */
const NOTICE_NOISE = [
  'task-id',
  'tool-use-id',
  'output-file',
  'usage',
  'note',
  'task-type',
  'diagnostics',
] as const;
const NOTICE_OPEN = '<task-notification>';
const NOTICE_CLOSE = '</task-notification>';
const PEER_OPEN = 'Another Claude session sent a message:';
const PEER_CLOSE = '\n\nThis came from another Claude session';

export const isTaskNotice = (text: string): boolean =>
  text.trimStart().startsWith(NOTICE_OPEN) && text.includes(NOTICE_CLOSE);

/** Texts that hosts wrote into user rows; only some versions mark them as such. */
const HOST_WRITTEN = [
  '<local-command-',
  '<bash-input>',
  '<bash-stdout>',
  '<bash-stderr>',
  '<user-memory-input>',
  '<system-reminder>',
  '<ide_opened_file>',
  '<ide_selection>',
  'Caveat: The messages below were generated',
  'This session is being continued from a previous conversation',
  'Stop hook feedback:\n',
  '[Image: source: ',
];

/** Host texts that may stand before words of a person in the same block. */
const WRAPPED = /^\s*<(system-reminder|ide_opened_file|ide_selection)>/;

/** A prompt as a hook hears it, the way the transcript's reading will find it. */
export const promptText = (prompt: string): string =>
  withoutOwnMemory(cleanUserText(personsPart(prompt)));

/** The block without host text; empty when there is nothing else. */
export function personsPart(block: string): string {
  let text = block;
  for (let match = WRAPPED.exec(text); match !== null; match = WRAPPED.exec(text)) {
    const close = `</${match[1]}>`;
    const end = text.indexOf(close);
    if (end < 0) return '';
    text = text.slice(end + close.length).replace(/^\s+/, '');
  }
  const start = text.trimStart();
  return HOST_WRITTEN.some((prefix) => start.startsWith(prefix)) ? '' : text;
}

/** What a user row says, without what the host or a terminal wrapped around it. */
export const cleanUserText = (text: string): string =>
  plainText(withoutPeerNotes(withoutNoticeNoise(text)));

/** Status, summary, event and result of a background task stay; ids, files and usage go. */
function withoutNoticeNoise(text: string): string {
  if (!isTaskNotice(text)) return text;
  const end = text.indexOf(NOTICE_CLOSE) + NOTICE_CLOSE.length;
  const notice = NOTICE_NOISE.reduce(withoutElement, text.slice(0, end));
  const rest = text.slice(end).split('\n');
  const output = rest.findIndex((line) => line.startsWith('Last output:'));
  const after = (output < 0 ? rest : rest.slice(0, output)).join('\n').trim();
  return after === '' ? notice : `${notice}\n${after}`;
}

/** Without the elements of this name and the line break before each. */
function withoutElement(text: string, name: string): string {
  const open = `<${name}>`;
  const close = `</${name}>`;
  const kept: string[] = [];
  let from = 0;
  for (let start = text.indexOf(open); start >= 0; start = text.indexOf(open, from)) {
    const end = text.indexOf(close, start);
    if (end < 0) break;
    kept.push(text.slice(from, text[start - 1] === '\n' ? start - 1 : start));
    from = end + close.length;
  }
  return [...kept, text.slice(from)].join('');
}

/** The sender and what was sent stay; the host's advice after it goes. */
function withoutPeerNotes(text: string): string {
  if (!text.startsWith(PEER_OPEN)) return text;
  const end = text.lastIndexOf(PEER_CLOSE);
  return end < 0 ? text : text.slice(0, end);
}
