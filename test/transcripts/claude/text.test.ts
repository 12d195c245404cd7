import { describe, expect, it } from 'vitest';
import { cleanUserText } from '../../../src/hosts/claude/transcript-text.ts';
import { plainText } from '../../../src/hosts/plain-text.ts';

describe('terminal output as a person sees it', () => {
  it.for([
    ['10%\r50%\r100%', '100%'],
    ['line\r', 'line'],
    ['a\r\nb\r\n', 'a\nb\n'],
    ['one\rtwo\nthree', 'two\nthree'],
    ['\r\r', ''],
    ['\u001b[1;31mred\u001b[0m', 'red'],
    ['\u001b]8;;https://example.com\u001b\\label\u001b]8;;\u001b\\', 'label'],
    ['\u001b]0;title\u0007text', 'text'],
    ['\u001bPdata\u001b\\a\u001b_x\u001b\\b', 'ab'],
    ['\u001b(Bplain\u001b=', 'plain'],
    ['no escapes', 'no escapes'],
  ] as const)('%j is %j', ([raw, plain]) => {
    expect(plainText(raw)).toBe(plain);
  });
});

describe('what the host wrote into a user row', () => {
  it('a notice keeps status, summary, event and result, and what stands behind it', () => {
    const notice =
      '\n<task-notification>\n<task-id>1</task-id>\n<tool-use-id>2</tool-use-id>\n<output-file>/x</output-file>\n<status>completed</status>\n<summary>done</summary>\n<usage><a>1</a></usage>\n</task-notification>\nRead the file.\nLast output:\nnoise';
    expect(cleanUserText(notice)).toBe(
      '\n<task-notification>\n<status>completed</status>\n<summary>done</summary>\n</task-notification>\nRead the file.',
    );
  });

  it('a notice in the middle of a text is the text of a person', () => {
    const text = 'see <task-notification><task-id>1</task-id></task-notification>';
    expect(cleanUserText(text)).toBe(text);
  });

  it('a message of another session keeps sender and body', () => {
    const message =
      'Another Claude session sent a message:\nfrom: x\n\nThis came from another Claude session, quoted\n\nThis came from another Claude session. Be careful.';
    expect(cleanUserText(message)).toBe(
      'Another Claude session sent a message:\nfrom: x\n\nThis came from another Claude session, quoted',
    );
  });
});
