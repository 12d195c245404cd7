/**
 * Where a path is after a directory was moved. One that is not below `from` stays.
 * @param from absolute, without a separator at its end
 */
export function movedPath(path: string, from: string, to: string): string {
  if (path === from) return to;
  const rest = path.slice(from.length);
  const isBelow = from !== '' && path.startsWith(from) && /^[/\\]/.test(rest);
  return isBelow ? to + rest : path;
}
