import { existsSync, writeFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { config } from '../../src/cli/config.ts';
import { CONFIG_KEYS, CONFIG_WORDS, readConfig } from '../../src/platform/config.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import { environmentIn } from '../registration/environment.ts';

const DEFAULTS = {
  exclusive: false,
  onClear: 'continue',
  onStart: 'index',
  onCompact: 'reminder',
};
const everyWord = CONFIG_KEYS.flatMap((key) =>
  Object.entries(CONFIG_WORDS[key]).map(([word, meaning]) => [key, word, meaning] as const),
);

describe('the settings', () => {
  it('are as by default where nobody has set them', () => {
    expect(readConfig(dataLayout('/nowhere'))).toEqual(DEFAULTS);
  });

  it.for([
    ['no object', '["index"]'],
    ['damaged', '{"onClear": "off"'],
    ['of unknown words', '{"onClear": "perhaps", "onStart": true, "onCompact": null}'],
    ['of words of another setting', '{"onStart": "continue", "exclusive": "true"}'],
  ] as const)('that are %s are as by default', async ([, text]) => {
    await using directory = await createFixture({ 'config.json': text });
    expect(readConfig(dataLayout(directory.path))).toEqual(DEFAULTS);
  });

  it.for(everyWord)('%s %s is kept and shown', async ([key, word, meaning]) => {
    await using directory = await createFixture({});
    const environment = environmentIn(directory.path);
    const { json } = await config.run([key, word], {}, environment);
    expect(json).toMatchObject({ values: { ...DEFAULTS, [key]: meaning } });
    expect((await config.run([key], {}, environment)).text).toBe(word);
  });

  it('are shown with the words that each takes', async () => {
    await using directory = await createFixture({});
    const { text } = await config.run([], {}, environmentIn(directory.path));
    expect(text).toMatch(/^onClear continue +\(continue, index, off\)$/m);
    expect(text).toMatch(/^onCompact reminder +\(reminder, off\)$/m);
  });

  it('do not take a word of another setting, and name their own', async () => {
    await using directory = await createFixture({});
    const environment = environmentIn(directory.path);
    expect(() => config.run(['onStart', 'continue'], {}, environment)).toThrow(
      'onStart is index or off, not continue.',
    );
    expect(existsSync(dataLayout(environment.dataDirectory).config)).toBe(false);
  });

  it('that are damaged are replaced by the one that is set', async () => {
    await using directory = await createFixture({});
    const environment = environmentIn(directory.path);
    await config.run(['exclusive', 'true'], {}, environment);
    writeFileSync(dataLayout(environment.dataDirectory).config, '{');
    const { json } = await config.run(['onStart', 'off'], {}, environment);
    expect(json).toMatchObject({ values: { ...DEFAULTS, onStart: 'off' } });
  });
});
