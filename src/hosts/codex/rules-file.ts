import { insert, replace } from '../json-draft.ts';
import type { RuleList } from '../recall-permission.ts';

/** A file of Codex's rules of which each line is one of ours; it reads every `*.rules` of `rules/`. */
export const codexRules: RuleList = {
  read: (text) => text.split('\n').map((line) => line.trim()),
  add(draft, rules) {
    const { text } = draft;
    const start = text === '' || text.endsWith('\n') ? '' : '\n';
    const lines = rules.map((rule) => `${rule}\n`).join('');
    return { draft: insert(draft, text.length, start + lines), added: [] };
  },
  remove: (draft, rules) =>
    rules.reduce((rest, rule) => {
      const line = `${rule}\n`;
      const offset = rest.text.indexOf(line);
      return offset < 0 ? rest : replace(rest, { offset, length: line.length, content: '' });
    }, draft),
};
