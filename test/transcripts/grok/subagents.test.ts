import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { readGrokTranscript } from '../../../src/hosts/grok/transcript.ts';
import { readGrokSubagents } from '../../../src/hosts/grok/transcript-subagents.ts';
import {
  fixtureBytes,
  jsonl,
  namesText,
  prompt,
  recorded,
  SessionDirectory,
  said,
  submitted,
} from './session-directory.ts';

const CHILD = '01a22e43-2121-7aa3-948a-d812317ab4b1';

const meta = (fields: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({
    subagent_id: CHILD,
    child_session_id: CHILD,
    subagent_type: 'general-purpose',
    child_cwd: '/home/dev/pro j',
    ...fields,
  });

const tree = (description: string) => ({
  'sessions/%2Fhome%2Fdev%2Fpro%20j/parent': {
    'updates.jsonl': fixtureBytes('background'),
    [`subagents/${CHILD}/meta.json`]: description,
    'subagents/broken/meta.json': '{',
  },
  [`sessions/%2Fhome%2Fdev%2Fpro%20j/${CHILD}/updates.jsonl`]: fixtureBytes('subagent'),
});

describe('a subagent', () => {
  it('is read from its own session, for the turn that started it', async () => {
    await using fixture = await createFixture(tree(meta()));
    const parent = fixture.getPath('sessions/%2Fhome%2Fdev%2Fpro%20j/parent/updates.jsonl');
    const [found, ...others] = readGrokSubagents(parent, () => null);
    expect(others).toEqual([]);
    expect(found?.details.map(({ toolName, input, output }) => [toolName, input, output])).toEqual([
      ['general-purpose', 'say from sub', null],
      ['general-purpose', null, 'from sub'],
    ]);
    const { turns } = readGrokTranscript(parent, null, namesText);
    const owner = turns.find(({ details }) =>
      details.some(({ sourceId }) => sourceId === found?.toolUseId),
    );
    expect(owner?.requests.join('')).toContain('say from sub');
  });

  it('has no news twice, and only its news later', async () => {
    await using fixture = await createFixture(tree(meta()));
    const parent = fixture.getPath('sessions/%2Fhome%2Fdev%2Fpro%20j/parent/updates.jsonl');
    const child = fixture.getPath(`sessions/%2Fhome%2Fdev%2Fpro%20j/${CHILD}/updates.jsonl`);
    const [first] = readGrokSubagents(parent, () => null);
    const again = () => [
      ...readGrokSubagents(parent, (path) => (path === child ? (first?.cursor ?? null) : null)),
    ];
    expect(again()).toEqual([]);
    await fixture.writeFile(
      `sessions/%2Fhome%2Fdev%2Fpro%20j/${CHILD}/updates.jsonl`,
      `${fixtureBytes('subagent')}${jsonl(said('x', 'and more'))}`,
    );
    expect(again()[0]?.details.map(({ output }) => output)).toEqual(['and more']);
  });

  it.for([
    ['an id that is a path', { child_session_id: '../../x', subagent_id: '..' }],
    ['a session that is not there', { child_session_id: 'gone' }],
  ] as const)('is passed over with %s', async ([, fields]) => {
    await using fixture = await createFixture(tree(meta(fields)));
    const parent = fixture.getPath('sessions/%2Fhome%2Fdev%2Fpro%20j/parent/updates.jsonl');
    expect([...readGrokSubagents(parent, () => null)]).toEqual([]);
  });
});

it('gives no turns of a session that is a subagent’s own', async () => {
  await using session = await recorded('subagent');
  session.describe({ session_kind: 'subagent' });
  expect([session.read().status, session.read().turns]).toEqual(['read', []]);
});

it.for(['headless', 'fork'])('gives the turns of a session that is %s', async (kind) => {
  await using session = await SessionDirectory.create(
    jsonl(submitted('p'), prompt(0, 'go'), said('p', 'ok')),
  );
  session.describe({ session_kind: kind });
  expect(session.read().turns).toHaveLength(1);
});
