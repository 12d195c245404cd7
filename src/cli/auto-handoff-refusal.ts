import { UserError } from '../core/user-error.ts';

/** What other programs read where a command of auto-handoff did nothing. */
export type HandoffRefusalCode =
  | 'auto_handoff_action_invalid'
  | 'auto_handoff_argument_invalid'
  | 'auto_handoff_host_invalid'
  | 'auto_handoff_config_invalid'
  | 'auto_handoff_hooks_missing'
  | 'auto_handoff_data_directory_other'
  | 'auto_handoff_claude_cli_unavailable'
  | 'auto_handoff_claude_cli_unsupported'
  /** A file that could not be read or written, a directory that is gone. */
  | 'auto_handoff_failed';

/** A command of auto-handoff did nothing. */
export class HandoffRefusal extends UserError {
  override readonly name = 'HandoffRefusal';
  readonly code: HandoffRefusalCode;

  constructor(code: HandoffRefusalCode, message: string, exitCode: 1 | 2 | 3) {
    super(message, exitCode);
    this.code = code;
  }
}
