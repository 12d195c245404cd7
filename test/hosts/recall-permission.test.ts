import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeOn } from './claude-code.ts';
import { findHost } from './host-program.ts';
import { openMachine } from './machine.ts';

const host = await findHost('claude');

describe.skipIf(host.missing !== null)(host.suite, () => {
  it('looks things up unasked after install --allow-recall, and asks for all else', async () => {
    const machine = await openMachine();
    const claude = claudeOn(machine, host.executable);
    const { status } = await machine.product.run('install', '--host', 'claude', '--allow-recall');
    expect(status).toBe(0);
    await claude.headless('say the zebra is striped');
    const program = join(machine.home, '.throughline', 'bin', 'throughline-bin');
    const mark = join(machine.project, 'mark');
    const lines = [
      `${program} search zebra`,
      `${program} search "$(touch ${mark})"`,
      `${program} search zebra && ${program} config`,
      `${program} sessions adopt /x`,
    ];
    await claude.headless([...lines.map((line) => `run ${line}`), 'say done'].join('\n'), []);
    const { text = '' } = machine.requests().at(-1) ?? {};
    expect(text).toContain('user: say the zebra is striped');
    expect(text.match(/requires? approval|can't be checked/g)).toHaveLength(3);
    expect(existsSync(mark)).toBe(false);
  });
});
