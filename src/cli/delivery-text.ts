import type { Delivered } from '../core/delivery.ts';
import type { Said } from './words.ts';

/** What is wrong with what a host was given and what to do; null where nothing is. */
export function deliveryFault(
  title: string,
  { kind, received }: Pick<Delivered, 'kind' | 'received'>,
): { readonly text: Said; readonly todo: Said } | null {
  if (received === null || received === 'whole') return null;
  return {
    text: ({ facts }) => facts.deliveryFault(title, kind, received).text,
    todo: ({ facts }) => facts.deliveryFault(title, kind, received).todo,
  };
}
