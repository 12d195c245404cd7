import type { BudgetUnit } from '../core/budget.ts';
import { counted } from '../core/counted.ts';
import { localMinute } from '../core/local-time.ts';
import { printable } from '../core/printable.ts';
import type { Host } from '../core/session.ts';
import type { MemoryPreview, PreviewedTurn, TurnPlace } from '../memory/preview.ts';
import { isoTime } from './iso-time.ts';
import type { Previewed } from './preview-form.ts';

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
  readonly notes: readonly string[];
}

export const previewObject = (preview: Preview | null) => ({
  schema: 'throughline.preview.v1',
  host: preview?.host ?? null,
  session: preview?.session ?? null,
  as: preview?.as ?? null,
  text: preview?.texts.join('\n') ?? '',
  size: preview?.sizes.reduce((sum, size) => sum + size, 0) ?? 0,
  pages: preview?.sizes ?? [],
  unit: preview?.unit ?? null,
  limit: preview?.limit ?? null,
  notes: preview?.notes ?? [],
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
export function previewText(preview: Preview | null): string {
  if (preview === null)
    return 'Nothing is stored of this project: the next session is given nothing.';
  const { texts, sizes, unit, limit, notes } = preview;
  const head = [
    `Given to ${preview.host} ${beginningOf(preview)}`,
    `Session: ${preview.session}`,
    `Size: ${sizes.map(grouped).join(' + ') || '0'} of ${grouped(limit)} ${unit}${sizes.length > 1 ? ' a page' : ''}`,
    ...notes,
  ];
  const shown =
    texts.length === 0
      ? ['Nothing is given.']
      : [RULER, ...texts.flatMap((text) => [printable(text), RULER])];
  return [...head, ...shown, ...turnTable(preview)].join('\n');
}

function beginningOf({ as, word }: Preview): string {
  switch (as) {
    case 'clear':
      return 'after /clear';
    case 'baton':
      return `after ${word}`;
    case 'start':
      return 'at a fresh start';
    case 'compact':
      return 'after its own compaction';
    default:
      return as satisfies never;
  }
}

const WHY = {
  whole: 'in, whole',
  cut: 'in, but cut in the middle',
  'does-not-fit': 'out: does not fit',
  older: 'out: older than what fits',
} as const satisfies Record<TurnPlace, string>;

function turnTable({ turns, total, session }: Preview): readonly string[] {
  const numbers = Math.max(0, ...turns.map(({ id }) => `#${id}`.length));
  const sizes = Math.max(0, ...turns.map(({ characters }) => grouped(characters).length));
  const lineOf = ({ id, startedAt, characters, why, session: from }: PreviewedTurn): string => {
    const at = localMinute(new Date(startedAt));
    const size = grouped(characters).padStart(sizes);
    const other = from === session ? '' : `  (${from})`;
    return `${`#${id}`.padStart(numbers)}  ${at}  ${size} characters  ${WHY[why]}${other}`;
  };
  const more = total - turns.length;
  return [
    ...turns.map(lineOf),
    ...(more > 0
      ? [`and ${counted(more, 'older turn')}, which ${more === 1 ? 'is' : 'are'} out`]
      : []),
  ];
}

const grouped = (count: number): string => count.toLocaleString('en-US');
