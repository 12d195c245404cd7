import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/cli/command.ts';
import { doctor } from '../../src/cli/doctor.ts';
import { install } from '../../src/cli/install.ts';
import { status } from '../../src/cli/status.ts';
import { wordsIn } from '../../src/cli/words.ts';
import { accessStore, withDatabase } from '../../src/hooks/store-access.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { countFailure } from '../../src/platform/failures.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { environmentIn } from '../registration/environment.ts';
import { aTurn, noted } from '../store/memory-fixture.ts';

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
} satisfies Record<string, (environment: Environment) => unknown>;

async function rememberOne(environment: Environment): Promise<void> {
  const layout = dataLayout(environment.dataDirectory);
  withDatabase(await accessStore({ environment, layout }), (db) => {
    noted(db, 'a');
    storeTurn(db, aTurn('a', 'one'));
  });
}

const asked: readonly (readonly [Command, readonly string[], Readonly<Record<string, string>>])[] =
  [
    [status, [], {}],
    [doctor, [], {}],
    [doctor, [], { session: 'a' }],
  ];
const cases = asked.flatMap(([command, words, options]) =>
  Object.keys(states).map((state) => ({
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

/** Every text that takes nothing, with its place. */
const plainTexts = (texts: object, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'string') return [[`${path}${key}`, value] as const];
    return typeof value === 'object' && value !== null ? plainTexts(value, `${path}${key}.`) : [];
  });

it('each plain text of the commands is in Japanese', () => {
  const texts = plainTexts(wordsIn('ja'));
  expect(texts.filter(([, text]) => !JAPANESE.test(text))).toEqual([]);
  expect(texts.length).toBeGreaterThan(50);
});
