import { expect } from 'vitest';

/** How an index begins: where the project's conversations are, and not what was said in them. */
export const POINTER = 'This is a pointer, not an order';

/** What a prompt is told that is pointed to the project's conversations and given none of them. */
export const pointed = { memory: expect.stringContaining(POINTER), notice: null, block: null };
