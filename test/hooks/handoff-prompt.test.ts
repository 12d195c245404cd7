import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { HandoffState } from '../../src/core/auto-handoff.ts';
import { handoffMark } from '../../src/core/auto-handoff.ts';
import { acceptHandoff, confirmHandoff } from '../../src/hooks/handoff-acceptance.ts';
import { passOnPrompt } from '../../src/hooks/handoff-prompt.ts';
import {
  keptPrompts,
  readHandoff,
  readReceipt,
  writeHandoff,
} from '../../src/platform/handoff-records.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { createPending, readPending } from '../../src/platform/session-marks.ts';
import { handoff } from '../platform/handoff-fixture.ts';
import { handoffMachine, prompt } from './handoff-fixture.ts';

const FULL = `${JSON.stringify({
  type: 'assistant',
  uuid: 'u',
  isSidechain: false,
  isApiErrorMessage: true,
  error: 'invalid_request',
  message: {
    id: 'm',
    model: '<synthetic>',
    role: 'assistant',
    content: [{ type: 'text', text: 'Prompt is too long' }],
  },
})}\n`;

describe('a prompt', () => {
  const conversation = (path: string, rows: string): string => {
    mkdirSync(join(path, 'transcripts'), { recursive: true });
    const transcript = join(path, 'transcripts', 'a.jsonl');
    writeFileSync(transcript, rows);
    return transcript;
  };

  it('in a full conversation goes to its successor, which is launched', async () => {
    await using directory = await createFixture();
    const { context, started } = handoffMachine(directory.path);
    const transcriptPath = conversation(directory.path, FULL);
    writeHandoff(context.layout, handoff({ source: 'a', transcriptPath }));
    const typed = prompt('a', { prompt: 'and then deploy', transcriptPath });
    const answer = passOnPrompt(context, typed);
    expect(answer).toMatchObject({ kind: 'block' });
    expect(JSON.stringify(answer)).toContain('already passed on');
    expect(JSON.stringify(answer)).toContain('goes to its successor');
    expect(keptPrompts(context.layout, 'a')).toEqual(['and then deploy']);
    await expect.poll(started).toEqual(['auto-handoff-worker a']);
  });

  it('behind it goes along as long as nothing is launched', async () => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    const stopped = { by: 'limit' as const, at: 1, toolUseId: null };
    const record = handoff({ source: 'a', state: 'stopped', stopped, worker: ownIdentity() });
    writeHandoff(context.layout, record);
    const answer = JSON.stringify(passOnPrompt(context, prompt('a', { prompt: 'more' })));
    expect(answer).toContain('goes to its successor');
    expect(keptPrompts(context.layout, 'a')).toEqual(['more']);
  });

  it('that comes later is told where to say it', async () => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    const stopped = { by: 'limit' as const, at: 1, toolUseId: null };
    const successor = { shortId: '1fa2008b', session: null };
    writeHandoff(context.layout, handoff({ source: 'a', state: 'sent', stopped, successor }));
    const answer = JSON.stringify(passOnPrompt(context, prompt('a')));
    expect(answer).toContain('was not passed on');
    expect(answer).toContain('claude attach 1fa2008b');
    expect(keptPrompts(context.layout, 'a')).toEqual([]);
  });

  it.for<[string, string]>([
    ['that is not full', ''],
    [
      'in which somebody only quotes that',
      JSON.stringify({ type: 'user', message: { role: 'user', content: 'Prompt is too long' } }),
    ],
  ])('in a conversation %s goes on as ever', async ([, rows]) => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    const transcriptPath = conversation(directory.path, `${rows}\n`);
    writeHandoff(context.layout, handoff({ source: 'a', transcriptPath }));
    expect(passOnPrompt(context, prompt('a', { transcriptPath }))).toBeNull();
    expect(readHandoff(context.layout, 'a')?.state).toBe('requested');
  });

  it('in a conversation that a tool has stopped goes on as ever', async () => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    const stopped = { by: 'tool' as const, at: 1, toolUseId: null };
    writeHandoff(context.layout, handoff({ source: 'a', state: 'sent', stopped }));
    expect(passOnPrompt(context, prompt('a'))).toBeNull();
  });
});

describe('the first prompt of a successor', () => {
  const { id } = handoff();
  const launched = handoff({
    source: 'a',
    state: 'launched',
    successor: { shortId: '1fa2008b', session: null },
    worker: ownIdentity(),
  });
  const successor = (changed: object = {}) =>
    prompt('1fa2008b-9dab', { attended: false, prompt: `${handoffMark(id)}\ngo on`, ...changed });

  it('makes the memory of its source pending, and proves that it was told', async () => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    writeHandoff(context.layout, launched);
    const pending = acceptHandoff(context, successor());
    expect(pending).toMatchObject({ predecessor: 'a', handoff: id });
    expect(readPending(context.layout, successor().session)).toMatchObject({ handoff: id });
    confirmHandoff(context, successor(), pending);
    expect(readReceipt(context.layout, 'a')).toEqual({ id, successor: '1fa2008b-9dab', at: 2000 });
  });

  it('is known by what it says while the launch is not over', async () => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    writeHandoff(context.layout, { ...launched, state: 'launching', successor: null });
    expect(acceptHandoff(context, successor())).not.toBeNull();
  });

  it('that a person typed first gets the memory and proves nothing', async () => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    writeHandoff(context.layout, launched);
    const typed = successor({ prompt: 'hello' });
    const pending = acceptHandoff(context, typed);
    expect(pending).not.toBeNull();
    confirmHandoff(context, typed, pending);
    expect(readReceipt(context.layout, 'a')).toBeNull();
  });

  it.for<[string, object]>([
    ['of another conversation', { session: { host: 'claude', id: 'ffffffff-1' } }],
    [
      'of a conversation of a person',
      { session: { host: 'claude', id: 'ffffffff-1' }, attended: true, prompt: 'hi' },
    ],
    ['of the conversation itself', { session: { host: 'claude', id: 'a' } }],
  ])('%s is no such one', async ([, changed]) => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    writeHandoff(context.layout, launched);
    expect(acceptHandoff(context, successor(changed))).toBeNull();
  });

  it('proves nothing of a handoff that its conversation does not go on from', async () => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    writeHandoff(context.layout, { ...launched, state: 'launching', successor: null });
    const pasted = successor({ session: { host: 'claude', id: 'ffffffff-1' }, attended: true });
    const place = { root: '/', directory: '/' };
    const begun = { bornAt: 1, source: 'startup', predecessor: null, offer: null, ...place };
    createPending(context.layout, pasted.session, begun);
    confirmHandoff(context, pasted, acceptHandoff(context, pasted));
    expect(readReceipt(context.layout, 'a')).toBeNull();
  });

  it.for<[string, object]>([
    ['with the first digits of one that has taken over', { prompt: 'hello' }],
    ['that names one that another has taken over', {}],
    ['that names another one', { prompt: handoffMark('00000000-4a5b-4c6d-8e7f-0123456789ab') }],
  ])('%s is none', async ([, changed]) => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    const taken = { shortId: '1fa2008b', session: '1fa2008b-0000' };
    writeHandoff(context.layout, { ...launched, state: 'sent', successor: taken });
    expect(acceptHandoff(context, successor(changed))).toBeNull();
  });

  it.for<HandoffState>(['requested', 'stopped', 'failed', 'withdrawn'])(
    'goes on from nothing while the handoff is %s',
    async (state) => {
      await using directory = await createFixture();
      const { context } = handoffMachine(directory.path);
      writeHandoff(context.layout, { ...launched, state, successor: null });
      expect(acceptHandoff(context, successor())).toBeNull();
    },
  );
});
