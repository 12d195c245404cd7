import type { FileFault } from './file-fault.ts';
import { refusalEn } from './text/refusal-en.ts';
import { UserError } from './user-error.ts';

/** A file that was left as it is. The message is English; who speaks otherwise words the fault. */
export class FileRefusal extends UserError implements FileFault {
  readonly file: string;
  readonly fault: FileFault['fault'];

  constructor({ file, fault }: FileFault, options?: ErrorOptions) {
    super(refusalEn({ file, fault }), 1, options);
    this.name = 'FileRefusal';
    this.file = file;
    this.fault = fault;
  }
}
