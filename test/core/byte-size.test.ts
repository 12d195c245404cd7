import { expect, it } from 'vitest';
import { byteSize } from '../../src/core/byte-size.ts';

it.for([
  [0, '0 kB'],
  [1, '1 kB'],
  [999_000, '999 kB'],
  [999_001, '1.0 MB'],
  [1_000_000, '1.0 MB'],
  [12_340_000, '12.3 MB'],
  [999_940_000, '999.9 MB'],
  [999_960_000, '1.0 GB'],
  [2_500_000_000_000, '2.5 TB'],
  [5e15, '5000.0 TB'],
] as const)('%d bytes are %s', ([bytes, text]) => {
  expect(byteSize(bytes)).toBe(text);
});
