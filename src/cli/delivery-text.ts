import { counted } from '../core/counted.ts';
import type { DeliveryKind, Received } from '../core/delivery.ts';

export interface Delivered {
  readonly kind: DeliveryKind;
  readonly pages: number;
  /** Of an index the sessions that it names. */
  readonly turns: number;
  /** UTF-16 units of all pages. */
  readonly characters: number;
  readonly received: Received | null;
}

const RECEIVED = {
  whole: 'received whole',
  cut: 'received in part',
  dropped: 'not received',
} as const;

/** What the number of a delivery counts. */
const COUNTED = {
  memory: (turns) => counted(turns, 'turn'),
  index: (sessions) => `an index of ${counted(sessions, 'session')}`,
  reminder: (turns) => `a reminder of ${counted(turns, 'turn')}`,
} as const satisfies Record<DeliveryKind, (count: number) => string>;

/** `12 turns, 9,312 characters, received whole` */
export function deliveryText({ kind, pages, turns, characters, received }: Delivered): string {
  const length = `${characters.toLocaleString('en-US')} characters`;
  return [
    COUNTED[kind](turns),
    pages === 1 ? length : `${length} on ${pages} pages`,
    ...(received === null ? [] : [RECEIVED[received]]),
  ].join(', ');
}

/** What is wrong with it and what to do; null where nothing is. */
export function deliveryFault(
  title: string,
  { kind, received }: Pick<Delivered, 'kind' | 'received'>,
): { readonly text: string; readonly todo: string } | null {
  switch (received) {
    case null:
    case 'whole':
      return null;
    case 'cut':
      return {
        text: `${title} passed only a part of the last ${kind} on to its model`,
        todo: `see whether ${title} says that a hook timed out, and whether status counts a busy database; else update Throughline, since ${title} may take less than it did. The agent finds the rest with recall`,
      };
    case 'dropped':
      return {
        text: `${title} passed nothing of the last ${kind} on to its model`,
        todo: `see whether ${title} says that a hook timed out or failed; the agent finds what is stored with recall`,
      };
    default:
      return received satisfies never;
  }
}
