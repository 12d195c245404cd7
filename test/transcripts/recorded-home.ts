import { copyFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';

const FIXTURES = join(import.meta.dirname, '../fixtures');
/** Long enough ago that no turn can be running. */
const THEN = new Date('2026-11-30T16:00:00Z');

const GROK = '.grok/sessions/%2Fhome%2Fdev%2Fpro%20j';
const CURSOR = '.cursor/projects/home-dev-gone/agent-transcripts';
const DAY = '.codex/sessions/2026/11/30';
const rollout = (id: string): string => `rollout-2026-11-30T15-20-44-${id}.jsonl`;

export const CODEX_PARENT = '01a22e40-8d34-7033-b697-085fda3a8035';
export const CODEX_FORK = '01a22e40-b6c0-7e91-9da8-447345a7d25e';
export const CODEX_ARCHIVED = '01a22d0b-48b5-7f02-b5ab-9bcadd61eae1';
const CODEX_AGENTS = '01a22e3f-7878-7453-a438-32600754588c';
const CODEX_CHILD = '01a22e3f-791d-7581-8e63-5f02c19b18cd';

/** Recorded transcripts and the places where the agents would have written them. */
const FILES: readonly (readonly [recording: string, place: string])[] = [
  ['claude/claude-2.1.332-compact-resume.jsonl', '.claude/projects/-p/c-parent.jsonl'],
  ['claude/claude-2.1.332-fork.jsonl', '.claude/projects/-p/a-fork.jsonl'],
  ['claude/claude-1.0.128-resume.jsonl', '.claude/projects/-q/c-old.jsonl'],
  ['claude/claude-2.1.332-subagent.jsonl', '.claude/projects/-p/agent-1234.jsonl'],
  [
    'claude/claude-2.1.332-subagent.jsonl',
    '.claude/projects/-p/c-parent/subagents/agent-a8e2d14d85b193ad9.jsonl',
  ],
  [
    'claude/claude-2.1.332-subagent.meta.json',
    '.claude/projects/-p/c-parent/subagents/agent-a8e2d14d85b193ad9.meta.json',
  ],
  ['codex/codex-0.171.0-user-shell.jsonl', `${DAY}/${rollout(CODEX_PARENT)}`],
  ['codex/codex-0.171.0-fork.jsonl', `${DAY}/${rollout(CODEX_FORK)}`],
  ['codex/codex-0.171.0-fork.jsonl', `.codex/archived_sessions/${rollout(CODEX_FORK)}`],
  ['codex/codex-0.171.0-agents-v2.jsonl', `${DAY}/${rollout(CODEX_AGENTS)}`],
  ['codex/codex-0.171.0-agents-v2-child.jsonl', `${DAY}/${rollout(CODEX_CHILD)}`],
  ['grok/grok-1.0.41-tools.jsonl', `${GROK}/tools/updates.jsonl`],
  ['grok/grok-1.0.41-tools-chat.jsonl', `${GROK}/tools/chat_history.jsonl`],
  ['grok/grok-1.0.41-headless.jsonl', `${GROK}/headless/updates.jsonl`],
  ['grok/grok-1.0.41-headless-chat.jsonl', `${GROK}/headless/chat_history.jsonl`],
  ['grok/grok-1.0.41-subagent.jsonl', `${GROK}/sub/updates.jsonl`],
  ['cursor/cursor-documented-turns.jsonl', `${CURSOR}/turns/turns.jsonl`],
  ['cursor/cursor-documented-child.jsonl', `${CURSOR}/turns/subagents/child.jsonl`],
  ['cursor/cursor-documented-plain-text.txt', `${CURSOR}/plain.txt`],
];

/** Spelled ids of the conversations in {@link layRecordings}, in the order of the alphabet. */
export const RECORDED_SESSIONS: readonly string[] = [
  'a-fork',
  'c-old',
  'c-parent',
  `codex:${CODEX_ARCHIVED}`,
  `codex:${CODEX_AGENTS}`,
  `codex:${CODEX_PARENT}`,
  `codex:${CODEX_FORK}`,
  'cursor:plain',
  'cursor:turns',
  'grok:headless',
  'grok:tools',
].sort();

/** A home in which four agents have worked, long before anything of ours was there. */
export function layRecordings(home: string): void {
  for (const [recording, place] of FILES) put(home, place, join(FIXTURES, recording));
  write(home, `${GROK}/headless/summary.json`, '{"session_kind":"headless"}');
  write(home, `${GROK}/sub/summary.json`, '{"session_kind":"subagent"}');
  write(home, '.claude/projects/-p/c-titles.jsonl', '{"type":"summary","summary":"x"}\n');
  const simple = readFileSync(join(FIXTURES, 'codex/codex-0.171.0-simple.jsonl'));
  const archived = `.codex/archived_sessions/${rollout(CODEX_ARCHIVED)}.zst`;
  write(home, archived, zstdCompressSync(simple));
}

function put(home: string, place: string, from: string): void {
  mkdirSync(dirname(join(home, place)), { recursive: true });
  copyFileSync(from, join(home, place));
  utimesSync(join(home, place), THEN, THEN);
}

function write(home: string, place: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(home, place)), { recursive: true });
  writeFileSync(join(home, place), content);
  utimesSync(join(home, place), THEN, THEN);
}
