import { fstatSync, read } from 'node:fs';
import process from 'node:process';
import { err, type Result } from '../core/result.ts';
import { runtimeKind } from './asset.ts';
import { PartialJson, type StdinError } from './partial-json.ts';

const STDIN = 0;
const CHUNK = 65_536;
const RETRY_MS = 5;

/**
 * Reads one JSON value from stdin, whose writer may never close it: stops as soon as the value is
 * complete, and after `silence` milliseconds without a byte.
 * @param silentCommand what our executable can be started with to end at once, with 0
 */
export function readStdin(
  silence: number,
  silentCommand: string,
): Promise<Result<unknown, StdinError>> {
  if (!canReadDirectly()) return readJsonValue(process.stdin, silence);
  return readDescriptor(silence, silentCommand);
}

/**
 * Node's streams take 3 ms to load, a sixth of a whole hook. Reading without them blocks a thread of
 * the pool, which Node waits for when it exits: only where the process can be replaced instead.
 */
function canReadDirectly(): boolean {
  if (process.platform === 'win32' || runtimeKind() !== 'executable') return false;
  const stat = fstatSync(STDIN);
  return stat.isFIFO() || stat.isSocket() || stat.isFile();
}

function readDescriptor(
  silence: number,
  silentCommand: string,
): Promise<Result<unknown, StdinError>> {
  return new Promise((resolve) => {
    const value = new PartialJson();
    const buffer = Buffer.allocUnsafe(CHUNK);
    const finish = (result: Result<unknown, StdinError>): void => {
      clearTimeout(timer);
      resolve(result);
    };
    const timer = setTimeout(() => {
      leaveWithoutWaiting(silentCommand);
      finish(value.end());
    }, silence);
    const take = (chunk: Buffer): void => {
      timer.refresh();
      const result = chunk.length === 0 ? value.end() : value.add(chunk);
      if (result === null) next();
      else finish(result);
    };
    const next = (): void =>
      read(STDIN, buffer, 0, CHUNK, null, (error, count) => {
        /* The host's end of it does not block, so ours does not either. */
        if (error?.code === 'EAGAIN') setTimeout(next, RETRY_MS);
        else take(buffer.subarray(0, error ? 0 : count));
      });
    next();
  });
}

/** A thread still waits for a byte, and would keep the process from ending. */
function leaveWithoutWaiting(silentCommand: string): void {
  process.once('exit', (code) => {
    if (code !== 0) return;
    process.execve?.(process.execPath, [process.execPath, silentCommand], process.env);
  });
}

/**
 * The same from a stream.
 * @internal exported for its test
 */
export function readJsonValue(
  stream: NodeJS.ReadStream,
  silence: number,
): Promise<Result<unknown, StdinError>> {
  if (stream.isTTY) return Promise.resolve(err('empty'));
  return new Promise((resolve) => {
    const value = new PartialJson();
    const finish = (result: Result<unknown, StdinError>): void => {
      clearTimeout(timer);
      stream.removeAllListeners();
      stream.destroy();
      resolve(result);
    };
    const giveUp = (): void => finish(value.end());
    const timer = setTimeout(giveUp, silence);
    stream.on('data', (chunk: Buffer) => {
      timer.refresh();
      const result = value.add(chunk);
      if (result !== null) finish(result);
    });
    stream.on('end', giveUp);
    stream.on('error', giveUp);
  });
}
