import { expect, it } from 'vitest';
import type { FileFault, Hindrance, SyntaxFault } from '../../../src/core/file-fault.ts';
import type { SettingsFault } from '../../../src/core/settings-fault.ts';
import { recallSkill, tlCommand } from '../../../src/core/text/claude-files.ts';
import { type Holding, type InstallText, installEn } from '../../../src/core/text/install-en.ts';
import { installJa } from '../../../src/core/text/install-ja.ts';

const HOLDINGS = ['everything', 'memory', 'program', 'rest'] as const satisfies readonly Holding[];

const FAULTS = [
  'comments',
  'mark',
  'unknown',
  'twice',
  'missing',
  'text',
  'whole',
  'boolean',
  'list',
  'object',
  'hook',
  'number',
  'escape',
] as const satisfies readonly SettingsFault['kind'][];

const SYNTAX_FAULTS = [
  'symbol',
  'number',
  'name',
  'value',
  'colon',
  'comma',
  'brace',
  'bracket',
  'end',
  'open-comment',
  'open-text',
  'open-number',
  'escape',
  'character',
  'other',
] as const satisfies readonly SyntaxFault[];

const HINDRANCES = [
  'circle',
  'endless',
  'blocked',
  'changed',
  'busy',
  'hidden',
  'unreadable',
  'unwritable',
  'place-is-link',
  'place-is-directory',
  'uncopied',
] as const satisfies readonly Hindrance[];

const FILE_FAULTS: readonly FileFault['fault'][] = [
  ...SYNTAX_FAULTS.map((fault) => ({ kind: 'syntax', fault, line: 3 }) as const),
  { kind: 'deep' },
  { kind: 'empty' },
  { kind: 'encoding' },
  { kind: 'toml', reason: 'REASON' },
  { kind: 'object', key: null },
  { kind: 'object', key: 'hooks' },
  { kind: 'list', key: 'hooks.Stop' },
  ...HINDRANCES.map((hindrance) => ({ kind: 'access', hindrance, code: 'EACCES' }) as const),
];

const STEPS = {
  hosts: ['HOST'],
  clear: [],
  words: ['/tl'],
  status: 'STATUS',
  import: 'IMPORT',
  uninstall: 'UNINSTALL',
  notes: [],
};

const everything = (text: InstallText): readonly string[] => [
  text.registered('HOST'),
  text.unregistered('HOST'),
  text.wouldChange,
  text.nothingToChange,
  ...Object.values(text.actions),
  text.copied('/p'),
  text.next({ ...STEPS, clear: ['HOST'], notes: ['NOTE'] }),
  text.next({ ...STEPS, clear: [], notes: [] }),
  text.next({ ...STEPS, hosts: ['HOST', 'OTHER'], clear: ['OTHER'], words: ['/tl', '$tl'] }),
  text.notes.recallAllowed(['HOST', 'OTHER'], 'COMMAND'),
  text.notes.recallNotAllowed('HOST', { file: '/p', rules: ['RULE'] }),
  text.notes.recallNotAllowed('HOST', { file: '/p', rules: [] }),
  text.notes.recallAsks(['HOST', 'OTHER'], 'COMMAND'),
  text.notes.review('HOST'),
  text.notes.folderTrust('HOST'),
  text.notes.shared('HOST', ['OTHER', 'THIRD']),
  text.projectFiles,
  text.notFound(['HOST', 'OTHER']),
  text.noProjectSettings(['HOST', 'OTHER']),
  text.failed('HOST', 'REASON'),
  text.originalPresent(['HOST', 'OTHER', 'THIRD'], 'COMMAND'),
  text.hooksDisabled('HOST', 'SETTING', '/p'),
  ...FAULTS.map((kind) => text.fault('HOST', { kind, key: 'KEY' })),
  text.ignoredFile('HOST', '/p', { kind: 'comments', key: null }),
  text.settingsProblem('HOST', { file: '/p', fault: { kind: 'empty' } }),
  ...FILE_FAULTS.flatMap((fault) => [
    text.fileFault({ file: '/p', fault }),
    text.refusal({ file: '/p', fault }),
  ]),
  text.notes.turnedOff('HOST'),
  text.purgedOf({ directory: '/p', names: ['a', 'b'] }),
  text.stillRegisteredWith(['HOST'], ['/p', '/q']),
  text.keptFile('/p'),
  ...HOLDINGS.flatMap((holding) => [
    text.stays({ directory: '/p', holding, purge: 'PURGE' }),
    text.purgeContents({ directory: '/p', holding, names: ['a', 'b'] }),
  ]),
  text.purgeQuestion,
  text.purged('/p'),
  text.purgeLeft({ directory: '/p', names: ['a', 'b'] }),
  text.nothingToPurge('/p'),
  text.stillRegistered(['/p', '/q']),
  text.leftRegistered(['/p', '/q']),
  text.purgeRefused,
  text.purgeBlocked('/p'),
  text.hostUnknown('NAME', ['HOST', 'OTHER']),
  text.hostNotFound(['HOST (/p)', 'OTHER (/q)'], 'COMMAND'),
  text.closed('/p'),
  text.noWords('word'),
];

it('both languages say everything', () => {
  expect(everything(installEn).filter((line) => line.trim() === '')).toEqual([]);
  expect(everything(installJa).filter((line) => line.trim() === '')).toEqual([]);
});

it('both languages name the same commands and paths', () => {
  const names = (text: InstallText) =>
    everything(text).map((line) => line.match(/[A-Z]{4,}|\/[pq]\b|--[a-z-]+/g)?.sort() ?? []);
  expect(names(installJa)).toEqual(names(installEn));
});

it('the Japanese text is Japanese', () => {
  expect(everything(installJa).filter((line) => !/[ぁ-んァ-ヶ一-龠]/.test(line))).toEqual([]);
});

it('the files for the model begin with front matter and hold the commands as given', () => {
  const skill = recallSkill({
    search: '/x search',
    sessions: '/x sessions',
    recall: '/x recall',
    detail: '/x detail',
  });
  expect(skill).toMatch(/^---\nname: throughline-recall\ndescription: .{40,1000}\n---\n/);
  expect(skill).toContain('`/x search WORDS`');
  expect(skill).toContain('`/x recall --session ID --last 10`');
  expect(tlCommand({ status: '/x status' })).toMatch(
    /^---\ndescription: [^\n]+\n[\s\S]*\/x status/,
  );
});
