import { sizeIn } from '../budget.ts';
import { clipEnd, clipStart } from '../clip.ts';
import type { InFlight, TimedText } from '../in-flight.ts';
import { asData } from './fence.ts';
import { doneSteps, type InFlightFrame, notRun } from './in-flight-steps.ts';

/** A turn that was stopped half-way. */
export interface Interrupted {
  readonly inFlight: InFlight;
  /** The number it is stored under, if it is. */
  readonly turn: number | null;
}

/** Longest parts, in units of the budget. Where there is less room, they share it in this proportion. */
const LONGEST = { request: 3500, done: 2400, words: 1500, 'not-run': 2400 } as const;
/** Of a cut text so much is its beginning, the rest its end. */
const SHARE_OF_HEAD = 3 / 4;

/** Its own element, which no text in it can close, nor take for another one. */
interface Part {
  readonly name: keyof typeof LONGEST;
  readonly at: number | null;
  /** At most so many units. Empty where that is too little, or there is nothing. */
  readonly content: (room: number) => string;
}

/**
 * A turn that was stopped half-way, in the order in which it happened: what was asked, what was done,
 * the last words, what did not run.
 * @param room the result is never longer, in the frame's unit; empty where there is nothing to tell
 */
export function renderInFlight(inFlight: InFlight, frame: InFlightFrame, room: number): string {
  const parts = partsOf(inFlight, frame);
  const whole = parts.map((part) => element(part, part.content(LONGEST[part.name]), frame));
  if (sizeIn(frame.unit, joined(whole)) <= room) return joined(whole);
  const needed = parts.map((part, index) => ({ part, need: sizeWith(whole[index] ?? '', frame) }));
  const rooms = sharedOut(needed, room);
  return joined(
    parts.map((part) => {
      const own = (rooms.get(part) ?? 0) - sizeWith(element(part, ' ', frame), frame) + 1;
      return element(part, own > 0 ? part.content(own) : '', frame);
    }),
  );
}

const joined = (elements: readonly string[]): string =>
  elements.filter((one) => one !== '').join('\n');

/** With the line break before the next one. */
const sizeWith = (text: string, { unit }: InFlightFrame): number =>
  text === '' ? 0 : sizeIn(unit, text) + 1;

function element({ name, at }: Part, content: string, { formatTime }: InFlightFrame): string {
  if (content === '') return '';
  const time = at === null ? '' : ` time="${formatTime(at)}"`;
  return `<throughline-${name}${time}>\n${content}\n</throughline-${name}>`;
}

/** What one part does not need of its share goes to the others. */
function sharedOut(
  needed: readonly { readonly part: Part; readonly need: number }[],
  room: number,
): ReadonlyMap<Part, number> {
  const weight = (part: Part): number => LONGEST[part.name];
  const rooms = new Map<Part, number>();
  let left = room;
  let weights = needed.reduce((sum, { part }) => sum + weight(part), 0);
  const modestFirst = needed.toSorted((a, b) => a.need / weight(a.part) - b.need / weight(b.part));
  for (const { part, need } of modestFirst) {
    const own = Math.min(need, Math.floor((left * weight(part)) / weights));
    rooms.set(part, own);
    left -= own;
    weights -= weight(part);
  }
  return rooms;
}

function partsOf(inFlight: InFlight, frame: InFlightFrame): readonly Part[] {
  const { request, prompts, lastWords } = inFlight;
  const asked = [request?.text ?? '', ...prompts].filter((text) => text.trim() !== '');
  const { steps, words } = withoutRepetition(inFlight, frame);
  return [
    {
      name: 'request',
      at: request?.at ?? null,
      content: (room) => cutInside(asked.join('\n\n'), room, frame),
    },
    {
      name: 'done',
      at: null,
      content: (room) => doneSteps({ ...inFlight, steps }, room, frame).text,
    },
    {
      name: 'words',
      at: lastWords?.at ?? null,
      content: (room) => cutInside(words?.text ?? '', room, frame),
    },
    { name: 'not-run', at: null, content: (room) => notRun(inFlight, room, frame) },
  ];
}

/** The last words are a step too: they stand there if that is all of them, else by themselves. */
function withoutRepetition(
  inFlight: InFlight,
  frame: InFlightFrame,
): { readonly steps: InFlight['steps']; readonly words: TimedText | null } {
  const { steps, lastWords } = inFlight;
  const last = steps.findLastIndex(({ kind }) => kind === 'text');
  const step = steps[last];
  if (lastWords === null || step?.kind !== 'text') return { steps, words: lastWords };
  const isWhole = step.text === lastWords.text.trim();
  if (isWhole && last >= doneSteps(inFlight, LONGEST.done, frame).from)
    return { steps, words: null };
  return { steps: last === steps.length - 1 ? steps.slice(0, -1) : steps, words: lastWords };
}

/** The text as data; of a longer one three quarters of what is kept are its head, the rest its tail. */
function cutInside(text: string, room: number, { unit, text: words }: InFlightFrame): string {
  const data = asData(text, room);
  if (data.length <= room && sizeIn(unit, data) <= room) return data;
  const left = room - sizeIn(unit, words.cut(text.length));
  if (left <= 0) return clipEnd(data, room, unit, '');
  const head = clipEnd(data, Math.ceil(left * SHARE_OF_HEAD), unit, '');
  const tail = clipStart(data, left - sizeIn(unit, head), unit, '');
  const removed = text.trimEnd().length - head.length - tail.length;
  return head + words.cut(removed) + tail;
}
