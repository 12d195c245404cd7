/** Milliseconds a command waits for writers before it says that the memory is in use. A hook waits less. */
export const PERSON_WAIT_MS = 5000;
