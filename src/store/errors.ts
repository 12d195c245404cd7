/** Another process held the database for longer than we may wait. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';
}

/** The file is not a sound SQLite database (cut, foreign, or a page is damaged). */
export class DatabaseDamagedError extends Error {
  override readonly name = 'DatabaseDamagedError';
}

/** The disk, a quota or a permission refused the write. `cause` holds the system's error. */
export class DatabaseUnwritableError extends Error {
  override readonly name = 'DatabaseUnwritableError';
}

/** A newer version of the product has changed the database in a way this one must not write. */
export class DatabaseNewerError extends Error {
  override readonly name = 'DatabaseNewerError';
}

/** The database has an older schema, and this is not the moment to migrate it. */
export class DatabaseOlderError extends Error {
  override readonly name = 'DatabaseOlderError';
}
