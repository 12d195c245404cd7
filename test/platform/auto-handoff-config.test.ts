import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it, onTestFinished } from 'vitest';
import {
  isHandoffEnabled,
  readHandoffConfig,
  writeHandoffConfig,
} from '../../src/platform/auto-handoff-config.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';

async function settings() {
  const fixture = await createFixture();
  onTestFinished(() => fixture.rm());
  const layout = dataLayout(fixture.getPath('data'));
  const write = (text: string): void => {
    mkdirSync(dirname(layout.handoffConfig), { recursive: true });
    writeFileSync(layout.handoffConfig, text);
  };
  return { fixture, layout, write };
}

const V1 = 'throughline.claude-auto-handoff.v1';
const HERE = { root: '/work/app', directory: '/work/app/sub' };

it('without a file it is off, and looking makes none', async () => {
  const { fixture, layout } = await settings();
  expect(readHandoffConfig(layout)).toEqual({ ok: true, value: { enabled: false, projects: [] } });
  expect(isHandoffEnabled(layout, HERE)).toBe(false);
  expect(await fixture.exists('data')).toBe(false);
});

it('what is written is read again, by its owner alone', async () => {
  const { layout } = await settings();
  const config = { enabled: true, projects: ['/work/app'] };
  writeHandoffConfig(layout, config);
  expect(readHandoffConfig(layout)).toEqual({ ok: true, value: config });
  expect(statSync(layout.handoffConfig).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(layout.handoffConfig)).mode & 0o777).toBe(0o700);
});

it('the same again leaves the file alone', async () => {
  const { layout } = await settings();
  const config = { enabled: true, projects: ['/work/app'] };
  writeHandoffConfig(layout, config);
  const { ino } = statSync(layout.handoffConfig);
  writeHandoffConfig(layout, config);
  expect(statSync(layout.handoffConfig).ino).toBe(ino);
  writeHandoffConfig(layout, { ...config, enabled: false });
  expect(readHandoffConfig(layout)).toMatchObject({ value: { enabled: false } });
});

it.for([
  '',
  '{',
  'null',
  '[]',
  '{}',
  JSON.stringify({ enabled: true, projects: [] }),
  JSON.stringify({ schema: 'throughline.claude-auto-handoff.v2', enabled: true, projects: [] }),
  JSON.stringify({ schema: V1, enabled: 'yes', projects: [] }),
  JSON.stringify({ schema: V1, enabled: true }),
  JSON.stringify({ schema: V1, enabled: true, projects: '/work/app' }),
  JSON.stringify({ schema: V1, enabled: true, projects: [1] }),
  JSON.stringify({ schema: V1, enabled: true, projects: ['app'] }),
])('%j is neither on nor off, and a hook takes it for off', async (text) => {
  const { layout, write } = await settings();
  write(text);
  expect(readHandoffConfig(layout)).toEqual({ ok: false, error: 'invalid' });
  expect(isHandoffEnabled(layout, HERE)).toBe(false);
});

it('a directory in its place is neither on nor off', async () => {
  const { layout } = await settings();
  mkdirSync(layout.handoffConfig, { recursive: true });
  expect(readHandoffConfig(layout)).toEqual({ ok: false, error: 'invalid' });
});

it.for([
  [{ enabled: true, projects: [] }, true],
  [{ enabled: true, projects: ['/work/app'] }, true],
  [{ enabled: true, projects: ['/other', '/work/app/sub'] }, true],
  [{ enabled: true, projects: ['/other'] }, false],
  [{ enabled: true, projects: ['/work'] }, false],
  [{ enabled: false, projects: [] }, false],
  [{ enabled: false, projects: ['/work/app'] }, false],
] as const)(
  '%j is, for a conversation in a folder of /work/app, %s',
  async ([config, expected]) => {
    const { layout } = await settings();
    writeHandoffConfig(layout, config);
    expect(isHandoffEnabled(layout, HERE)).toBe(expected);
  },
);
