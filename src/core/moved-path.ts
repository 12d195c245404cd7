/**
 * Where a path is after a directory was moved. One that is not below `from` stays.
 * @param from absolute, without a separator at its end
 */
export const movedPath = (path: string, from: string, to: string): string =>
  isBelow(path, from) ? to + path.slice(from.length) : path;

/** Whether a path is that of a directory, or of something in it. */
export const isBelow = (path: string, directory: string): boolean =>
  path === directory ||
  (directory !== '' && path.startsWith(directory) && /^[/\\]/.test(path.slice(directory.length)));
