import { describe, expect, it } from 'vitest';
import { RequestKeys } from '../../src/hosts/request-keys.ts';

const named = (counts: readonly (readonly [string, number])[] = [], most = 2): RequestKeys =>
  new RequestKeys(counts, most, (text) => `<${text}>`);

describe('a request without a name', () => {
  it('is named by what it says, and by which of equal ones it is', () => {
    const keys = named();
    expect(['a', 'b', 'a'].map((text) => keys.keyOf(text))).toEqual([
      'h:<a>:1',
      'h:<b>:1',
      'h:<a>:2',
    ]);
  });

  it('is counted on from what an earlier reading has named', () => {
    const keys = named();
    keys.keyOf('a');
    expect(named(keys.counts()).keyOf('a')).toBe('h:<a>:2');
  });

  it('is counted as it was when that was to be remembered', () => {
    const keys = named([['<a>', 1]]);
    keys.keyOf('b');
    const then = keys.snapshot();
    for (const text of ['b', 'c']) keys.keyOf(text);
    expect(then()).toEqual([
      ['<a>', 1],
      ['<b>', 1],
    ]);
  });

  it('of long ago is forgotten', () => {
    const keys = named();
    for (const text of ['a', 'b', 'c']) keys.keyOf(text);
    expect(keys.counts()).toEqual([
      ['<b>', 1],
      ['<c>', 1],
    ]);
  });
});
