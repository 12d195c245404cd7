import { expect, it } from 'vitest';
import { lineDiff } from '../../src/core/line-diff.ts';

it('equal texts have no difference', () => {
  expect(lineDiff('a\nb\n', 'a\nb\n')).toBe('');
});

it('shows added and removed lines with two lines around them', () => {
  expect(lineDiff('1\n2\n3\n4\n5\n6\n7\n8', '1\n2\n3\n4\nnew\n6\n7\n8')).toBe(
    ' 3\n 4\n-5\n+new\n 6\n 7',
  );
});

it('finds lines that both have between two changes', () => {
  expect(lineDiff('a\nx\nb\ny\nc', 'a\nb\nz\nc')).toBe(' a\n-x\n b\n-y\n+z\n c');
});

it('a new file is all additions and a deleted one all removals', () => {
  expect(lineDiff('', 'a\nb')).toBe('+a\n+b');
  expect(lineDiff('a\nb', '')).toBe('-a\n-b');
});

it('very long differences are shown as one block', () => {
  const text = (mark: string): string =>
    Array.from({ length: 1100 }, (_, i) => mark + i).join('\n');
  const lines = lineDiff(text('a'), text('b')).split('\n');
  expect(lines.slice(0, 1100).every((line) => line.startsWith('-'))).toBe(true);
  expect(lines.slice(1100).every((line) => line.startsWith('+'))).toBe(true);
});
