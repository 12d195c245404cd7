import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { openDatabase } from '../../src/store/open.ts';
import { testEngine } from '../store/test-engine.ts';
import { type Child, printed, start } from './children.ts';
import { type FaultyPlace, NOBODY } from './fault-place.ts';

/** Takes the fault away again. */
type Undo = () => void | Promise<void>;
/** Brings a fault about; one that the product must get over by itself has no undo. */
export type Cause = (place: FaultyPlace) => Undo | undefined | Promise<Undo | undefined>;

/** A fault that stays. */
export const lasting =
  (cause: (place: FaultyPlace) => void | Promise<void>): Cause =>
  async (place) => {
    await cause(place);
    return undefined;
  };

export const fullDisk: Cause = ({ data }) => {
  const ballast = join(data, 'ballast');
  spawnSync('sh', ['-c', 'cat /dev/zero > "$0"', ballast]);
  return () => rmSync(ballast);
};

export const readOnlyDisk: Cause = ({ data }) => {
  const remount = (options: string): void => {
    spawnSync('mount', ['-o', `remount,${options}`, data]);
  };
  remount('ro');
  return () => remount('rw');
};

/** Anything the user's files would grow to is refused, as by a quota. */
export const noGrowth: Cause = (place) => {
  place.limitFiles(true);
  return () => place.limitFiles(false);
};

/** The data directory is on a disk that the system knows as a network's. */
export const networkDisk: Cause = async (place) => {
  const server = start('network-disk', [place.data]);
  const unmount = async (): Promise<void> => {
    spawnSync('umount', ['-l', place.data]);
    await end(server);
  };
  place.lastly(unmount);
  await printed(server, 'mounted');
  return unmount;
};

export const mode =
  (bits: number, name = ''): Cause =>
  ({ data }) => {
    const path = join(data, name);
    chmodSync(path, bits);
    return () => chmodSync(path, name === '' ? 0o700 : 0o600);
  };

export const somebodyElse: Cause = ({ data }) => {
  chownSync(data, 0, 0);
  return () => chownSync(data, NOBODY, NOBODY);
};

/** Something else has the name of a file or directory of ours; empty is the data directory. */
export const replacedBy =
  (make: (path: string) => void, name = ''): Cause =>
  ({ data }) => {
    const path = join(data, name);
    renameSync(path, `${data}.aside`);
    make(path);
    return () => {
      rmSync(path, { recursive: true });
      renameSync(`${data}.aside`, path);
    };
  };

/** Once it is told, the user deletes the file. */
export const emptied =
  (name: string): Cause =>
  ({ data }) => {
    truncateSync(join(data, name));
    return () => rmSync(join(data, name));
  };

export const removed = (name = ''): Cause =>
  lasting(({ data }) => rmSync(join(data, name), { recursive: true }));

export const written = (name: string, content: string | Uint8Array): Cause =>
  lasting(({ data }) => writeFileSync(join(data, name), content));

export const cutTo = (size: number): Cause =>
  lasting(({ database }) => truncateSync(database, size));

/** As a disk does that loses a page, which only a statement finds. */
export const overwrittenPages: Cause = lasting(({ database }) => {
  const bytes = readFileSync(database);
  bytes.fill(0xaa, 8192);
  writeFileSync(database, bytes);
});

export const foreignDatabase: Cause = lasting(async ({ database }) => {
  rmSync(database);
  const theirs = (await testEngine()).open(database, { waitMs: 0 });
  theirs.run('CREATE TABLE theirs (x)');
  theirs.close();
});

/** With a copy of the day from before; `spoil` may damage that too. */
export const damagedAfterCopy = (spoil: (copy: string) => void = () => {}): Cause =>
  lasting(async (place) => {
    await place.run(['sweep']);
    const [copy = ''] = globSync(join(place.data, 'backups', 'memory.db.*'));
    spoil(copy);
    writeFileSync(place.database, 'x'.repeat(8192));
  });

/** @param minimumWriter the schema from which on a program may write */
export const newerSchema = (minimumWriter: number): Cause => {
  const migrate = async (database: string, version: number, minimum: number): Promise<void> => {
    const migrations = [{ version, sql: '', minimumWriter: minimum }];
    openDatabase(await testEngine(), database, { waitMs: 5000, migrations }).close();
  };
  return async ({ database }) => {
    await migrate(database, 99, minimumWriter);
    return () => migrate(database, 100, 1);
  };
};

async function holder(place: FaultyPlace): Promise<Child> {
  const child = start('lock-holder', [join(place.data, 'memory.db-lock')]);
  place.lastly(() => end(child));
  await printed(child, 'holding');
  return child;
}

const end = async (child: Child): Promise<void> => {
  child.process.kill('SIGKILL');
  await child.ended;
};

export const heldLock: Cause = async (place) => {
  const child = await holder(place);
  return () => end(child);
};

export const stoppedHolder: Cause = async (place) => {
  const child = await holder(place);
  child.process.kill('SIGSTOP');
  return () => end(child);
};

export const deadHolder: Cause = lasting(async (place) => end(await holder(place)));

/** The lock of a container that has the same directory and other processes. */
async function lockElsewhere(place: FaultyPlace): Promise<void> {
  await end(await holder(place));
  const lock = join(place.data, 'memory.db-lock');
  const record = readlinkSync(lock).split(':').with(5, 'elsewhere').join(':');
  unlinkSync(lock);
  symlinkSync(record, lock);
}

export const holderElsewhere: Cause = async (place) => {
  await lockElsewhere(place);
  return async () => {
    await place.run(['doctor', '--unlock']);
  };
};

export const holderElsewhereInExclusive: Cause = lasting(async (place) => {
  await place.run(['config', 'exclusive', 'true']);
  await lockElsewhere(place);
});

/** A writer that was killed with its journal filled and pages of its transaction in the file. */
export const hotJournal: Cause = lasting(async ({ database }) => {
  const writer = start('interrupted-writer', [database]);
  await printed(writer, 'holding');
  await end(writer);
});

/** Where the memory keeps times. */
const TIMES = `SELECT m.name, c.name AS field FROM sqlite_schema m, pragma_table_info(m.name) c
  WHERE m.type = 'table' AND c.name LIKE '%\\_at' ESCAPE '\\'`;
const YEAR_MS = 365 * 24 * 3_600_000;

/** All that was stored so far was stored by a clock that was a year ahead. */
export const clockWentBack: Cause = lasting(async ({ data, database, window }) => {
  rewrite(window.transcript.path, /(?<="timestamp":)"([^"]+)"/g, (time) =>
    JSON.stringify(new Date(Date.parse(JSON.parse(time)) + YEAR_MS)),
  );
  for (const mark of globSync(join(data, 'run', '**', '*.json'))) {
    rewrite(mark, /(?<="(?:at|bornAt)":)\d+/g, (time) => String(Number(time) + YEAR_MS));
  }
  const db = (await testEngine()).open(database, { waitMs: 5000 });
  for (const { name, field } of db.all(TIMES)) {
    db.run(`UPDATE ${name} SET ${field} = ${field} + ?`, YEAR_MS);
  }
  db.close();
  const ahead = new Date(Date.now() + YEAR_MS);
  for (const file of globSync(join(data, '**'))) utimesSync(file, ahead, ahead);
});

const rewrite = (path: string, what: RegExp, change: (found: string) => string): void =>
  writeFileSync(path, readFileSync(path, 'utf8').replace(what, change));

export const damagedMarks: Cause = lasting(({ data }) => {
  for (const mark of globSync(join(data, 'run', '**', '*.json'))) writeFileSync(mark, '{"cut');
});

export const brokenSpool: Cause = lasting(({ data }) => {
  const path = join(data, 'spool', `${'0'.repeat(15)}-broken.json`);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, '{"type":"process-turn","sess');
});

export const missingTranscript: Cause = ({ window }) => {
  const { path } = window.transcript;
  renameSync(path, `${path}.aside`);
  return () => renameSync(`${path}.aside`, path);
};
