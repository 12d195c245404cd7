import { plainReadings, type RecallPermission } from '../recall-permission.ts';
import { grokRules } from './config-rules.ts';

/** What Grok is told to let run: it takes no quotes, and every part of a longer line has to fit (1.0.41). */
export const grokRecall: RecallPermission = {
  asks: true,
  rules: (invocation) => plainReadings(invocation).map((words) => `Bash(${words.join(' ')}:*)`),
  list: grokRules,
};
