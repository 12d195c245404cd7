import { counted } from '../core/counted.ts';
import { localMinute } from '../core/local-time.ts';
import { printable } from '../core/printable.ts';
import { parseSession } from '../core/session.ts';
import type { Detail } from '../core/turn.ts';
import type { ExportRecord } from '../memory/export.ts';
import type { ExportedSession, ExportedTurn } from '../store/export.ts';

/** What an export begins with. */
export const markdownHead = (about: { readonly what: string; readonly at: number }): string =>
  `# Memory of ${oneLine(about.what)}\n\nExported ${localMinute(new Date(about.at))}.\n`;

/**
 * A record for people; empty where it tells them nothing. Requests stand in a fence, answers in a
 * quotation, so that whatever they hold ends with them.
 * @param details also what tools were given and printed
 */
export function markdownOf(record: ExportRecord, details: boolean): string {
  switch (record.type) {
    case 'session':
      return sessionText(record.session);
    case 'turn':
      return turnText(record.turn, details);
    case 'link': {
      const { successor, predecessor, why } = record.link;
      return `\n- \`${successor}\` goes on from \`${predecessor}\` (${why}).\n`;
    }
    case 'forgotten':
      return '';
  }
}

function sessionText({ id, projectRoot, firstCwd, createdAt, off }: ExportedSession): string {
  const ref = parseSession(id);
  const facts = [
    ...(ref.ok ? [`Agent: ${ref.value.host}`] : []),
    `Project: ${inline(projectRoot)}`,
    ...(firstCwd === projectRoot ? [] : [`Directory: ${inline(firstCwd)}`]),
    `Begun: ${localMinute(new Date(createdAt))}`,
    ...(off === 0 ? [] : [`Switched off: ${localMinute(new Date(off))}`]),
  ];
  return `\n## Conversation ${id}\n\n${facts.map((fact) => `- ${fact}`).join('\n')}\n`;
}

function turnText(turn: ExportedTurn, withDetails: boolean): string {
  const state = turn.state === 'complete' ? '' : ` (${turn.state})`;
  const head = `\n### Turn ${turn.id}, ${localMinute(new Date(turn.startedAt))}${state}\n`;
  return [
    head,
    ...wordsOf(turn),
    ...(withDetails ? turn.details.map(detailText) : [countText(turn)]),
    prunedText(turn),
  ].join('');
}

function wordsOf({ request, answer, skeleton }: ExportedTurn): readonly string[] {
  if (request === '' && answer === null && skeleton !== '')
    return [`\n**Summary**\n\n${quoted(skeleton)}\n`];
  return [
    ...(request === '' ? [] : [`\n**User**\n\n${fenced(request)}\n`]),
    answer === null ? '\n**Assistant**: no answer\n' : `\n**Assistant**\n\n${quoted(answer)}\n`,
  ];
}

const countText = ({ details }: ExportedTurn): string =>
  details.length === 0 ? '' : `\n*${counted(details.length, 'detail')}*\n`;

const prunedText = ({ prunedAt }: ExportedTurn): string =>
  prunedAt === null ? '' : `\n*Details were pruned ${localMinute(new Date(prunedAt))}.*\n`;

function detailText({ kind, toolName, input, output }: Detail): string {
  const texts = [input, output].filter((text) => text !== null && text !== '');
  const head = kind === toolName ? inline(kind) : `${inline(toolName)} (${kind})`;
  return `\n**${head}**\n${texts.map((text) => `\n${fenced(text ?? '')}\n`).join('')}`;
}

/** A fence that is longer than any in the text, which therefore cannot end it. */
function fenced(text: string): string {
  const body = printable(text).replace(/\n+$/, '');
  const longest = (body.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${body}\n${fence}`;
}

/** Ends whatever the text leaves open: a fence, a list, an HTML comment. */
const quoted = (text: string): string =>
  printable(text)
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

const oneLine = (text: string): string => printable(text).replace(/\s+/g, ' ');

/** A name in code, whatever signs it holds. */
function inline(text: string): string {
  const line = oneLine(text);
  if (line === '') return '(unknown)';
  const longest = (line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}
