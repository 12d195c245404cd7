import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { autoHandoff } from '../../src/cli/auto-handoff.ts';
import type { Command, RawOptions } from '../../src/cli/command.ts';
import { detail } from '../../src/cli/detail.ts';
import { doctor } from '../../src/cli/doctor.ts';
import { install } from '../../src/cli/install.ts';
import { preview } from '../../src/cli/preview.ts';
import { prune } from '../../src/cli/prune.ts';
import { recall } from '../../src/cli/recall.ts';
import { search } from '../../src/cli/search.ts';
import { sessions } from '../../src/cli/sessions.ts';
import { status } from '../../src/cli/status.ts';
import { wordsIn } from '../../src/cli/words.ts';
import { accessStore, withDatabase } from '../../src/hooks/store-access.ts';
import { writeHandoffConfig } from '../../src/platform/auto-handoff-config.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { countFailure } from '../../src/platform/failures.ts';
import { writeHandoff } from '../../src/platform/handoff-records.ts';
import { noteSession } from '../../src/store/sessions.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { handoff } from '../platform/handoff-fixture.ts';
import { environmentIn } from '../registration/environment.ts';
import { aTurn } from '../store/memory-fixture.ts';

const JAPANESE = /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u;
const NOW = Date.parse('2026-11-30T12:00:00Z');

const states = {
  'nothing is there': () => undefined,
  'hooks are registered and turns are stored': async (environment: Environment) => {
    mkdirSync(join(environment.home, '.claude'));
    mkdirSync(join(environment.home, '.codex'));
    await install.run([], {}, environment);
    await rememberOne(environment);
    countFailure(dataLayout(environment.dataDirectory), 'database_busy', {}, NOW);
  },
  'settings are broken': async (environment: Environment) => {
    mkdirSync(join(environment.home, '.claude'));
    writeFileSync(join(environment.home, '.claude', 'settings.json'), '{');
  },
  'sessions are to be handed over, and some were not': async (environment: Environment) => {
    mkdirSync(join(environment.home, '.claude'));
    await install.run([], {}, environment);
    const layout = dataLayout(environment.dataDirectory);
    writeHandoffConfig(layout, { enabled: true, projects: [] });
    writeHandoff(layout, handoff({ state: 'sent', source: 'a' }));
    writeHandoff(layout, handoff({ state: 'withdrawn', source: 'b', updatedAt: NOW }));
  },
} satisfies Record<string, (environment: Environment) => unknown>;

async function rememberOne(environment: Environment): Promise<void> {
  const layout = dataLayout(environment.dataDirectory);
  withDatabase(await accessStore({ environment, layout }), (db) => {
    noteSession(db, {
      ref: { host: 'claude', id: 'a' },
      transcriptPath: null,
      projectRoot: environment.cwd,
      cwd: environment.cwd,
      window: null,
      unattended: false,
      at: 1000,
    });
    storeTurn(db, aTurn('a', 'one', { answer: null, state: 'interrupted' }));
  });
}

const everywhere = Object.keys(states);
const asked: readonly (readonly [
  Command,
  readonly string[],
  Readonly<Record<string, string>>,
  readonly string[],
])[] = [
  [status, [], {}, everywhere],
  [doctor, [], {}, everywhere],
  [doctor, [], { session: 'a' }, everywhere],
  [sessions, [], {}, ['nothing is there']],
  [search, ['nowhere'], {}, ['nothing is there']],
  [recall, [], {}, ['nothing is there']],
  [detail, ['999'], {}, ['nothing is there']],
  [preview, [], {}, ['nothing is there']],
  [autoHandoff, ['successor'], {}, ['nothing is there']],
];
const cases = asked.flatMap(([command, words, options, there]) =>
  there.map((state) => ({
    ...{ command, words, options, state },
    asked: [command.name, ...words, ...Object.entries(options).flat()].join(' '),
  })),
);

describe('in a Japanese locale', () => {
  it.for(cases)(
    '$asked says each line in Japanese, and the same with --json, when $state',
    async ({ command, words, options, state }) => {
      await using fixture = await createFixture();
      const environment = environmentIn(fixture.path, { now: () => NOW });
      await states[state as keyof typeof states](environment);
      const english = await command.run(words, options, environment);
      const japanese = await command.run(words, options, { ...environment, locale: 'ja' });
      expect(japanese.json).toEqual(english.json);
      expect(japanese.exitCode).toBe(english.exitCode);
      const lines = japanese.text.split('\n');
      expect(lines).toHaveLength(english.text.split('\n').length);
      const same = lines.filter((line) => english.text.split('\n').includes(line));
      expect(same.filter((line) => !line.startsWith('Throughline 1.0.0'))).toEqual([]);
      expect(lines.filter((line) => !JAPANESE.test(line.replaceAll('日本', '')))).toEqual(same);
    },
  );
});

const answers: readonly (readonly [
  Command,
  readonly string[],
  Readonly<Record<string, string | boolean>>,
  RegExp,
])[] = [
  [sessions, [], {}, /^\S+ \S+ {4}1ターン {2}a$/m],
  [search, ['request'], {}, /^ {4}user: request one$/m],
  [search, ['nowhere'], { host: 'grok' }, /で nowhere は見つかりません。すべての.*--all/],
  [recall, [], {}, /^#1 .*（中断）\nuser: request one\nassistant: （回答なし）$/m],
  [
    recall,
    [],
    { before: '1' },
    /^a（.*）.* について、これより前に保存されているものはありません。$/,
  ],
  [prune, [], { details: true, olderThan: '90d' }, /より前に、削除できる詳細はありません。$/],
  [search, ['nowhere'], { all: true }, /^すべてのプロジェクトで nowhere は見つかりません。$/],
  [preview, [], {}, /^\/clear のあと、claude に渡すもの\nセッション: a\n大きさ: .*全文$/ms],
  [preview, [], {}, /^大きさ: [\d,]+ \/ 9,500文字$/m],
  [preview, [], { host: 'codex' }, /^大きさ: [\d,]+ \/ 9,500バイト$/m],
  [autoHandoff, [], {}, /^Claude Code の自動継続: 無効、フックは未登録$/],
  [autoHandoff, ['disable'], {}, /^自動継続を無効にしました。/],
  [preview, [], { as: 'start' }, /^新規開始時、/],
  [preview, [], { as: 'compact', host: 'cursor' }, /には、自動圧縮のあとに何も伝えられません/],
];

it.for(answers)('%o %j %j of what is stored has its Japanese frame', async (row) => {
  const [command, words, options, expected] = row;
  await using fixture = await createFixture();
  const environment = environmentIn(fixture.path, { now: () => NOW, locale: 'ja' });
  await rememberOne(environment);
  expect((await command.run(words, options, environment)).text).toMatch(expected);
});

const ofNothing: readonly (readonly [Command, RawOptions, RegExp])[] = [
  [recall, {}, /^このプロジェクトについて保存されているものはありません。$/],
  [preview, {}, /^このプロジェクトについて保存されているものはありません。次の/],
  [sessions, { all: true }, /^すべてのプロジェクトについて保存されているものはありません。$/],
  [prune, { all: true, details: true, olderThan: '90d' }, /^すべてのプロジェクトの \d/],
];

it.for(ofNothing)('%o %j of nothing has no blank behind its own words', async (row) => {
  const [command, options, expected] = row;
  await using fixture = await createFixture();
  const environment = environmentIn(fixture.path, { now: () => NOW, locale: 'ja' });
  expect((await command.run([], options, environment)).text).toMatch(expected);
});

/** Every text that takes nothing, with its place. */
const plainTexts = (texts: object, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'string') return [[`${path}${key}`, value] as const];
    return typeof value === 'object' && value !== null ? plainTexts(value, `${path}${key}.`) : [];
  });

it('each plain text of the commands is in Japanese', () => {
  const texts = plainTexts(wordsIn('ja'));
  expect(texts.filter(([, text]) => text !== '' && !JAPANESE.test(text))).toEqual([]);
  expect(texts.length).toBeGreaterThan(50);
});

it('sessions that are taken over are told in Japanese', async () => {
  await using fixture = await createFixture();
  const environment = environmentIn(fixture.path, { now: () => NOW, locale: 'ja' });
  await rememberOne(environment);
  const elsewhere = { ...environment, cwd: fixture.getPath('Jane Doe (日本)') };
  const taken = await sessions.run(['adopt', environment.cwd], { force: true }, elsewhere);
  expect(taken.text).toMatch(
    /の1セッション（1ターン）を .* に移しました。\n元に戻すには、ここで: /,
  );
});
