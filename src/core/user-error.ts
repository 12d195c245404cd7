/** Exit codes of the command line: 1 failed, 2 wrong usage, 3 not available or refused. */
export type ExitCode = 1 | 2 | 3;

/** An error the user can do something about: one sentence that says what. Printed without a stack. */
export class UserError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = 1, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UserError';
    this.exitCode = exitCode;
  }
}
