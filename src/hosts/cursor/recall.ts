import { jsonRules } from '../json-rules.ts';
import { plainReadings, type RecallPermission } from '../recall-permission.ts';

/** As Cursor documents it, for its command line alone: the program, a colon, and its arguments. */
export const cursorRecall: RecallPermission = {
  asks: true,
  rules: (invocation) =>
    plainReadings(invocation).map(
      ([program, ...words]) => `Shell(${program}:${words.join(' ')} *)`,
    ),
  list: jsonRules,
};
