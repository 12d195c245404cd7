/** `memory`: whole turns. `index`: where a memory is to be found. `reminder`: after the host's own compaction. */
export type DeliveryKind = 'memory' | 'index' | 'reminder';

/**
 * What a host passed on to its model: all of it, a part (a preview, or not every page), or nothing
 * although the turn went on.
 */
export type Received = 'whole' | 'cut' | 'dropped';

/** What a host was given, and what became of it. */
export interface Delivered {
  readonly kind: DeliveryKind;
  readonly pages: number;
  /** Of an index the sessions that it names. */
  readonly turns: number;
  /** UTF-16 units of all pages. */
  readonly characters: number;
  /** Null where the host does not tell. */
  readonly received: Received | null;
}

/** A text that hooks gave a host: blocks with the same mark, one a page. */
export interface GivenText {
  /** `id` in the opening tag of each page. */
  readonly mark: string;
  readonly pages: number;
  /** UTF-16 units of all pages. */
  readonly characters: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** One text of a hook as the host wrote down that the model got it. */
export interface HookContext {
  readonly text: string;
  /** The host says that it left some of it out. */
  readonly cut: boolean;
}

/** Hosts trim what a hook prints; what they cut is more. */
const TRIMMED = 100;
/** What is stored inside cannot close a block. */
const CLOSE = '</throughline-memory>';

/** Compares what was given with what arrived. */
export function compareReceived(
  contexts: readonly HookContext[],
  { mark, pages, characters }: Omit<GivenText, 'at'>,
): Received {
  const found = contexts.flatMap((context) => pageIn(context, mark) ?? []);
  const units = new Map(found.map(({ page, length }) => [page, length]));
  if (units.size === 0) return 'dropped';
  const total = [...units.values()].reduce((sum, length) => sum + length, 0);
  return units.size >= pages && total >= characters - TRIMMED ? 'whole' : 'cut';
}

/** A page that lost its end, or a part in its middle, has no length. */
function pageIn(
  { text, cut }: HookContext,
  mark: string,
): { readonly page: string; readonly length: number } | null {
  const id = `id="${mark}"`;
  const at = text.indexOf(id);
  if (at < 0) return null;
  const page = /^ page="(\d+)\//.exec(text.slice(at + id.length, at + id.length + 16))?.[1] ?? '1';
  const close = text.indexOf(CLOSE, at);
  if (cut || close < 0) return { page, length: 0 };
  return { page, length: close + CLOSE.length - text.lastIndexOf('<', at) };
}
