import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Machine } from './fake-host.ts';

/** A machine with the executable installed, and a conversation of one turn. */
async function installed() {
  const machine = await Machine.create();
  machine.directory('.claude');
  await machine.product.run('install', '--host', 'claude');
  const window = await machine.open();
  await window.turn('why?', 'because');
  const bin = join(machine.data, 'bin');
  const kept = join(bin, 'cache', 'recall.bin');
  const recall = () => machine.shell(`'${join(bin, 'throughline-bin')}' recall`);
  return Object.assign(machine, { bin, kept, recall });
}

const changedAt = (path: string): number => statSync(path).mtimeMs;
const told = { status: 0, stderr: '', stdout: expect.stringContaining('because') };

describe.concurrent('what V8 makes of the code', () => {
  it('is kept beside the installed executable, for its owner alone, and taken the next time', async () => {
    await using machine = await installed();
    expect(await machine.recall()).toMatchObject(told);
    const made = changedAt(machine.kept);
    expect(await machine.recall()).toMatchObject(told);
    expect(changedAt(machine.kept)).toBe(made);
    expect(statSync(machine.kept).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(machine.bin, 'cache'))).toEqual(['recall.bin']);
  });

  it.for([
    { name: 'a byte is another', damage: (bytes: Buffer) => bytes.fill(0xff, 5000, 5001) },
    { name: 'the end is missing', damage: (bytes: Buffer) => bytes.subarray(0, 6000) },
    { name: 'nothing is in it', damage: () => Buffer.alloc(0) },
    {
      name: 'it is of another build',
      damage: (bytes: Buffer) => replaced(bytes, /"id":"\w/, '"id":"_'),
    },
  ])('is made anew where $name', async ({ damage }) => {
    await using machine = await installed();
    await machine.recall();
    const whole = readFileSync(machine.kept);
    writeFileSync(machine.kept, damage(Buffer.from(whole)));
    expect(await machine.recall()).toMatchObject(told);
    const made = changedAt(machine.kept);
    expect(await machine.recall()).toMatchObject(told);
    expect(changedAt(machine.kept)).toBe(made);
  });

  it.for([
    { name: 'others may write there', mode: 0o777 },
    { name: 'a group may write there', mode: 0o770 },
  ])('is neither taken nor kept where $name', async ({ mode }) => {
    await using machine = await installed();
    chmodSync(join(machine.bin, 'cache'), mode);
    expect(await machine.recall()).toMatchObject(told);
    expect(readdirSync(join(machine.bin, 'cache'))).toEqual([]);
  });

  it('is not kept where install made no place for it, nor of a command that failed', async () => {
    await using machine = await installed();
    const failing = await machine.shell(
      `'${join(machine.bin, 'throughline-bin')}' recall --last x`,
    );
    expect([failing.status, readdirSync(join(machine.bin, 'cache'))]).toEqual([2, []]);
    rmSync(join(machine.bin, 'cache'), { recursive: true });
    expect(await machine.recall()).toMatchObject(told);
    expect(readdirSync(machine.bin)).toEqual(['throughline-bin']);
  });
});

function replaced(bytes: Buffer, what: RegExp, by: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(what, by), 'latin1');
}
