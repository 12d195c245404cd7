import { plainReadings, type RecallPermission } from '../recall-permission.ts';
import { codexRules } from './rules-file.ts';

/**
 * What Codex is told to let run. Its rules fit a command that stands alone and whose program is not
 * quoted; it then runs outside the sandbox (0.171).
 */
export const codexRecall: RecallPermission = {
  asks: false,
  rules: (invocation) =>
    plainReadings(invocation).map(
      (words) => `prefix_rule(pattern=${JSON.stringify(words)}, decision="allow")`,
    ),
  list: codexRules,
};
