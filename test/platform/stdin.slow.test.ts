import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { PartialJson } from '../../src/platform/partial-json.ts';
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
    ['brackets around no JSON', '{a}', 'invalid'],
    ['brackets that do not match', '{"a":1]', 'invalid'],
  ] as const)('%s is refused as such when the pipe closes', async ([, text, error]) => {
    expect(await read((pipe) => pipe.end(text))).toEqual({ ok: false, error });
  });

  it.for([
    ['nothing', '', 'empty'],
    ['half a value', '{"a":', 'incomplete'],
  ] as const)('ends after the silence when %s came', async ([, text, error]) => {
    expect(await read((pipe) => pipe.write(text))).toEqual({ ok: false, error });
  });

  it.for([
    ['letters of one byte', 'a'],
    ['letters of three bytes', '日'],
    ['brackets', '}'],
    ['escapes', '\\'],
  ] as const)('of 20 MB is read in time linear to its size: %s', async ([, letter]) => {
    const value = { prompt: letter.repeat(20_000_000 / Buffer.byteLength(letter)) };
    const bytes = Buffer.from(JSON.stringify(value));
    const json = new PartialJson();
    const started = performance.now();
    const results = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
      json.add(bytes.subarray(index * 65_536, (index + 1) * 65_536)),
    );
    expect(performance.now() - started).toBeLessThan(2000);
    expect(results.at(-1)).toEqual({ ok: true, value });
  });

  it('is given up once it is larger than any payload', () => {
    const json = new PartialJson();
    const blank = Buffer.alloc(8 * 1024 * 1024, ' ');
    const results = Array.from({ length: 9 }, () => json.add(blank));
    expect(results.at(-1)).toEqual({ ok: false, error: 'too_large' });
  });

  it('is not waited for on a terminal', async () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true });
    const result = await readJsonValue(terminal as unknown as NodeJS.ReadStream, SILENCE);
    expect(result).toEqual({ ok: false, error: 'empty' });
  });
});
