import type { BudgetUnit } from '../core/budget.ts';
import { localMinute } from '../core/local-time.ts';
import { printable } from '../core/printable.ts';
import type { Host } from '../core/session.ts';
import type { MemoryPreview, PreviewedTurn } from '../memory/preview.ts';
import { isoTime } from './iso-time.ts';
import type { Previewed } from './preview-form.ts';
import type { Said, Words } from './words.ts';

/** What the next conversation would be given. */
export interface Preview extends MemoryPreview {
  readonly host: Host;
  /** Spelled id of the session the text is about. */
  readonly session: string;
  readonly as: Previewed;
  /** How the host's user types our word. */
  readonly word: string;
  /** Of each block. */
  readonly sizes: readonly number[];
  readonly unit: BudgetUnit;
  /** Of one block. */
  readonly limit: number;
  /** Why it is not what one would expect. */
  readonly notes: readonly Said[];
}

export const previewObject = (preview: Preview | null, words: Words) => ({
  schema: 'throughline.preview.v1',
  host: preview?.host ?? null,
  session: preview?.session ?? null,
  as: preview?.as ?? null,
  text: preview?.texts.join('\n') ?? '',
  size: preview?.sizes.reduce((sum, size) => sum + size, 0) ?? 0,
  pages: preview?.sizes ?? [],
  unit: preview?.unit ?? null,
  limit: preview?.limit ?? null,
  notes: preview?.notes.map((note) => note(words)) ?? [],
  total: preview?.total ?? 0,
  turns: (preview?.turns ?? []).map(({ id, session, startedAt, why, characters }) => ({
    id,
    session,
    startedAt: isoTime(startedAt),
    why,
    characters,
  })),
});

const RULER = '\u2500'.repeat(72);

/** Head lines, the text between two rulers, one line for each turn. */
export function previewText(preview: Preview | null, words: Words): string {
  const { facts, preview: text } = words;
  if (preview === null) return text.nothingStored(facts.nothingStored(facts.thisProject));
  const { host, as, word, session, texts, sizes, unit, limit, notes } = preview;
  const head = [
    text.given(host, text.beginnings[as](word)),
    text.session(session),
    text.size(sizes.map(grouped).join(' + ') || '0', grouped(limit), unit, sizes.length > 1),
    ...notes.map((note) => note(words)),
  ];
  const shown =
    texts.length === 0
      ? [text.nothing]
      : [RULER, ...texts.flatMap((given) => [printable(given), RULER])];
  return [...head, ...shown, ...turnTable(preview, words)].join('\n');
}

function turnTable(
  { turns, total, session }: Preview,
  { preview: text }: Words,
): readonly string[] {
  const numbers = Math.max(0, ...turns.map(({ id }) => `#${id}`.length));
  const sizes = Math.max(0, ...turns.map(({ characters }) => grouped(characters).length));
  const lineOf = ({ id, startedAt, characters, why, session: from }: PreviewedTurn): string => {
    const at = localMinute(new Date(startedAt));
    const size = text.characters(grouped(characters).padStart(sizes));
    const other = from === session ? '' : `  (${from})`;
    return `${`#${id}`.padStart(numbers)}  ${at}  ${size}  ${text.places[why]}${other}`;
  };
  const more = total - turns.length;
  return [...turns.map(lineOf), ...(more > 0 ? [text.moreTurns(more)] : [])];
}

const grouped = (count: number): string => count.toLocaleString('en-US');
