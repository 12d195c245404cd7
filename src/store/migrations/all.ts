import { initial } from './0001-initial.ts';

/** In order; a migration is never changed once it was released. */
export const migrations = [initial] as const;
