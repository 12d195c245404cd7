import { readdirSync } from 'node:fs';

/** Names in a directory, sorted; none where there is no such directory. Creates nothing. */
export function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return []; /* ENOENT: nothing was ever put there; EACCES: nothing there is ours to use */
  }
}
