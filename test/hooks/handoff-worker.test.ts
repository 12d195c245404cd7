import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { HandoffRecord } from '../../src/core/auto-handoff.ts';
import { runHandoffWorker } from '../../src/hooks/handoff-worker.ts';
import type { HookContext } from '../../src/hooks/hook-context.ts';
import { readHandoff, writeHandoff } from '../../src/platform/handoff-records.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { execute } from '../hosts/product.ts';
import { HANDOFF_ID, handoff } from '../platform/handoff-fixture.ts';
import { handoffMachine } from './handoff-fixture.ts';

const SECRET = 'mend the login of Miss Marple';
const REQUEST = JSON.stringify({
  type: 'user',
  uuid: 'u',
  parentUuid: null,
  isSidechain: false,
  message: { role: 'user', content: SECRET },
});

interface Worked {
  readonly context: HookContext;
  readonly directory: string;
  readonly launches: () => readonly string[];
  readonly record: () => HandoffRecord | null;
}

/** @param claude what the program of the host does; `$RECORD` is the file of the handoff */
async function stoppedConversation(
  path: string,
  claude: string,
  changed: Partial<HandoffRecord> = {},
): Promise<Worked> {
  const bin = join(path, 'bin');
  const log = join(path, 'launches');
  const transcriptPath = join(path, 'a.jsonl');
  mkdirSync(bin);
  writeFileSync(log, '');
  writeFileSync(transcriptPath, `${REQUEST}\n`);
  const { context, withVariables } = handoffMachine(path);
  const record = join(context.layout.handoffs, 'a.json');
  const script = `#!/bin/sh\nRECORD='${record}'\necho "$2" >> '${log}'\n${claude}\n`;
  writeFileSync(join(bin, 'claude'), script);
  chmodSync(join(bin, 'claude'), 0o755);
  writeHandoff(
    context.layout,
    handoff({
      source: 'a',
      state: 'stopped',
      directory: path,
      transcriptPath,
      stopped: { by: 'tool', at: 1, toolUseId: null },
      ...changed,
    }),
  );
  return {
    context: withVariables({ PATH: `${bin}:/usr/bin:/bin` }),
    directory: context.layout.handoffs,
    launches: () => readFileSync(log, 'utf8').split('\n').filter(Boolean),
    record: () => readHandoff(context.layout, 'a'),
  };
}

const RECEIPT = JSON.stringify({ id: HANDOFF_ID, successor: '1fa2008b-9dab', at: 5 });
const ACCEPTED = `echo '${RECEIPT}' > "\${RECORD%.json}.accepted"`;
const STARTED = 'echo "backgrounded · 1fa2008b · name"';

describe('the worker of a handoff', () => {
  it('launches a successor and hears its word', async () => {
    await using fixture = await createFixture();
    const worked = await stoppedConversation(fixture.path, `${ACCEPTED}\n${STARTED}`);
    await runHandoffWorker(worked.context, 'a');
    expect(worked.launches()).toHaveLength(1);
    expect(worked.record()).toMatchObject({
      state: 'sent',
      successor: { shortId: '1fa2008b', session: '1fa2008b-9dab' },
      inFlight: { request: { text: SECRET } },
    });
  });

  it('leaves it to another that was started for the same one', async () => {
    await using fixture = await createFixture();
    const worked = await stoppedConversation(fixture.path, `${ACCEPTED}\n${STARTED}`);
    const other = { ...ownIdentity(), pid: process.ppid, startTime: '' };
    writeFileSync(join(worked.directory, 'a.launch'), JSON.stringify(other));
    await runHandoffWorker(worked.context, 'a');
    expect(worked.launches()).toEqual([]);
    expect(worked.record()).toMatchObject({ state: 'stopped', worker: null });
  });

  it('goes on where another has died before it launched', async () => {
    await using fixture = await createFixture();
    const worked = await stoppedConversation(fixture.path, `${ACCEPTED}\n${STARTED}`);
    const dead = { ...ownIdentity(), pid: 1, startTime: '1' };
    writeFileSync(join(worked.directory, 'a.launch'), JSON.stringify(dead));
    await runHandoffWorker(worked.context, 'a');
    expect(worked.launches()).toHaveLength(1);
  });

  it('lets the next one try where none was launched', async () => {
    await using fixture = await createFixture();
    const worked = await stoppedConversation(fixture.path, 'exit 1');
    await runHandoffWorker(worked.context, 'a');
    expect(worked.record()).toMatchObject({ state: 'failed', failures: 1 });
    expect(existsSync(join(worked.directory, 'a.launch'))).toBe(false);
  });

  it('launches nothing for a handoff that was taken away while it looked', async () => {
    await using fixture = await createFixture();
    const stopped = { by: 'tool', at: 1, toolUseId: 'toolu_1' } as const;
    const worked = await stoppedConversation(fixture.path, `${ACCEPTED}\n${STARTED}`, { stopped });
    const record = join(worked.directory, 'a.json');
    const rows = join(fixture.path, 'a.jsonl');
    const user = `until grep -q '"worker":{' '${record}'; do sleep 0.05; done
      rm '${record}'; echo '{"id":"toolu_1"}' >> '${rows}'`;
    const taken = execute('/bin/sh', ['-c', user], fixture.path, fixture.path, {});
    await runHandoffWorker(worked.context, 'a');
    expect((await taken).status).toBe(0);
    expect(worked.launches()).toEqual([]);
    expect(existsSync(record)).toBe(false);
  });

  it.for([
    [
      'is forgotten',
      `${ACCEPTED}\nsed -i 's/"inFlight":{.*},"turn"/"inFlight":null,"turn"/' "$RECORD"`,
    ],
    ['is taken away', `${ACCEPTED}\nrm "$RECORD"`],
  ])('writes nothing again that %s while it launches', async ([, claude]) => {
    await using fixture = await createFixture();
    const worked = await stoppedConversation(fixture.path, `${claude}\n${STARTED}`);
    await runHandoffWorker(worked.context, 'a');
    expect(worked.record()).toMatchObject({ state: 'sent', inFlight: null });
    expect(readFileSync(join(worked.directory, 'a.json'), 'utf8')).not.toContain(SECRET);
  });

  it('launches none again where the host named one and failed', async () => {
    await using fixture = await createFixture();
    const claude = `${ACCEPTED}\n${STARTED}\nexit 1`;
    const remoteControl = { wanted: true, state: null };
    const worked = await stoppedConversation(fixture.path, claude, { remoteControl });
    await runHandoffWorker(worked.context, 'a');
    expect(worked.launches()).toHaveLength(1);
    expect(worked.record()).toMatchObject({ state: 'sent', successor: { shortId: '1fa2008b' } });
  });

  it('hears the word of a successor whose host was killed before it named it', async () => {
    await using fixture = await createFixture();
    const remoteControl = { wanted: true, state: null };
    const worked = await stoppedConversation(fixture.path, `${ACCEPTED}\nkill -9 $$`, {
      remoteControl,
    });
    await runHandoffWorker(worked.context, 'a');
    expect(worked.launches()).toHaveLength(1);
    expect(worked.record()).toMatchObject({ state: 'sent', failures: 0 });
  });

  it('logs nothing of conversation and environment when the host repeats what it was told', async () => {
    await using fixture = await createFixture();
    const worked = await stoppedConversation(
      fixture.path,
      'echo "bad option: $2 ($*)" >&2; env >&2; env; exit 1',
    );
    await runHandoffWorker(worked.context, 'a');
    const log = readFileSync(join(worked.context.layout.logs, 'auto-handoff.log'), 'utf8');
    expect(log).toContain('bad option: --name=…');
    expect(log).not.toContain('Miss Marple');
    expect(log).not.toContain('PATH=');
  });
});
