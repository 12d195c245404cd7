import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { readClaudeTranscript } from '../../src/hosts/claude/transcript.ts';
import { MadeUpText } from '../perf/made-up-text.ts';
import { SearchLab } from '../store/search-fixture.ts';
import { namesRequest } from '../transcripts/claude/session-file.ts';
import { distractors, glued, recorded } from './search-questions.ts';
import { english } from './search-questions-english.ts';
import { japanese } from './search-questions-japanese.ts';

const DOCUMENT = join(import.meta.dirname, '../../docs/search.md');
const BEGIN = '<!-- measured by test/memory/search-recall.slow.test.ts: do not edit -->';
const END = '<!-- end of what was measured -->';
const DISTRACTORS = 400;

/** A question, the number of the turn it is about, and the place at which that was found (0: it was not). */
interface Asked {
  readonly group: 'English' | 'Japanese' | 'mixed scripts' | 'recorded';
  readonly question: string;
  readonly turn: number;
  readonly place: number;
}

async function askAll(): Promise<readonly Asked[]> {
  await using lab = await SearchLab.create();
  const text = new MadeUpText(7);
  const noise = distractors(DISTRACTORS, (below) => text.number(below));
  lab.tell(noise.slice(0, DISTRACTORS / 2));
  const asked: Omit<Asked, 'place'>[] = [];
  for (const [group, turns] of [
    ['English', english],
    ['Japanese', japanese],
    ['mixed scripts', glued],
  ] as const) {
    for (const { questions, ...turn } of turns) {
      const [number = 0] = lab.tell([turn]);
      asked.push(...questions.map((question) => ({ group, question, turn: number })));
    }
  }
  const said = demoTurns();
  const numbers = lab.tell(said);
  for (const [question, words] of recorded) {
    const turn = numbers[said.findIndex(({ request }) => request.includes(words))] ?? 0;
    asked.push({ group: 'recorded', question, turn });
  }
  lab.tell(noise.slice(DISTRACTORS / 2));
  lab.tell(
    Array.from({ length: 60 }, () => ({ request: text.text(200), answer: text.text(2000) })),
  );
  lab.catchUp();
  return asked.map((each) => ({ ...each, place: lab.found(each.question).indexOf(each.turn) + 1 }));
}

function demoTurns(): readonly { readonly request: string; readonly answer: string | null }[] {
  return ['before-clear', 'after-clear'].flatMap((name) => {
    const path = join(import.meta.dirname, `../fixtures/demo/claude-2.1.332-${name}.jsonl`);
    const { turns } = readClaudeTranscript(path, null, namesRequest);
    return turns.map(({ requests, fragments }) => ({
      request: requests.join('\n'),
      answer: fragments.at(-1) ?? null,
    }));
  });
}

function measuredText(asked: readonly Asked[]): string {
  const groups = ['English', 'Japanese', 'mixed scripts', 'recorded'] as const;
  const rows = groups.map((group) => {
    const own = asked.filter((each) => each.group === group);
    const within = (most: number) => own.filter(({ place }) => place > 0 && place <= most).length;
    return `| ${group} | ${own.length} | ${within(1)} | ${within(5)} | ${within(10)} |`;
  });
  const missed = asked.filter(({ place }) => place === 0 || place > 5);
  return [
    '| questions | asked | found first | in the first five | in the first ten |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...rows,
    '',
    missed.length === 0
      ? 'None was missed in the first five.'
      : `Not in the first five: ${missed.map(({ question }) => `"${question}"`).join(', ')}.`,
  ].join('\n');
}

it("nine of ten questions in a user's words find their turn among the first five", async () => {
  const asked = await askAll();
  expect(asked.length).toBeGreaterThanOrEqual(75);
  expect(asked.filter(({ turn }) => turn === 0)).toEqual([]);
  const found = asked.filter(({ place }) => place > 0 && place <= 5);
  expect(found.length / asked.length).toBeGreaterThanOrEqual(0.9);
  const document = readFileSync(DOCUMENT, 'utf8');
  const [before = ''] = document.split(BEGIN);
  const [, after = ''] = document.split(END);
  const wanted = `${before}${BEGIN}\n\n${measuredText(asked)}\n\n${END}${after}`;
  writeFileSync(process.env.THROUGHLINE_WRITE === '1' ? DOCUMENT : '/dev/null', wanted);
  expect(readFileSync(DOCUMENT, 'utf8')).toBe(wanted);
});
