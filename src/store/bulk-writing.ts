import type { SqlConnection } from './connection.ts';

/**
 * For a transaction of megabytes: the pages it changes are held until the end, where a small cache
 * would write some of them several times, each time with a wait for the disk. Lasts as long as the connection.
 */
export const holdManyPages = (db: SqlConnection): void => db.run('PRAGMA cache_size = -24000');
