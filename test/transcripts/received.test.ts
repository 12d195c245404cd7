import { copyFileSync, readFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it, onTestFinished } from 'vitest';
import type { Received } from '../../src/core/delivery.ts';
import { transcriptHosts } from '../../src/hosts/transcript-hosts.ts';

const fixture = (host: string, name: string): string => `test/fixtures/${host}/${name}.jsonl`;
const claudeFile = (name: string): string => fixture('claude', `claude-2.1.332-context-${name}`);
const codexFile = (name: string): string => fixture('codex', `codex-0.171.0-context-${name}`);
const offered = (time: string) => Date.parse(`2026-12-01T${time}Z`);

type Case = readonly [
  name: string,
  mark: string,
  pages: number,
  characters: number,
  at: number,
  received: Received | null,
];

const CLAUDE: readonly Case[] = [
  ['whole', 'tl-aa01', 1, 9400, offered('00:04:28.620'), 'whole'],
  ['cut', 'tl-aa02', 1, 12_000, offered('00:04:29.150'), 'cut'],
  ['printed-cut', 'tl-aa04', 1, 12_000, offered('00:04:30.100'), 'cut'],
  ['pages', 'tl-aa05', 2, 18_800, offered('00:04:30.560'), 'whole'],
  ['pages-cut', 'tl-aa06', 2, 21_400, offered('00:04:31.200'), 'cut'],
  ['page-timed-out', 'tl-aa10', 2, 18_800, offered('00:04:36.000'), 'cut'],
  ['timed-out', 'tl-aa08', 1, 9400, offered('00:04:34.700'), 'dropped'],
];

it.for(CLAUDE)(
  'Claude Code has received a context: %s',
  ([name, mark, pages, characters, at, received]) => {
    const given = { mark, pages, characters, at };
    expect(transcriptHosts.claude.receivedOf?.(claudeFile(name), given)).toBe(received);
  },
);

it('says nothing of a text that was given after all that stands in the transcript', () => {
  const given = { mark: 'tl-none', pages: 1, characters: 9400, at: offered('00:06:00.000') };
  expect(transcriptHosts.claude.receivedOf?.(claudeFile('whole'), given)).toBeNull();
});

it('says nothing where there is no transcript', () => {
  const given = { mark: 'tl-none', pages: 1, characters: 9400, at: 0 };
  expect(transcriptHosts.claude.receivedOf?.('/nowhere/at-all.jsonl', given)).toBeNull();
});

it('says nothing by a version of Claude Code that may keep no record of hooks', () => {
  const path = fixture('claude', 'claude-2.1.100-simple');
  const given = { mark: 'tl-none', pages: 1, characters: 9400, at: 0 };
  expect(transcriptHosts.claude.receivedOf?.(path, given)).toBeNull();
});

const CODEX: readonly Case[] = [
  ['whole', 'tl-bb01', 1, 5000, offered('00:09:36.440'), 'whole'],
  ['cut', 'tl-bb02', 1, 14_000, offered('00:09:36.800'), 'cut'],
  ['pages', 'tl-bb05', 2, 10_000, offered('00:09:37.200'), 'whole'],
  ['timed-out', 'tl-bb07', 1, 9000, offered('00:09:39.000'), 'dropped'],
];

it.for(CODEX)(
  'Codex has received a context: %s',
  ([name, mark, pages, characters, at, received]) => {
    const given = { mark, pages, characters, at };
    expect(transcriptHosts.codex.receivedOf?.(codexFile(name), given)).toBe(received);
  },
);

const GROK: readonly Case[] = [
  ['whole', 'tl-bb01', 1, 5000, 0, 'whole'],
  ['cut', 'tl-bb02', 1, 14_000, 0, 'cut'],
  ['pages', 'tl-bb05', 2, 10_000, 0, 'whole'],
  ['timed-out', 'tl-bb07', 1, 9000, 0, 'dropped'],
];

it.for(GROK)(
  'Grok has received a context: %s',
  async ([name, mark, pages, characters, at, received]) => {
    const session = await createFixture();
    onTestFinished(() => session.rm());
    copyFileSync(
      fixture('grok', `grok-1.0.41-context-${name}-chat`),
      session.getPath('chat_history.jsonl'),
    );
    const given = { mark, pages, characters, at };
    const path = session.getPath('updates.jsonl');
    expect(transcriptHosts.grok.receivedOf?.(path, given)).toBe(received);
  },
);

it('cannot say what became of a text in a conversation of Grok that was compacted', async () => {
  const chat = readFileSync(fixture('grok', 'grok-1.0.41-compactions-chat'));
  const session = await createFixture({ 'chat_history.jsonl': chat });
  onTestFinished(() => session.rm());
  const given = { mark: 'tl-none', pages: 1, characters: 9000, at: 0 };
  const path = session.getPath('updates.jsonl');
  expect(transcriptHosts.grok.receivedOf?.(path, given)).toBeNull();
});

it('finds a text far in front of the end of a large transcript', async () => {
  const filler = `${JSON.stringify({ type: 'assistant', message: { content: 'x'.repeat(1000) } })}\n`;
  const large = readFileSync(claudeFile('pages'), 'utf8') + filler.repeat(2000);
  const session = await createFixture({ 'session.jsonl': large });
  onTestFinished(() => session.rm());
  const given = { mark: 'tl-aa05', pages: 2, characters: 18_800, at: offered('00:04:30.560') };
  const path = session.getPath('session.jsonl');
  expect(transcriptHosts.claude.receivedOf?.(path, given)).toBe('whole');
});

it('says nothing of a text that may stand in front of the part that is read', async () => {
  const text = 'x'.repeat(1_000_000);
  const prompt = { type: 'user', promptSource: 'typed', timestamp: '2026-12-01T00:10:00.000Z' };
  const answer = { ...prompt, type: 'assistant', message: { content: text } };
  const rows = [prompt, ...Array.from({ length: 9 }, () => answer), prompt, answer];
  const large = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const session = await createFixture({ 'session.jsonl': large });
  onTestFinished(() => session.rm());
  const given = { mark: 'tl-none', pages: 1, characters: 9000, at: offered('00:10:00.000') };
  const path = session.getPath('session.jsonl');
  expect(transcriptHosts.claude.receivedOf?.(path, given)).toBeNull();
});
