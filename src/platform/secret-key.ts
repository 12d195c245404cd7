import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { UserError } from '../core/user-error.ts';
import { privateDirectory } from './atomic-file.ts';
import { errorCode } from './error-code.ts';

const BYTES = 32;
/** Up to here JavaScript is done before OpenSSL, which takes 3 ms to load, has begun. */
const SHORT_BYTES = 2048;

/** Computes HMAC-SHA256 (hex) of a text with the key of this data directory. */
export type TextHash = (text: string) => string;

/**
 * The hash every comparison of texts uses. The key is made once and stays with the memory, so hashes
 * tell nothing to anyone who does not have it.
 * @param path the key file; created with 0600 when missing
 */
export function textHash(path: string): TextHash {
  const key = readKey(path) ?? createKey(path);
  return (text) => systemHash(key, Buffer.from(text, 'utf8'));
}

/** {@link textHash} for whoever only reads; null where there is no key, and none is made. */
export const knownTextHash = (path: string): TextHash | null =>
  existsSync(path) ? textHash(path) : null;

/** The same values as {@link textHash}, quicker for a hook that hashes one short text and no more. */
export function promptHash(path: string): TextHash {
  const key = readKey(path) ?? createKey(path);
  return (text) => {
    const bytes = Buffer.from(text, 'utf8');
    return bytes.length <= SHORT_BYTES ? scriptHash(key, bytes) : systemHash(key, bytes);
  };
}

const scriptHash = (key: Buffer, bytes: Buffer): string =>
  Buffer.from(hmac(sha256, key, bytes)).toString('hex');

const systemHash = (key: Buffer, bytes: Buffer): string =>
  createHmac('sha256', key).update(bytes).digest('hex');

function readKey(path: string): Buffer | null {
  try {
    const key = readFileSync(path);
    return key.length === BYTES ? key : null;
  } catch (error) {
    /* Another user's (a container's that ran before): to delete it would part the memory from its hashes. */
    if (errorCode(error) === 'EACCES') throw error;
    return null; /* ENOENT: the first hook of all */
  }
}

/** Published by a hard link, so that of several first hooks all use the same key. */
function createKey(path: string): Buffer {
  privateDirectory(dirname(path));
  const temporary = join(dirname(path), `.key.${randomBytes(8).toString('hex')}.tmp`);
  writeFileSync(temporary, randomBytes(BYTES), { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(temporary, path);
  } catch {
    /* EEXIST: another process was first; or a damaged key, which readKey reports below */
  } finally {
    rmSync(temporary, { force: true });
  }
  const key = readKey(path);
  if (key === null) {
    throw new UserError(
      `The key file ${path} is damaged. Delete it: the next hook makes a new one.`,
    );
  }
  return key;
}
