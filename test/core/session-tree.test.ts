import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeRows } from '../../src/core/session-tree.ts';

/** `b<a`: b goes on from a. Newest first. */
const listed = (text: string) =>
  text.split(' ').map((word) => {
    const [id = '', continues = null] = word.split('<');
    return { id, continues };
  });

const drawn = (text: string): string =>
  treeRows(listed(text))
    .map(({ lead, session }) => lead + session.id)
    .join('\n');

describe('a tree of sessions', () => {
  it('has a row of successors in one column, the newest last', () => {
    expect(drawn('c<b b<a a')).toBe('a\n├ b\n└ c');
  });

  it('begins with the tree that has the newest session', () => {
    expect(drawn('x b<a y a')).toBe('x\na\n└ b\ny');
  });

  it('indents what branches off, before the successor that was on last', () => {
    expect(drawn('d<c f<e c<a e<a b<a a')).toBe('a\n│ └ b\n│ ├ e\n│ └ f\n├ c\n└ d');
  });

  it('has a session whose predecessor is not listed as a beginning', () => {
    expect(treeRows(listed('b<a'))).toMatchObject([{ lead: '', under: '', isLinked: false }]);
  });

  it('draws a line beside the second line of a session that others follow', () => {
    const under = treeRows(listed('b<a c<a a')).map((row) => row.under);
    expect(under).toEqual(['│ ', '│   ', '  ']);
  });

  it('cuts a circle open', () => {
    expect(drawn('a<b b<a')).toBe('b\n└ a');
    expect(drawn('a<a')).toBe('a');
  });

  it('holds each session once, whatever goes on from whatever', () => {
    const sessions = fc.uniqueArray(
      fc.record({ id: fc.nat(9).map(String), continues: fc.option(fc.nat(9).map(String)) }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(sessions, (some) => {
        const ids = treeRows(some).map(({ session }) => session.id);
        expect(ids.toSorted()).toEqual(some.map(({ id }) => id).toSorted());
      }),
    );
  });
});
