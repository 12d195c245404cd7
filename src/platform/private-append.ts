import { closeSync, constants, openSync, writeSync } from 'node:fs';

const { O_APPEND, O_CREAT, O_WRONLY } = constants;
/* Absent on Windows. A pipe that nobody reads is refused instead of waited for. */
const MODE =
  O_APPEND | O_CREAT | O_WRONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Appends to a file of ours (0600 when it is made); never to what a link leads to.
 * @throws the system's error
 */
export function appendPrivately(path: string, text: string): void {
  const fd = openSync(path, MODE, 0o600);
  try {
    writeSync(fd, text);
  } finally {
    closeSync(fd);
  }
}
