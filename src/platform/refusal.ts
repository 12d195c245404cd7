import type { Hindrance } from '../core/file-fault.ts';
import { FileRefusal } from '../core/file-refusal.ts';
import { errorCode } from './error-code.ts';

/** @param cause what the system said, where it said something */
export const refusal = (hindrance: Hindrance, file: string, cause?: unknown): FileRefusal =>
  new FileRefusal(
    { file, fault: { kind: 'access', hindrance, code: errorCode(cause) ?? '' } },
    { cause },
  );
