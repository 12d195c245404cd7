import { wellFormed } from './clip.ts';

/** Escape sequences (CSI, OSC, DCS and the like), then every other control character but tab and line end. */
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][\s\S]*?(?:\u0007|\u001b\\|$)|[ -/]*[0-~])?|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Text from a memory, safe to print on a terminal: it can neither move the cursor nor change anything. */
export const printable = (text: string): string =>
  wellFormed(text.replaceAll('\r\n', '\n').replace(ESCAPES, ''));
