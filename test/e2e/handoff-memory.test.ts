import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { handoffMark } from '../../src/core/auto-handoff.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import { writeHandoff } from '../../src/platform/handoff-records.ts';
import { inFlightOf } from '../core/render/memory-turns.ts';
import { handoff } from '../platform/handoff-fixture.ts';
import { Machine, type Window } from './fake-host.ts';
import { holdLock } from './held-lock.ts';

const INSTRUCTION = `${handoffMark(handoff().id)}\nGo on with the unfinished work.`;
const inBackground = { variables: { CLAUDE_CODE_SESSION_ATTENDED: '0' } };

/** A conversation was stopped in its second turn, and its successor has begun. */
async function handedOver(machine: Machine): Promise<{ full: Window; successor: Window }> {
  const full = await machine.open();
  await full.turn('split the parser', 'parser split in 3 files');
  await full.prompt('mend the login');
  const successor = await machine.open(inBackground);
  const record = handoff({
    source: full.session,
    directory: machine.project,
    transcriptPath: full.transcript.path,
    state: 'launched',
    successor: { shortId: successor.session.slice(0, 8), session: null },
    inFlight: inFlightOf(),
  });
  writeHandoff(dataLayout(machine.data), record);
  return { full, successor };
}

describe.concurrent('the successor of a full conversation', () => {
  it('is given its turns and the one that was stopped, although nobody types into it', async () => {
    await using machine = await Machine.create();
    const { successor } = await handedOver(machine);
    const { memory, notice } = await successor.prompt(INSTRUCTION);
    expect(memory).toContain('parser split in 3 files');
    expect(memory).toContain('\n<throughline-not-run>\n- Bash npm test\n</throughline-not-run>\n');
    expect(notice).toContain('2 turns remembered');
  });

  it('goes on from it, and is told once', async () => {
    await using machine = await Machine.create();
    const { full, successor } = await handedOver(machine);
    await successor.prompt(INSTRUCTION);
    successor.answer('tests are green');
    await successor.stop();
    expect((await successor.prompt('and now?')).memory).toBeNull();
    const found = (await machine.sessions()).find(({ id }) => id === successor.session);
    expect(found).toMatchObject({ continues: full.session, why: 'auto' });
    const { turns } = await machine.memory(successor.session);
    expect(turns.map(({ answer }) => answer)).toContain('parser split in 3 files');
  });

  it('is given it although the memory is in use when it begins', async () => {
    await using machine = await Machine.create();
    const { successor } = await handedOver(machine);
    await using lock = await holdLock(join(machine.data, 'memory.db'));
    const asked = successor.prompt(INSTRUCTION);
    await setTimeout(1500);
    await lock.release();
    expect((await asked).memory).toContain('parser split in 3 files');
  });

  it('is no other session that begins in the background', async () => {
    await using machine = await Machine.create();
    await handedOver(machine);
    const other = await machine.open(inBackground);
    expect((await other.prompt('summarise')).memory).toBeNull();
  });
});
