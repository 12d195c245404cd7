import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hmacSha256 } from '../../src/core/hmac-sha256.ts';

/* RFC 4231, test case 2. */
it('gives the value of the standard', () => {
  const [key, data] = ['Jefe', 'what do ya want for nothing?'].map((text) => Buffer.from(text));
  expect(hmacSha256(key ?? Buffer.alloc(0), data ?? Buffer.alloc(0))).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

it('gives what OpenSSL gives for any bytes', () => {
  const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
  fc.assert(
    fc.property(bytes(64), bytes(300), (key, data) => {
      expect(hmacSha256(key, data)).toBe(createHmac('sha256', key).update(data).digest('hex'));
    }),
  );
});
