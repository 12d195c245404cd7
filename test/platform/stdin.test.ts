import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readJsonValue } from '../../src/platform/stdin.ts';

const SILENCE = 60;
const read = (feed: (pipe: PassThrough) => void) => {
  const pipe = new PassThrough();
  const result = readJsonValue(pipe as unknown as NodeJS.ReadStream, SILENCE);
  feed(pipe);
  return result;
};

describe('a payload on stdin', () => {
  it('is read without waiting for the end of a pipe that never closes', async () => {
    const started = performance.now();
    const result = await read((pipe) => pipe.write('{"a":1}'));
    expect(result).toEqual({ ok: true, value: { a: 1 } });
    expect(performance.now() - started).toBeLessThan(SILENCE);
  });

  it('may come in pieces that cut a character', async () => {
    const bytes = Buffer.from('{"a":"日本"}', 'utf8');
    const result = await read((pipe) => {
      pipe.write(bytes.subarray(0, 7));
      pipe.write(bytes.subarray(7));
    });
    expect(result).toEqual({ ok: true, value: { a: '日本' } });
  });

  it.for([
    ['empty', '', 'empty'],
    ['a byte order mark alone', '\uFEFF\n', 'empty'],
    ['cut', '{"a":', 'incomplete'],
    ['not JSON', 'hello}', 'invalid'],
  ] as const)('%s is refused as such when the pipe closes', async ([, text, error]) => {
    expect(await read((pipe) => pipe.end(text))).toEqual({ ok: false, error });
  });

  it.for([
    ['nothing', '', 'empty'],
    ['half a value', '{"a":', 'incomplete'],
  ] as const)('ends after the silence when %s came', async ([, text, error]) => {
    expect(await read((pipe) => pipe.write(text))).toEqual({ ok: false, error });
  });

  it('is not waited for on a terminal', async () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true });
    const result = await readJsonValue(terminal as unknown as NodeJS.ReadStream, SILENCE);
    expect(result).toEqual({ ok: false, error: 'empty' });
  });
});
