import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXPORT_SCHEMA } from '../../src/memory/export-line.ts';
import { type BadLine, jsonOf, recordsOf } from '../../src/memory/export-lines.ts';
import { parseHeader, parseRecord } from '../../src/memory/export-parse.ts';

const turn = {
  ...{ type: 'turn', session: 'one', id: 1, key: 'a', keyed: null, number: 1, start: 'prompt' },
  ...{ state: 'complete', startedAt: '2026-11-30T17:00:00.000Z', endedAt: null, request: 'why?' },
  ...{ answer: null, summary: 'why?', requestHash: 'h', answerHash: null, answerId: null },
  ...{ prunedAt: null, details: [] },
};

const example = () => {
  const [, text = ''] =
    /<!-- example -->\n```json\n([\s\S]*?)\n```/.exec(readFileSync('docs/export.md', 'utf8')) ?? [];
  return text.split('\n');
};

const noted = (lines: readonly (string | null)[]) => {
  const bad: BadLine[] = [];
  const numbered = lines.map((text, index) => ({ number: index + 2, text }));
  const records = [...recordsOf(numbered, (line) => bad.push(line))];
  return { records, bad };
};

describe('a line of an export', () => {
  it('is read', () => {
    expect(parseRecord(turn)).toMatchObject({ ok: true, value: { type: 'turn', keyed: null } });
  });

  it.for<readonly [string, Readonly<Record<string, unknown>>]>([
    ['session', { session: '../../etc/passwd' }],
    ['session', { session: 'codex:a/b' }],
    ['key', { key: '' }],
    ['key', { key: 'a\0b' }],
    ['key', { key: 'x'.repeat(5000) }],
    ['state', { state: 'unverified' }],
    ['start', { start: 7 }],
    ['number', { number: -1 }],
    ['number', { number: 1e300 }],
    ['startedAt', { startedAt: 'yesterday' }],
    ['startedAt', { startedAt: 1000 }],
    ['endedAt', { endedAt: '+275760-09-14T00:00:00Z' }],
    ['request', { request: null }],
    ['details', { details: 'none' }],
    ['details', { details: [null] }],
    ['kind', { details: [{ source: 's', kind: 'virus', tool: 't', input: null, output: null }] }],
    ['type', { type: 'command' }],
  ])('is none with a wrong %s: %j', ([field, wrong]) => {
    expect(parseRecord({ ...turn, ...wrong })).toMatchObject({
      ok: false,
      error: expect.stringContaining(field),
    });
  });

  it('is none where a field is missing, and says which', () => {
    const { request: _, ...rest } = turn;
    expect(parseRecord(rest)).toEqual({ ok: false, error: 'request is missing' });
  });

  it('never throws, whatever it is', () => {
    const types = fc.constantFrom('session', 'turn', 'forgotten', 'link', 'end');
    const values = fc.oneof(fc.anything(), fc.record({ type: types, session: fc.anything() }));
    fc.assert(fc.property(values, (value) => typeof parseRecord(value).ok === 'boolean'));
  });

  it('never throws with one field of a turn replaced', () => {
    const fields = fc.constantFrom(...Object.keys(turn));
    fc.assert(
      fc.property(fields, fc.anything(), (field, value) => {
        parseRecord({ ...turn, [field]: value });
      }),
    );
  });
});

describe('the lines of an export', () => {
  const line = JSON.stringify(turn);
  const end = JSON.stringify({ type: 'end' });

  it('those that are none are named, the others are read', () => {
    const { records, bad } = noted([line, '{', null, '[]', '', line, end]);
    expect(records.map(({ type }) => type)).toEqual(['turn', 'turn', 'end']);
    expect(bad).toEqual([
      { line: 3, why: 'not JSON' },
      { line: 4, why: 'too long' },
      { line: 5, why: 'no object' },
    ]);
  });

  it('a missing end is told', () => {
    expect(noted([line]).bad).toMatchObject([{ line: 2 }]);
    expect(noted([]).bad).toHaveLength(1);
  });

  it('nesting without end is no JSON, or none of ours', () => {
    const { records, bad } = noted(['['.repeat(200_000), '{"a":'.repeat(200_000), end]);
    expect([records.length, bad.length]).toEqual([1, 2]);
  });

  it('are read from the example in the documents', () => {
    const [header = '', ...lines] = example();
    expect(parseHeader(jsonOf(header))).toEqual({ kind: 'ours', key: '5b1cf0a1d2e34f60' });
    const { records, bad } = noted(lines);
    expect(bad).toEqual([]);
    expect(records.map(({ type }) => type)).toEqual(['session', 'turn', 'end']);
  });
});

it.for([
  [{ schema: EXPORT_SCHEMA }, { kind: 'ours', key: null }],
  [{ schema: 'throughline.export.v2' }, { kind: 'newer' }],
  [{ schema: 'throughline.status.v1' }, { kind: 'foreign' }],
  [[], { kind: 'foreign' }],
  [undefined, { kind: 'foreign' }],
] as const)('a first line %j is %j', ([value, expected]) => {
  expect(parseHeader(value)).toEqual(expected);
});
